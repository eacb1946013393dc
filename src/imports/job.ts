/** What an import is made of: its limits, its objects in R2, its messages. */
import type { Bindings, ImportMessage } from '../env';
import { log } from '../log';
import { DAY, MINUTE } from '../rules/clock';
import { PAGES_MAX, pages } from '../storage/pages';

/** From its last change, or its end, until it is removed with its file. */
export const LIFETIME = 7 * DAY;
/** Without a chunk for so long, its message is sent once more. */
export const STALLED = MINUTE / 2;
/** Imports that there may be, those included that have ended. */
export const IMPORTS_MAX = 100;
export const FILE_MAX = 100 * 1024 * 1024;

export const PREFIX = 'import/';
const prefixOf = (job: string) => `${PREFIX}${job}/`;
export const fileKey = (job: string, file: string) => `${prefixOf(job)}${file}`;
/** Reports of a run sort by their chunks. */
export const reportPrefix = (job: string, run: number) => `${prefixOf(job)}report-${run}/`;
export const reportKey = (job: string, run: number, chunk: number) =>
  `${reportPrefix(job, run)}${String(chunk).padStart(8, '0')}`;

export async function removeObjects(bucket: R2Bucket, job: string): Promise<void> {
  for await (const objects of pages(bucket, [prefixOf(job)], PAGES_MAX)) {
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
  }
}

/** Never fails: what the queue does not take is sent again once the import has stalled. */
export async function sendChunk({ IMPORT_QUEUE }: Bindings, message: ImportMessage): Promise<void> {
  try {
    await IMPORT_QUEUE?.send(message);
  } catch {
    log('warn', 'import_queue_refused', { count: 1 });
  }
}
