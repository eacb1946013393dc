import * as z from 'zod';
import { INVOICE_STATUSES } from '../../db/schema/invoice';
import { BriefPatient } from '../../schemas/brief';
import { csvQuery } from '../../schemas/csv';
import {
  amount,
  date,
  datetime,
  decimals,
  fault,
  isObject,
  likelyDatetime,
  name,
  optional,
  optionalList,
  optionalText,
  percent,
  uuid,
  withDefault,
} from '../../schemas/fields';
import { boundedSearch, offsetPage, offsetQuery, tags } from '../../schemas/listing';
import { marked } from '../../schemas/marks';
import { Payer } from '../../schemas/payer';
import { keptIfNull, patchOf, updateOf } from '../../schemas/update';
import { MergedPatient } from '../patient/schemas';

const QUANTITY_MAX = 1_000_000;
const QUANTITY_DECIMALS = 3;

const quantity = decimals('Quantity', QUANTITY_DECIMALS).gt(0).max(QUANTITY_MAX);

const requiredWithoutCatalog = (field: 'name' | 'unit_price') =>
  z.refine<Record<string, unknown>>((line) => (line.catalog_id ?? line[field] ?? null) !== null, {
    ...fault('missing', 'Field required'),
    path: [field],
    when: ({ value }) => isObject(value),
  });

const fromCatalog = 'Defaults from the catalog item; required without `catalog_id`';

export const InvoiceItemInput = z
  .object({
    catalog_id: optional(uuid).describe('What is left out is taken from this catalog item'),
    code: optionalText,
    name: optional(name).describe(fromCatalog),
    quantity: optional(quantity).describe('How many, with at most 3 decimals; 1 if left out'),
    unit_price: optional(amount).describe(fromCatalog),
    discount_percent: optional(percent).describe(
      'Percentage that is taken off first; defaults from the catalog item, else 0',
    ),
    discount_amount: optional(amount).describe(
      'What is taken off after the percentage; defaults from the catalog item, else 0',
    ),
    // Not `optional`, as null says something else than nothing.
    tax_percent: percent
      .nullish()
      .describe(
        'Percentage of the tax. Left out by an update, it stays for a line that is sent in its place with its `name` and ' +
          '`catalog_id`. Otherwise, as on null, it is that of the catalog item, else the line is in no rate, which is not 0 %',
      ),
    doctor_id: uuid
      .nullish()
      .describe(
        'Id of the doctor who did it. Left out by an update, it stays for a line that is sent in its place with its `name` and ' +
          '`catalog_id`; null takes it off',
      ),
  })
  .check(requiredWithoutCatalog('name'), requiredWithoutCatalog('unit_price'))
  .meta({ id: 'InvoiceItemInput' });
export type InvoiceItemInput = z.output<typeof InvoiceItemInput>;

const STATUS = 'DRAFT, then ISSUED, PARTIALY_PAID (spelled so) and PAID; VOID and WRITTEN_OFF are final';
const status = z.enum(INVOICE_STATUSES).describe(STATUS);

export const InvoiceInput = z
  .object({
    issue_date: optional(likelyDatetime).describe('Now if left out'),
    due_date: optional(likelyDatetime),
    status: withDefault(status, 'DRAFT').describe(STATUS),
    discount_amount: withDefault(amount, 0),
    discount_percent: withDefault(percent, 0),
    paid_amount: withDefault(amount, 0),
    tax_included: optional(z.boolean()).describe(
      'Whether prices have the tax in them; by default as the deployment has it (`GET /settings`)',
    ),
    // Not `optional`, as null says something else than nothing.
    payer: Payer.nullish().describe(
      'To whom the bill goes: the patient’s `payer` if left out, the patient on null. A draft that gets another patient gets their `payer`, too',
    ),
    appointment_id: optional(uuid),
    patient_id: uuid,
    items: optionalList(InvoiceItemInput),
    tags,
  })
  .meta({ id: 'InvoiceInput' });
export type InvoiceInput = z.output<typeof InvoiceInput>;

const neverEmpty = { issue_date: keptIfNull(likelyDatetime), status: keptIfNull(status) };

export const InvoiceUpdate = updateOf(InvoiceInput).extend(neverEmpty).meta({ id: 'InvoiceUpdateInput' });
export type InvoiceUpdate = z.output<typeof InvoiceUpdate>;

