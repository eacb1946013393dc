import { describe, expect, it } from 'vitest';
import { type CallOptions, call } from '../support/client';
import { make } from '../support/factories';
import { brokenDatabase, logged } from '../support/fakes';
import { makePng, pathOf } from '../support/files';
import { input } from '../support/input';

const EVERY_ANSWER = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};
const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'";
const FILE_POLICY = "sandbox; default-src 'none'";

const namedHeaders = (headers: Headers) =>
  Object.fromEntries(Object.keys(EVERY_ANSWER).map((name) => [name, headers.get(name)]));

const broken = { DB: brokenDatabase(new Error('broken')) };
const unavailable = { DB: brokenDatabase(new Error('D1 DB is overloaded')) };
const flood = { AUTH_RATE_LIMIT: { limit: async () => ({ success: false }) } };
const preflight = { origin: 'https://a.example', 'access-control-request-method': 'PUT' };

const ANSWERS: [number, string, string, CallOptions][] = [
  [200, 'GET', '/patient/', {}],
  [200, 'HEAD', '/patient/', {}],
  [201, 'POST', '/department/', { json: input.department() }],
  [204, 'POST', '/auth/logout', { as: null }],
  [204, 'OPTIONS', '/patient/', { as: null, headers: preflight }],
  [204, 'OPTIONS', '/nope', { as: null }],
  [302, 'GET', '/', { as: null }],
  [400, 'POST', '/patient/', { body: '{', headers: { 'content-type': 'application/json' } }],
  [401, 'GET', '/patient/', { as: null }],
  [403, 'GET', '/auth/users', { as: 'doctor' }],
  [404, 'GET', '/nope', { as: null }],
  [404, 'GET', '/docs/nope', { as: null }],
  [404, 'GET', `/static/${crypto.randomUUID()}/${crypto.randomUUID()}.png`, { as: null }],
  [405, 'DELETE', '/department/', {}],
  [413, 'POST', '/patient/', { json: {}, headers: { 'content-length': '9999999' } }],
  [415, 'POST', '/patient/', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  [422, 'POST', '/patient/', { json: {} }],
  [429, 'POST', '/auth/login', { as: null, json: {}, env: flood }],
  [500, 'GET', '/patient/', { env: broken }],
  [503, 'GET', '/patient/', { env: unavailable }],
  [503, 'GET', '/patient/', { env: { JWT_SECRET: '' } }],
];

describe('The headers of a browser’s defences', () => {
  it.each(ANSWERS)('are on an answer %i to %s %s', async (status, method, path, options) => {
    await logged(async () => {
      const { headers, ...answer } = await call(method, path, options);
      expect(answer.status).toBe(status);
      expect(namedHeaders(headers)).toEqual(EVERY_ANSWER);
      expect(headers.get('content-security-policy')).toBe(JSON_POLICY);
    });
  });

  it('are on files, which keep a policy of their own and may be shown by portals of other origins', async () => {
    const file = await makePng((await make.patient()).id);
    const read = (headers: Record<string, string>, method = 'GET') => call(method, pathOf(file), { as: null, headers });
    const { headers } = await read({});
    const etag = String(headers.get('etag'));
    for (const [status, answer] of [
      [200, await read({})],
      [200, await read({}, 'HEAD')],
      [206, await read({ range: 'bytes=0-1' })],
      [304, await read({ 'if-none-match': etag })],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(namedHeaders(answer.headers)).toEqual(EVERY_ANSWER);
      expect(answer.headers.get('content-security-policy')).toBe(FILE_POLICY);
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    }
    for (const [status, refused] of [
      [412, await read({ 'if-match': '"other"' })],
      [416, await read({ range: 'bytes=9999-' })],
    ] as const) {
      expect(refused.status).toBe(status);
      expect(namedHeaders(refused.headers)).toEqual(EVERY_ANSWER);
      expect(refused.headers.get('content-security-policy')).toBe(JSON_POLICY);
    }
  });
});
