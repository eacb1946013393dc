import fc from 'fast-check';

/** Headers that a client, a proxy or an attacker may send with anything. */
const HEADERS: Record<string, readonly string[]> = {
  'if-match': ['*', '"1"', 'W/"2"', '"99999999999999999999"', 'x', '"1", "2"'],
  'if-none-match': ['*', '"1"', 'W/"x"', '"'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday'],
  'if-range': ['"1"', 'x'],
  range: [
    'bytes=0-',
    'bytes=0-0',
    'bytes=-1',
    'bytes=5-2',
    'bytes=0-1,3-4',
    'bytes=99999999999999999999-',
    'lines=1-2',
  ],
  'idempotency-key': ['a', 'b', 'c', 'x'.repeat(200), 'x'.repeat(201), 'ü'],
  prefer: ['return=representation', 'return=minimal', 'respond-async', ';;,='],
  'x-d1-bookmark': ['first-unconstrained', '00000000-00000000-00000000-00000000000000000000000000000000', 'x'],
  'x-request-id': ['abc', 'x'.repeat(65), '<script>'],
  origin: ['null', 'https://portal.example', 'x'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'none', 'x'],
  cookie: ['refresh_token=x', 'refresh_token=', 'a=b; refresh_token="', '\u00ff'],
  authorization: ['Bearer x', 'Bearer', 'Basic YTpi', 'Bearer a.b.c', 'bearer  ', 'x'],
  'content-type': [
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'x',
  ],
  'content-length': ['0', '-1', '999999999999', 'x'],
  accept: ['text/html', '*/*;q=0'],
  'accept-encoding': ['gzip', 'x'],
  'x-http-method-override': ['DELETE'],
  'x-forwarded-host': ['evil.example'],
};
const header = fc.constantFrom(
  ...Object.entries(HEADERS).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
);
/** None, or some of them. */
export const someHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(header, { maxLength: 3 }) },
);
