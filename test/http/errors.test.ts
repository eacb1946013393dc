import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Bindings } from '../../src/env';
import { call, refusal } from '../support/client';
import { brokenDatabase, databaseWith, logged } from '../support/fakes';
import { input } from '../support/input';

/** The real database, which is sent statements that `garble` has changed. */
const garbledDatabase = (garble: (sql: string) => string) =>
  databaseWith((session) => ({ prepare: (sql: string) => session.prepare(garble(sql)) }));

/** What must not be in an answer or in the log: SQL, values, stacks. */
const LEAK = /select|insert|sqlite|d1_error|anna|password1|secret patient|\bat \S+[:(]\d|\.ts:\d|no such|syntax/i;

const detail = 'D1_ERROR: near SELECT secret FROM patient WHERE first_name = Anna: SQLITE_ERROR';
const REQUESTS = [
  ['GET', '/department/', undefined],
  ['GET', `/patient/${crypto.randomUUID()}`, undefined],
  ['POST', '/patient/', input.patient({ first_name: 'Anna' })],
  ['PUT', `/patient/${crypto.randomUUID()}`, input.patient({ first_name: 'Anna' })],
  ['DELETE', `/patient/${crypto.randomUUID()}`, undefined],
  ['POST', '/department/', input.department({ name: 'secret patient' })],
  ['POST', '/auth/login', { email: 'anna@example.org', password: 'password1' }],
  ['POST', '/auth/signup', { email: 'anna@example.org', password: 'correct horse', full_name: 'Anna' }],
] as const;
const send = ([method, path, json]: (typeof REQUESTS)[number], bindings: Partial<Bindings>) =>
  call(method, path, { ...(json === undefined ? {} : { json }), env: bindings });

describe('An unexpected failure', () => {
  it.each([
    ['a database error', brokenDatabase(new Error(detail, { cause: new Error(detail) }))],
    ['a wrong statement', garbledDatabase((sql) => sql.replace(/\bFROM\b|\bINSERT INTO\b|\bUPDATE\b/i, 'FRMO'))],
    ['a thrown text', brokenDatabase(detail)],
    ['a query that D1 finds none in', brokenDatabase(new Error('D1_ERROR: No SQL statements detected.'))],
  ])('is answered with 500 and leaks no SQL, no values and no stack: %s', async (_, DB) => {
    for (const request of REQUESTS) {
      const log = await logged(async () => {
        const { status, body, headers } = await send(request, { DB });
        expect(status, request.join(' ')).toBe(500);
        expect(body).toEqual({
          ...refusal('internal', 'Internal server error'),
          request_id: headers.get('x-request-id'),
        });
      });
      const { frames, code, ...line } = JSON.parse(log);
      expect(JSON.stringify(line)).not.toMatch(LEAK);
      expect(line).toMatchObject({ level: 'error', event: 'request', error: 'internal', status: 500 });
      if (code) expect(code).toBe('SQLITE_ERROR');
      for (const frame of frames) expect(frame).toMatch(/^([\w$.<>]+ )?[\w.-]+\.[jt]s:\d+:\d+$/);
    }
  });

  it('outside the database is answered with 500, too', async () => {
    const withSession = () => {
      throw new TypeError(detail);
    };
    const log = await logged(async () => {
      const { status, body } = await call('GET', '/department/', {
        env: { DB: { withSession } as unknown as D1Database },
      });
      expect([status, body.detail]).toEqual([500, 'Internal server error']);
    });
    const { frames, ...line } = JSON.parse(log);
    expect(JSON.stringify(line)).not.toMatch(LEAK);
    expect(line).toMatchObject({ error: 'internal', cause: 'TypeError' });
    expect(frames.join()).toContain('routes.ts:');
  });
});

describe('Storage that is unavailable', () => {
  // All of developers.cloudflare.com/d1/observability/debug-d1 that a right query can meet, and what the runtime and SQLite add.
  const MESSAGES = {
    unavailable: [
      'D1_ERROR: Network connection lost.',
      'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
      'D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.',
      'D1_ERROR: D1 DB reset because its code was updated.',
      'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.',
      "D1_ERROR: Can't read from request stream because client disconnected.",
      'D1_ERROR: internal error; reference = 0123456789abcdefghijklmn',
      'D1_ERROR: Replica disconnected from primary.',
      'D1_ERROR: Internal error',
      'internal error',
      'D1_ERROR: The destination server is unavailable.',
      'D1_ERROR: Failed to parse body as JSON, got: error code: 1031',
      'D1_ERROR: Failed to parse body as JSON, got: <html><head><title>502 Bad Gateway</title></head></html>',
      'D1_ERROR: database is locked: SQLITE_BUSY',
    ],
    overloaded: [
      'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
      'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
      'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
      "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
      'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.',
      "D1_ERROR: Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue. See https://developers.cloudflare.com/d1/platform/limits/ for more details.",
      "D1_ERROR: Your account has exceeded D1's free tier daily row write limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue. See https://developers.cloudflare.com/d1/platform/limits/ for more details.",
      'D1_ERROR: The operation timed out.',
      'D1_ERROR: interrupted: SQLITE_INTERRUPT',
      'D1_ERROR: out of memory: SQLITE_NOMEM',
    ],
  };

  it.each(Object.entries(MESSAGES).flatMap(([kind, messages]) => messages.map((message) => [kind, message] as const)))(
    'is answered with 503 and Retry-After, and logged as %s: %s',
    async (kind, message) => {
      const log = await logged(async () => {
        for (const request of REQUESTS.slice(0, 4)) {
          const { status, body, headers } = await send(request, { DB: brokenDatabase(new Error(message)) });
          expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-5]$/)]);
          expect(body).toEqual(refusal('unavailable', 'Storage is briefly unavailable'));
        }
      });
      const lines = log.split('\n').map((line) => JSON.parse(line));
      const expected = { level: 'warn', status: 503, cause: `storage: ${kind}` };
      expect(lines).toEqual(Array(4).fill(expect.objectContaining(expected)));
    },
  );

  it.each([
    'D1_ERROR: Exceeded maximum DB size.',
    "D1_ERROR: Your account has exceeded D1's maximum account storage limit, please contact Cloudflare to raise your limit",
    'D1_ERROR: database or disk is full: SQLITE_FULL',
  ])(
    'because it is full is answered with 503 and logged as an error, as it does not pass by itself: %s',
    async (message) => {
      const log = await logged(async () => {
        const { status, body, headers } = await send(REQUESTS[2], { DB: brokenDatabase(new Error(message)) });
        expect([status, headers.get('retry-after')]).toEqual([503, '60']);
        expect(body.detail).toContain('full');
      });
      expect(JSON.parse(log)).toMatchObject({ level: 'error', status: 503, cause: 'storage: full' });
    },
  );

  it('because it is not migrated is answered with 503 and the command to run', async () => {
    await env.DB.exec('ALTER TABLE department RENAME TO department_away');
    const real = [await call('GET', '/department/'), await call('POST', '/department/', { json: input.department() })];
    await env.DB.exec('ALTER TABLE department_away RENAME TO department');
    const faked = [
      'no such column: terms at offset 7',
      'no such index: patient_dob',
      'table patient has no column named terms',
      'ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint',
    ].map((message) => {
      const DB = brokenDatabase(new Error(`D1_ERROR: ${message}: SQLITE_ERROR`));
      return call('GET', '/patient/', { env: { DB } });
    });
    for (const { status, body } of [...real, ...(await Promise.all(faked))]) {
      expect(status).toBe(503);
      expect(body.detail).toContain('npm run migrate');
    }
    expect((await call('GET', '/department/')).status).toBe(200);
  });
});

