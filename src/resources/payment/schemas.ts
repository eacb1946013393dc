import * as z from 'zod';
import { INVOICE_STATUSES } from '../../db/schema/invoice';
import { BriefAccount, BriefPatient } from '../../schemas/brief';
import {
  asRead,
  datetime,
  fault,
  freeText,
  optional,
  optionalText,
  pastDatetime,
  signedAmount,
  uuid,
} from '../../schemas/fields';
import { marked } from '../../schemas/marks';
import { Payer } from '../../schemas/payer';
import { queryInt } from '../../schemas/requests';
import { ADJUSTMENT, answered, paymentMethod } from '../../schemas/words';
import { Invoice } from '../invoice/schemas';

const isAdjustment = (method: string) => asRead(method) === ADJUSTMENT;

export const PaymentInput = z
  .object({
    amount: signedAmount
      .refine((amount) => amount !== 0, fault('value_error', 'Amount should not be 0'))
      .meta({ not: { const: 0 }, description: 'In the currency of the deployment; negative: a refund' }),
    method: paymentMethod
      .refine((method) => !isAdjustment(method), fault('value_error', `'${ADJUSTMENT}' is reserved`))
      .describe(`As free text; \`${ADJUSTMENT}\` is reserved for a \`paid_amount\` that is set with the invoice`),
    reference: optionalText,
    paid_at: optional(pastDatetime).describe('Defaults to now; at most a day later than that'),
    note: optional(freeText),
    payer: optional(Payer).describe('Who paid, where that is not the patient'),
  })
  .meta({ id: 'PaymentInput' });
export type PaymentInput = z.output<typeof PaymentInput>;

/** An access to a payment is logged as one at its invoice. */
const invoiceId = { entity: 'invoice', whose: 'owner_id' } as const;

export const Payment = z
  .object({
    id: z.uuid(),
    receipt_number: z.string().describe('Without gaps, refunds and adjustments included: RCP-00000001'),
    invoice_id: marked(z.uuid(), invoiceId),
    amount: z.number(),
    method: answered.paymentMethod,
    reference: z.string().nullable(),
    paid_at: datetime,
    note: z.string().nullable(),
    payer: Payer.optional().describe('Who paid, where that was said'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.output<typeof Payment>;

export const Settlement = z
  .object({
    id: z.uuid(),
    reg_number: z.string(),
    status: z.enum(INVOICE_STATUSES).describe('Follows from what is paid'),
    total_amount: z.number(),
    paid_amount: z.number(),
    remaining_amount: z.number(),
    credited_amount: z.number().optional(),
  })
  .meta({ id: 'Settlement' });
export type Settlement = z.output<typeof Settlement>;

export const SettledPayment = Payment.extend({ invoice: Settlement.describe('As it is now') }).meta({
  id: 'SettledPayment',
});
export type SettledPayment = z.output<typeof SettledPayment>;

export const account = BriefAccount.nullable().describe('Who recorded it; null where nobody was logged in');

/** What is printed of the invoice by what is recorded on it: receipts and credit notes. */
export const PrintedInvoice = Settlement.extend({
  issue_date: Invoice.shape.issue_date,
  payer: Invoice.shape.payer,
}).meta({ id: 'PrintedInvoice' });
export const printed = {
  patient: BriefPatient.describe('As the invoice names them'),
  tax_id: z.string().optional(),
};

export const FullPayment = SettledPayment.extend({
  account,
  invoice: marked(PrintedInvoice, { shows: 'Invoice' }).describe('As it is now'),
  ...printed,
}).meta({ id: 'FullPayment' });
export type FullPayment = z.output<typeof FullPayment>;

export const invoiceParam = z.object({ id: marked(uuid, invoiceId).describe('Id of the invoice') });
export const paymentParam = invoiceParam.extend({ payment_id: uuid });

/** As many as one answer may have: their notes and payers are at most 3.8 MB. */
export const PAYMENTS_MAX = 200;
export const PaymentQuery = z.object({
  limit: queryInt(1, PAYMENTS_MAX).default(PAYMENTS_MAX),
  cursor: queryInt(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Where the next page begins: taken from the `Link` header of the page before'),
});
export type PaymentQuery = z.output<typeof PaymentQuery>;
