import type { Schema } from 'hospital-service-client';
import { joined, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { Running } from '../paper';
import { openRecord } from '../records';
import { linkTo } from '../router';
import { may } from '../session';
import { Button } from '../ui/button';
import { Loading } from '../ui/status';
import { openWalkIn } from '../walk-in';
import { FilesSection } from './files';
import type { PageProps } from './index';
import { AppointmentsSection } from './patient-appointments';
import { Duplicates } from './patient-duplicates';
import { HistoryList } from './patient-history';
import { InvoicesSection } from './patient-invoices';
import { MergedRecords } from './patient-merged';
import { NotesSection } from './patient-notes';
import { Summary } from './patient-summary';
import { Warnings } from './patient-warnings';
import './patient.css';

export type Patient = Schema<'Patient'>;

/** Everything about one patient that the account may see. */
export function PatientPage({ params: { id = '' }, query, notes }: PageProps) {
  const loaded = useLoad((signal) => openRecord(id, signal), [id]);
  const { data } = loaded;
  const patient = data?.patient;
  return (
    <>
      <Loading page={!data} of={loaded} />
      {patient && (
        <>
          <Running text={joined([patient.reg_number, nameOf(patient)])} internal />
          <div class="heading">
            <h1>
              <bdi>{nameOf(patient)}</bdi>
            </h1>
            <Button look="quiet" onClick={() => print()}>
              {t.invoice.print}
            </Button>
            {may('appointment:create') && !patient.deceased_at && (
              <a class="button primary" href={linkTo('/booking', { patient: id })}>
                {t.patient.book}
              </a>
            )}
            {may('appointment:create') && !patient.deceased_at && (
              <Button onClick={() => openWalkIn(id)}>{t.walkIn.title}</Button>
            )}
            {may('patient:update') && (
              <a class="button" href={linkTo(`/patients/${id}/edit`)}>
                {t.patient.edit}
              </a>
            )}
          </div>
          <Warnings patient={patient} />
          {query.has('duplicates') && <Duplicates id={id} />}
          <MergedRecords
            patient={patient}
            cameFrom={notes.merged ?? query.get('merged') ?? undefined}
            moved={notes}
            onChanged={loaded.reload}
          />
        </>
      )}
      {/* What needs no more than the id is loaded beside the record, and shown with it. */}
      {(data || !loaded.error) && (
        <div class="patient" hidden={!data}>
          {data && <Record {...data} onChanged={loaded.reload} />}
          {may('appointment:read') && <AppointmentsSection patient={id} />}
          {may('note:read') && <NotesSection patient={id} />}
          {may('invoice:read') && <InvoicesSection patient={id} />}
          {may('file:read') && <FilesSection entity={id} />}
        </div>
      )}
    </>
  );
}

interface RecordProps {
  patient: Patient;
  version: string;
  onChanged: () => void;
}

function Record(list: RecordProps) {
  const { patient } = list;
  return (
    <>
      <section class="card">
        <h2>{t.patient.summary}</h2>
        <Summary patient={patient} />
        <HistoryList list="addresses" {...list} />
        <div class="plain no-print">
          <a href={linkTo(`/patients/${patient.id}/card`)}>{t.print.cardOf}</a>
          <a href={linkTo(`/patients/${patient.id}/labels`)}>{t.print.labels}</a>
          {may('patient:merge') && <a href={linkTo(`/patients/${patient.id}/merge`)}>{t.merge.begin}</a>}
          {may('audit:read') && <a href={linkTo('/admin/access', { patient: patient.id })}>{t.access.link}</a>}
          {may('audit:read') && <a href={linkTo('/admin/audit', { record: patient.id })}>{t.audit.link}</a>}
        </div>
      </section>
      <section class="card">
        <h2>{t.patient.history}</h2>
        <HistoryList list="allergies" {...list} />
        <HistoryList list="medical_conditions" {...list} />
        <HistoryList list="past_surgeries" {...list} />
        <HistoryList list="current_medications" {...list} />
      </section>
    </>
  );
}
