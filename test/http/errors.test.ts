import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ROLES } from '../../src/auth/permissions';
import type { Bindings } from '../../src/env';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';

/** A database every query of which fails. */
function failing(error: unknown): D1Database {
  const fail = () => Promise.reject(error);
  const statement = { bind: () => statement, all: fail, run: fail, first: fail, raw: fail };
  const session = { prepare: () => statement, batch: fail, getBookmark: () => null };
  return { ...session, withSession: () => session } as unknown as D1Database;
}

/** The real database, given statements that are broken on their way. */
const breaking = (broken: (sql: string) => string): D1Database =>
  ({
    withSession(from: string) {
      const session = env.DB.withSession(from);
      return {
        prepare: (sql: string) => session.prepare(broken(sql)),
        batch: (statements: D1PreparedStatement[]) => session.batch(statements),
        getBookmark: () => session.getBookmark(),
      };
    },
  }) as unknown as D1Database;

const LEAK = /select|insert|sqlite|d1_error|anna|password1|secret patient|\bat \S+[:(]\d|\.ts:\d|no such|syntax/i;
const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Everything that is written to the console while `work` runs. */
async function logged(work: () => Promise<void>): Promise<string> {
  const lines: string[] = [];
  for (const method of METHODS)
    vi.spyOn(console, method).mockImplementation((...args) => void lines.push(args.map(String).join(' ')));
  await work();
  vi.restoreAllMocks();
  return lines.join('\n');
}
afterEach(() => vi.restoreAllMocks());

const detail = 'D1_ERROR: near SELECT secret FROM patient WHERE first_name = Anna: SQLITE_ERROR';
const REQUESTS = [
  ['GET', '/department/', undefined],
  ['GET', `/patient/${crypto.randomUUID()}`, undefined],
  ['POST', '/patient/', input.patient({ first_name: 'Anna' })],
  ['PUT', `/patient/${crypto.randomUUID()}`, input.patient({ first_name: 'Anna' })],
  ['DELETE', `/patient/${crypto.randomUUID()}`, undefined],
  ['POST', '/department/', input.department({ name: 'secret patient' })],
  ['POST', '/auth/login', { email: 'anna@example.org', password: 'password1' }],
  ['POST', '/auth/signup', { email: 'anna@example.org', password: 'password1', full_name: 'Anna' }],
] as const;
const send = ([method, path, json]: (typeof REQUESTS)[number], bindings: Partial<Bindings>) =>
  call(method, path, { ...(json === undefined ? {} : { json }), env: bindings });

describe('an unexpected failure', () => {
  it.each([
    ['a database error', failing(new Error(detail, { cause: new Error(detail) }))],
    ['a statement that is wrong', breaking((sql) => sql.replace(/\bFROM\b|\bINSERT INTO\b|\bUPDATE\b/i, 'FRMO'))],
    ['a thrown text', failing(detail)],
  ])('is 500 and leaves neither SQL nor values nor a stack anywhere: %s', async (_, DB) => {
    for (const request of REQUESTS) {
      const log = await logged(async () => {
        const { status, body, headers } = await send(request, { DB });
        expect(status, request.join(' ')).toBe(500);
        expect(body).toEqual({ detail: 'Internal server error', request_id: headers.get('x-request-id') });
      });
      expect(log).not.toMatch(LEAK);
      expect(JSON.parse(log)).toMatchObject({
        level: 'error',
        event: 'internal_error',
        request_id: expect.any(String),
      });
    }
  });

  it('outside the database is 500 too', async () => {
    const AUTH_RATE_LIMIT = { limit: () => Promise.reject(new TypeError(detail)) };
    const log = await logged(async () => {
      const { status, body } = await call('POST', '/auth/login', { json: {}, env: { AUTH_RATE_LIMIT } });
      expect([status, body.detail]).toEqual([500, 'Internal server error']);
    });
    expect(log).not.toMatch(LEAK);
  });
});

describe('storage that is away', () => {
  it.each([
    'D1_ERROR: Network connection lost.',
    'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
    'D1_ERROR: D1 DB reset because its code was updated.',
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  ])('is 503 with Retry-After: %s', async (message) => {
    const log = await logged(async () => {
      for (const request of REQUESTS) {
        const { status, body, headers } = await send(request, { DB: failing(new Error(message)) });
        expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
        expect(body).toEqual({ detail: 'Storage is briefly unavailable' });
      }
    });
    expect(log).toBe('');
  });

  it('or not migrated is 503 naming the command', async () => {
    await env.DB.exec('ALTER TABLE department RENAME TO department_away');
    const real = [await call('GET', '/department/'), await call('POST', '/department/', { json: input.department() })];
    await env.DB.exec('ALTER TABLE department_away RENAME TO department');
    const faked = await call('GET', '/patient/', {
      env: { DB: failing(new Error('D1_ERROR: no such column: terms: SQLITE_ERROR')) },
    });
    for (const { status, body } of [...real, faked]) {
      expect(status).toBe(503);
      expect(body.detail).toContain('npm run migrate');
    }
    expect((await call('GET', '/department/')).status).toBe(200);
  });
});

describe('a wrong setting', () => {
  it.each([
    ['JWT_SECRET', undefined],
    ['JWT_SECRET', ''],
    ['JWT_SECRET', 'too-short-a-value'],
    ['JWT_SECRET_PREVIOUS', 'too-short-a-value'],
    ['CURRENCY', 'dollars'],
    ['SIGNUP_ROLE', 'admin'],
    ['SIGNUP_ROLE', 'wrong-role'],
    ['DOUBLE_BOOKING', 'perhaps'],
    ['BASE_URL', 'no-address'],
  ])('%s = %j is 503 naming the variable and not its value', async (name, value) => {
    for (const request of REQUESTS) {
      const { status, body, headers } = await send(request, { [name]: value });
      expect([status, headers.has('retry-after')]).toEqual([503, true]);
      expect(body.detail).toContain(name);
      if (value && value !== 'admin') expect(body.detail).not.toContain(value);
    }
  });

  it.each(['CURRENCY', 'SIGNUP_ROLE', 'DOUBLE_BOOKING', 'BASE_URL', 'CORS_ORIGINS', 'JWT_SECRET_PREVIOUS'])(
    '%s may be left out',
    async (name) => {
      for (const value of ['', undefined])
        expect((await call('GET', '/patient/', { env: { [name]: value } })).status).toBe(200);
    },
  );
});

describe('routing', () => {
  it('answers 404 to an unknown path; beneath a protected one only with a token', async () => {
    const open = [
      '/nope',
      '/nope/',
      '/constructor',
      '/__proto__',
      '/patientx',
      '/..%2f',
      '/auth/nope',
      `/${'x'.repeat(5000)}`,
    ];
    for (const path of open) {
      const { status, body } = await call('GET', path, { as: null });
      expect([path, status, body]).toEqual([path, 404, { detail: 'Not found' }]);
    }
    for (const path of ['/patient/a/b/c', '/department/a/b', '/doctor/reg_number/a/b']) {
      expect((await call('POST', path, { as: null, json: {} })).status).toBe(401);
      for (const as of ROLES)
        expect((await call('POST', path, { as, json: {} })).body).toEqual({ detail: 'Not found' });
    }
  });

  it.each([
    ['PATCH', '/patient/', 'GET, HEAD, POST'],
    ['DELETE', '/department', 'GET, HEAD, POST'],
    ['POST', `/patient/${crypto.randomUUID()}`, 'GET, HEAD, PUT, DELETE'],
    ['PUT', `/department/${crypto.randomUUID()}/`, 'GET, HEAD'],
    ['PROPFIND', '/patient/', 'GET, HEAD, POST'],
    ['GET', '/auth/login', 'POST'],
  ])('answers 405 with Allow to %s %s', async (method, path, allow) => {
    const { status, headers, body } = await call(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expect(body).toEqual({ detail: 'Method not allowed' });
  });

  it('checks in the order of the contract: 401, 403, 422, 404', async () => {
    const path = `/patient/${crypto.randomUUID()}`;
    const statuses = [
      (await call('PUT', path, { as: null, json: {} })).status,
      (await call('PUT', path, { as: 'billing', json: {} })).status,
      (await call('PUT', path, { json: {} })).status,
      (await call('PUT', path, { json: input.patient() })).status,
    ];
    expect(statuses).toEqual([401, 403, 422, 404]);
  });

  it('answers HEAD like GET, without a body', async () => {
    const { id } = await make.patient();
    for (const path of ['/patient/', '/department', `/patient/${id}`, '/openapi.json']) {
      const { status, bytes } = await call('HEAD', path);
      expect([path, status, bytes.length]).toEqual([path, 200, 0]);
    }
    expect((await call('HEAD', `/patient/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await call('HEAD', '/patient/', { as: null })).status).toBe(401);
  });

  it.each(['/department', '/patient', '/doctor', '/invoice', '/catalog'])(
    'serves %s with and without its slash, no redirect',
    async (path) => {
      const [a, b] = [await call('GET', path), await call('GET', `${path}/`)];
      expect([a.status, b.status]).toEqual([200, 200]);
      expect(a.body).toEqual(b.body);
      for (const slash of ['', '/']) expect((await call('POST', path + slash, { json: {} })).status).toBe(422);
      for (const query of ['?limit=1', '/?limit=1']) expect((await call('GET', path + query)).status).toBe(200);
    },
  );

  it('leads from / to the API reference', async () => {
    const { status, headers } = await call('GET', '/', { as: null });
    expect([status, headers.get('location')]).toEqual([302, '/docs']);
  });
});

describe('headers', () => {
  it('keep a well formed x-request-id and replace any other', async () => {
    for (const given of ['a', 'A-z_0.9', 'x'.repeat(64)]) {
      for (const path of ['/patient/', '/nope']) {
        expect((await call('GET', path, { headers: { 'x-request-id': given } })).headers.get('x-request-id')).toBe(
          given,
        );
      }
    }
    for (const given of ['', 'a b', 'x'.repeat(65), '<script>', 'a,b', 'ä']) {
      const { headers } = await call('GET', '/patient/', { headers: { 'x-request-id': given } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    const { id } = await ok('POST', '/patient/', {
      json: input.patient(),
      headers: { 'x-request-id': 'audited-1', 'cf-connecting-ip': '198.51.100.4' },
    });
    const row = await env.DB.prepare('SELECT request_id, address FROM audit WHERE entity_id = ?').bind(id).first();
    expect(row).toEqual({ request_id: 'audited-1', address: '198.51.100.4' });
  });

  it('take a bookmark of this service and refuse any other', async () => {
    const { headers } = await call('GET', '/patient/');
    const bookmark = headers.get('x-d1-bookmark') ?? '';
    expect(bookmark).toMatch(/^[0-9a-f]{8}-/);
    expect((await call('GET', '/patient/', { headers: { 'x-d1-bookmark': bookmark } })).status).toBe(200);
    for (const wrong of [
      '',
      'garbage',
      'first-unconstrained',
      'first-primary',
      "' OR 1=1",
      `${bookmark}-x`,
      'f'.repeat(5000),
    ]) {
      const answer = await call('GET', '/patient/', { headers: { 'x-d1-bookmark': wrong } });
      expect([wrong, answer.status]).toEqual([wrong, 400]);
      expect(answer.headers.get('x-d1-bookmark')).toBe(null);
    }
  });

  it('show what the database cost only in development', async () => {
    expect((await call('GET', '/patient/')).cost.trips).toBe(1);
    const { headers } = await call('GET', '/patient/', { env: { ENVIRONMENT: 'production' } });
    expect(headers.has('server-timing')).toBe(false);
  });
});

describe('CORS', () => {
  const from = (
    origin: string,
    CORS_ORIGINS: string,
    method = 'GET',
    path = '/patient/',
    as: 'staff' | null = 'staff',
  ) => call(method, path, { as, headers: { origin }, env: { CORS_ORIGINS } });
  const allowed = (headers: Headers) => headers.get('access-control-allow-origin');

  it('allows the origins of CORS_ORIGINS and no other, errors included', async () => {
    const two = 'https://a.example, https://b.example';
    expect(allowed((await from('https://a.example', two)).headers)).toBe('https://a.example');
    expect(allowed((await from('https://b.example', two)).headers)).toBe('https://b.example');
    expect((await from('https://a.example', two)).headers.get('vary')).toMatch(/origin/i);
    for (const other of ['https://c.example', 'https://a.example.evil', 'http://a.example', 'null']) {
      expect(allowed((await from(other, two)).headers), other).toBe(null);
      expect(allowed((await from(other, '')).headers), other).toBe(null);
    }
    expect(allowed((await from('https://any.example', '*')).headers)).toBe('*');
    for (const path of ['/patient/', '/patient/x', '/nope']) {
      expect(allowed((await from('https://a.example', two, 'GET', path, null)).headers), path).toBe(
        'https://a.example',
      );
    }
    const failed = await logged(async () => {
      const options = {
        headers: { origin: 'https://a.example' },
        env: { CORS_ORIGINS: two, DB: failing(new Error('x')) },
      };
      expect(allowed((await call('GET', '/patient/', options)).headers)).toBe('https://a.example');
    });
    expect(failed).toContain('internal_error');
  });

  it('answers a preflight without a token, and never allows credentials', async () => {
    const { status, headers, bytes } = await call('OPTIONS', `/patient/${crypto.randomUUID()}`, {
      as: null,
      headers: {
        origin: 'https://a.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,if-match',
      },
      env: { CORS_ORIGINS: 'https://a.example' },
    });
    expect([status, bytes.length]).toEqual([204, 0]);
    expect(allowed(headers)).toBe('https://a.example');
    for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH']) {
      expect(headers.get('access-control-allow-methods')).toContain(method);
    }
    for (const name of ['authorization', 'content-type', 'if-match']) {
      expect(headers.get('access-control-allow-headers')).toContain(name);
    }
    expect(headers.get('access-control-allow-credentials')).toBe(null);
    const exposed = (await from('https://a.example', '*')).headers.get('access-control-expose-headers');
    for (const name of ['etag', 'link', 'location', 'x-request-id', 'x-d1-bookmark', 'retry-after'])
      expect(exposed).toContain(name);
  });
});
