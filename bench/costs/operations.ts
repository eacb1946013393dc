/** What each operation uses: what the ledger counts, and CPU as bench/RESULTS.md has it. */

import { LOOK } from '../../test/support/operations/access-budget.ts';
import { OPERATIONS } from '../../test/support/operations/index.ts';
import { ASSUMED } from '../latency/assumed.ts';
import { type Cost, callsIn, costsIn } from '../lib/ledger.ts';
import { sectionOf } from '../lib/sections.ts';
import { rowsOf } from '../lib/table.ts';
import { LOG_DAYS, LOG_LINE_BYTES, LOOK_CPU_MS } from './assumptions.ts';
import { sumOf, times, type Use, useOf } from './prices.ts';

/** One case of an operation. */
export interface Operation {
  name: string;
  named: string;
  /** looks that it sends to the queue */
  looks: number;
  /** all that the account is billed for, the look included */
  use: Use;
}

/** The figures of a section's tables by the name of their row. */
export function figuresOf(page: string, name: string, column: string): Map<string, number> {
  const rows = [...rowsOf(sectionOf(page, name))].filter((row) => row[column] !== undefined);
  return new Map(rows.map((row) => [Object.values(row)[0] ?? '', Number(row[column]?.replaceAll(',', ''))]));
}

/** What the bench has measured, by operation and case, and what is most like the others. */
const MEASURED: Record<string, string> = {
  'GET /patient/{id}: reduced': 'get a patient',
  'GET /patient/: 100 rows': '100 patients',
  'GET /invoice/: 100 rows': '100 invoices',
  'GET /patient/: all rows of a search': 'search, 40 found',
  'POST /patient/: a new patient': 'create patient',
  'POST /invoice/: a plain line': 'create invoice',
};
const likeOf = (name: string, { wrote }: Cost): string =>
  wrote > 0 ? 'create invoice' : name.includes('{') ? 'get a patient' : '100 patients';

const WRITES = ['put', 'list', 'createMultipartUpload'];
const READS = ['get', 'head'];

/** What is billed for keeping a look, besides the request that it was a part of. */
export const lookUse = (): Use =>
  useOf({
    queue: LOOK.messages * LOOK.message_operations,
    rows_read: LOOK.rows_read,
    rows_written: LOOK.rows_written,
    r2_writes: LOOK.puts,
    r2_reads: LOOK.gets,
    // A batch of the queue is a call of the Worker.
    requests: LOOK.puts,
    cpu_ms: LOOK_CPU_MS.value,
  });

/** @param ledger test/support/operations/ledger.md @param results bench/RESULTS.md @throws Error for a case without a price */
export function operationsOf(ledger: string, results: string): Operation[] {
  const counted = costsIn(ledger);
  const inner = figuresOf(results, 'inner', 'service µs');
  return Object.entries(OPERATIONS).flatMap(([name, { cases }]) =>
    Object.keys(cases).map((named): Operation => {
      const cost = counted.get(`${name}: ${named}`);
      const micros = cost && inner.get(MEASURED[`${name}: ${named}`] ?? likeOf(name, cost));
      if (!cost || micros === undefined) throw new Error(`${name}: ${named} is not in the ledger, or has no CPU`);
      const looks = callsIn(cost.row.queue, ['send']);
      const log_bytes = Number(cost.row.log) * LOG_LINE_BYTES.value;
      const own = useOf({
        requests: 1,
        cpu_ms: micros / 1000 + Number(cost.row.scrypt) * ASSUMED.scrypt,
        rows_read: cost.read,
        rows_written: cost.wrote,
        r2_writes: callsIn(cost.row.R2, WRITES),
        r2_reads: callsIn(cost.row.R2, READS),
        log_bytes,
        log_stored: (log_bytes * LOG_DAYS.value) / 30,
      });
      return { name, named, looks, use: sumOf([own, times(looks, lookUse())]) };
    }),
  );
}
