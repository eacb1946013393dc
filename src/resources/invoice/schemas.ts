import * as z from 'zod/mini';
import { INVOICE_STATUSES } from '../../db/schema/invoice';
import {
  amount,
  answered,
  component,
  datetime,
  issue,
  name,
  noted,
  object,
  optional,
  optionalList,
  optionalText,
  percent,
  uuid,
  withDefault,
} from '../../fields';
import { decimalPlaces } from '../../money';
import { offsetPage, offsetQuery, tags } from '../listing';

const QUANTITY_MAX = 1_000_000;
const QUANTITY_DECIMALS = 3;

const quantity = () =>
  z.number().check(z.gt(0), z.maximum(QUANTITY_MAX), ({ value, issues }) => {
    if (decimalPlaces(value) <= QUANTITY_DECIMALS) return;
    issues.push(issue('value_error', `Quantity should have at most ${QUANTITY_DECIMALS} decimals`, value));
  });

/** Told together with all other faults of the request, hence `when`: zod skips the checks of what has faults. */
const requiredWithoutCatalog = (field: 'name' | 'unit_price') =>
  z.refine<Record<string, unknown>>((line) => (line.catalog_id ?? null) !== null || (line[field] ?? null) !== null, {
    path: [field],
    params: { type: 'missing' },
    error: 'Field required',
    when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  });

const fromCatalog = 'Defaults from the catalog item; required without `catalog_id`';

export const InvoiceItemInput = component(
  'InvoiceItemInput',
  object(
    () => ({
      catalog_id: noted(optional(uuid()), 'What is left out is taken from this catalog item'),
      code: optionalText(),
      name: noted(optional(name()), fromCatalog),
      quantity: optional(quantity()).register(z.globalRegistry, { default: 1 }),
      unit_price: noted(optional(amount()), fromCatalog),
      discount_percent: noted(optional(percent()), 'Defaults from the catalog item, else 0'),
      discount_amount: noted(optional(amount()), 'Defaults from the catalog item, else 0'),
    }),
    requiredWithoutCatalog('name'),
    requiredWithoutCatalog('unit_price'),
  ),
);
export type InvoiceItemInput = z.output<typeof InvoiceItemInput>;

export const InvoiceInput = component(
  'InvoiceInput',
  object(() => ({
    issue_date: noted(optional(datetime()), 'Defaults to now; an update keeps what there is'),
    due_date: optional(datetime()),
    status: withDefault(z.enum(INVOICE_STATUSES), 'DRAFT'),
    discount_amount: withDefault(amount(), 0),
    discount_percent: withDefault(percent(), 0),
    paid_amount: withDefault(amount(), 0),
    appointment_id: optional(uuid()),
    patient_id: uuid(),
    items: optionalList(InvoiceItemInput),
    tags: tags(),
  })),
  [
    {
      patient_id: '6f1f3c1e-3f0a-4c59-9f0e-0d6a3c0f3b1a',
      due_date: '2026-12-31T00:00:00',
      status: 'ISSUED',
      items: [{ name: 'Consultation', quantity: 1, unit_price: 90, discount_percent: 10 }],
      tags: ['insurance'],
    },
  ],
);
export type InvoiceInput = z.output<typeof InvoiceInput>;

const InvoiceItem = component(
  'InvoiceItem',
  object(() => ({
    catalog_id: answered.idOrNull(),
    code: answered.textOrNull(),
    name: answered.text(),
    quantity: answered.number(),
    unit_price: answered.number(),
    discount_percent: answered.number(),
    discount_amount: answered.number(),
    net_amount: answered.number(),
  })),
);

export const Invoice = component(
  'Invoice',
  object(() => ({
    id: answered.id(),
    reg_number: answered.text(),
    issue_date: datetime(),
    due_date: z.nullable(datetime()),
    status: z.enum(INVOICE_STATUSES),
    discount_amount: answered.number(),
    discount_percent: answered.number(),
    paid_amount: answered.number(),
    appointment_id: answered.idOrNull(),
    patient_id: answered.id(),
    items: z.array(InvoiceItem),
    subtotal: answered.number(),
    remaining_amount: answered.number(),
    total_amount: answered.number(),
    tags: answered.texts(),
    created_at: answered.time(),
    updated_at: answered.time(),
  })),
);
export type Invoice = z.output<typeof Invoice>;

export const INVOICE_ORDERS = ['created_at', 'issue_date', 'due_date', 'status', 'reg_number', 'total_amount'] as const;
export const InvoiceQuery = object(() => ({
  ...offsetQuery(INVOICE_ORDERS).shape,
  patient_id: z.optional(uuid()),
  appointment_id: z.optional(uuid()),
  status: z.optional(z.enum(INVOICE_STATUSES)),
}));
export type InvoiceQuery = z.output<typeof InvoiceQuery>;
export const InvoicePage = component('InvoicePage', offsetPage(Invoice));
export type InvoicePage = z.output<typeof InvoicePage>;
