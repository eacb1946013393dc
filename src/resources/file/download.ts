/** Conditional and range requests (RFC 9110, 13 and 14), which no other resource answers. */
import { settingsOf } from '../../env';
import { NotFoundError, OutdatedError, UnauthenticatedError } from '../../errors';
import { answerBytes } from '../../http/answers';
import type { AppContext } from '../../http/context';
import { HttpError } from '../../http/errors';
import { serviceContext } from '../../http/service-context';
import { canonicalUuid } from '../../rules/uuid';
import { bodyOf, fileKey, openObject, storageUnavailable, type Wanted } from '../../storage/bucket';
import { opens } from './links';
import { contentDisposition, extensionOf, mediaTypeOf } from './rules';
import { openFile } from './service';

interface Validators {
  /** strong, with its quotes */
  httpEtag: string;
  uploaded: Date;
}

const ETAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
const strong = (tag: string) => tag.replace(/^W\//, '');

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** In seconds, as precise as HTTP dates are; undefined for no date, whose condition is ignored. */
function seconds(date: string | null): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

/** The status that the conditions lead to, in the order of RFC 9110 13.2.2; undefined where they hold. */
function precondition(headers: Headers, { httpEtag, uploaded }: Validators): 304 | 412 | undefined {
  const modified = Math.floor(uploaded.getTime() / 1000);
  const ifMatch = headers.get('if-match');
  const unmodifiedSince = seconds(headers.get('if-unmodified-since'));
  if (ifMatch !== null) {
    if (ifMatch.trim() !== '*' && !tagsOf(ifMatch).includes(httpEtag)) return 412;
  } else if (unmodifiedSince !== undefined && modified > unmodifiedSince) return 412;

  const ifNoneMatch = headers.get('if-none-match');
  const modifiedSince = seconds(headers.get('if-modified-since'));
  if (ifNoneMatch !== null) {
    if (ifNoneMatch.trim() === '*' || tagsOf(ifNoneMatch).map(strong).includes(httpEtag)) return 304;
  } else if (modifiedSince !== undefined && modified <= modifiedSince) return 304;
  return undefined;
}

/** Lets R2 check the condition, so that it does not send bytes that the client has. */
function onlyIf(headers: Headers): R2Conditional | undefined {
  const tag = headers.get('if-none-match')?.trim() ?? '';
  if (!ETAG.test(tag) || headers.has('if-match') || headers.has('if-unmodified-since')) return undefined;
  return { etagDoesNotMatch: strong(tag).slice(1, -1) };
}

function matchesIfRange(ifRange: string | null, { httpEtag, uploaded }: Validators): boolean {
  if (ifRange === null || ifRange === httpEtag) return true;
  return seconds(ifRange) === Math.floor(uploaded.getTime() / 1000);
}

/** Several or malformed ranges are ignored: the whole file is sent. */
function rangeOf(header: string | null): R2Range | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  const bounded = (digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
  if (first === '') return last === '' ? undefined : { suffix: bounded(last) };
  const offset = bounded(first);
  if (last === '') return { offset };
  return bounded(last) < offset ? undefined : { offset, length: bounded(last) - offset + 1 };
}

/** Undefined where the range has none of the bytes. */
function resolveRange(range: R2Range, size: number): { offset: number; length: number } | undefined {
  if ('suffix' in range) {
    const length = Math.min(range.suffix, size);
    return length === 0 ? undefined : { offset: size - length, length };
  }
  const { offset = 0, length = size } = range;
  return offset < size ? { offset, length: Math.min(length, size - offset) } : undefined;
}

const PATH = /^([^/]+)\/([^/]+)(\.[a-z]+)$/;

/** Undefined for any path but `<entity_id>/<file_id><extension>`, the ids in any form. */
function parsePath(path: string) {
  const [, entity = '', file = '', extension = ''] = PATH.exec(path) ?? [];
  const [entity_id, id] = [canonicalUuid(entity), canonicalUuid(file)];
  return entity_id && id && extensionOf(extension) === extension ? { entity_id, id, extension } : undefined;
}

/** @throws UnauthenticatedError where a link, and no token, was to open it */
export async function isOpened(c: AppContext): Promise<boolean> {
  const settings = settingsOf(c.env);
  if (settings.FILE_URLS === 'open') return true;
  const { until = [], sig = [] } = c.req.queries();
  if (until.length === 0 && sig.length === 0) return false;
  const location = parsePath(c.req.param('file_path') ?? '');
  // Of two values one does not know which is meant.
  const link = until.length === 1 && sig.length === 1 && { until: until[0] ?? '', sig: sig[0] ?? '' };
  if (location && link && (await opens(settings, link, fileKey(location), Date.now()))) return true;
  if (c.req.header('authorization')) return false;
  throw new UnauthenticatedError('The link has expired: read the record of the file again', { code: 'link_expired' });
}

/** A document with scripts of its own may do nothing here. */
export const SANDBOX = "sandbox; default-src 'none'";

const headersOf = ({ httpEtag, uploaded }: R2Object, disposition: string) => ({
  etag: httpEtag,
  'last-modified': uploaded.toUTCString(),
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
  'content-disposition': disposition,
  'content-security-policy': SANDBOX,
  'cross-origin-resource-policy': 'cross-origin',
});

/** @throws NotFoundError, OutdatedError (412), HttpError 416 */
export async function serveFile(c: AppContext, path: string, download: boolean): Promise<Response> {
  // An image element cannot send a bookmark.
  const ctx = serviceContext(c, 'first-unconstrained');
  const location = parsePath(path);
  if (!location) throw new NotFoundError('File');
  const request = c.req.raw.headers;
  const isHead = c.req.method === 'HEAD';
  const range = isHead ? undefined : rangeOf(request.get('range'));
  const condition = onlyIf(request);
  const wanted: Wanted = isHead ? 'head' : { ...(range && { range }), ...(condition && { onlyIf: condition }) };

  const { name, entity_id, key, object } = await openFile(ctx, location, wanted);
  const shown = { ...location, entity_id };
  const headers = headersOf(object, download ? contentDisposition(name) : 'inline');
  const media = { 'content-type': mediaTypeOf(location.extension) };

  const refused = precondition(request, object);
  const isPart = range !== undefined && matchesIfRange(request.get('if-range'), object);
  const part = isPart ? resolveRange(range, object.size) : undefined;
  if (refused || (isPart && !part)) await bodyOf(object)?.cancel();
  if (refused === 304) return answerBytes(c, shown, null, 304, headers);
  if (refused === 412) throw new OutdatedError('File');
  if (isPart && !part) {
    const size = { 'content-range': `bytes */${object.size}` };
    throw new HttpError('range_not_satisfiable', `The file has ${object.size} bytes`, size);
  }

  const sent = range && !isPart ? await reopen() : object;
  const body = bodyOf(sent);
  if (!body && !isHead) throw storageUnavailable();
  const length = { 'content-length': String(part?.length ?? sent.size) };
  if (!part) return answerBytes(c, shown, body, 200, { ...headers, ...media, ...length });
  const bounds = { 'content-range': `bytes ${part.offset}-${part.offset + part.length - 1}/${sent.size}` };
  return answerBytes(c, shown, body, 206, { ...headers, ...media, ...length, ...bounds });

  /** If-Range, which R2 does not know, asks for the whole file after all. */
  async function reopen() {
    await bodyOf(object)?.cancel();
    const whole = await openObject(ctx, key, {});
    if (!whole) throw new NotFoundError('File');
    return whole;
  }
}
