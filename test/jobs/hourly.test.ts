import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { statements } from '../../src/db/statement';
import type { Bindings } from '../../src/env';
import { runHourlyJob } from '../../src/jobs/hourly';
import { ok, testEnv } from '../support/client';
import { make } from '../support/factories';
import { bucketWith, databaseWith, logged } from '../support/fakes';
import { keyOf, makePng, PNG, readFile, storedKeys } from '../support/files';
import { unique } from '../support/input';
import { rows } from '../support/rows';
import { actorOf } from '../support/users';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The first hour, at least `days` and `hours` from now, in which the job goes through keys that begin with `digit`. */
function turnOf(digit: string, hours: number, days = 31): number {
  const later = days * 24 + hours;
  const hour = Math.floor(Date.now() / HOUR) + later;
  const wait = (Number.parseInt(digit, 16) - (hour % 16) + 16) % 16;
  return Date.now() + (later + wait) * HOUR;
}

/** Runs the job and returns what it logs. */
async function runJob(now: number, broken: Partial<Bindings> = {}) {
  return JSON.parse(await logged(() => runHourlyJob({ ...testEnv, ...broken }, now, { rebuilds: [], times: [] })));
}

describe('Bytes without a row', () => {
  const orphan = async (digit: string, extension = '.png') => {
    const key = `${digit}${crypto.randomUUID().slice(1)}/${crypto.randomUUID()}${extension}`;
    await env.FILES.put(key, PNG);
    return key;
  };

  it.each([...'0123456789abcdef'])('are deleted in the hour of their first digit: %s', async (digit) => {
    const mine = [await orphan(digit), await orphan(digit, '.docx')];
    const other = await orphan(digit === '0' ? 'f' : '0');
    const { level, removed } = await runJob(turnOf(digit, 2));
    expect(level).toBe('info');
    expect(removed.orphan_file).toBeGreaterThanOrEqual(2);
    const left = await storedKeys();
    for (const key of mine) expect(left).not.toContain(key);
    expect(left).toContain(other);
    await env.FILES.delete(other);
  });

  it('are kept for as long as a restored database may refer to them', async () => {
    const digit = (Math.floor(Date.now() / HOUR) % 16).toString(16);
    const key = await orphan(digit);
    for (const now of [Date.now(), turnOf(digit, 2, 29)]) {
      expect((await runJob(now)).removed.orphan_file).toBe(0);
      expect(await storedKeys()).toContain(key);
    }
  });

  it('are kept when they are not a file of this service', async () => {
    const keys = ['a-note.txt', `${crypto.randomUUID()}/readme`];
    for (const key of keys) await env.FILES.put(key, 'x');
    for (const key of keys) await runJob(turnOf(key[0] ?? '', 2));
    expect(await storedKeys()).toEqual(expect.arrayContaining(keys));
    await env.FILES.delete(keys);
  });

  it('are never those of a file, even of a deleted patient', async () => {
    const kept = await makePng((await make.patient()).id);
    const deleted = (await make.patient()).id;
    const hidden = await makePng(deleted);
    await ok('DELETE', `/patient/${deleted}`);
    for (const file of [kept, hidden]) await runJob(turnOf(keyOf(file)[0] ?? '', 2));
    expect(await storedKeys()).toEqual(expect.arrayContaining([keyOf(kept), keyOf(hidden)]));
    expect((await readFile(kept)).bytes).toEqual(PNG);
  });

  it('are kept for 31 days from the delete of their file, however long ago it was uploaded', async () => {
    const [early, late] = [await makePng((await make.patient()).id), await makePng((await make.patient()).id)];
    const digitOf = (file: { url: string }) => keyOf(file)[0] ?? '';
    for (const { id } of [early, late]) await ok('DELETE', `/static/delete_file/${id}`);
    await rows('UPDATE file SET deleted_at = deleted_at + ? WHERE id = ?', 100 * DAY, late.id);
    for (const days of [1, 30]) {
      await runJob(turnOf(digitOf(early), 2, days));
      expect(await storedKeys()).toContain(keyOf(early));
    }
    await runJob(turnOf(digitOf(early), 2, 31));
    expect(await storedKeys()).not.toContain(keyOf(early));
    for (const days of [40, 130]) {
      await runJob(turnOf(digitOf(late), 2, days));
      expect(await storedKeys()).toContain(keyOf(late));
    }
    await runJob(turnOf(digitOf(late), 2, 131));
    expect(await storedKeys()).not.toContain(keyOf(late));
  });

  it('are deleted of a file that was deleted before its patient, and kept of one that was deleted with it', async () => {
    const patient = (await make.patient()).id;
    const [gone, hidden] = [await makePng(patient), await makePng(patient)];
    await ok('DELETE', `/static/delete_file/${gone.id}`);
    await ok('DELETE', `/patient/${patient}`);
    await runJob(turnOf(keyOf(gone)[0] ?? '', 2));
    const left = await storedKeys();
    expect([left.includes(keyOf(gone)), left.includes(keyOf(hidden))]).toEqual([false, true]);
  });

  it('are found by one query for each page, by an index', async () => {
    const sql = [...statements].find(
      (text) => text.startsWith('select value as id from json_each') && text.includes('`file`'),
    );
    const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, '[]', 0);
    const steps = plan.map(({ detail }) => detail).filter((detail) => /SCAN file|SEARCH/.test(detail));
    expect(steps).toEqual([
      'SEARCH file USING INDEX file_id_unique (id=?)',
      ...['patient', 'doctor', 'department'].map((of) => `SEARCH ${of} USING INDEX ${of}_id_unique (id=?)`),
    ]);
  });

  it('are searched for in 50 pages per run, from another start the next time', async () => {
    const run = async (now: number) => {
      const asked: (string | undefined)[] = [];
      const list = async ({ prefix, cursor }: R2ListOptions) => {
        if (prefix === 'export/' || prefix === 'import/') return { objects: [], truncated: false };
        if (!cursor) asked.push(prefix);
        else asked.push(undefined);
        return { objects: [], truncated: true, cursor: 'more' };
      };
      await runJob(now, { FILES: bucketWith({ list }) });
      expect(asked).toHaveLength(50);
      return asked.find(Boolean);
    };
    const now = turnOf('7', 2);
    const first = await run(now);
    const second = await run(now + 16 * HOUR);
    expect(first).toMatch(/^7[0-9a-f]$/);
    expect(second).toMatch(/^7[0-9a-f]$/);
    expect(second).not.toBe(first);
  });

  it('are found on every page', async () => {
    const pages: Record<string, { key: string; cursor?: string }> = {
      '': { key: `77${crypto.randomUUID().slice(2)}/${crypto.randomUUID()}.png`, cursor: 'two' },
      two: { key: `77${crypto.randomUUID().slice(2)}/${crypto.randomUUID()}.png` },
    };
    const gone: string[] = [];
    const list = async ({ prefix, cursor = '' }: R2ListOptions) => {
      const page = prefix === '77' ? pages[cursor] : undefined;
      const objects = page ? [{ key: page.key, uploaded: new Date(0) }] : [];
      return { objects, truncated: page?.cursor !== undefined, cursor: page?.cursor };
    };
    const FILES = bucketWith({ list, delete: async (keys: string[]) => void gone.push(...keys) });
    const { removed } = await runJob(turnOf('7', 2), { FILES });
    expect(removed.orphan_file).toBe(2);
    expect(gone).toEqual(Object.values(pages).map(({ key }) => key));
  });
});