export const InvoicePatch = patchOf(InvoiceInput).extend(neverEmpty).meta({ id: 'InvoicePatchInput' });
export type InvoicePatch = z.output<typeof InvoicePatch>;

export const InvoiceItem = z
  .object({
    catalog_id: z.uuid().nullable(),
    code: z.string().nullable(),
    name: z.string(),
    quantity: z.number(),
    unit_price: z.number(),
    discount_percent: z.number(),
    discount_amount: z.number(),
    tax_percent: z.number().optional().describe('Percentage of the tax; lines without one have none'),
    doctor_id: z.uuid().optional().describe('Id of the doctor who did it; left out where nobody is named'),
    net_amount: z.number(),
  })
  .meta({ id: 'InvoiceItem' });

export const TaxAtRate = z
  .object({
    tax_percent: z.number().describe('The rate'),
    net_amount: z.number().describe('What is taxed at it: the lines after all discounts, without the tax'),
    tax_amount: z.number().describe('Tax of them, rounded once'),
  })
  .meta({ id: 'InvoiceTax' });

const ofPatient = { whose: 'patient_id' } as const;

export const Invoice = z
  .object({
    id: marked(z.uuid(), { entity: 'invoice' }),
    reg_number: z.string(),
    issue_date: datetime,
    due_date: datetime.nullable(),
    status,
    discount_amount: z.number(),
    discount_percent: z.number(),
    paid_amount: z.number(),
    appointment_id: z.uuid().nullable(),
    patient_id: marked(z.uuid(), ofPatient),
    issued_to: MergedPatient.optional().describe(
      'Whose names are on it, where that is a record that was merged into the patient since; left out otherwise',
    ),
    payer: Payer.optional(),
    items: z.array(InvoiceItem),
    subtotal: z.number(),
    tax_included: z.boolean().optional().describe('Whether prices have the tax in them'),
    taxes: z.array(TaxAtRate).optional().describe('By rate, the lowest first; left out where no line has a tax'),
    tax_amount: z.number().optional().describe('Sum of the taxes'),
    remaining_amount: z.number(),
    total_amount: z.number(),
    credited_amount: z.number().optional(),
    tags: z.array(z.string()),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.output<typeof Invoice>;

export const INVOICE_ORDERS = ['created_at', 'issue_date', 'due_date', 'status', 'reg_number', 'total_amount'] as const;
const listed = offsetQuery(INVOICE_ORDERS);
export const InvoiceQuery = boundedSearch(
  z
    .object({
      ...listed.shape,
      // It looks at the names of patients.
      search: marked(listed.shape.search, { shows: 'Patient' }),
      patient_id: marked(uuid, ofPatient).optional(),
      appointment_id: uuid.optional().describe('Only invoices for this appointment'),
      status: z.enum(INVOICE_STATUSES).optional().describe('Only invoices of this status'),
      issued_from: date.optional().describe('Only invoices issued on this day or later, by the clocks of the hospital'),
      issued_to: date.optional().describe('Only invoices issued on this day or before'),
      due_before: date.optional().describe('Only invoices due before this day'),
      overdue: z
        .enum(['true', 'false'])
        .optional()
        .describe(
          '`true`: only ISSUED and PARTIALY_PAID ones of which something remains, and that were due before today; `false`: all',
        ),
      unpaid: z
        .enum(['true', 'false'])
        .optional()
        .describe('`true`: only ISSUED and PARTIALY_PAID ones of which something remains; `false`: all'),
      // Invoices are whole without it, and on record as such: none is asked for reduced.
      view: z.enum(['full']).optional().describe('`full` names the patients'),
      ...csvQuery.shape,
    })
    .refine(({ issued_from = '', issued_to }) => issued_to === undefined || issued_from <= issued_to, {
      ...fault('value_error', 'Input should not be before `issued_from`'),
      path: ['issued_to'],
    }),
);
export type InvoiceQuery = z.output<typeof InvoiceQuery>;
export const InvoicePage = offsetPage(Invoice).meta({ id: 'InvoicePage' });
export type InvoicePage = z.output<typeof InvoicePage>;

const patient = BriefPatient.describe('Also if the patient has been deleted');
export const NamedInvoice = Invoice.extend({ patient }).meta({ id: 'NamedInvoice' });
export type NamedInvoice = z.output<typeof NamedInvoice>;
export const NamedInvoicePage = offsetPage(NamedInvoice).meta({ id: 'NamedInvoicePage' });
export type NamedInvoicePage = z.output<typeof NamedInvoicePage>;
