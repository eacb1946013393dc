import { sql } from 'drizzle-orm';
import { offsetList } from '../../db/offset-list';
import { invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { contains, type SearchedBy, WITHIN } from '../../db/search/plan';
import { columns } from './rows';

/** Invoices of a patient whose bills are looked at where many patients have the words. */
const BILLS_MAX = 200;

/**
 * An invoice is found by its own words, which are kept as terms, and by its patient's, which are looked up, even if the
 * patient is deleted: the invoice is still owed. A patient's phone numbers and birth date do not count here.
 */
const searched: SearchedBy = {
  kinds: ['invoice', 'patient', 'patient:deleted'],
  entries: ({ ranges, numbers }) => sql`
    select t.seq from json_each(${ranges}) r cross join search_term t
    where ${WITHIN} and r.value ->> 0 not in ('patient', 'patient:deleted')
    union all select billed.seq from json_each(${ranges}) r cross join search_term t
    cross join ${patient} on ${patient.seq} = t.seq
    cross join ${invoice} billed on billed.patient_id = ${patient.id} and billed.deleted_at is null
    where ${WITHIN} and r.value ->> 0 in ('patient', 'patient:deleted')
    union all select value from json_each(${numbers}) where key = 'INV'
    union all select billed.seq from json_each(${numbers}) n cross join ${patient} on ${patient.seq} = n.value
    cross join ${invoice} billed on billed.patient_id = ${patient.id} and billed.deleted_at is null
    where n.key = 'PAT'`,
  join: sql`left join ${patient} on ${patient.id} = ${invoice.patient_id}`,
  meets: ({ needles, numbers }) => sql`${contains(sql`${invoice.terms} || ${patient.name_terms}`, needles)}
    or ${invoice.seq} = ${numbers} ->> 'INV' or ${patient.seq} = ${numbers} ->> 'PAT'`,
  through: {
    walk: { kind: sql`'patient'`, suffix: '_of_patient' },
    rows: (found) => sql`
      select seq from (
        select billed.seq from (${found}) f cross join ${patient} on ${patient.seq} = f.seq
        cross join ${invoice} billed on billed.patient_id = ${patient.id} and billed.deleted_at is null
        limit ${sql.raw(String(BILLS_MAX))})`,
  },
};

export const list = offsetList(invoice, columns, {
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
  search: searched,
});
