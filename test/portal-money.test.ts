import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discountOf, type Terms, totalsOf } from '../portal/src/money';
import { toAmount, toMinor } from '../src/rules/money';
import { invoiceTotals, lineNet } from '../src/rules/totals';

const decimals = (max: number, places: number) =>
  fc.integer({ min: 0, max: max * 10 ** places }).map((units) => units / 10 ** places);

/** Few rates, so that lines share them; 5 / 95 as Brazil's cities have it, and one that JavaScript writes with an exponent. */
const rate = fc.option(fc.oneof(fc.constantFrom(0, 5, 19, 8.875, 5.2631578947, 1e-7), decimals(100, 2)));

const lineOf = (exponent: number) =>
  fc.record({
    quantity: decimals(1000, 3).filter((quantity) => quantity > 0),
    unit_price: decimals(10_000, exponent),
    discount_percent: decimals(100, 2),
    discount_amount: decimals(5, exponent),
    tax_percent: rate,
  });

const termsOf = (exponent: number) =>
  fc.record({
    discount_percent: fc.oneof(decimals(100, 2), decimals(1, 10)),
    discount_amount: decimals(10, exponent),
    tax_included: fc.boolean(),
  });

/** The service's own totals, or nothing where it refuses the invoice. */
function ofService(lines: Parameters<typeof totalsOf>[0], terms: Terms, exponent: number) {
  const minor = (amount: number) => toMinor(amount, exponent);
  const amount = (units: number) => toAmount(units, exponent);
  try {
    const items = lines.map(({ tax_percent, ...line }) => ({
      net_amount: lineNet({
        ...line,
        unit_price: minor(line.unit_price),
        discount_amount: minor(line.discount_amount),
      }),
      ...(tax_percent !== null && { tax_percent }),
    }));
    // As the service does: nothing is taken off an invoice without lines.
    const discount_amount = lines.length === 0 ? 0 : minor(terms.discount_amount);
    const { taxes, ...totals } = invoiceTotals(items, { ...terms, discount_amount, paid_amount: 0 });
    return {
      nets: items.map(({ net_amount }) => amount(net_amount)),
      subtotal: amount(totals.subtotal),
      taxes: (taxes ?? []).map((tax) => ({
        ...tax,
        net_amount: amount(tax.net_amount),
        tax_amount: amount(tax.tax_amount),
      })),
      tax_amount: amount(totals.tax_amount),
      total: amount(totals.total_amount),
    };
  } catch {
    return undefined;
  }
}

const NONE = { discount_percent: 0, discount_amount: 0, tax_included: false };
const plain = { quantity: 1, discount_percent: 0, discount_amount: 0, tax_percent: null };

describe('The totals that the portal shows while an invoice is typed', () => {
  test.each([0, 2, 3])('are those of the service, in a currency with %i decimals', (exponent) => {
    let taxed = 0;
    fc.assert(
      fc.property(fc.array(lineOf(exponent), { maxLength: 8 }), termsOf(exponent), (lines, terms) => {
        const totals = totalsOf(lines, terms, exponent);
        const { tax_amount: _, ...service } = ofService(lines, terms, exponent) ?? { total: undefined };
        if (totals.taxes.length > 1) taxed++;
        expect(totals.total === undefined ? { total: undefined } : totals).toEqual(service);
      }),
      { numRuns: 3000 },
    );
    expect(taxed).toBeGreaterThan(100);
  });

  test.each([0, 2, 3])('tell the discount of what the service has saved, with %i decimals', (exponent) => {
    fc.assert(
      fc.property(fc.array(lineOf(exponent), { maxLength: 8 }), termsOf(exponent), (lines, terms) => {
        const saved = ofService(lines, terms, exponent);
        fc.pre(saved !== undefined);
        const { subtotal, total, tax_amount } = saved;
        const { tax_included } = terms;
        const minor = (amount: number) => toMinor(amount, exponent);
        const off = minor(subtotal) - minor(total) + (tax_included ? 0 : minor(tax_amount));
        expect(discountOf({ subtotal, total_amount: total, tax_amount, tax_included }, exponent)).toBe(
          toAmount(off, exponent),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('round each step, as the documentation of money shows', () => {
    const line = { ...plain, quantity: 1.5, unit_price: 0.15, discount_percent: 10 };
    const { nets, subtotal, total } = totalsOf([line], NONE, 2);
    expect({ nets, subtotal, total }).toEqual({ nets: [0.21], subtotal: 0.21, total: 0.21 });
  });

  test('spread a discount over the rates, as the documentation shows for New York', () => {
    const lines = [
      { ...plain, unit_price: 150 },
      { ...plain, unit_price: 24.99, tax_percent: 8.875 },
    ];
    const { taxes, total } = totalsOf(lines, { ...NONE, discount_percent: 10 }, 2);
    expect({ taxes, total }).toEqual({
      taxes: [{ tax_percent: 8.875, net_amount: 22.49, tax_amount: 2 }],
      total: 159.49,
    });
  });

  test('take nothing off an invoice without lines', () => {
    expect(totalsOf([], { ...NONE, discount_amount: 5 }, 2)).toEqual({ nets: [], subtotal: 0, taxes: [], total: 0 });
  });

  test('show no discount of what computers make of decimals', () => {
    expect(discountOf({ subtotal: 0.3, total_amount: 0.33, tax_amount: 0.03 }, 2)).toBe(0);
  });
});
