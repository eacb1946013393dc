import * as z from 'zod';
import { amount, optional, optionalList, text, uuid } from '../../schemas/fields';
import { marked } from '../../schemas/marks';
import { Invoice, InvoiceItem, InvoiceItemInput, TaxAtRate } from '../invoice/schemas';
import { invoiceParam, PaymentQuery, PrintedInvoice, printed, Settlement } from '../payment/schemas';

export const CreditNoteInput = z
  .object({
    items: optionalList(InvoiceItemInput).describe(
      'What is credited, by the rules of the lines of an invoice, with the `discount_percent` of the invoice. A line with ' +
        '`catalog_id` takes what it leaves out from the line of the invoice, quantity included; any other one that has no ' +
        '`tax_percent` has that of the invoice’s line of the same name and price',
    ),
    amount: optional(amount.gt(0)).describe('Instead of `items`: what is credited in all'),
    reason: text(4_000, 1).describe('Why, as printed on the document'),
  })
  .meta({ id: 'CreditNoteInput' });
export type CreditNoteInput = z.output<typeof CreditNoteInput>;

/** Without its lines, of which a list could have too many. */
export const CreditNote = z
  .object({
    id: z.uuid(),
    reg_number: z.string(),
    // An access to a credit note is logged as one at its invoice.
    invoice_id: marked(z.uuid(), { entity: 'invoice', whose: 'owner_id' }),
    amount: z.number().describe('What the invoice is lowered by, in the currency of the deployment'),
    taxes: z.array(TaxAtRate).optional().describe('What of `amount` is taxed, by rate; left out where nothing is'),
    tax_amount: z.number().optional().describe('Sum of the taxes'),
    reason: z.string().describe('Why, as printed on the document'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'CreditNote' });
export type CreditNote = z.output<typeof CreditNote>;

export const SettledCreditNote = CreditNote.extend({
  items: z.array(InvoiceItem).describe('Empty where only an amount was given'),
  discount_percent: z.number().describe('That of the invoice, which is taken off the lines'),
  invoice: Settlement.describe('As it is now'),
}).meta({ id: 'SettledCreditNote' });
export type SettledCreditNote = z.output<typeof SettledCreditNote>;

/** What is printed. */
export const FullCreditNote = SettledCreditNote.extend({
  invoice: PrintedInvoice.extend({ tax_included: Invoice.shape.tax_included })
    .meta({ id: 'CreditedInvoice' })
    .describe('As it is now'),
  ...printed,
}).meta({ id: 'FullCreditNote' });
export type FullCreditNote = z.output<typeof FullCreditNote>;

/** Pages are those of payments: their reasons, too, are at most 3.2 MB. */
export const CreditNoteQuery = PaymentQuery;
export type CreditNoteQuery = PaymentQuery;

export const creditNoteParam = invoiceParam.extend({ note_id: uuid });
