import { sql } from 'drizzle-orm';
import { offsetList } from '../../db/offset-list';
import { invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { columns } from './rows';

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
  indexed: {
    // No row has the mark alone, which is what is asked for where the patient is not known.
    patient_id: (id) =>
      sql`'=' || coalesce((select ${patient.reg_number} from ${patient} where ${patient.id} = ${id}), '')`,
  },
});
