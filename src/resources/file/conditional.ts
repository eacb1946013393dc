/** What conditional and range requests are compared with (RFC 9110, 13 and 14). */
interface Validators {
  /** strong, with its quotes */
  httpEtag: string;
  uploaded: Date;
}

const ETAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
const strong = (tag: string) => tag.replace(/^W\//, '');

/** The entity tags of If-Match or If-None-Match. */
const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** In seconds, as precise as HTTP dates are; undefined for no date, whose condition is ignored. */
function seconds(date: string | null): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

/** The status that the conditions lead to, in the order of RFC 9110 13.2.2; undefined where they hold. */
export function precondition(headers: Headers, { httpEtag, uploaded }: Validators): 304 | 412 | undefined {
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

/** A condition that R2 can check itself, so that it does not send bytes that the client has. */
export function onlyIf(headers: Headers): R2Conditional | undefined {
  const tag = headers.get('if-none-match')?.trim() ?? '';
  if (!ETAG.test(tag) || headers.has('if-match') || headers.has('if-unmodified-since')) return undefined;
  return { etagDoesNotMatch: strong(tag).slice(1, -1) };
}

/** If-Range: whether the client has a part of this very object. */
export function isSame(ifRange: string | null, { httpEtag, uploaded }: Validators): boolean {
  if (ifRange === null || ifRange === httpEtag) return true;
  return seconds(ifRange) === Math.floor(uploaded.getTime() / 1000);
}

/** The range of a Range header. Several or malformed ones are ignored: the whole file is sent. */
export function rangeOf(header: string | null): R2Range | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  const bounded = (digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
  if (first === '') return last === '' ? undefined : { suffix: bounded(last) };
  const offset = bounded(first);
  if (last === '') return { offset };
  return bounded(last) < offset ? undefined : { offset, length: bounded(last) - offset + 1 };
}

/** Which of `size` bytes a range means; undefined for none of them. */
export function resolveRange(range: R2Range, size: number): { offset: number; length: number } | undefined {
  if ('suffix' in range) {
    const length = Math.min(range.suffix, size);
    return length === 0 ? undefined : { offset: size - length, length };
  }
  const { offset = 0, length = size } = range;
  return offset < size ? { offset, length: Math.min(length, size - offset) } : undefined;
}
