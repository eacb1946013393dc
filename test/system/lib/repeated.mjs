// What of a request can be repeated, and each of it as often as it takes to make the request so many bytes long.

const OF_RESULTS = ['_count', '_cursor', '_elements', '_format', '_include', '_pretty'];
/** Named by no operation. */
const UNKNOWN = 'unknown';

/** @param bytes at most */
const filled = (bytes, text) => text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))));
/** Marks that normal forms put in order. */
const MARKS = '\u0301\u0316';
const joined = (bytes, text, by) => filled(bytes - text.length, text + by) + text;
/** Different texts, up to 12 bytes and a separator each. */
const numbered = (bytes, textOf, by = ',') =>
  Array.from({ length: Math.max(1, Math.floor(bytes / (textOf(1_000_000).length + by.length))) }, (_, n) =>
    textOf(n),
  ).join(by);
const nested = (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`;

/** Every value within a value, with the path to it: of a list the first element alone. */
function* within(value, path = []) {
  yield { value, path };
  if (typeof value !== 'object' || value === null) return;
  for (const name of Array.isArray(value) ? [0].slice(0, value.length) : Object.keys(value))
    yield* within(value[name], [...path, name]);
}

/** The value as JSON, but for one that is within. @param json in place of that */
function withJsonAt(whole, path, json) {
  const [name, ...rest] = path;
  if (name === undefined) return json;
  if (Array.isArray(whole))
    return `[${whole.map((one, n) => (n === name ? withJsonAt(one, rest, json) : JSON.stringify(one)))}]`;
  const members = Object.entries(whole).map(
    ([key, one]) => `${JSON.stringify(key)}:${key === name ? withJsonAt(one, rest, json) : JSON.stringify(one)}`,
  );
  return `{${members}}`;
}

/** @param isNew whether what is within was not repeated yet, by the path to it */
export function* repeatedInJson(whole, isNew) {
  for (const { value, path } of within(whole)) {
    const at = (make) => (bytes) => withJsonAt(whole, path, make(bytes));
    const place = path.join('.');
    if (path.length > 0 && !isNew(place)) continue;
    if (Array.isArray(value)) {
      if (value.length > 0)
        yield [`${place}, its first element`, at((bytes) => `[${joined(bytes, JSON.stringify(value[0]), ',')}]`)];
      yield [`${place}, what is no element`, at((bytes) => `[${joined(bytes, '0', ',')}]`)];
      yield [`${place}, lists in lists`, at(nested)];
    } else if (typeof value === 'object' && value !== null) {
      const members = JSON.stringify(value).slice(1, -1);
      const more = (make) => at((bytes) => `{${[members, make(bytes)].filter(Boolean)}}`);
      yield [`${place}, its fields`, more((bytes) => numbered(bytes, (n) => `"${n.toString(36)}":0`))];
      yield [`${place}, lists in a field`, more((bytes) => `"${UNKNOWN}":${nested(bytes)}`)];
    } else if (typeof value === 'string') {
      yield [`${place}, marks`, at((bytes) => `"${filled(bytes, MARKS)}"`)];
      yield [`${place}, words`, at((bytes) => `"${filled(bytes / 2, ' ')}${filled(bytes / 2, 'a@1.-')}"`)];
    }
  }
}

/** A query, or a form. @param names of parameters */
export function* repeatedParameters(names) {
  for (const name of names) {
    yield [name, (bytes) => numbered(bytes, (n) => `${name}=${n.toString(36)}`, '&')];
    yield [`${name}, the same`, (bytes) => joined(bytes, `${name}=1`, '&')];
    yield [`${name}, a list`, (bytes) => `${name}=${numbered(bytes, (n) => String(1000 + (n % 9000)))}`];
    yield [`${name}, words`, (bytes) => `${name}=${numbered(bytes, (n) => `w${n.toString(36)}`, '+')}`];
    yield [`${name}, marks`, (bytes) => `${name}=${filled(bytes, encodeURIComponent(MARKS))}`];
  }
  yield [UNKNOWN, (bytes) => joined(bytes, `${UNKNOWN}=1`, '&')];
  yield ['parameters', (bytes) => numbered(bytes, (n) => `${n.toString(36)}=`, '&')];
}

export const parametersOfSearch = (searchParam) => [...OF_RESULTS, ...searchParam.map(({ name }) => name)];

const LISTS = {
  accept: 'text/csv;q=0.1',
  'accept-language': 'en',
  'access-control-request-headers': 'a',
  'if-match': '"1"',
  'if-none-match': 'W/"1"',
  prefer: 'return=minimal',
  range: 'bytes=0-1',
  'x-forwarded-for': '192.0.2.1',
};
const TEXTS_OF_HEADERS = {
  authorization: ['Bearer ', 'a.'],
  'content-type': ['application/', 'a+'],
  'idempotency-key': ['', 'k'],
  'if-modified-since': ['', '1 '],
  origin: ['https://', 'a.'],
  'user-agent': ['', 'A/1 '],
  'x-d1-bookmark': ['', '0'],
  'x-request-id': ['', 'r'],
};

export function* repeatedInHeaders() {
  for (const [name, one] of Object.entries(LISTS)) yield [name, (bytes) => ({ [name]: joined(bytes, one, ', ') })];
  for (const [name, [begin, part]] of Object.entries(TEXTS_OF_HEADERS))
    yield [name, (bytes) => ({ [name]: begin + filled(bytes, part) })];
  yield ['cookie', (bytes) => ({ cookie: numbered(bytes, (n) => `device_${n.toString(36)}=1`, '; ') })];
}

const BOUNDARY = 'boundary-of-the-growth-suite';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (name, value = '1') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const form = (parts) => `${parts}--${BOUNDARY}--\r\n`;

export function* repeatedParts() {
  yield ['a field', (bytes) => form(filled(bytes, part('type')))];
  yield ['fields', (bytes) => form(numbered(bytes, (n) => part(String(n)), ''))];
  yield ['a name', (bytes) => form(part(filled(bytes, 'n')))];
  yield ['half a boundary', (bytes) => form(part('type', filled(bytes, `\r\n--${BOUNDARY.slice(1)}`)))];
}
