import { RuleError } from '../../errors';

/** A body whose first bytes have been read. */
interface Peeked {
  head: Uint8Array;
  rest: ReadableStream<Uint8Array> | null;
}

/** Reads at least `bytes` bytes, or all there are. @throws RuleError when the client breaks off */
export async function peek(body: ReadableStream<Uint8Array> | null, bytes: number): Promise<Peeked> {
  if (!body) return { head: new Uint8Array(), rest: null };
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  for (let size = 0; size < bytes; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new RuleError('The body broke off');
    });
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  reader.releaseLock();
  return { head: Buffer.concat(chunks), rest: body };
}

async function feed({ head, rest }: Peeked, to: WritableStream): Promise<void> {
  const writer = to.getWriter();
  await writer.write(head);
  writer.releaseLock();
  await (rest ? rest.pipeTo(to) : to.close());
}

const isLengthMismatch = (reason: unknown) =>
  reason instanceof TypeError && reason.message.includes('FixedLengthStream');

/**
 * Streams a body of a known length to `put`. When this throws, `put` has ended, whatever it has stored.
 * @throws RuleError when the body has another length
 */
export async function writeAll(
  body: Peeked,
  length: number,
  put: (body: ReadableStream) => Promise<unknown>,
): Promise<void> {
  const { readable, writable } = new FixedLengthStream(length);
  // If R2 refuses before it reads, nothing would consume the stream.
  const stored = put(readable).catch(async (error) => {
    await readable.cancel(error).catch(() => {});
    throw error;
  });
  const outcomes = await Promise.allSettled([stored, feed(body, writable)]);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (reasons.some(isLengthMismatch)) throw new RuleError('The body is not as long as its Content-Length says');
  if (reasons.length > 0) throw reasons[0];
}
