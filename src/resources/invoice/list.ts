import { and, eq, exists, isNull, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { offsetList } from '../../db/offset-list';
import { invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { hasPrefix, termMatches } from '../../db/search-terms';
import { db, type Inputs } from '../../db/statement';
import { columns } from './rows';

/** By these, and not by phone numbers, a patient's invoices are found. */
const names = { terms: patient.name_terms, reg_number: patient.reg_number };
const billed = alias(invoice, 'billed');

/**
 * An invoice is found by its own words, which are kept as terms, and by its patient's, which are looked up, even if the
 * patient is deleted: the invoice is still owed.
 */
function matches(p: Inputs<{ lo: string; hi: string }>) {
  const found = termMatches('patient', p).unionAll(termMatches('patient:deleted', p)).as('found');
  const ofPatients = db
    .select({ seq: billed.seq })
    .from(found)
    .innerJoin(patient, eq(patient.seq, found.seq))
    .innerJoin(billed, eq(billed.patient_id, patient.id))
    .where(and(isNull(billed.deleted_at), hasPrefix(names, 'word0')));
  return termMatches('invoice', p).unionAll(ofPatients);
}

const hasWord = (input: string): SQL => {
  const ofPatient = db
    .select({ id: patient.id })
    .from(patient)
    .where(and(eq(patient.id, invoice.patient_id), hasPrefix(names, input)));
  return or(hasPrefix(invoice, input), exists(ofPatient)) as SQL;
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
  search: { matches, hasWord },
});
