// Random bills, payments, refunds and credit notes over HTTP, after each of which the service and the model (bill-model.ts) must
// say the same: the answer, the row, the sums of its payments and credit notes, and those of all bills together.
import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import { Bill, type Line, type Refusal, STATUSES, sum, type Tax, type Terms } from './bill-model';
import type { Body, Result } from './client';
import { decimalText } from './fractions';
import { randomOf } from './random';
import { rows } from './rows';
import { summed } from './share-model';

export const CURRENCIES = { USD: 2, JPY: 0, KWD: 3 } as const;
export type Currency = keyof typeof CURRENCIES;

/** In `ZONE`, with the day there: midnights of days of 24, 23 and 25 hours, and of which the date says another one. */
const ZONE = 'Europe/Berlin';
const TIMES = [
  ['2026-03-28T22:59:59.999Z', '2026-03-28'],
  ['2026-03-28T23:00:00.000Z', '2026-03-29'],
  ['2026-03-29T21:59:59.999Z', '2026-03-29'],
  ['2026-03-29T22:00:00.000Z', '2026-03-30'],
  ['2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['2026-10-25T22:59:59.999Z', '2026-10-25'],
  ['2026-10-25T23:00:00.000Z', '2026-10-26'],
] as const;
const DAYS: string[] = [...new Set(TIMES.map(([, day]) => day))];

interface Made {
  id: string;
  bill: Bill;
}

/** The app as a deployment of that currency loads it. Call `restoreCurrency` in the end. */
async function deployedWith(currency: Currency) {
  Object.assign(env, { CURRENCY: currency, TIME_ZONE: ZONE });
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.resetModules();
  return import('./client');
}
const { CURRENCY, TIME_ZONE } = env;
export function restoreCurrency(): void {
  vi.useRealTimers();
  Object.assign(env, { CURRENCY, TIME_ZONE });
  vi.resetModules();
}

/** @param steps each of them one write, or its refusal @returns how many of each kind, were done, and were refused with which code */
export async function walk(currency: Currency, steps: number, seed: number): Promise<Record<string, number>> {
  const { call } = await deployedWith(currency);
  const places = CURRENCIES[currency];
  const { below, pick, chance } = randomOf(seed);
  const number = (minor: bigint) => Number(decimalText(minor < 0n ? -minor : minor, places)) * (minor < 0n ? -1 : 1);
  const minor = (amount: number | undefined) => BigInt(Math.round((amount ?? 0) * 10 ** places));
  const { input } = await import('./input');
  const { id: patient_id } = (await call('POST', '/patient/', { json: input.patient() })).body;
  // The summary has all bills of the hospital: those of another currency are gone.
  await rows('UPDATE invoice SET deleted_at = 1');
  const doctors: string[] = [];
  for (const _ of [0, 1])
    doctors.push((await call('POST', '/doctor/', { json: input.doctor({ consultation_fee: 1 }) })).body.id);

  const made: Made[] = [];
  const counts: Record<string, number> = {};

  const price = () => BigInt(below(pick([10, 1000, 100_000])));
  const line = (): Line => ({
    name: pick(['Visit', 'X-ray']),
    doctor: pick([null, 0, 1]),
    quantity: chance(0.6) ? 1000n : BigInt(1 + below(5000)),
    unit_price: price(),
    discount_percent: pick(['0', '0', '10', '33.3333', '0.5']),
    discount_amount: chance(0.9) ? 0n : BigInt(below(20)),
    tax_percent: pick([null, null, '0', '5', '7.5', '19']),
  });
  const lines = () => Array.from({ length: 1 + below(3) }, line);
  const sentLine = (one: Line) => ({
    name: one.name,
    doctor_id: one.doctor === null ? undefined : doctors[one.doctor],
    quantity: Number(decimalText(one.quantity, 3)),
    unit_price: number(one.unit_price),
    discount_percent: Number(one.discount_percent),
    discount_amount: number(one.discount_amount),
    tax_percent: one.tax_percent === null ? null : Number(one.tax_percent),
  });
  const taxesIn = ({ taxes = [] }: Body): Tax[] =>
    taxes.map(({ tax_percent, net_amount, tax_amount }: Body) => ({
      tax_percent,
      net_amount: minor(net_amount),
      tax_amount: minor(tax_amount),
    }));

  /** About the amounts that matter: what remains, what is paid, what is not credited yet. */
  const amountFor = ({ total, paid, credited, remaining }: Bill): bigint => {
    const around = pick([remaining, paid, total - credited, remaining / 2n, paid / 3n, price()]);
    const amount = (around < 0n ? -around : around) + BigInt(pick([0, 0, 0, 1, -1]));
    return amount > 0n ? amount : 1n;
  };

  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const expectRefusal = ({ status, body }: Result, refusal: Refusal, success: number) => {
    count(refusal ?? 'done');
    expect([status, body.code ?? null]).toEqual(refusal ? [400, refusal] : [success, null]);
  };

  async function requireSame({ id, bill }: Made, said: Body): Promise<void> {
    const { status, total, paid, credited, remaining } = bill;
    const shown = [said.total_amount, said.paid_amount, said.credited_amount, said.remaining_amount].map(minor);
    expect([said.status, ...shown]).toEqual([status, total, paid, credited, remaining]);
    const [[stored], [all]] = await Promise.all([
      rows<Body>(
        `SELECT status, total_amount, paid_amount, credited_amount, remaining_amount,
           (SELECT coalesce(sum(amount), 0) FROM payment WHERE invoice_id = invoice.id) AS payments,
           (SELECT coalesce(sum(amount), 0) FROM credit_note WHERE invoice_id = invoice.id) AS notes
         FROM invoice WHERE id = ?`,
        id,
      ),
      rows<Body>(
        `SELECT count(*) AS n, sum(paid_amount) AS paid, sum(credited_amount) AS credited, sum(remaining_amount) AS remaining
         FROM invoice WHERE patient_id = ?`,
        patient_id,
      ),
    ]);
    expect(Object.values(stored)).toEqual([status, ...[total, paid, credited, remaining, paid, credited].map(Number)]);
    const sum = (of: 'paid' | 'credited' | 'remaining') =>
      made.reduce((total, { bill }) => total + Number(bill[of]), 0);
    expect(all).toEqual({
      ...{ n: made.length, paid: sum('paid'), credited: sum('credited'), remaining: sum('remaining') },
    });
  }

  async function create(): Promise<void> {
    const terms: Terms = {
      lines: lines(),
      discount_percent: pick(['0', '0', '0', '5', '12.5']),
      discount_amount: chance(0.8) ? 0n : BigInt(below(50)),
      tax_included: chance(0.5),
    };
    const status = chance(0.7) ? 'ISSUED' : pick(STATUSES);
    const paid = chance(0.7) ? 0n : price();
    const expected = Bill.create(terms, status, paid);
    const [issue_date, day] = pick(TIMES);
    const json = {
      ...{ patient_id, issue_date, status, paid_amount: number(paid), items: terms.lines.map(sentLine) },
      ...{ discount_percent: Number(terms.discount_percent), discount_amount: number(terms.discount_amount) },
      tax_included: terms.tax_included,
    };
    const answer = await call('POST', '/invoice/', { json });
    const bill = expected instanceof Bill ? expected : undefined;
    expectRefusal(answer, expected instanceof Bill ? null : expected, 201);
    if (!bill) return;
    expect(taxesIn(answer.body)).toEqual(bill.taxes);
    bill.day = day;
    const one = { id: answer.body.id, bill };
    made.push(one);
    await requireSame(one, answer.body);
  }

  async function put(one: Made): Promise<void> {
    const status = chance(0.5) ? one.bill.status : pick(STATUSES);
    const paid = chance(0.6) ? one.bill.paid : amountFor(one.bill);
    const refusal = one.bill.put(status, paid);
    const json = { patient_id, status, paid_amount: number(paid) };
    const answer = await call('PUT', `/invoice/${one.id}`, { json });
    expectRefusal(answer, refusal, 200);
    await requireSame(one, refusal ? (await call('GET', `/invoice/${one.id}`)).body : answer.body);
  }

  async function pay(one: Made): Promise<void> {
    const amount = chance(0.6) ? amountFor(one.bill) : -amountFor(one.bill);
    const refusal = one.bill.pay(amount);
    const json = { amount: number(amount), method: pick(['cash', 'card', 'insurance']) };
    const answer = await call('POST', `/invoice/${one.id}/payments`, { json });
    expectRefusal(answer, refusal, 201);
    await requireSame(one, refusal ? (await call('GET', `/invoice/${one.id}`)).body : answer.body.invoice);
  }

  /** Mostly of what was sold, of some with no word of their rate. */
  const linesFor = ({ terms }: Bill): Line[] => {
    if (chance(0.2)) return lines().map((one) => ({ ...one, doctor: null }));
    const sold = terms.lines.filter(() => chance(0.6));
    return (sold.length > 0 ? sold : terms.lines).map((one) => ({
      ...one,
      quantity: chance(0.5) ? one.quantity : one.quantity / 2n + 1n,
      tax_percent: chance(0.3) ? null : one.tax_percent,
      doctor: chance(0.5) ? null : one.doctor,
    }));
  };

  async function credit(one: Made): Promise<void> {
    const items = chance(0.5) ? linesFor(one.bill) : [];
    const priced = items.length > 0 ? one.bill.noteOf(items) : undefined;
    const amount = priced === undefined ? amountFor(one.bill) : (priced?.total ?? 0n);
    const taxes = priced === undefined ? one.bill.taxesOf(amount) : (priced?.taxes ?? []);
    const refusal = one.bill.credit(amount);
    const [now, day] = pick(TIMES);
    vi.setSystemTime(now);
    const content = items.length > 0 ? { items: items.map(sentLine) } : { amount: number(amount) };
    const answer = await call('POST', `/invoice/${one.id}/credit-note`, { json: { ...content, reason: 'At random' } });
    expectRefusal(answer, refusal, 201);
    if (!refusal) {
      if (priced) count('lines');
      one.bill.notes.push({ total: amount, taxes, lines: priced?.lines ?? [], day });
      expect(minor(answer.body.amount)).toBe(amount);
      expect(taxesIn(answer.body)).toEqual(taxes);
      requireWithin(one.bill, taxes, amount);
    }
    await requireSame(one, refusal ? (await call('GET', `/invoice/${one.id}`)).body : answer.body.invoice);
  }

  /** What must hold whatever the model says. */
  function requireWithin(bill: Bill, taxes: Tax[], amount: bigint): void {
    bill.noted.push(...taxes);
    const grossOf = (all: Tax[]) => all.reduce((sum, { net_amount, tax_amount }) => sum + net_amount + tax_amount, 0n);
    expect(grossOf(taxes) >= 0n && grossOf(taxes) <= amount, 'the taxed part of the amount').toBe(true);
    const untaxed = bill.credited - grossOf(bill.noted);
    expect(untaxed <= bill.total - grossOf(bill.taxes), 'no more without a tax than there is').toBe(true);
    for (const { tax_percent, net_amount, tax_amount } of bill.taxes) {
      const credited = bill.noted.filter((tax) => tax.tax_percent === tax_percent);
      const sum = (of: 'net_amount' | 'tax_amount') => credited.reduce((all, tax) => all + tax[of], 0n);
      const [net, tax] = [sum('net_amount'), sum('tax_amount')];
      expect(net <= net_amount && tax <= tax_amount, `no more of ${tax_percent} % than there is`).toBe(true);
      if (bill.credited === bill.total) expect([net, tax]).toEqual([net_amount, tax_amount]);
    }
  }

  for (let step = 1; step <= steps; step++) {
    const one = made.length < 3 || chance(0.15) ? undefined : made[made.length - 1 - below(Math.min(made.length, 20))];
    const action = one ? pick([put, pay, pay, pay, credit, credit]) : create;
    count(action.name);
    try {
      await (action as (one?: Made) => Promise<void>)(one);
    } catch (error) {
      throw new Error(`${currency}, seed ${seed}, step ${step} (${action.name})`, { cause: error });
    }
  }
  const bills = made.map(({ bill }) => bill);
  const GROUPS = {
    doctor: [({ doctor }: Line) => String(doctor), ({ doctor }: Body) => String(doctor && doctors.indexOf(doctor.id))],
    service: [({ name }: Line) => name, ({ service }: Body) => service.name],
    day: [(_: Line, day: string) => day, ({ date }: Body) => date],
  } as const;
  const figures = ({ invoices, lines, ...sum }: Body) => ({
    ...{ invoices: BigInt(invoices), lines: BigInt(lines) },
    ...{ net: minor(sum.net_amount), tax: minor(sum.tax_amount), credited: minor(sum.credited_amount) },
  });
  for (const days of [DAYS, ...DAYS.map((day) => [day])])
    for (const [group_by, [keyOf, keyIn]] of Object.entries(GROUPS)) {
      const path = `/invoice/summary?from=${days[0]}&to=${days.at(-1)}&group_by=${group_by}`;
      const { rows, total } = (await call('GET', path)).body;
      const expected = summed(bills, days, keyOf);
      const found = new Map(rows.map((row: Body) => [keyIn(row), figures(row)]));
      expect(found, path).toEqual(expected);
      for (const row of [...rows, total]) {
        expect(minor(row.total_amount)).toBe(minor(row.net_amount) + minor(row.tax_amount));
        expect(minor(row.earned_amount)).toBe(minor(row.total_amount) - minor(row.credited_amount));
      }
      const earned = bills.filter(({ status }) => status !== 'DRAFT' && status !== 'VOID');
      const issued = earned.filter(({ day }) => days.includes(day));
      const notes = earned.flatMap((bill) => bill.notes).filter(({ day }) => days.includes(day));
      expect([total.invoices, minor(total.total_amount), minor(total.credited_amount)]).toEqual([
        ...[issued.length, sum(issued.map((bill) => bill.total)), sum(notes.map((note) => note.total))],
      ]);
      count('summaries');
    }
  for (const table of ['payment', 'credit_note']) {
    const [numbers] = await rows<Body>(`SELECT max(seq) AS last, count(*) AS n FROM ${table}`);
    expect(numbers.last, `the numbers of ${table} have no gap`).toBe(numbers.n);
  }
  return counts;
}
