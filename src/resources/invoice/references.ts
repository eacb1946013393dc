import { sql } from 'drizzle-orm';
import { appointment } from '../../db/schema/appointment';
import { catalogItem } from '../../db/schema/catalog';
import { patient } from '../../db/schema/patient';
import { type Query, statement } from '../../db/statement';
import { NotFoundError, RuleError } from '../../errors';
import { type CatalogRow, catalogIds, checkCatalog } from './lines';
import type { InvoiceInput } from './schemas';

interface Ids {
  patient_id: string;
  appointment_id: string | null;
}

interface Found {
  /** whether the patient is there */
  patient: 0 | 1;
  /** whose the appointment is; null: there is none */
  appointment_of: string | null;
}

const find = statement<Ids, Found>(
  (p) => sql`SELECT EXISTS (SELECT 1 FROM ${patient} WHERE id = ${p.patient_id} AND deleted_at IS NULL) AS patient,
    (SELECT patient_id FROM ${appointment} WHERE id = ${p.appointment_id} AND deleted_at IS NULL) AS appointment_of`,
);

const catalogRows = statement<{ ids: string }, CatalogRow>(
  (p) => sql`SELECT id, code, name, default_price, discount_percent, discount_amount FROM ${catalogItem}
    WHERE id IN (SELECT value FROM json_each(${p.ids})) AND deleted_at IS NULL`,
);

/** What an invoice refers to, in the order of the queries: patient and appointment, then the catalog items of its lines. */
export const referencesOf = (input: InvoiceInput): readonly [Query<Found>, ...Query<CatalogRow>[]] => {
  const { patient_id, appointment_id } = input;
  const ids = catalogIds(input.items);
  return [find({ patient_id, appointment_id }), ...(ids.length ? [catalogRows({ ids: JSON.stringify(ids) })] : [])];
};

/**
 * All that is missing is told before what breaks a rule. What the invoice referred to before is not asked again: the
 * invoices of a deleted patient can still be settled.
 * @throws NotFoundError, RuleError for an appointment of another patient
 */
export function checkReferences(
  input: InvoiceInput,
  found: Found | undefined,
  catalog: readonly CatalogRow[] = [],
  before?: Ids,
): void {
  const { patient_id, appointment_id } = input;
  const owner = found?.appointment_of ?? null;
  if (!found?.patient && patient_id !== before?.patient_id) throw new NotFoundError('Patient', patient_id);
  if (appointment_id !== null && owner === null) throw new NotFoundError('Appointment', appointment_id);
  checkCatalog(input.items, catalog);
  if (appointment_id !== null && owner !== patient_id) {
    throw new RuleError('The appointment is of another patient');
  }
}
