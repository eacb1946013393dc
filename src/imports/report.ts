/** Rows that were refused, or are duplicates: of each chunk an object in R2, as long as the import is there. */
import type { ServiceContext } from '../context';
import { r2, r2Read } from '../storage/bucket';
import { PAGES_MAX, pages } from '../storage/pages';
import { reportKey, reportPrefix } from './job';
import type { Job } from './queries';
import type { ImportRow, Result } from './schemas';

export interface Reported extends ImportRow {
  result: Result;
}

export async function writeReport(
  bucket: R2Bucket,
  { id, run, chunk }: Pick<Job, 'id' | 'run' | 'chunk'>,
  rows: readonly Reported[],
): Promise<void> {
  if (rows.length > 0) await bucket.put(reportKey(id, run, chunk), JSON.stringify(rows));
}

/** @param after chunk, and rows of it, that were read */
export async function* reportedRows(
  ctx: ServiceContext,
  { id, run, chunk: done }: Pick<Job, 'id' | 'run' | 'chunk'>,
  result: Result,
  after: readonly [chunk: number, rows: number] = [0, 0],
): AsyncGenerator<{ chunk: number; rows: ImportRow[] }> {
  const prefix = reportPrefix(id, run);
  const listing = pages(ctx.bucket, [prefix], PAGES_MAX);
  for (let page = await r2(ctx, () => listing.next()); !page.done; page = await r2(ctx, () => listing.next())) {
    for (const { key } of page.value) {
      const chunk = Number(key.slice(prefix.length));
      // Of a chunk that is not counted yet, another one may be written.
      if (chunk < after[0] || chunk >= done) continue;
      const object = await r2Read(ctx, (bucket) => bucket.get(key));
      const all: Reported[] = object ? await object.json() : [];
      const rows = all.filter((row) => row.result === result).map(({ result: _, ...row }) => row);
      yield { chunk, rows: chunk === after[0] ? rows.slice(after[1]) : rows };
    }
  }
}
