import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { hasCode } from '../errors';
import { dayOf, isolated, nameOf, today, wallTime } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { useInvoice } from '../invoices';
import { loadRecord } from '../records';
import { go, idOf, linkTo, replace } from '../router';
import { hospital } from '../session';
import { PatientField } from '../ui/patient-field';
import { Loading, say } from '../ui/status';
import { useCreate } from '../unanswered';
import { ShortInvoices } from './appointment-invoices';
import type { PageProps } from './index';
import type { Bill } from './invoice-bill';
import { InvoiceForm } from './invoice-form';
import { lineOf } from './invoice-lines';
import { InvoiceStatus } from './invoice-status';
import { Sums } from './invoice-sums';
import { InvoiceTable } from './invoice-table';
import { feeLine, loadVisit, typeLines, visitText } from './invoice-visit';
import { PayerText } from './payer';

/** A new invoice for the patient in the address, and for the visit if there is one. */
export function NewInvoice({ query }: PageProps) {
  const patient = idOf(query.get('patient'));
  const appointment = idOf(query.get('appointment'));
  return (
    <>
      <h1>{t.invoice.newTitle}</h1>
      {!patient && (
        <section class="card">
          <p>{t.booking.choosePatient}</p>
          <PatientField onChoose={({ id }) => replace('/invoices/new', { patient: id })} />
        </section>
      )}
      {patient && <NewInvoiceOf key={`${patient} ${appointment}`} patientId={patient} appointmentId={appointment} />}
    </>
  );
}

function NewInvoiceOf({ patientId, appointmentId }: { patientId: string; appointmentId: string }) {
  const { lost, create: send } = useCreate<Bill & { patient_id: string; appointment_id?: string }>(
    `invoice of ${patientId} ${appointmentId}`,
  );
  const [typed] = useState(lost);
  const action = useAction();
  const patient = useLoad((signal) => loadRecord(patientId, signal), [patientId]);
  const loaded = useLoad(async (signal) => (appointmentId ? loadVisit(appointmentId, signal) : null), [appointmentId]);

  async function create(bill: Bill) {
    const given = { ...bill, patient_id: patientId, ...(appointmentId && { appointment_id: appointmentId }) };
    const { id } = unwrap(await send(given, (body, headers) => hospital.POST('/invoice/', { body, headers })));
    say(t.invoice.saved);
    go(`/invoices/${id}`);
  }

  if (!patient.data) return <Loading page of={patient} />;
  if (loaded.data === undefined) return <Loading of={loaded} />;
  const visit = loaded.data;
  const name = isolated(nameOf(patient.data));
  return (
    <>
      {visit && visit.invoices.length > 0 && (
        <section class="list told" aria-label={t.billing.ofVisit}>
          <h2>{t.billing.ofVisit}</h2>
          <ShortInvoices invoices={visit.invoices} />
        </section>
      )}
      <InvoiceForm
        draftKey={`invoice for ${patientId} ${appointmentId}`}
        draftTitle={() => t.drafts.newInvoice(name)}
        patient={nameOf(patient.data)}
        visit={visit && visitText(visit.appointment)}
        doctor={visit?.appointment.doctor_id}
        fee={visit && !typed ? feeLine(visit) : undefined}
        lines={typed?.items.map(lineOf) ?? (visit ? typeLines(visit) : [])}
        discountPercent={String(typed?.discount_percent || '')}
        discountAmount={String(typed?.discount_amount || '')}
        issued={today()}
        dueDate={typed?.due_date ?? ''}
        payer={(typed ? typed.payer : patient.data.payer) ?? null}
        taxIncluded={typed?.tax_included}
        isLost={lost !== undefined}
        action={action}
        onSave={create}
        back={linkTo(`/patients/${patientId}`)}
      />
    </>
  );
}

/** A draft, whose lines, discounts and payer can still change. */
export function EditInvoice({ params: { id = '' } }: PageProps) {
  const action = useAction();
  const loaded = useInvoice(id);

  async function save(body: Bill) {
    const header = { 'if-match': loaded.data?.version };
    try {
      unwrap(await hospital.PATCH('/invoice/{id}', { params: { path: { id }, header }, body }));
    } catch (error) {
      if (hasCode(error, 'outdated')) loaded.reload();
      throw error;
    }
    say(t.invoice.saved);
    go(`/invoices/${id}`);
  }

  if (!loaded.data) return <Loading page of={loaded} />;
  const { invoice, version } = loaded.data;
  return (
    <>
      <h1>{t.invoice.editOf(isolated(invoice.reg_number))}</h1>
      <InvoiceForm
        draftKey={`invoice ${id}`}
        draftTitle={() => t.drafts.invoice(isolated(invoice.reg_number))}
        version={version}
        patient={nameOf(invoice.patient)}
        visit={invoice.appointment && visitText(invoice.appointment)}
        doctor={invoice.appointment?.doctor.id}
        lines={invoice.items.map(lineOf)}
        discountPercent={String(invoice.discount_percent || '')}
        discountAmount={String(invoice.discount_amount || '')}
        issued={dayOf(invoice.issue_date)}
        dueDate={invoice.due_date ? wallTime(invoice.due_date).slice(0, 10) : ''}
        payer={invoice.payer ?? null}
        taxIncluded={invoice.tax_included}
        action={action}
        stored={
          <>
            <InvoiceStatus status={invoice.status} />
            {invoice.payer && (
              <div>
                <PayerText payer={invoice.payer} />
              </div>
            )}
            <InvoiceTable items={invoice.items} totals={<Sums invoice={invoice} />} />
          </>
        }
        onSave={save}
        back={linkTo(`/invoices/${id}`)}
      />
    </>
  );
}
