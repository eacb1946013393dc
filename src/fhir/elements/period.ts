/** Entries of a list that have a period each: a record has no past. */
import * as z from 'zod';
import type { Fault } from '../../errors';
import { TEXT_MAX, text } from '../../schemas/fields';
import { noPlaceAt, type Path } from './left-out';

const moment = text(TEXT_MAX, 1).regex(/^\d{4}(-\d\d(-\d\d(T.*)?)?)?$/, 'A date or a time is expected');
export const Period = z.strictObject({ start: moment.optional(), end: moment.optional() });
type Period = z.output<typeof Period>;

/** By the day, or as precise as its end is. */
const isOver = (period: Period | undefined): boolean => {
  const end = period?.end?.slice(0, 'YYYY-MM-DD'.length) ?? '';
  return end < new Date().toISOString().slice(0, end.length);
};

/** Those that are not over, with their places. */
export function ofToday<Entry extends { period?: Period | undefined }>(
  sent: readonly Entry[] = [],
  at: Path,
  faults: Fault[],
) {
  return sent.flatMap((entry, n) => {
    const path = [...at, n];
    if (isOver(entry.period)) {
      faults.push(noPlaceAt(path, 'It is over by its period'));
      return [];
    }
    if (entry.period) faults.push(noPlaceAt([...path, 'period'], 'No period is kept'));
    return [{ ...entry, n, path }];
  });
}