describe('Rows that have expired', () => {
  const now = Date.now() + 100 * DAY;
  let doctor_id: string;
  let appointment_id: string;
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    return env.DB.prepare(sql).bind(...Object.values(row));
  };
  const session = (id: string, expires_at: number) =>
    insert('login_session', { id, user_id: actorOf('staff').id, created_at: 0, expires_at });
  const token = (session_id: string, expires_at: number) =>
    insert('refresh_token', { token_hash: unique('hash'), session_id, expires_at });
  const failure = (email_hash: string, updated_at: number) =>
    insert('login_failure', { email_hash, failures: 1, wait_until: 0, updated_at });
  const passwordToken = (token_hash: string, user_id: string, expires_at: number) =>
    insert('password_token', { token_hash, user_id, expires_at });
  const forgotToken = (token_hash: string, created_at: number) =>
    insert('forgot_token', { token_hash, user_id: actorOf('staff').id, created_at });
  const mailed = (counter: string, at: number) => insert('mail_count', { counter, day: Math.floor(at / DAY), n: 1 });
  const key = (name: string, created_at: number) =>
    insert('idempotency_key', { actor: 'a', key: name, fingerprint: 'f', entity_id: 'e', created_at });
  const HOUR = DAY / 24;
  const held = (id: string, expires_at: number) =>
    insert('calendar_hold', {
      ...{ id, account_id: actorOf('staff').id, doctor_id, schedule: '', expected_duration_minutes: 15 },
      ...{ starts_at: 0, ends_at: 0, buffer_before: 0, buffer_after: 0, created_at: 0, expires_at },
    });
  const message = (id: string, ended_at: number | null) =>
    insert('message', {
      ...{ id, appointment_id, kind: 'booked', hours_before: 0, channel: 'email', starts_at: 0, look_at: 0 },
      ...{ state: ended_at === null ? 'waiting' : 'sent', attempts: 0, created_at: 0, changed_at: 0, ended_at },
    });
  const left = async (table: string, column: string) =>
    (await rows<{ v: string }>(`SELECT ${column} AS v FROM ${table}`)).map(({ v }) => v);

  beforeAll(async () => {
    doctor_id = (await make.doctor()).id;
    appointment_id = (await make.appointment()).id;
    await env.DB.batch([
      held('old', now - HOUR - 1),
      held('young', now - HOUR + 1),
      session('old', now - DAY - 1),
      session('with a live token', now - DAY - 1),
      session('young', now - DAY + 1),
      token('old', now - DAY - 1),
      token('old', now - 5 * DAY),
      token('young', now - DAY - 1),
      token('with a live token', now - DAY + 1),
      failure('old', now - DAY - 1),
      failure('young', now - DAY + 1),
      passwordToken('old', actorOf('staff').id, now - DAY - 1),
      passwordToken('young', actorOf('admin').id, now - DAY + 1),
      forgotToken('old', now - HOUR - 1),
      forgotToken('young', now - HOUR + 1),
      mailed('old', now - 4 * DAY),
      mailed('young', now - DAY),
      message('old', now - 90 * DAY - 1),
      message('young', now - 90 * DAY + 1),
      message('open', null),
      key('old', now - 7 * DAY - 1),
      key('young', now - 7 * DAY + 1),
    ]);
  });

  it('are deleted unless they are recent or needed by a valid token', async () => {
    const { level, removed } = await runJob(now);
    expect(level).toBe('info');
    const one = { login_session: 1, password_token: 1, login_failure: 1, idempotency_key: 1, calendar_hold: 1 };
    expect(removed).toMatchObject({ refresh_token: 3, ...one, forgot_token: 1, mail_count: 1, message: 1 });
    expect(await left('refresh_token', 'session_id')).toEqual(['with a live token']);
    expect((await left('login_session', 'id')).sort()).toEqual(['with a live token', 'young']);
    expect(await left('password_token', 'token_hash')).toEqual(['young']);
    expect(await left('forgot_token', 'token_hash')).toEqual(['young']);
    expect(await left('mail_count', 'counter')).toEqual(['young']);
    expect(await left('login_failure', 'email_hash')).toEqual(['young']);
    expect(await left('idempotency_key', 'key')).toEqual(['young']);
    expect(await left('calendar_hold', 'id')).toEqual(['young']);
    expect((await left('message', 'id')).sort()).toEqual(['open', 'young']);
  });

  it('are deleted up to a limit per run', async () => {
    const fill = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50100)
      INSERT INTO login_failure (email_hash, failures, wait_until, updated_at) SELECT 'many' || i, 1, 0, 0 FROM n`;
    await rows(fill);
    expect((await runJob(now)).removed.login_failure).toBe(50_000);
    expect((await runJob(now)).removed.login_failure).toBe(100);
    expect((await runJob(now)).removed.login_failure).toBe(0);
  });

  it('are deleted even if another part of the run fails', async () => {
    const refused = async ({ prefix }: R2ListOptions) => {
      if (prefix === 'export/' || prefix === 'import/') return { objects: [], truncated: false };
      throw new Error('list: secret (10001)');
    };
    const FILES = bucketWith({ list: refused });
    await env.DB.batch([failure('old', 0), key('old', 0)]);
    await env.DB.exec("CREATE TRIGGER fail BEFORE DELETE ON login_failure BEGIN SELECT RAISE(ABORT, 'secret'); END;");
    const { level, removed, failures } = await runJob(now, { FILES });
    await env.DB.exec('DROP TRIGGER fail');
    expect(level).toBe('error');
    expect(failures).toEqual({
      orphan_file: { cause: 'Error', code: '10001', frames: expect.any(Array) },
      login_failure: {
        cause: 'storage: failed',
        code: 'SQLITE_CONSTRAINT_TRIGGER',
        frames: expect.arrayContaining([expect.stringMatching(/hourly\.ts:\d+:\d+$/)]),
      },
    });
    expect(JSON.stringify(failures)).not.toContain('secret');
    expect(removed).toEqual({
      access_object: 0,
      orphan_access_object: 0,
      orphan_file: 'failed',
      export_job: 0,
      import_job: 0,
      refresh_token: 0,
      login_session: 0,
      password_token: 0,
      forgot_token: 0,
      client_assertion: 0,
      calendar_hold: 0,
      login_failure: 'failed',
      idempotency_key: 1,
      mail_count: 0,
      message: 0,
      webhook_delivery: 0,
    });
  });

  it('are found by an index', async () => {
    // Deliveries are found by their webhooks, which are few: test/webhooks/upkeep.test.ts.
    const deletes = [...statements].filter((sql) =>
      /^delete from (?!`(access_day|webhook_delivery)`).* limit \?\d+\)$/s.test(sql),
    );
    expect(deletes).toHaveLength(10);
    for (const sql of deletes) {
      for (const { detail } of await rows(`EXPLAIN QUERY PLAN ${sql}`, 0, 5_000))
        expect(detail, sql).not.toMatch(/^SCAN/);
    }
  });
});

describe('The size of the database', () => {
  /** A database that says it has so many bytes. */
  const ofSize = (size_after: number) =>
    databaseWith((session) => ({
      batch: async (statements: D1PreparedStatement[]) =>
        (await session.batch(statements)).map((result) => ({ ...result, meta: { ...result.meta, size_after } })),
    }));

  it('is told by each run', async () => {
    const { level, database_bytes, database_filling } = await runJob(Date.now());
    expect([level, database_filling]).toEqual(['info', undefined]);
    expect(database_bytes).toBeGreaterThan(100_000);
  });

  it.each([
    [6_999_999_999, 'info', undefined],
    [7_000_000_000, 'warn', '70 %'],
    [9_990_000_000, 'warn', '99 %'],
  ])('is a warning from 7 GB on, as D1 ends at 10: %i', async (size, level, filling) => {
    const line = await runJob(Date.now(), { DB: ofSize(size) });
    expect([line.level, line.database_bytes, line.database_filling]).toEqual([level, size, filling]);
  });
});
