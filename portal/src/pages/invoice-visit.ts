import { type Appointment, loadAppointment } from '../appointments';
import { formatMoment, isolated, nameOf } from '../format';
import { t } from '../i18n';
import { type Invoice, loadInvoices } from '../invoices';
import { hospital, may } from '../session';
import { SHOWN } from './appointment-invoices';
import { type Line, lineOf, lineOfItem } from './invoice-lines';

/** As long as the service takes it. */
const NAME_MAX = 200;

/**
 * A visit that is to be invoiced, with the invoices that it has already, and what the first of them begins with: the service that its
 * type names, otherwise what its doctor takes for a consultation.
 */
export async function loadVisit(id: string, signal: AbortSignal) {
  const [{ appointment }, { items: invoices }] = await Promise.all([
    loadAppointment(id, signal),
    loadInvoices({ appointment: id }, SHOWN, 0, signal),
  ]);
  // It is paid for once. What is void was a mistake.
  const isNew = invoices.every(({ status }) => status === 'VOID');
  const item = isNew ? await loadItem(appointment.type_id, signal) : undefined;
  const fee = isNew && !item ? await loadFee(appointment.doctor_id, signal) : null;
  return { appointment, invoices, item, fee };
}

/** As with the fee: a service that is in the price list no more is none. */
async function loadItem(type: string | undefined, signal: AbortSignal) {
  if (!type || !may('hours:read') || !may('catalog:read')) return undefined;
  const found = await hospital.GET('/calendar/types/{id}', { params: { path: { id: type } }, signal });
  const id = found.ok ? found.data.catalog_id : null;
  if (!id) return undefined;
  const params = { path: { id }, query: { view: 'full' as const } };
  const item = await hospital.GET('/catalog/{id}', { params, signal });
  return item.ok ? item.data : undefined;
}

/** Nobody is refused an invoice for want of it: then there is none. */
async function loadFee(id: string, signal: AbortSignal): Promise<number | null> {
  if (!may('doctor:read')) return null;
  const doctor = await hospital.GET('/doctor/{id}', { params: { path: { id } }, signal });
  return doctor.ok ? doctor.data.consultation_fee : null;
}

type Visit = Awaited<ReturnType<typeof loadVisit>>;

/** What its type has on the invoice. Whoever writes it can take it out, or add to it. */
export const typeLines = ({ appointment, item }: Visit): Line[] =>
  item ? [lineOfItem(item, appointment.doctor_id)] : [];

/** The first line of its first invoice, otherwise. The name is printed and stored: it has none of the characters that isolate names. */
export function feeLine({ appointment, fee }: Visit): Line | undefined {
  if (!fee) return undefined;
  const { first_name, last_name }: Appointment['doctor'] = appointment.doctor;
  const name = t.invoice.consultation([first_name, last_name].filter(Boolean).join(' '));
  const { doctor_id } = appointment;
  return lineOf({ catalog_id: null, code: null, name: name.slice(0, NAME_MAX), unit_price: fee, doctor_id });
}

/** When it was, and with whom. */
export const visitText = ({
  schedule,
  doctor,
}: Pick<NonNullable<Invoice['appointment']>, 'schedule' | 'doctor'>): string =>
  `${formatMoment(schedule)} · ${isolated(nameOf(doctor))}`;
