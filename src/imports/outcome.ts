/** What became of a row, as the report has it. */
import { type AppError, DuplicateError, InvalidError } from '../errors';
import type { Mapping } from '../schemas/import';
import type { SourceRecord } from './reading/found';
import { columnAt } from './reading/mapping';
import type { Reported } from './report';

export type Outcome =
  | { is: 'created' }
  | { is: 'known' }
  /** `isMade`: it was made nevertheless */
  | { is: 'duplicate'; of: string; isMade: boolean }
  | { is: 'failed'; fault: RowFault };

export interface RowFault {
  /** of a field; null: none alone is wrong */
  path: readonly (string | number)[] | null;
  type: string;
  msg: string;
}

/** The first of several faults says where and of which type; the message says all. */
export function faultOf(error: AppError): RowFault {
  if (error instanceof InvalidError) {
    const [first] = error.faults;
    const pathOf = (loc: readonly (string | number)[]) => loc.slice(1);
    const msg =
      error.faults.length === 1
        ? (first?.msg ?? '')
        : error.faults.map(({ loc, msg }) => `${pathOf(loc).join('.')}: ${msg}`).join('; ');
    return { path: first ? pathOf(first.loc) : null, type: first?.type ?? error.kind, msg };
  }
  const path = error instanceof DuplicateError ? error.field.split('.') : null;
  return { path, type: error.code ?? error.kind, msg: error.message };
}

/** @returns undefined for a row of which there is nothing to mend */
export function reported(record: SourceRecord, outcome: Outcome, mapping: Mapping | null): Reported | undefined {
  const { line, cells: row } = record;
  if (outcome.is === 'duplicate') {
    const msg = `Likely the same person as ${outcome.of}`;
    return { result: 'duplicate', line, column: null, type: 'likely_duplicate', msg, row };
  }
  if (outcome.is !== 'failed') return undefined;
  const { path, type, msg } = outcome.fault;
  const column = path === null ? null : ((mapping && columnAt(path, mapping)) ?? path.join('.'));
  return { result: 'failed', line, column: column || null, type, msg, row };
}

const NOTHING = { rows: 0, created: 0, failed: 0, duplicate: 0, known: 0 };
export type Counts = typeof NOTHING;

export function countsOf(outcomes: readonly Outcome[]): Counts {
  const counts = { ...NOTHING, rows: outcomes.length };
  for (const outcome of outcomes) {
    counts[outcome.is]++;
    if (outcome.is === 'duplicate' && outcome.isMade) counts.created++;
  }
  return counts;
}
