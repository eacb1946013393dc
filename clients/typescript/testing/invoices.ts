import { exponentOf } from '../../../src/rules/currency.ts';
import { MoneyError, toAmount, toMinor } from '../../../src/rules/money.ts';
import { invoiceTotals, lineNet } from '../../../src/rules/totals.ts';
import type { Asked } from './asked.ts';
import { addPayment } from './payments.ts';
import { invalid, rule } from './refusal.ts';
import type { Stored } from './store.ts';
import { isJson, type Json } from './validate.ts';

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function compute<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof MoneyError ? rule('amount', `${where}${error.message}`) : error;
  }
}

function lineOf({ store, currency }: Asked, given: unknown, i: number): Json {
  const line = isJson(given) ? given : {};
  const item = store.get('CatalogItem', line.catalog_id)?.data;
  const missing = ['name', 'unit_price'].filter((name) => !item && (line[name] ?? null) === null);
  if (missing.length)
    throw invalid(missing.map((name) => ({ loc: ['body', 'items', i, name], msg: 'Field required', type: 'missing' })));
  const pick = (name: string, fallback: unknown, field = name) => line[name] ?? item?.[field] ?? fallback;
  const minor = (name: string, field = name) => toMinor(Number(pick(name, 0, field)), exponentOf(currency));
  const terms = {
    quantity: Number(line.quantity ?? 1),
    unit_price: minor('unit_price', 'default_price'),
    discount_percent: Number(pick('discount_percent', 0)),
    discount_amount: minor('discount_amount'),
  };
  const net = compute(`Line ${i + 1}: `, () => lineNet(terms));
  const amount = (value: number) => toAmount(value, exponentOf(currency));
  const tax_percent = pick('tax_percent', undefined);
  return {
    catalog_id: line.catalog_id ?? null,
    code: pick('code', null),
    name: pick('name', ''),
    ...terms,
    unit_price: amount(terms.unit_price),
    discount_amount: amount(terms.discount_amount),
    ...(typeof tax_percent === 'number' && { tax_percent }),
    net_amount: amount(net),
  };
}

/** The invoice with its lines and sums. */
function priced(asked: Asked, data: Json): Json {
  const exponent = exponentOf(asked.currency);
  const amount = (value: number) => toAmount(value, exponent);
  const items = [data.items ?? []].flat().map((line, i) => lineOf(asked, line, i));
  const [discount_amount, paid_amount] = [data.discount_amount, data.paid_amount].map((value) =>
    toMinor(Number(value), exponent),
  );
  const lines = items.map(({ net_amount, tax_percent }) => ({
    net_amount: toMinor(Number(net_amount), exponent),
    ...(typeof tax_percent === 'number' && { tax_percent }),
  }));
  const totals = compute('', () =>
    invoiceTotals(lines, {
      discount_percent: Number(data.discount_percent),
      discount_amount: lines.length ? (discount_amount ?? 0) : 0,
      paid_amount: paid_amount ?? 0,
      tax_included: data.tax_included === true,
    }),
  );
  const taxes = totals.taxes?.map((tax) => ({
    ...tax,
    net_amount: amount(tax.net_amount),
    tax_amount: amount(tax.tax_amount),
  }));
  return {
    ...data,
    items,
    subtotal: amount(totals.subtotal),
    total_amount: amount(totals.total_amount),
    remaining_amount: amount(totals.remaining_amount),
    // Neither is shown of what has no taxes.
    taxes,
    tax_amount: taxes && amount(totals.tax_amount ?? 0),
    tax_included: taxes && data.tax_included === true,
  };
}

/** @throws Refusal */
function consistent({ store }: Asked, data: Json): Json {
  const { status, items, paid_amount, remaining_amount, appointment_id, patient_id } = data;
  const visit = store.get('Appointment', appointment_id);
  if (visit && visit.data.patient_id !== patient_id)
    throw rule('inconsistent', 'The appointment belongs to another patient');
  const hasLines = [items].flat().length > 0;
  if (hasLines && status === 'PAID' && Number(remaining_amount) > 0)
    throw rule('amount', 'An invoice is PAID only when remaining_amount is 0 or less');
  if (hasLines && status === 'PARTIALY_PAID' && !(Number(paid_amount) > 0 && Number(remaining_amount) > 0))
    throw rule('amount', 'An invoice is PARTIALY_PAID only when something is paid and something remains');
  if (status === 'VOID' && Number(paid_amount) !== 0)
    throw rule('refund_first', `Refund ${paid_amount} first: an invoice that is VOID keeps no money`);
  return data;
}

const adjusted = (asked: Asked, invoice: Json, amount: number) =>
  amount === 0 || addPayment(asked, invoice, { amount, method: 'adjustment' });

export function makeInvoice(asked: Asked, data: Json): Json {
  const { store, body } = asked;
  const payer = 'payer' in body ? body.payer : store.get('Patient', data.patient_id)?.data.payer;
  const issue_date = data.issue_date ?? new Date(store.now()).toISOString();
  const id = crypto.randomUUID();
  const made = consistent(
    asked,
    priced(asked, { ...data, id, issue_date, payer, tags: [...new Set([data.tags ?? []].flat())] }),
  );
  adjusted(asked, made, Number(made.paid_amount));
  return made;
}

const MAY_BECOME: Readonly<Record<string, readonly string[]>> = {
  ISSUED: ['ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'],
  PARTIALY_PAID: ['PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'],
  PAID: ['PAID', 'VOID'],
  VOID: ['VOID'],
  WRITTEN_OFF: ['WRITTEN_OFF'],
};
const OF_THE_DOCUMENT = ['issue_date', 'patient_id', 'discount_percent', 'discount_amount', 'tax_included', 'payer'];

export function changeInvoice(asked: Asked, before: Stored, sent: Json, after: Json): Json {
  const [from, to] = [String(before.data.status), String(after.status ?? before.data.status)];
  const issued = MAY_BECOME[from];
  if (issued && asked.operation.method === 'patch')
    throw rule(
      'not_editable',
      `An invoice that is ${from} is not changed by PATCH, only a DRAFT: use PUT, or its payments`,
    );
  if (issued && !issued.includes(to)) throw rule('transition', `An invoice that is ${from} cannot become ${to}`);
  const stays = { issue_date: after.issue_date ?? before.data.issue_date, status: to };
  const next = priced(asked, { ...after, ...stays });
  const changed = [...OF_THE_DOCUMENT, 'items'].filter(
    (name) => name in sent && !isSame(next[name] ?? null, before.data[name] ?? null),
  );
  if (issued && changed.length)
    throw rule(
      'not_editable',
      `An invoice that has left DRAFT is a document; these fields cannot change: ${changed.join(', ')}`,
    );
  consistent(asked, next);
  adjusted(asked, next, Number(next.paid_amount) - Number(before.data.paid_amount));
  return next;
}
