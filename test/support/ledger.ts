import type { Result } from './client';
import type { Counts } from './meter';

/** One row: an operation, one of its cases, and what a call of it took. */
export interface Entry {
  name: string;
  what: string;
  counts: Counts;
  answer: Result;
}

export const RENEW = 'npm test -- test/db/budget.test.ts -u';

const HEAD = `# The price of each call

What each case of each operation does besides reading and writing rows. \`test/db/budget.test.ts\` counts it and compares it
with this table. \`${RENEW}\` writes the table anew, and its diff shows what a change costs.

Counted is one request, from its beginning until all that it waits for is done. Nothing else runs, and the clock stands still.
The isolate has its key, its settings are checked, it has seen the token and, of reads, has answered the same request before.
The case with an environment of its own, \`GET /health/ready\`, begins without that.

- **D1**, **R2**, **queue**: calls, by method; \`session\` begins a session of D1, without a call. **limits**: calls, by limit.
- **log**: lines. **HMAC**: signatures made or checked, codes of a second factor included. **SHA**: digests by SHA-256.
  **scrypt**: passwords hashed. **zod**: schemas run; those within them are not counted.
- **headers** of the answer, and **bytes** of its body.
`;

const listed = (calls: Record<string, number>) =>
  Object.entries(calls)
    .map(([name, n]) => (n === 1 ? name : `${n} ${name}`))
    .join(', ');

const COLUMNS: [heading: string, of: (entry: Entry) => string | number][] = [
  ['case', ({ what }) => what],
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

/** The table, not padded, so that a diff shows the rows that differ and no others. */
export const ledgerOf = (entries: readonly Entry[]): string =>
  [
    HEAD,
    line(['operation', ...COLUMNS.map(([heading]) => heading)]),
    line(['operation', ...COLUMNS].map(() => '---')),
    ...entries.map((entry) => line([entry.name, ...COLUMNS.map(([, of]) => of(entry))])),
    '',
  ].join('\n');
