import { type Cost, costsIn } from '../../bench/lib/ledger';
import type { Result } from './client';
import type { Counts } from './meter';

/** One row: an operation, one of its cases, and what a call of it took. */
export interface Entry {
  name: string;
  what: string;
  counts: Counts;
  answer: Result;
}

export const RENEW = 'npm run budgets';

const HEAD = `# The price of each call

What each case of each operation costs. \`test/db/budget.test.ts\` counts it and compares it with this table: exactly, but for
a few of the rows read, which depend on random ids. \`${RENEW}\` writes the table anew and says what has changed.

Counted is one request, from its beginning until all that it waits for is done. Nothing else runs, and the clock stands still.
The isolate has its key, its settings are checked, it has seen the token and, of reads, has answered the same request before.
The case with an environment of its own, \`GET /health/ready\`, begins without that.

- **trips** to D1, and the rows that it **read** and **wrote**: an entry of an index counts as a row. What a write reads are its
  row, the rows that it refers to, what the full-text index has of it, and rows of \`sqlite_sequence\`, one for each table with
  AUTOINCREMENT. No figure grows with a table.
- **D1**, **R2**, **queue**: calls, by method; \`session\` begins a session of D1, without a call. **limits**: calls, by limit.
- **log**: lines. **HMAC**: signatures made or checked, codes of a second factor included. **SHA**: digests by SHA-256.
  **scrypt**: passwords hashed. **zod**: schemas run; those within them are not counted.
- **headers** of the answer, and **bytes** of its body.
`;

const listed = (calls: Record<string, number>) =>
  Object.entries(calls)
    .map(([name, n]) => (n === 1 ? name : `${n} ${name}`))
    .join(', ');

/**
 * Ids and words of the tests are random, and by them SQLite looks at a row of an index more or less: 2 of 10, 5 of 25. It also reads
 * the entry behind a range, unless the range is the last of its index: a merge, which reads three ranges of each table that it moves,
 * reads 9 rows less where the patient's id is the greatest.
 */
const chanceOf = ({ read, wrote }: Pick<Cost, 'read' | 'wrote'>): number =>
  Math.max(2, Math.min(5, read / 5), wrote / 8);
const readBy = ({ answer }: Entry, former: Cost | undefined): number => {
  const { rows_read } = answer.cost;
  return former && Math.abs(former.read - rows_read) <= chanceOf(former) ? former.read : rows_read;
};

const COLUMNS: [heading: string, of: (entry: Entry, former: Cost | undefined) => string | number][] = [
  ['case', ({ what }) => what],
  ['trips', ({ answer }) => answer.cost.trips],
  ['read', readBy],
  ['wrote', ({ answer }) => answer.cost.rows_written],
  ['D1', ({ counts }) => listed(counts.d1)],
  ['R2', ({ counts }) => listed(counts.r2)],
  ['queue', ({ counts }) => listed(counts.queue)],
  ['limits', ({ counts }) => listed(counts.limits)],
  ['log', ({ counts }) => counts.log],
  ['HMAC', ({ counts }) => counts.hmac],
  ['SHA', ({ counts }) => counts.hashes],
  ['scrypt', ({ counts }) => counts.passwords],
  ['zod', ({ counts }) => counts.schemas],
  ['headers', ({ answer }) => [...answer.headers].length],
  ['bytes', ({ answer }) => answer.bytes.length],
];

const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

/** The table, not padded, so that a diff shows the rows that differ and no others. @param former as it was */
export function ledgerOf(entries: readonly Entry[], former: string): string {
  const costs = costsIn(former);
  return [
    HEAD,
    line(['operation', ...COLUMNS.map(([heading]) => heading)]),
    line(['operation', ...COLUMNS].map(() => '---')),
    ...entries.map((entry) => {
      const cost = costs.get(`${entry.name}: ${entry.what}`);
      return line([entry.name, ...COLUMNS.map(([, of]) => of(entry, cost))]);
    }),
    '',
  ].join('\n');
}
