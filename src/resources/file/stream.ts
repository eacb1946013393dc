/** Bodies that are stored while they arrive: their first bytes, their length, their SHA-256. */
import { RuleError } from '../../errors';

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
      throw new RuleError('invalid_body', 'The body broke off');
    });
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  reader.releaseLock();
  return { head: Buffer.concat(chunks), rest: body };
}

const hexOf = async (digest: DigestStream) => Buffer.from(await digest.digest).toString('hex');

export async function digestOf(body: ReadableStream): Promise<string> {
  const digest = new crypto.DigestStream('SHA-256');
  await body.pipeTo(digest);
  return hexOf(digest);
}

function hashing() {
  const digest = new crypto.DigestStream('SHA-256');
  const writer = digest.getWriter();
  const through = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      await writer.write(chunk);
      controller.enqueue(chunk);
    },
    flush: () => writer.close(),
  });
  return { through, hex: () => hexOf(digest) };
}

export async function pipe({ head, rest }: Peeked, to: WritableStream): Promise<void> {
  const writer = to.getWriter();
  await writer.write(head);
  writer.releaseLock();
  await (rest ? rest.pipeTo(to) : to.close());
}

async function feed(body: Peeked, to: WritableStream, hash: boolean): Promise<string> {
  if (!hash) {
    await pipe(body, to);
    return '';
  }
  const { through, hex } = hashing();
  await Promise.all([pipe(body, through.writable), through.readable.pipeTo(to)]);
  return hex();
}

const isLengthMismatch = (reason: unknown) =>
  reason instanceof TypeError && reason.message.includes('FixedLengthStream');

/** When this throws, `put` has ended. @returns the hex SHA-256 if `hash` is set @throws RuleError for another length */
export async function writeAll(
  body: Peeked,
  length: number,
  put: (body: ReadableStream) => Promise<unknown>,
  hash: boolean,
): Promise<string> {
  const { readable, writable } = new FixedLengthStream(length);
  // If R2 refuses before it reads, nothing would consume the stream.
  const stored = put(readable).catch(async (error) => {
    await readable.cancel(error).catch(() => {});
    throw error;
  });
  const outcomes = await Promise.allSettled([stored, feed(body, writable, hash)]);
  const reasons: unknown[] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (reasons.some(isLengthMismatch))
    throw new RuleError('invalid_body', 'The body is not as long as its Content-Length says');
  if (reasons.length > 0) throw reasons[0];
  return outcomes[1].status === 'fulfilled' ? outcomes[1].value : '';
}
