import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { hasCode } from '../errors';
import { dayOf, isolated, nameOf, today, wallTime } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { useInvoice } from '../invoices';
import { go, idOf, linkTo } from '../router';
import { hospital } from '../session';
import { Alert, Loading, say } from '../ui/status';
import { useCreate } from '../unanswered';
import type { PageProps } from './index';
import { type Bill, InvoiceForm } from './invoice-form';
import { lineOf } from './invoice-lines';
import { InvoiceStatus } from './invoice-status';
import { Sums } from './invoice-sums';
import { InvoiceTable } from './invoice-table';
import type { Patient } from './patient';
import { PayerText } from './payer';

/** A new invoice for the patient in the address. */
export function NewInvoice({ query }: PageProps) {
  const patientId = idOf(query.get('patient'));
  const { lost, create: send } = useCreate<Bill & { patient_id: string }>(`invoice of ${patientId}`);
  const [typed] = useState(lost);
  const action = useAction();
  const full = { view: 'full' as const };
  const patient = useLoad(
    async (signal) =>
      patientId
        ? unwrap(await hospital.GET('/patient/{id}', { params: { path: { id: patientId }, query: full }, signal }))
        : null,
    [patientId],
  );

  async function create(bill: Bill) {
    const given = { ...bill, patient_id: patientId };
    const { id } = unwrap(await send(given, (body, headers) => hospital.POST('/invoice/', { body, headers })));
    say(t.invoice.saved);
    go(`/invoices/${id}`);
  }

  if (patient.data === null) return <Alert>{t.booking.choosePatient}</Alert>;
  return (
    <>
      <h1>{t.invoice.newTitle}</h1>
      <Loading page of={patient} />
      {patient.data && (
        <InvoiceForm
          draftKey={`invoice for ${patientId}`}
          draftTitle={() => t.drafts.newInvoice(isolated(nameOf(patient.data as Patient)))}
          patient={nameOf(patient.data)}
          lines={typed?.items.map(lineOf) ?? []}
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
      )}
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
            <InvoiceTable items={invoice.items} />
            <Sums invoice={invoice} />
          </>
        }
        onSave={save}
        back={linkTo(`/invoices/${id}`)}
      />
    </>
  );
}
