import * as z from 'zod';
import { BriefPatient } from '../../schemas/brief';
import { csvQuery } from '../../schemas/csv';
import { date, NAME_MAX, text, uuid } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';
import { queryInt } from '../../schemas/requests';
import { ADJUSTMENT, answered, paymentMethod } from '../../schemas/words';
import { account, Payment } from '../payment/schemas';

export const DAYS_MAX = 400;
/** Sums of a day, a method and an account; methods. */
export const [SUMS_MAX, METHODS_MAX] = [10_000, 10_000];

/** Payments that a report adds up: about a quarter of a second of the database. */
export const SUMMED_MAX = 250_000;

export const PAYMENT_KINDS = ['payment', 'refund', ADJUSTMENT] as const;

const period = {
  from: date.optional().describe('The first day, by the clocks of the hospital; `to` if left out'),
  to: date.optional().describe(`The last day, included; today if left out; at most ${DAYS_MAX} days in all`),
  method: paymentMethod.optional().describe('Only payments by this method, as it was sent'),
  by: uuid.optional().describe('Only payments that this account has recorded'),
};

export const PaymentsQuery = z.object({
  ...period,
  kind: z
    .enum(PAYMENT_KINDS)
    .optional()
    .describe(`Only payments of this kind; \`${ADJUSTMENT}\`: set with the invoice`),
  reference: text(NAME_MAX, 1).optional().describe('Only payments with exactly this reference'),
  limit: queryInt(1, 1_000).default(100),
  cursor: keysetQuery.shape.cursor,
  ...csvQuery.shape,
});
export type PaymentsQuery = z.output<typeof PaymentsQuery>;

export const SummaryQuery = z.object({ ...period, ...csvQuery.shape });
export type SummaryQuery = z.output<typeof SummaryQuery>;

export const ListedPayment = Payment.extend({
  date: z.iso.date().describe('Day of the hospital on which it was recorded'),
  kind: z.enum(PAYMENT_KINDS).describe('A `refund` is below 0'),
  account,
  invoice: z.object({ id: z.uuid(), reg_number: z.string() }).describe('What it was paid for'),
  patient_id: marked(z.uuid(), { whose: 'patient_id' }),
  patient: BriefPatient,
}).meta({ id: 'ListedPayment' });
export type ListedPayment = z.output<typeof ListedPayment>;

const sums = {
  received: z.number().describe('Sum of what is above 0'),
  refunded: z.number().describe('Sum of what is below 0, without its sign'),
};
const balances = {
  opening: z.number().optional().describe('Sum of all payments before; left out in the report of an account'),
  ...sums,
  closing: z.number().optional().describe('`opening` and `received` less `refunded`'),
};

const DaySum = z
  .object({
    date: z.iso.date().describe('Day of the hospital on which the payments were recorded'),
    method: answered.paymentMethod,
    account,
    count: z.int().describe('How many payments'),
    ...sums,
    net: z.number().describe('`received` less `refunded`'),
  })
  .meta({ id: 'DaySum' });
export type DaySum = z.output<typeof DaySum>;

const MethodSum = z.object({ method: answered.paymentMethod, ...balances }).meta({ id: 'MethodSum' });
export type MethodSum = z.output<typeof MethodSum>;

export const PaymentSummary = z
  .object({
    from: z.iso.date().describe('The first day'),
    to: z.iso.date().describe('The last day, included'),
    currency: z.string().describe('ISO 4217 code of all amounts'),
    ...balances,
    days: z.array(DaySum).describe('By day, method and account'),
    methods: z.array(MethodSum).describe('Of each method with a balance or a payment'),
  })
  .meta({ id: 'PaymentSummary' });
export type PaymentSummary = z.output<typeof PaymentSummary>;
