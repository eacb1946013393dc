/** What an export is made of: its limits, its objects in R2, its messages. */
import type { Bindings, ExportMessage } from '../../env';
import { log } from '../../log';
import { DAY, MINUTE } from '../../rules/clock';
import { PAGES_MAX, pages } from '../../storage/pages';

/** From kick-off to its end, and from there until its files are removed. */
export const LIFETIME = DAY;
/** Without a chunk for so long, its message is sent once more. */
export const STALLED = 5 * MINUTE;
/** A write has the time of its request, and may come that much later: the next export asks for it again. */
export const SETTLED = MINUTE;

export const PREFIX = 'export/';
const prefixOf = (job: string) => `${PREFIX}${job}/`;
export const keyOf = (job: string, name: string) => `${prefixOf(job)}${name}`;

export async function removeFiles(bucket: R2Bucket, job: string): Promise<void> {
  for await (const objects of pages(bucket, [prefixOf(job)], PAGES_MAX)) {
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
  }
}

/** Never fails: what the queue does not take is sent again once the export has stalled. */
export async function sendChunk({ EXPORT_QUEUE }: Bindings, message: ExportMessage): Promise<void> {
  try {
    await EXPORT_QUEUE?.send(message);
  } catch {
    log('warn', 'export_queue_refused', { count: 1 });
  }
}
