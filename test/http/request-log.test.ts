import { describe, expect, it } from 'vitest';
import { failureOf } from '../../src/log';
import { type Body, type CallOptions, call } from '../support/client';
import { make } from '../support/factories';
import { brokenDatabase, databaseWith, logged } from '../support/fakes';
import { makePng, pathOf } from '../support/files';
import { input, unique } from '../support/input';
import { forgetLines, keepOutOfLogs, leaks, noteLine } from '../support/log-watch';
import { actorOf } from '../support/users';

/** The one line that a request leaves. */
async function lineOf(method: string, path: string, options: CallOptions = {}): Promise<Body> {
  const log = await logged(async () => void (await call(method, path, options)));
  expect(log.split('\n'), log).toHaveLength(1);
  return JSON.parse(log);
}

const id = crypto.randomUUID();
const failing = (message: string) => ({ DB: brokenDatabase(new Error(message)) });

describe('A request leaves one line', () => {
  it('with what it asked for and what it cost', async () => {
    const patient = await make.patient();
    const line = await lineOf('GET', `/patient/${patient.id}?view=full`, { headers: { 'x-request-id': 'mine-1' } });
    expect(line).toEqual({
      level: 'info',
      event: 'request',
      request_id: 'mine-1',
      method: 'GET',
      route: '/patient/:id',
      status: 200,
      ms: expect.any(Number),
      trips: 1,
      rows_read: expect.any(Number),
      rows_written: 0,
      r2: 0,
      role: 'staff',
    });
    expect(line.rows_read).toBeGreaterThan(0);
  });

  it('with the rows that it wrote, and its calls of R2', async () => {
    const { rows_written } = await lineOf('POST', '/department/', { json: input.department() });
    expect(rows_written).toBeGreaterThan(3);
    const file = await makePng((await make.patient()).id);
    const read = await lineOf('GET', pathOf(file), { as: null });
    expect(read).toMatchObject({ route: '/static/:file_path{[^]+}', role: null, r2: 1, trips: 1 });
  });

  it.each<[string, string, CallOptions, object]>([
    ['an unknown path', '/Svensson/Anna', { as: null }, { route: null, status: 404, error: 'not_found' }],
    ['an unknown record', `/patient/${id}`, {}, { route: '/patient/:id', status: 404, error: 'not_found', trips: 2 }],
    ['a number', '/patient/reg_number/PAT-99999999', {}, { route: '/patient/reg_number/:reg_number', status: 404 }],
    ['no token', '/patient/', { as: null }, { status: 401, error: 'unauthenticated', role: null, trips: 0 }],
    ['no permission', '/auth/users', { as: 'doctor' }, { status: 403, error: 'forbidden', role: 'doctor' }],
    ['invalid input', '/patient/?limit=x', {}, { route: '/patient', status: 422, error: 'invalid' }],
    ['the redirect', '/', { as: null }, { route: '/', status: 302 }],
  ])('that names no id: %s', async (_, path, options, expected) => {
    const line = await lineOf('GET', path, options);
    expect(line).toMatchObject({ level: 'info', method: 'GET', ...expected });
    expect(line).not.toHaveProperty('frames');
  });

  it('for a method that is not served, a preflight and a HEAD', async () => {
    expect(await lineOf('DELETE', '/department')).toMatchObject({ route: null, status: 405, method: 'DELETE' });
    const origin = { origin: 'https://a.example' };
    expect(await lineOf('OPTIONS', `/patient/${id}`, { as: null, headers: origin })).toMatchObject({ status: 204 });
    expect(await lineOf('HEAD', '/patient/')).toMatchObject({ method: 'HEAD', route: '/patient', status: 200 });
  });

  it('for a refused flood', async () => {
    const env = { AUTH_RATE_LIMIT: { limit: async () => ({ success: false }) } };
    const line = await lineOf('POST', '/auth/login', { as: null, json: {}, env });
    expect(line).toMatchObject({ level: 'info', route: '/auth/login', status: 429, error: 'throttled' });
    expect(line).not.toHaveProperty('account');
  });

  it('that names the account where a limit of it was reached, and nowhere else', async () => {
    const env = { ACCOUNT_RATE_LIMIT: { limit: async () => ({ success: false }) } };
    const line = await lineOf('GET', '/patient/', { env });
    expect(line).toMatchObject({ status: 429, error: 'throttled', role: 'staff', account: actorOf('staff').id });
    for (const path of ['/patient/', `/patient/${id}`, '/auth/users']) {
      expect(await lineOf('GET', path), path).not.toHaveProperty('account');
    }
  });

  it('for a storage that does not answer, as a warning', async () => {
    const line = await lineOf('GET', '/patient/', { env: failing('D1_ERROR: database is locked: SQLITE_BUSY') });
    const expected = { level: 'warn', status: 503, error: 'unavailable', cause: 'storage: unavailable' };
    expect(line).toMatchObject({ ...expected, code: 'SQLITE_BUSY', trips: 1 });
  });

  it('for a service that is not set up, as an error', async () => {
    const unset = await lineOf('GET', '/patient/', { env: { JWT_SECRET: '' } });
    expect(unset).toMatchObject({ level: 'error', status: 503, error: 'unavailable', cause: 'SettingsError' });
    const wrong = await lineOf('GET', '/patient/', { env: { TIME_ZONE: 'Europe/Stokholm', SIGNUP: 'closed' } });
    expect(wrong).toMatchObject({ cause: 'SettingsError', variables: ['TIME_ZONE', 'SIGNUP'] });
    expect(JSON.stringify(wrong)).not.toMatch(/Stokholm|closed/);
    const old = await lineOf('GET', '/patient/', { env: failing('D1_ERROR: no such table: patient: SQLITE_ERROR') });
    expect(old).toMatchObject({ level: 'error', status: 503, cause: 'storage: not-migrated', code: 'SQLITE_ERROR' });
  });

  it('for what nobody expects, with the places in the code that it came through', async () => {
    const json = input.patient();
    const message = `D1_ERROR: ${json.last_name}\n    at ${json.last_name} (index.js:1:2): SQLITE_CORRUPT (extended: SQLITE_CORRUPT_INDEX)`;
    const line = await lineOf('POST', '/patient/', { json, env: failing(message) });
    expect(line).toMatchObject({ level: 'error', status: 500, error: 'internal', code: 'SQLITE_CORRUPT_INDEX' });
    expect(line.frames.length).toBeGreaterThan(3);
    expect(line.frames.join('\n')).toMatch(/client\.ts:\d+:\d+/);
    expect(JSON.stringify(line)).not.toContain(json.last_name);
  });

  it('even where the constraint of a table is broken unforeseen', async () => {
    const DB = databaseWith((session) => ({
      prepare: () => session.prepare("INSERT INTO user (id) VALUES ('Svensson')").bind(),
    }));
    const bound = databaseWith((session, from) => ({
      prepare: (sql: string) => {
        const insert = DB.withSession(from).prepare(sql);
        return { bind: () => insert, all: () => insert.all(), session };
      },
    }));
    const line = await lineOf('GET', '/department/', { env: { DB: bound } });
    expect(line).toMatchObject({ status: 500, cause: 'storage: failed', code: 'SQLITE_CONSTRAINT_NOTNULL' });
  });
});

