import { env } from 'cloudflare:workers';
import { afterAll, expect, it } from 'vitest';
import { CURRENCIES, type Currency, restoreCurrency, walk } from '../support/random-bills';

// 5,000 bills, payments, refunds and credit notes at random against a model, in each of three currencies;
// test/resources/random-bills.test.ts takes fewer, and so does BILL_STEPS. The same in every run, unless FUZZ_SEED names
// another seed or `random`.

afterAll(restoreCurrency);

const STEPS = Number(env.BILL_STEPS) || 5_000;
const seed = env.FUZZ_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(env.FUZZ_SEED) || 1;

it.each(Object.keys(CURRENCIES) as Currency[])(
  'Bills, payments, refunds and credit notes are what a model of them says: %s',
  async (currency) => {
    const own = seed + CURRENCIES[currency];
    const counts = await walk(currency, STEPS, own);
    console.log(`bills: ${currency}, seed ${own}: ${JSON.stringify(counts)}`);
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(['amount', 'not_editable', 'refund_first', 'transition']),
    );
  },
  300_000,
);
