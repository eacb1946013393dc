// Apart from schemas.ts, which credit notes are made of.
import * as z from 'zod';
import { BriefPerson } from '../../schemas/brief';
import { datetime } from '../../schemas/fields';
import { AppointmentRecord } from '../appointment/schemas';
import { CreditNote } from '../credit-note/schemas';
import { PAYMENTS_MAX, Payment } from '../payment/schemas';
import { Invoice } from './schemas';

export const FullInvoice = Invoice.extend({
  patient: BriefPerson,
  appointment: z
    .object({
      id: z.uuid(),
      type: AppointmentRecord.shape.type,
      status: AppointmentRecord.shape.status,
      schedule: datetime,
      doctor: BriefPerson,
    })
    .nullable(),
  payments: z.array(Payment).describe(`Oldest first; of more than ${PAYMENTS_MAX} the newest`),
  credit_notes: z
    .array(CreditNote)
    .optional()
    .describe(`Oldest first; of more than ${PAYMENTS_MAX} the newest; left out where there is none`),
  tax_id: z.string().optional(),
}).meta({ id: 'FullInvoice' });
export type FullInvoice = z.output<typeof FullInvoice>;
