import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call } from '../support/client';
import { make } from '../support/factories';
import { makePng, PNG, pathOf } from '../support/files';
import { input } from '../support/input';
import { insertUser } from '../support/users';

const bookmark = (n: number) => `0000000${n}-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf89168${n}`;
const OLD = bookmark(0);

const empty = { bind: () => ({ all: async () => ({ results: [], meta: { rows_read: 0, rows_written: 0 } }) }) };

/**
 * A D1 that writes down how its sessions begin. The n-th one, once it was asked, knows bookmark n; those that begin as
 * `behind` says are with a replica that has nothing yet.
 */
function recorder(behind?: string) {
  const sessions: { from: string | undefined; statements: string[] }[] = [];
  const withSession = (from?: string) => {
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
  };
  return { sessions, env: { DB: { withSession } as unknown as D1Database } };
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
  'a read': () => ['GET', `/patient/${patient.id}`],
  'a list': () => ['GET', '/patient/'],
  'a list with its total': () => ['GET', '/invoice/'],
  'a create': () => ['POST', '/patient/', input.patient()],
  'a replacement': () => ['PUT', `/patient/${patient.id}`, input.patient()],
  'a deletion': () => ['DELETE', `/patient/${crypto.randomUUID()}`],
  'a login, of two trips': () => ['POST', '/auth/login', account],
  'an invoice update, of two trips': () => ['PUT', `/invoice/${invoice.id}`, input.invoice({ patient_id: patient.id })],
};

describe.each(Object.entries(REQUESTS))('%s', (name, requested) => {
  async function record(headers: Record<string, string> = {}) {
    const { sessions, env } = recorder();
    const [method, path, json] = requested();
    const answer = await call(method, path, { headers, env, ...(json === undefined ? {} : { json }) });
    return { sessions, answer };
  }

  it('asks the primary where the client brings no bookmark, in one session, and answers the newest', async () => {
    const { sessions, answer } = await record();
    expect(sessions).toMatchObject([{ from: 'first-primary' }]);
    expect(answer.headers.get('x-d1-bookmark')).toBe(bookmark(1));
    expect(answer.cost.statements).toBe(sessions[0]?.statements.length);
  });

  it('begins where the client has got to', async () => {
    const { sessions, answer } = await record({ 'x-d1-bookmark': OLD });
    // Who may log in is never asked of a replica that an old bookmark leads to.
    expect(sessions).toMatchObject([{ from: name.startsWith('a login') ? 'first-primary' : OLD }]);
    expect(answer.headers.get('x-d1-bookmark')).toBe(bookmark(1));
  });

  it('asks nothing where the bookmark is none', async () => {
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

describe('a file, which an image tag asks for without a bookmark', () => {
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

  it('is found at the primary where that replica has not got it yet', async () => {
    const { answer, from } = await read(await makePng(patient.id), 'first-unconstrained');
    expect(answer.status).toBe(200);
    expect(answer.bytes).toEqual(PNG);
    expect(from).toEqual(['first-unconstrained', 'first-primary']);
    expect(answer.headers.get('x-d1-bookmark')).toBe(bookmark(2));
    expect(answer.cost).toMatchObject({ trips: 2, r2: 1 });
  });

  it('is missing at once where there are no bytes: the primary is not asked', async () => {
    const { answer, from } = await read({ url: `http://localhost/static/${patient.id}/${crypto.randomUUID()}.png` });
    expect(answer.status).toBe(404);
    expect(from).toEqual(['first-unconstrained']);
  });

  it('is missing once both have said so where there are bytes', async () => {
    const path = `${patient.id}/${crypto.randomUUID()}.png`;
    await env.FILES.put(path, PNG);
    const { answer, from } = await read({ url: `http://localhost/static/${path}` });
    expect(answer.status).toBe(404);
    expect(from).toEqual(['first-unconstrained', 'first-primary']);
  });

  it('is read from where a client that does send a bookmark has got to', async () => {
    const file = await makePng(patient.id);
    const headers = { 'x-d1-bookmark': OLD };
    expect((await read(file, undefined, headers)).from).toEqual([OLD]);
    expect((await read(file, OLD, headers)).from).toEqual([OLD, 'first-primary']);
    expect((await read(file, undefined, { 'x-d1-bookmark': 'wrong' })).answer.status).toBe(400);
  });
});

describe('the bookmarks of D1 itself', () => {
  it('have the form that is taken', async () => {
    const { headers } = await call('POST', '/patient/', { json: input.patient() });
    const given = headers.get('x-d1-bookmark') ?? '';
    const { status, headers: next } = await call('GET', '/patient/', { headers: { 'x-d1-bookmark': given } });
    expect(status).toBe(200);
    expect((next.get('x-d1-bookmark') ?? '') >= given).toBe(true);
  });

  it('are no part of an answer that asked nothing', async () => {
    const { sessions, env } = recorder();
    const { status, headers } = await call('GET', '/patient/wrong', { env });
    expect([status, headers.get('x-d1-bookmark')]).toEqual([422, null]);
    expect((await call('GET', '/patient/', { as: null, env })).status).toBe(401);
    expect(sessions).toEqual([]);
  });
});
