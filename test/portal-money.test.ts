import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { totalsOf } from '../examples/portal/src/money';
import { toAmount, toMinor } from '../src/rules/money';
import { invoiceTotals, lineNet } from '../src/rules/totals';

const decimals = (max: number, places: number) =>
  fc.integer({ min: 0, max: max * 10 ** places }).map((units) => units / 10 ** places);

const lineOf = (exponent: number) =>
  fc.record({
    quantity: decimals(1000, 3).filter((quantity) => quantity > 0),
    unit_price: decimals(10_000, exponent),
    discount_percent: decimals(100, 2),
    discount_amount: decimals(5, exponent),
  });

/** The service's own totals, or nothing where it refuses the invoice. */
function ofService(
  lines: Parameters<typeof totalsOf>[0],
  discount: { discount_percent: number; discount_amount: number },
  exponent: number,
) {
  const minor = (amount: number) => toMinor(amount, exponent);
  try {
    const nets = lines.map((line) =>
      lineNet({ ...line, unit_price: minor(line.unit_price), discount_amount: minor(line.discount_amount) }),
    );
    const terms = { ...discount, discount_amount: minor(discount.discount_amount), paid_amount: 0 };
    const totals = invoiceTotals(
      nets.map((net_amount) => ({ net_amount })),
      terms,
    );
    return { nets: nets.map((net) => toAmount(net, exponent)), total: toAmount(totals.total_amount, exponent) };
  } catch {
    return undefined;
  }
}

describe('The totals that the portal shows while an invoice is typed', () => {
  test.each([0, 2, 3])('are those of the service, in a currency with %i decimals', (exponent) => {
    const discounts = fc.record({ discount_percent: decimals(100, 2), discount_amount: decimals(10, exponent) });
    fc.assert(
      fc.property(fc.array(lineOf(exponent), { maxLength: 8 }), discounts, (lines, discount) => {
        const { nets, total } = totalsOf(lines, discount, exponent);
        expect(total === undefined ? undefined : { nets, total }).toEqual(ofService(lines, discount, exponent));
      }),
      { numRuns: 2000 },
    );
  });

  test('round each step, as the documentation of money shows', () => {
    const line = { quantity: 1.5, unit_price: 0.15, discount_percent: 10, discount_amount: 0 };
    const { nets, subtotal, total } = totalsOf([line], { discount_percent: 0, discount_amount: 0 }, 2);
    expect({ nets, subtotal, total }).toEqual({ nets: [0.21], subtotal: 0.21, total: 0.21 });
  });
});
