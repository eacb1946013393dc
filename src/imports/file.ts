/** The file of an import on its way to R2. */
import type { ServiceContext } from '../context';
import { InvalidError, RuleError } from '../errors';
import type { SourceShape } from '../schemas/import';
import { r2, r2Read } from '../storage/bucket';
import type { Job } from './queries';
import { fitting } from './reading/fitting';
import { type Place, shapeOf } from './reading/shape';

/** Bytes in which the header of a table is, and what tells its separator. */
const HEAD_BYTES = 256 * 1024;

/** @throws InvalidError where its bytes do not fit the encoding, or it has no columns; RuleError for another length */
export async function storeFile(
  ctx: ServiceContext,
  key: string,
  { format, encoding }: Pick<Job, 'format' | 'encoding'>,
  body: ReadableStream<Uint8Array> | null,
  size: number,
): Promise<{ shape: SourceShape; start: Place }> {
  if (!body || size === 0) throw new InvalidError([{ loc: ['body'], msg: 'File is empty', type: 'value_error' }]);
  const { readable, writable } = new FixedLengthStream(size);
  const [fed, stored] = await Promise.allSettled([
    body.pipeThrough(fitting(encoding)).pipeTo(writable),
    // Where R2 refuses before it reads, nothing else would take what comes.
    r2(ctx, (bucket) => bucket.put(key, readable)).catch(async (error) => {
      await readable.cancel(error).catch(() => {});
      throw error;
    }),
  ]);
  if (fed.status === 'rejected') {
    if (fed.reason instanceof InvalidError) throw fed.reason;
    if (stored.status === 'fulfilled' || stored.reason instanceof TypeError)
      throw new RuleError('invalid_body', 'The body is not as long as its Content-Length says');
  }
  if (stored.status === 'rejected') throw stored.reason;
  const head = await r2Read(ctx, (bucket) =>
    bucket.get(key, { range: { offset: 0, length: Math.min(size, HEAD_BYTES) } }),
  );
  if (!head) throw new RuleError('invalid_body', 'The file is not there any more: send it again');
  return shapeOf(new Uint8Array(await head.arrayBuffer()), format, encoding, size <= HEAD_BYTES);
}
