import { describe, expect, it } from 'vitest';
import { HOSPITAL, LOOK_MIX } from '../../bench/costs/assumptions';
import { costsPage, latencyPage, sizesIn } from '../../bench/costs/page';
import { PLAN, total, type Use, useOf } from '../../bench/costs/prices';
import { GOAL_YEARS, growthOf } from '../../bench/costs/space';
import results from '../../bench/RESULTS.md?raw';
import costs from '../../docs/costs.md?raw';
import latency from '../../docs/latency.md?raw';
import ledger from '../support/operations/ledger.md?raw';

const STALE = 'Run `npm run costs` and commit what it writes';

describe('docs/costs.md', () => {
  it('is what the budgets, the ledger, the benches and the assumptions make of it', () => {
    expect(costsPage({ ledger, results, latency }), STALE).toBe(costs);
  });

  it('refuses to price an operation that the ledger does not have', () => {
    const without = ledger.replace(/^\| GET \/patient\/\{id\} \| reduced .*\n/m, '');
    expect(() => costsPage({ ledger: without, results, latency })).toThrow('GET /patient/{id}: reduced');
  });

  it('gives each look one operation', () => {
    expect(LOOK_MIX.reduce((sum, [n]) => sum + n, 0)).toBeCloseTo(1);
  });
});

describe('The list prices', () => {
  const bill = (some: Partial<Use>) => total(useOf(some), { included: true });

  // The examples of the pages that bench/costs/prices.ts names.
  it.each([
    ['100 million requests of 7 ms', { requests: 100e6, cpu_ms: 700e6 }, 45.4 - PLAN],
    ['a million messages a day', { queue: 90e6 }, 35.6],
    ['75 GB of logs, and 20 GB kept for a month', { log_bytes: 75e9, log_stored: 20e9 }, 7.05],
  ])('make the bill of the documentation for %s', (_, use, usd) => {
    expect(bill(use)).toBeCloseTo(usd);
  });
});

describe('docs/latency.md', () => {
  it('has the years that follow from its sizes', () => {
    expect(latencyPage(latency), STALE).toBe(latency);
  });

  it(`gives a hospital ${GOAL_YEARS} years where old entries of the audit trail move to the bucket`, () => {
    const sizes = sizesIn(latency);
    expect(growthOf(HOSPITAL, sizes, { audit: 365 }).years).toBeGreaterThan(GOAL_YEARS);
    expect(growthOf(HOSPITAL, sizes).years).toBeGreaterThan(8);
  });
});