describe('A setting', () => {
  it.each([
    ['JWT_SECRET', undefined],
    ['JWT_SECRET', ''],
    ['JWT_SECRET', 'too-short-a-value'],
    ['JWT_SECRET_PREVIOUS', 'too-short-a-value'],
    ['CURRENCY', 'dollars'],
    ['SIGNUP', 'closed'],
    ['SIGNUP_ROLE', 'admin'],
    ['SIGNUP_ROLE', 'wrong-role'],
    ['DOUBLE_BOOKING', 'perhaps'],
    ['BASE_URL', 'no-address'],
    ['FILE_URLS', 'closed'],
    ['WEBHOOK_LOOPBACK', 'allowed'],
    ['ENVIRONMENT', 'staging'],
    ['CORS_ORIGINS', 'portal.example'],
    ['CORS_ORIGINS', 'https://portal.example/'],
    ['CORS_ORIGINS', 'https://Portal.example'],
    ['CORS_ORIGINS', 'https://portal.example:443'],
    ['CORS_ORIGINS', 'https://*.portal.example'],
    ['CORS_ORIGINS', 'https://a.example https://b.example'],
    ['CORS_ORIGINS', 'null'],
    ['ACCESS_TOKEN_MINUTES', '4'],
    ['ACCESS_TOKEN_MINUTES', '61'],
    ['ACCESS_TOKEN_MINUTES', '7.5'],
    ['ACCESS_TOKEN_MINUTES', '-15'],
    ['ACCESS_TOKEN_MINUTES', '0x10'],
    ['ACCESS_TOKEN_MINUTES', 'a quarter'],
  ])('%s = %j is answered with 503 and the name of the variable, but not its value', async (name, value) => {
    for (const request of REQUESTS) {
      const { status, body, headers } = await send(request, { [name]: value });
      expect([status, headers.has('retry-after')]).toEqual([503, true]);
      expect(body.detail).toContain(name);
      if (value && value !== 'admin') expect(body.detail).not.toContain(value);
    }
  });

  it('WEBHOOK_LOOPBACK is taken in development only', async () => {
    const asked = (ENVIRONMENT: string) => call('GET', '/patient/', { env: { WEBHOOK_LOOPBACK: 'yes', ENVIRONMENT } });
    const { status, body } = await asked('production');
    expect([status, body.detail]).toEqual([503, expect.stringContaining('WEBHOOK_LOOPBACK')]);
    expect((await asked('development')).status).toBe(200);
  });

  it.each([
    'CURRENCY',
    'SIGNUP',
    'SIGNUP_ROLE',
    'DOUBLE_BOOKING',
    'ACCESS_TOKEN_MINUTES',
    'BASE_URL',
    'CORS_ORIGINS',
    'FILE_URLS',
    'WEBHOOK_LOOPBACK',
    'ENVIRONMENT',
    'JWT_SECRET_PREVIOUS',
  ])('%s may be left out', async (name) => {
    for (const value of ['', undefined])
      expect((await call('GET', '/patient/', { env: { [name]: value } })).status).toBe(200);
  });
});
