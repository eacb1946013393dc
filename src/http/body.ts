import { RuleError } from '../errors';
import type { AppContext } from './context';
import { HttpError } from './errors';

export const JSON_MAX_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/([\w.-]+\+)?json$/i;
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const MERGE_PATCH_TYPE = 'application/merge-patch+json'; // RFC 7396

/** In lower case, without parameters; empty where the client names none. */
export const mediaType = (c: AppContext): string =>
  (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const tooLarge = (max: number) => new HttpError('too_large', `The body is larger than ${max} bytes`);

export const fileTooLarge = (max: number) => new HttpError('too_large', `The file is larger than ${max} bytes`);

/** Of a file that is the body: R2 wants to know before. @throws HttpError length_required, too_large */
export function fileLength(c: AppContext, max: number): number {
  const given = c.req.header('content-length');
  if (!given || !/^\d+$/.test(given)) throw new HttpError('length_required', 'Content-Length is required');
  const size = Number(given);
  if (size > max) throw fileTooLarge(max);
  return size;
}

/** @param max holds whatever `Content-Length` says. @throws HttpError too_large, RuleError */
export async function readBytes(c: AppContext, max: number): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > max) throw tooLarge(max);
  const reader = c.req.raw.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // In workerd `for await` takes twice as long.
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.length;
      if (size > max) throw tooLarge(max);
      chunks.push(part.value);
    }
  } catch (error) {
    await reader?.cancel().catch(() => {});
    throw error instanceof HttpError ? error : new RuleError('invalid_body', 'The body was cut off');
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** @throws RuleError */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new RuleError('invalid_body', 'The body is not UTF-8 text');
  }
}

/** For Hono's validators, which read the request again, and no body without a content type. */
function setBody(c: AppContext, body: Uint8Array, type?: string): void {
  const headers = new Headers(c.req.raw.headers);
  if (type) headers.set('content-type', type);
  c.req.raw = new Request(c.req.raw, { headers, body });
}

/**
 * @param wrongType what another content type is: 415, or 400 where the interface has no other error for a body
 * @param ifNone what is meant where no body is sent; by default one is required
 * @throws RuleError, HttpError too_large, unsupported_media_type
 */
export async function readJson(
  c: AppContext,
  wrongType: 'unsupported_media_type' | 'rule' = 'unsupported_media_type',
  ifNone?: object,
): Promise<void> {
  const type = mediaType(c);
  if (type !== '' && !JSON_TYPE.test(type)) {
    const message = 'The body must be JSON, with Content-Type application/json';
    throw wrongType === 'rule' ? new RuleError('unsupported_media_type', message) : new HttpError(wrongType, message);
  }
  const sent = await readBytes(c, JSON_MAX_BYTES);
  const bytes = sent.length === 0 && ifNone ? Buffer.from(JSON.stringify(ifNone)) : sent;
  if (bytes.length === 0) throw new RuleError('invalid_body', 'The request has no body: a JSON body is required');
  const text = textOf(bytes);
  if (type === '') return setBody(c, bytes, 'application/json');
  // Where Hono keeps a body that it has read: neither it nor the headers are copied into another request.
  Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
}

/** @throws HttpError too_large */
export async function readForm(c: AppContext): Promise<void> {
  setBody(c, await readBytes(c, JSON_MAX_BYTES));
}
