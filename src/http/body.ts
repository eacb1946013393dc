import { AppError, RuleError } from '../errors';
import type { AppContext } from './context';

export const JSON_MAX_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/([\w.-]+\+)?json$/i;

const tooLarge = (max: number) => new AppError('too_large', `The body is larger than ${max} bytes`);

/** The body, up to a bound that holds whatever Content-Length says. @throws AppError too_large */
export async function readBytes(c: AppContext, max: number): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > max) throw tooLarge(max);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.length;
      if (size > max) throw tooLarge(max);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new RuleError('The body was cut off');
  }
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const mediaType = (c: AppContext): string =>
  (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Puts the JSON text where the validator reads it. @throws AppError 400, 413 or 415 */
export async function readJson(c: AppContext): Promise<void> {
  const type = mediaType(c);
  if (type !== '' && !JSON_TYPE.test(type)) {
    throw new AppError('unsupported_media_type', 'The body must be JSON, with Content-Type application/json');
  }
  const bytes = await readBytes(c, JSON_MAX_BYTES);
  if (type === '') {
    throw bytes.length === 0
      ? new RuleError('The request has no body: a JSON body is required')
      : new AppError('unsupported_media_type', 'The body must be sent with Content-Type application/json');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    // Hono's cache holds promises, whatever its type says.
    c.req.bodyCache.text = Promise.resolve(text) as never;
  } catch {
    throw new RuleError('The body is not UTF-8 text');
  }
}

/** Puts the form where the validator reads it. @throws AppError 413 */
export async function readForm(c: AppContext): Promise<void> {
  const bytes = await readBytes(c, JSON_MAX_BYTES);
  c.req.bodyCache.arrayBuffer = Promise.resolve(bytes.slice().buffer) as never;
}