describe('Of an error', () => {
  it('no line of its message is taken for a place in the code', () => {
    const error = new TypeError('Anna\n    at Svensson (/src/index.js:1:2)\n    at https://x.example/secret.js:3:4');
    const { cause, frames = [] } = failureOf(error);
    expect(cause).toBe('TypeError');
    expect(frames[0]).toMatch(/request-log\.test\.ts:\d+:\d+$/);
    expect(frames.join()).not.toMatch(/Svensson|secret/);
  });

  it('whose stack has another message no place is known', () => {
    for (const message of ['after', '', 'e', 'index.js']) {
      const error = Object.assign(new Error(message), { stack: 'Error: before\n    at Svensson (index.js:1:2)' });
      expect(failureOf(error), message).toEqual({ cause: 'Error', frames: [] });
    }
    expect(failureOf('Anna Svensson')).toEqual({ cause: 'string' });
  });

  it("R2's code is told", () => {
    expect(failureOf(new Error('get: internal error (10001)')).code).toBe('10001');
    expect(failureOf(new Error('get: Anna (1)')).code).toBe(undefined);
  });
});

describe('The watch over what the tests log', () => {
  const request = (fields: object) =>
    JSON.stringify({
      level: 'info',
      event: 'request',
      request_id: 'r',
      method: 'GET',
      route: '/patient/:id',
      ...fields,
    });

  it('finds whatever a test handed out, wherever it stands', async () => {
    const name = unique('Leaked');
    const secret = crypto.randomUUID();
    keepOutOfLogs({ last_name: name, password: 'Cor"rect horse' }, `/patient/${secret}?search=Åsa%20Lind`);
    for (const leak of [
      request({ cause: `Error: ${name.toUpperCase()}` }),
      request({ route: `/patient/${secret}` }),
      request({ request_id: secret }),
      request({ note: 'a field that no line has' }),
      request({ ms: 'Cor"rect horse' }),
      request({ status: 200, account: secret }),
      request({ status: 429, account: name }),
      `{"level":"warn","event":"other","user":"cor\\"rect horse"}`,
      `plain text: åsa lind`,
      'GET /patient/?search=%C3%A5sa%20lind',
    ]) {
      expect(leaks(), 'none before').toEqual([]);
      noteLine(leak);
      expect(leaks(), leak).not.toEqual([]);
      forgetLines();
    }
    noteLine(request({ status: 200, ms: 3, role: 'staff' }));
    noteLine(request({ status: 429, role: 'staff', account: secret }));
    expect(leaks()).toEqual([]);
  });
});
