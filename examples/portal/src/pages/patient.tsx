import { etagOf, type Schema, unwrap } from 'hospital-service-client';
import { formatDate, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { bloodGroupText, formatAge, genderText } from '../people';
import { linkTo } from '../router';
import { hospital, may } from '../session';
import { Loading } from '../ui/status';
import { FilesSection } from './files';
import type { PageProps } from './index';
import { AppointmentsSection } from './patient-appointments';
import { Duplicates } from './patient-duplicates';
import { HistoryList } from './patient-history';
import { InvoicesSection } from './patient-invoices';
import './patient.css';

export type Patient = Schema<'Patient'>;

/** Everything about one patient that the account may see. */
export function PatientPage({ params: { id = '' }, query }: PageProps) {
  const loaded = useLoad(
    async (signal) => {
      const params = { path: { id }, query: { view: 'full' as const } };
      const result = await hospital.GET('/patient/{id}', { params, signal });
      return { patient: unwrap(result), version: etagOf(result) };
    },
    [id],
  );
  if (!loaded.data) return <Loading page of={loaded} />;

  const { patient, version } = loaded.data;
  const list = { patient, version, onChanged: loaded.reload };
  return (
    <>
      <Loading of={loaded} />
      <div class="heading">
        <h1>
          <bdi>{nameOf(patient)}</bdi>
        </h1>
        {may('appointment:create') && (
          <a class="button primary" href={linkTo('/booking', { patient: id })}>
            {t.patient.book}
          </a>
        )}
        {may('patient:update') && (
          <a class="button" href={linkTo(`/patients/${id}/edit`)}>
            {t.patient.edit}
          </a>
        )}
      </div>
      {query.has('duplicates') && <Duplicates id={id} />}
      <div class="patient">
        <section class="card">
          <h2>{t.patient.summary}</h2>
          <Summary patient={patient} />
          <HistoryList list="addresses" {...list} />
        </section>
        <section class="card">
          <h2>{t.patient.history}</h2>
          <HistoryList list="medical_conditions" {...list} />
          <HistoryList list="past_surgeries" {...list} />
          <HistoryList list="current_medications" {...list} />
        </section>
        {may('appointment:read') && <AppointmentsSection patient={id} />}
        {may('invoice:read') && <InvoicesSection patient={id} />}
        {may('file:read') && <FilesSection entity={id} />}
      </div>
    </>
  );
}

function Summary({ patient }: { patient: Patient }) {
  const { dob, gender, blood_group, middle_name, phone_number, alt_phone_number, reg_number } = patient;
  return (
    <dl class="facts">
      <dt>{t.patients.number}</dt>
      <dd>
        <bdi>{reg_number}</bdi>
      </dd>
      {middle_name && (
        <>
          <dt>{t.patient.middleName}</dt>
          <dd>
            <bdi>{middle_name}</bdi>
          </dd>
        </>
      )}
      <dt>{t.patient.born}</dt>
      <dd>{dob ? `${formatDate(dob)} · ${formatAge(dob)}` : t.patient.unknown}</dd>
      <dt>{t.patient.gender}</dt>
      <dd>{genderText(gender)}</dd>
      <dt>{t.patient.bloodGroup}</dt>
      <dd>{bloodGroupText(blood_group)}</dd>
      <dt>{t.patient.phone}</dt>
      <dd>{phone_number ? <Phone number={phone_number} /> : t.patient.unknown}</dd>
      {alt_phone_number && (
        <>
          <dt>{t.patient.otherPhone}</dt>
          <dd>
            <Phone number={alt_phone_number} />
          </dd>
        </>
      )}
    </dl>
  );
}

const Phone = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} dir="ltr">
    {number}
  </a>
);
