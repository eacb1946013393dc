// Apart from schemas.ts, which credit notes are made of.
import * as z from 'zod';
import { BriefDoctor, BriefPatient } from '../../schemas/brief';
import { datetime } from '../../schemas/fields';
import { marked } from '../../schemas/marks';
import { AppointmentRecord } from '../appointment/schemas';
import { CreditNote } from '../credit-note/schemas';
import { PAYMENTS_MAX, Payment } from '../payment/schemas';
import { Invoice } from './schemas';

export const FullInvoice = Invoice.extend({
  patient: BriefPatient,
  appointment: marked(
    z
      .object({
        id: z.uuid(),
        type: AppointmentRecord.shape.type,
        status: AppointmentRecord.shape.status,
        schedule: datetime,
        doctor: BriefDoctor,
      })
      .nullable(),
    { shows: 'Appointment' },
  ),
  payments: marked(z.array(Payment), { shows: 'PaymentNotice' }).describe(
    `Oldest first; of more than ${PAYMENTS_MAX} the newest`,
  ),
  credit_notes: z
    .array(CreditNote)
    .optional()
    .describe(`Oldest first; of more than ${PAYMENTS_MAX} the newest; left out where there is none`),
  tax_id: z.string().optional(),
}).meta({ id: 'FullInvoice' });
export type FullInvoice = z.output<typeof FullInvoice>;
