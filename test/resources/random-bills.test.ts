import { afterAll, expect, it } from 'vitest';
import { CURRENCIES, type Currency, restoreCurrency, walk } from '../support/random-bills';

afterAll(restoreCurrency);

/** test/system/bills.test.ts takes 5,000. */
const STEPS = 120;

it.each(Object.keys(CURRENCIES) as Currency[])(
  'Bills, payments, refunds and credit notes are what a model of them says: %s',
  async (currency) => {
    const { create, put, pay, credit, lines, done } = await walk(currency, STEPS, CURRENCIES[currency]);
    expect(Math.min(...[create, put, pay, credit].map((n = 0) => n))).toBeGreaterThan(5);
    expect(lines).toBeGreaterThan(0);
    expect(done).toBeGreaterThan(STEPS / 3);
  },
);
