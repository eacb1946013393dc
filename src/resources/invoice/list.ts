import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { hasPrefix, termMatches } from '../../db/keyset';
import { offsetList } from '../../db/offset-list';
import { invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { db, type Inputs } from '../../db/statement';
import { COLUMNS } from './rows';

const names = { terms: patient.name_terms, reg_number: patient.reg_number };

/** An invoice is found by its own words and by its patient's. Own words are kept as terms, the patient's looked up. */
const matches = (p: Inputs<{ lo: string; hi: string }>) =>
  termMatches('invoice', p).unionAll(
    db
      .select({ seq: sql<number>`billed.seq` })
      .from(
        sql`${termMatches('patient', p)} as named cross join ${patient} on ${patient.seq} = named.seq
          cross join ${invoice} as billed indexed by invoice_patient on billed.patient_id = ${patient.id}`,
      )
      .where(and(isNull(patient.deleted_at), sql`billed.deleted_at is null`, hasPrefix(names, 'word0'))),
  );

const hasWord = (input: string): SQL => sql`(${hasPrefix(invoice, input)} OR EXISTS (SELECT 1 FROM ${patient}
  WHERE ${patient.id} = ${invoice.patient_id} AND ${patient.deleted_at} IS NULL AND ${hasPrefix(names, input)}))`;

export const page = offsetList(invoice, COLUMNS, {
  orders: {
    created_at: { by: invoice.seq },
    reg_number: { by: invoice.seq },
    issue_date: { by: invoice.issue_at, index: 'invoice_issue' },
    due_date: { by: invoice.due_at, index: 'invoice_due' },
    status: { by: invoice.status, index: 'invoice_status' },
    total_amount: { by: invoice.total_amount, index: 'invoice_total' },
  },
  narrow: [
    { filter: 'appointment_id', index: 'invoice_appointment' },
    { filter: 'patient_id', index: 'invoice_patient' },
  ],
  counted: {
    filter: 'status',
    indexes: {
      created_at: 'invoice_status',
      reg_number: 'invoice_status',
      issue_date: 'invoice_status_issue',
      due_date: 'invoice_status_due',
      status: 'invoice_status',
      total_amount: 'invoice_status_total',
    },
  },
  search: { matches, hasWord },
});
