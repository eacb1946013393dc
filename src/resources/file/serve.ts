import { NotFoundError, OutdatedError } from '../../errors';
import { answerBytes } from '../../http/answers';
import type { AppContext } from '../../http/context';
import { HttpError } from '../../http/errors';
import { serviceContext } from '../../http/service-context';
import { canonicalUuid } from '../../rules/uuid';
import { storageUnavailable } from './bucket';
import { isSame, onlyIf, precondition, rangeOf, resolveRange } from './conditional';
import { fileKey } from './key';
import { extensionOf, mediaTypeOf } from './kinds';
import { attachment } from './names';
import { bodyOf, openFile, openObject, type Wanted } from './service';

const PATH = /^([^/]+)\/([^/]+)(\.[a-z]+)$/;

/** `<entity_id>/<file_id><extension>`, the ids in any form. @throws NotFoundError for any other path */
function parsePath(path: string) {
  const [, entity = '', file = '', extension = ''] = PATH.exec(path) ?? [];
  const [entity_id, id] = [canonicalUuid(entity), canonicalUuid(file)];
  if (!entity_id || !id || extensionOf(extension) !== extension) throw new NotFoundError('File');
  return { entity_id, id, extension };
}

const headersOf = ({ httpEtag, uploaded }: R2Object, disposition: string) => ({
  etag: httpEtag,
  'last-modified': uploaded.toUTCString(),
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
  'content-disposition': disposition,
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
});

/** Answers a file, or the part of it that is asked for: 200, 206 or 304. @throws NotFoundError, OutdatedError (412), HttpError 416 */
export async function serveFile(c: AppContext, path: string, download: boolean): Promise<Response> {
  // An image element cannot send a bookmark.
  const ctx = serviceContext(c, 'first-unconstrained');
  const location = parsePath(path);
  const request = c.req.raw.headers;
  const isHead = c.req.method === 'HEAD';
  const asked = isHead ? undefined : rangeOf(request.get('range'));
  const condition = onlyIf(request);
  const wanted: Wanted = isHead ? 'head' : { ...(asked && { range: asked }), ...(condition && { onlyIf: condition }) };

  const { name, object } = await openFile(ctx, location, wanted);
  const headers = headersOf(object, download ? attachment(name) : 'inline');
  const media = { 'content-type': mediaTypeOf(location.extension) };

  const refused = precondition(request, object);
  const isPart = asked !== undefined && isSame(request.get('if-range'), object);
  const part = isPart ? resolveRange(asked, object.size) : undefined;
  if (refused || (isPart && !part)) await bodyOf(object)?.cancel();
  if (refused === 304) return answerBytes(c, location, null, 304, headers);
  if (refused === 412) throw new OutdatedError('File');
  if (isPart && !part) {
    const range = { 'content-range': `bytes */${object.size}` };
    throw new HttpError('range_not_satisfiable', `The file has ${object.size} bytes`, range);
  }

  const sent = asked && !isPart ? await reopen() : object;
  const body = bodyOf(sent);
  if (!body && !isHead) throw storageUnavailable();
  const length = { 'content-length': String(part?.length ?? sent.size) };
  if (!part) return answerBytes(c, location, body, 200, { ...headers, ...media, ...length });
  const range = { 'content-range': `bytes ${part.offset}-${part.offset + part.length - 1}/${sent.size}` };
  return answerBytes(c, location, body, 206, { ...headers, ...media, ...length, ...range });

  /** If-Range, which R2 does not know, asks for the whole file after all. */
  async function reopen() {
    await bodyOf(object)?.cancel();
    const whole = await openObject(ctx, fileKey(location), {});
    if (!whole) throw new NotFoundError('File');
    return whole;
  }
}
