import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call } from '../support/client';
import { make } from '../support/factories';
import { databaseWith } from '../support/fakes';
import { makePng, PNG, pathOf } from '../support/files';
import { input } from '../support/input';
import { insertUser } from '../support/users';

const bookmark = (n: number) => `0000000${n}-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf89168${n}`;
const OLD = bookmark(0);

const empty = { bind: () => ({ all: async () => ({ results: [], meta: { rows_read: 0, rows_written: 0 } }) }) };

/**
 * A database that records where its sessions begin. After a query, session n has bookmark n. Sessions that begin at
 * `behind` are on a replica that has no rows yet.
 */
function recorder(behind?: string) {
  const sessions: { from: string | undefined; statements: string[] }[] = [];
  const DB = databaseWith((_, from) => {
    // The local database does not know our bookmarks.
    const session = env.DB.withSession('first-primary');
    const statements: string[] = [];
    const n = sessions.push({ from, statements });
    return {
      prepare: (sql: string) => {
        statements.push(sql);
        return from === behind ? empty : session.prepare(sql);
      },
      batch: (prepared: D1PreparedStatement[]) => session.batch(prepared),
      getBookmark: () => (statements.length > 0 ? bookmark(n) : null),
    };
  });
  return { sessions, env: { DB } };
}

const account = { email: 'bookmarks@test.example', password: 'correct horse' };
let patient: Body;
let invoice: Body;
beforeAll(async () => {
  patient = await make.patient();
  invoice = await make.invoice({ patient_id: patient.id });
  await insertUser('staff', account);
});

const REQUESTS: Record<string, () => [method: string, path: string, json?: unknown]> = {
  'A read': () => ['GET', `/patient/${patient.id}`],
  'A list': () => ['GET', '/patient/'],
  'A list with its total': () => ['GET', '/invoice/'],
  'A create': () => ['POST', '/patient/', input.patient()],
  'A replacement': () => ['PUT', `/patient/${patient.id}`, input.patient()],
  'A delete': () => ['DELETE', `/patient/${crypto.randomUUID()}`],
  'A login of two round trips': () => ['POST', '/auth/login', account],
  'The read of the own account': () => ['GET', '/auth/users/me'],
  'An invoice update of two round trips': () => [
    'PUT',
    `/invoice/${invoice.id}`,
    input.invoice({ patient_id: patient.id }),
  ],
};

describe.each(Object.entries(REQUESTS))('%s', (_, requested) => {
  async function record(headers: Record<string, string> = {}) {
    const { sessions, env } = recorder();
    const [method, path, json] = requested();
    const answer = await call(method, path, { headers, env, ...(json === undefined ? {} : { json }) });
    return { sessions, answer };
  }

  it('without a bookmark asks the primary, in one session, and answers with the newest bookmark', async () => {
    const { sessions, answer } = await record();
    expect(sessions).toMatchObject([{ from: 'first-primary' }]);
    expect(answer.headers.get('x-d1-bookmark')).toBe(bookmark(1));
    expect(answer.cost.statements).toBe(sessions[0]?.statements.length);
  });

  it('with a bookmark starts from it', async () => {
    const { sessions, answer } = await record({ 'x-d1-bookmark': OLD });
    // Nothing under /auth asks a replica, whatever its bookmark: an account may have been disabled since.
    const [, path] = requested();
    expect(sessions).toMatchObject([{ from: path.startsWith('/auth/') ? 'first-primary' : OLD }]);
    expect(answer.headers.get('x-d1-bookmark')).toBe(bookmark(1));
  });

  it('with an invalid bookmark gets 400 and asks nothing', async () => {
    for (const wrong of [
      '',
      'first-primary',
      'first-unconstrained',
      OLD.toUpperCase(),
      `${OLD}0`,
      OLD.slice(1),
      "' OR 1",
    ]) {
      const { sessions, answer } = await record({ 'x-d1-bookmark': wrong });
      expect(answer.status, wrong).toBe(400);
      expect(answer.body.detail, wrong).toContain('x-d1-bookmark');
      expect(answer.headers.has('x-d1-bookmark'), wrong).toBe(false);
      expect(sessions, wrong).toEqual([]);
    }
  });
});

describe('A file, which an image tag requests without a bookmark,', () => {
  const read = async (file: { url: string }, behind?: string, headers: Record<string, string> = {}) => {
    const { sessions, env } = recorder(behind);
    const answer = await call('GET', pathOf(file), { as: null, env, headers });
    return { answer, from: sessions.map(({ from }) => from) };
  };

  it('is read from the nearest replica', async () => {
    const { answer, from } = await read(await makePng(patient.id));
    expect(answer.status).toBe(200);
    expect(from).toEqual(['first-unconstrained']);
    expect(answer.headers.get('x-d1-bookmark')).toBe(bookmark(1));
    expect(answer.cost).toMatchObject({ trips: 1, r2: 1 });
  });

  it('is found on the primary when that replica does not have it yet', async () => {
    const { answer, from } = await read(await makePng(patient.id), 'first-unconstrained');
    expect(answer.status).toBe(200);
    expect(answer.bytes).toEqual(PNG);
    expect(from).toEqual(['first-unconstrained', 'first-primary']);
    expect(answer.headers.get('x-d1-bookmark')).toBe(bookmark(2));
    expect(answer.cost).toMatchObject({ trips: 2, r2: 1 });
  });

  it('is not looked for on the primary when it has no bytes', async () => {
    const { answer, from } = await read({ url: `http://localhost/static/${patient.id}/${crypto.randomUUID()}.png` });
    expect(answer.status).toBe(404);
    expect(from).toEqual(['first-unconstrained']);
  });

  it('is missing when it has bytes, but no row on the replica and the primary', async () => {
    const path = `${patient.id}/${crypto.randomUUID()}.png`;
    await env.FILES.put(path, PNG);
    const { answer, from } = await read({ url: `http://localhost/static/${path}` });
    expect(answer.status).toBe(404);
    expect(from).toEqual(['first-unconstrained', 'first-primary']);
  });

  it('is read from the bookmark of a client that sends one', async () => {
    const file = await makePng(patient.id);
    const headers = { 'x-d1-bookmark': OLD };
    expect((await read(file, undefined, headers)).from).toEqual([OLD]);
    expect((await read(file, OLD, headers)).from).toEqual([OLD, 'first-primary']);
    expect((await read(file, undefined, { 'x-d1-bookmark': 'wrong' })).answer.status).toBe(400);
  });
});

describe('A bookmark of D1', () => {
  it('has the form that the service accepts', async () => {
    const { headers } = await call('POST', '/patient/', { json: input.patient() });
    const given = headers.get('x-d1-bookmark') ?? '';
    const { status, headers: next } = await call('GET', '/patient/', { headers: { 'x-d1-bookmark': given } });
    expect(status).toBe(200);
    expect((next.get('x-d1-bookmark') ?? '') >= given).toBe(true);
  });

  it('is not sent with an answer that asked nothing', async () => {
    const { sessions, env } = recorder();
    const { status, headers } = await call('GET', '/patient/wrong', { env });
    expect([status, headers.get('x-d1-bookmark')]).toEqual([422, null]);
    expect((await call('GET', '/patient/', { as: null, env })).status).toBe(401);
    expect(sessions).toEqual([]);
  });
});
