import { and, eq, exists, gt, gte, inArray, isNull, lt, not, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { columnsFor, existsLive, fieldNames, isLive } from '../../db/entity';
import { offsetList } from '../../db/offset-list';
import type { ListOptions } from '../../db/offset-variant';
import { batchOf, type Query } from '../../db/query';
import { type Missing, missingOf } from '../../db/references';
import { appointment } from '../../db/schema/appointment';
import { catalogItem } from '../../db/schema/catalog';
import { doctor } from '../../db/schema/doctor';
import { file } from '../../db/schema/file';
import { invoice } from '../../db/schema/invoice';
import { patient, survivorOf } from '../../db/schema/patient';
import { asStored, db, type Inputs, rawStatement, statement } from '../../db/statement';
import type { BriefPerson } from '../../schemas/brief';
import { catalogIds } from './amounts';
import { OPEN_STATUSES, type References, type Referring } from './rules';
import { type INVOICE_ORDERS, Invoice, InvoiceInput, type InvoiceItemInput } from './schemas';

const columns = columnsFor(invoice, Invoice);

/** What a write is given beside the columns. */
interface Beside {
  /** whether the payer is the patient's, instead of the one that is given */
  copies_payer: 0 | 1;
  /** JSON: doctors whom no line had so far */
  new_doctors: string;
}

const payerOf = (p: Inputs<Beside & Pick<typeof invoice.$inferSelect, 'patient_id' | 'payer'>>) => {
  const theirs = db.select({ payer: patient.payer }).from(patient).where(eq(patient.id, p.patient_id));
  return sql`iif(${p.copies_payer}, ${theirs}, ${asStored(p.payer, invoice.payer)})`;
};

const missingDoctors = (ids: SQLWrapper) =>
  sql`select value as id from json_each(${ids}) where not ${existsLive(doctor, sql`value`)}`;
const hasItsDoctors = (p: Inputs<Pick<Beside, 'new_doctors'>>) => sql`not exists (${missingDoctors(p.new_doctors)})`;

const REFERENCES = { patient_id: patient, appointment_id: appointment };

const DEMANDS = { appointment_id: (p: Inputs<Referring>) => eq(appointment.patient_id, p.patient_id) };

export const insert = auditedInsert(invoice, {
  refers: REFERENCES,
  demands: DEMANDS,
  where: (p: Inputs<Beside>) => hasItsDoctors(p),
  computed: { payer: payerOf },
  returning: ['reg_number', 'payer'],
});

type Order = (typeof INVOICE_ORDERS)[number];
type Filter = 'patient_id' | 'appointment_id' | 'status' | 'due_before' | 'issued_from' | 'issued_before' | 'open';

const listOptions: ListOptions<Order, Filter> = {
  orders: {
    created_at: invoice.seq,
    reg_number: invoice.seq,
    issue_date: invoice.issue_at,
    due_date: invoice.due_at,
    status: invoice.status,
    total_amount: invoice.total_amount,
  },
  narrow: ['appointment_id', 'patient_id'],
  counted: 'status',
  ranges: {
    due_before: { column: invoice.due_at, bound: lt },
    issued_from: { column: invoice.issue_at, bound: gte },
    issued_before: { column: invoice.issue_at, bound: lt },
  },
  groups: { open: { values: OPEN_STATUSES, and: gt(invoice.remaining_amount, 0) } },
  leading: { patient_id: survivorOf },
  indexed: {
    // For a patient who is unknown this is the mark alone, which no row has.
    patient_id: (id) =>
      sql`'=' || coalesce((select ${patient.reg_number} from ${patient} where ${patient.id} = ${survivorOf(id)}), '')`,
  },
};
export const list = offsetList(invoice, columns, listOptions);

const theirPatient = sql<BriefPerson>`(select json_object('id', ${patient.id}, 'reg_number', ${patient.reg_number},
  'first_name', ${patient.first_name}, 'last_name', ${patient.last_name})
  from ${patient} where ${patient.id} = ${invoice.patient_id})`;

/** With the patients, whose names a table should have, and whoever asks for view=full. */
export const namedList = offsetList(
  invoice,
  { ...columns, patient: theirPatient.mapWith(JSON.parse).as('patient') },
  listOptions,
);

export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: invoice.version })
    .from(invoice)
    .where(isLive(invoice, p.id)),
);

