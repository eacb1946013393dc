import * as z from 'zod';
import { BriefDoctor } from '../../schemas/brief';
import { csvQuery } from '../../schemas/csv';
import { date } from '../../schemas/fields';

export const DAYS_MAX = 400;
/** Invoices and credit notes that a summary adds up. */
export const BILLS_MAX = 25_000;
/** What their lines may take, as stored: an isolate has 128 MB. */
export const LINES_MAX_BYTES = 24_000_000;
export const SUMS_MAX = 10_000;

export const GROUPS = ['doctor', 'service', 'day'] as const;
export type Group = (typeof GROUPS)[number];

export const InvoiceSummaryQuery = z.object({
  from: date.optional().describe('The first day, by the clocks of the hospital; `to` if left out'),
  to: date.optional().describe(`The last day, included; today if left out; at most ${DAYS_MAX} days in all`),
  group_by: z.enum(GROUPS).default('day').describe('What a row is of'),
  ...csvQuery.shape,
});
export type InvoiceSummaryQuery = z.output<typeof InvoiceSummaryQuery>;

const sums = {
  invoices: z
    .int()
    .describe('How many were issued on these days; one of two doctors or services counts for each of them'),
  lines: z.int().describe('How many lines they have'),
  net_amount: z.number().describe('The lines, less all discounts, without the taxes'),
  tax_amount: z.number().describe('The taxes of the lines'),
  total_amount: z.number().describe('`net_amount` and `tax_amount`'),
  credited_amount: z
    .number()
    .describe('What the credit notes of these days took off, taxes included, whenever their invoices were issued'),
  earned_amount: z
    .number()
    .describe('`total_amount` less `credited_amount`; below 0 where more was credited than invoiced'),
};

const InvoicedService = z
  .object({
    catalog_id: z.uuid().nullable(),
    code: z.string().nullable(),
    name: z.string(),
  })
  .meta({ id: 'InvoicedService' });

const InvoiceSum = z
  .object({
    doctor: BriefDoctor.nullable()
      .optional()
      .describe('By doctor, also one who has been deleted; null for the lines that name nobody'),
    service: InvoicedService.optional().describe(
      'By service: a catalog item, named as on the last of the bills, or lines without one that have the same code and name',
    ),
    date: z.iso.date().optional().describe('By day'),
    quantity: z.number().optional().describe('By service: sum of the quantities of the lines'),
    ...sums,
  })
  .meta({ id: 'InvoiceSum' });
export type InvoiceSum = z.output<typeof InvoiceSum>;

const InvoiceTotal = z.object(sums).meta({ id: 'InvoiceTotal' });
export type InvoiceTotal = z.output<typeof InvoiceTotal>;

export const InvoiceSummary = z
  .object({
    from: z.iso.date().describe('The first day'),
    to: z.iso.date().describe('The last day, included'),
    group_by: z.enum(GROUPS).describe('What a row is of'),
    currency: z.string().describe('ISO 4217 code of all amounts'),
    total: InvoiceTotal.describe('Of all bills, each counted once'),
    rows: z
      .array(InvoiceSum)
      .describe('By day those with bills, in their order; else the largest `earned_amount` first'),
  })
  .meta({ id: 'InvoiceSummary' });
export type InvoiceSummary = z.output<typeof InvoiceSummary>;
