import { and, eq, exists, inArray, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { existsLive, isLive } from '../../db/entity';
import { appointment } from '../../db/schema/appointment';
import { catalogItem } from '../../db/schema/catalog';
import { file } from '../../db/schema/file';
import type { InvoiceLine } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, rawStatement, statement } from '../../db/statement';
import { ReferenceNotFoundError, RuleError } from '../../errors';
import type { CatalogRow } from './lines';
import type { InvoiceInput, InvoiceItemInput } from './schemas';

interface Ids {
  patient_id: string;
  appointment_id: string | null;
}

interface References {
  /** whether the patient is there */
  patient: 0 | 1;
  /** whose the appointment is; null: there is none */
  appointment_of: string | null;
  /** whether the invoice has files, which are its patient's */
  has_files: 0 | 1;
}

export const hasFiles = (invoice_id: SQLWrapper) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(file)
      .where(and(eq(file.entity_id, invoice_id), isNull(file.deleted_at))),
  );

/** Raw: a `SELECT` without `FROM`. An id that is null is not looked for; `id` is that of an invoice that is there already. */
export const findReferences = rawStatement<{ [Name in keyof Ids | 'id']: string | null }, References>((p) => {
  const appointments = db
    .select({ patient_id: appointment.patient_id })
    .from(appointment)
    .where(isLive(appointment, p.appointment_id));
  return sql`select ${existsLive(patient, p.patient_id)} as patient, ${appointments} as appointment_of,
    ${p.patient_id} is not null and ${hasFiles(p.id)} as has_files`;
});

/** The catalog items that the lines name, each once. */
export const catalogIds = (items: readonly InvoiceItemInput[]): string[] => [
  ...new Set(items.flatMap(({ catalog_id }) => catalog_id ?? [])),
];

const catalogRows = statement((p: Inputs<{ ids: string }>) =>
  db
    .select({
      id: catalogItem.id,
      code: catalogItem.code,
      name: catalogItem.name,
      default_price: catalogItem.default_price,
      discount_percent: catalogItem.discount_percent,
      discount_amount: catalogItem.discount_amount,
    })
    .from(catalogItem)
    // A list of any length as one parameter: D1 takes 100.
    .where(and(inArray(catalogItem.id, sql`(select value from json_each(${p.ids}))`), isNull(catalogItem.deleted_at))),
);

/** The catalog items of the lines; undefined where they name none. */
export function findCatalog(items: readonly InvoiceItemInput[]) {
  const ids = catalogIds(items);
  return ids.length > 0 ? catalogRows({ ids: JSON.stringify(ids) }) : undefined;
}

/**
 * What is missing is reported before a rule that is broken. The patient, the appointment and the catalog items that an invoice
 * already has are not looked for again: the invoices of a deleted patient can still be settled.
 * @throws ReferenceNotFoundError, RuleError for an appointment of another patient, or for files of the one before
 */
export function requireReferences(
  { patient_id, appointment_id, items }: Ids & Pick<InvoiceInput, 'items'>,
  found: References | undefined,
  catalog: readonly CatalogRow[],
  before?: Ids & { items: readonly InvoiceLine[] },
): void {
  const isSameAppointment = appointment_id === before?.appointment_id;
  const appointmentOf = isSameAppointment ? before.patient_id : (found?.appointment_of ?? null);
  if (!found?.patient && patient_id !== before?.patient_id) throw new ReferenceNotFoundError(['Patient', patient_id]);
  if (appointment_id !== null && appointmentOf === null)
    throw new ReferenceNotFoundError(['Appointment', appointment_id]);
  const known = new Set([...catalog.map(({ id }) => id), ...(before?.items ?? []).map(({ catalog_id }) => catalog_id)]);
  const missing = catalogIds(items).find((id) => !known.has(id));
  if (missing !== undefined) throw new ReferenceNotFoundError(['Catalog item', missing]);
  if (appointment_id !== null && appointmentOf !== patient_id) {
    throw new RuleError('inconsistent', 'The appointment belongs to another patient');
  }
  if (before && patient_id !== before.patient_id && found?.has_files)
    throw new RuleError('in_use', 'An invoice that has files stays with its patient');
}