const referredBy = (column: SQLiteColumn, id: SQLWrapper) =>
  db.select({ of: column }).from(invoice).where(isLive(invoice, id));

const person = <T extends Record<'id' | 'reg_number' | 'first_name' | 'last_name', SQLiteColumn>>(table: T) => ({
  id: table.id,
  reg_number: table.reg_number,
  first_name: table.first_name,
  last_name: table.last_name,
});

/** Finds a deleted patient, too: the bill is still theirs. */
export const patientOf = statement((p: Inputs<{ id: string }>) =>
  db
    .select(person(patient))
    .from(patient)
    .where(eq(patient.id, referredBy(invoice.patient_id, p.id))),
);

const isAppointmentOf = (p: Inputs<{ id: string }>) => eq(appointment.id, referredBy(invoice.appointment_id, p.id));

export const appointmentOf = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ id: appointment.id, type: appointment.type, status: appointment.status, schedule: appointment.schedule })
    .from(appointment)
    .where(isAppointmentOf(p)),
);

export const doctorOf = statement((p: Inputs<{ id: string }>) =>
  db
    .select(person(doctor))
    .from(appointment)
    .innerJoin(doctor, eq(doctor.id, appointment.doctor_id))
    .where(isAppointmentOf(p)),
);

const catalogRows = statement((p: Inputs<{ ids: string }>) =>
  db
    .select({
      id: catalogItem.id,
      code: catalogItem.code,
      name: catalogItem.name,
      default_price: catalogItem.default_price,
      discount_percent: catalogItem.discount_percent,
      discount_amount: catalogItem.discount_amount,
      tax_percent: catalogItem.tax_percent,
    })
    .from(catalogItem)
    // One parameter for a list of any length: D1 takes 100.
    .where(and(inArray(catalogItem.id, sql`(select value from json_each(${p.ids}))`), isNull(catalogItem.deleted_at))),
);

export function findCatalog(items: readonly InvoiceItemInput[]) {
  const ids = catalogIds(items);
  return ids.length > 0 ? catalogRows({ ids: JSON.stringify(ids) }) : undefined;
}

const hasFiles = (invoice_id: SQLWrapper) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(file)
      .where(and(eq(file.entity_id, invoice_id), isNull(file.deleted_at))),
  );

type Ids = { [Name in keyof Referring | 'id']: string | null };

const missing = missingOf(REFERENCES);
const further = rawStatement<Ids, References['further'][number]>((p) => {
  const appointments = db
    .select({ patient_id: appointment.patient_id })
    .from(appointment)
    .where(isLive(appointment, p.appointment_id));
  return sql`select ${appointments} as appointment_of, ${p.patient_id} is not null and ${hasFiles(p.id)} as has_files`;
});
const doctors = rawStatement<Pick<Beside, 'new_doctors'>, Missing>(
  (p) => sql`select 'Doctor' as entity, id from (${missingDoctors(p.new_doctors)})`,
);
/** A null id is not looked for; `id` is that of an invoice that is there already. */
export const referencesOf = (ids: Ids, named: readonly string[]): Query<References> =>
  batchOf({
    missing: missing(ids),
    further: further(ids),
    doctors: named.length > 0 ? doctors({ new_doctors: JSON.stringify(named) }) : undefined,
  });

const AMOUNTS = ['subtotal', 'taxes', 'tax_amount', 'total_amount', 'remaining_amount'] as const;
const DERIVED = ['issue_at', 'due_at', ...AMOUNTS, 'terms'] as const;

export const update = auditedUpdate(invoice, [...fieldNames(InvoiceInput), ...DERIVED], {
  computed: { payer: payerOf },
  derived: DERIVED,
  returning: ['version', 'payer', 'updated_at'],
  // Since the check the patient may be deleted, the appointment another's, a doctor deleted, a file uploaded: the next attempt finds that out.
  refers: REFERENCES,
  demands: DEMANDS,
  where: (p: Inputs<Referring & Beside>) =>
    and(hasItsDoctors(p), or(eq(invoice.patient_id, p.patient_id), not(hasFiles(invoice.id)))),
});
