/** What a call of an operation costs, as test/support/operations/ledger.md has it. */
import { rowsOf } from './table.ts';

export interface Cost {
  trips: number;
  read: number;
  wrote: number;
  /** every cell by its heading */
  row: Record<string, string>;
}

/** By operation and case: `GET /patient/{id}: reduced`. */
export const costsIn = (ledger: string): Map<string, Cost> =>
  new Map(
    [...rowsOf(ledger)].map((row) => [
      `${row.operation}: ${row.case}`,
      { trips: Number(row.trips), read: Number(row.read), wrote: Number(row.wrote), row },
    ]),
  );

/** `2 batch, all` → 3, or of the methods that are asked for. */
export function callsIn(cell = '', methods?: readonly string[]): number {
  const calls = cell.split(', ').map((call) => /^(?:(\d+) )?(\w+)$/.exec(call));
  return calls.reduce(
    (sum, call) => sum + (call && (!methods || methods.includes(call[2] ?? '')) ? Number(call[1] ?? 1) : 0),
    0,
  );
}
