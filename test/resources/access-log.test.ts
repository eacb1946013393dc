import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { ROLE_PERMISSIONS } from '../../src/auth/permissions';
import { sha256 } from '../../src/rules/sha256';
import { accessOf } from '../support/access';
import { type CallOptions, call, type Result, testEnv } from '../support/client';
import { make } from '../support/factories';
import { brokenDatabase, logged } from '../support/fakes';
import { makePng } from '../support/files';
import { input, unique } from '../support/input';
import { three, withinMinute } from '../support/limits';
import { account, logIn } from '../support/logins';
import { row } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

const get = async (path: string, options?: CallOptions) => accessOf(await call('GET', path, options));
const NONE = { entity_id: null, patient_id: null, owner_id: null, count: null, detail: null };

describe('The access log', () => {
  it('says who read which patient, when, from where and in which request', async () => {
    const { id, reg_number } = await make.patient();
    const before = Date.now();
    for (const path of [
      `/patient/${id}`,
      `/patient/${id}?view=full`,
      `/patient/reg_number/${reg_number}`,
      `/patient/${id}/`,
    ]) {
      const headers = { 'x-request-id': unique('read'), 'cf-connecting-ip': '198.51.100.7' };
      const [record, ...others] = await get(path, { as: 'doctor', headers });
      expect(others).toEqual([]);
      expect(record).toEqual({
        ...{ ...NONE, action: 'read', entity: 'patient', entity_id: id, patient_id: id },
        ...{ id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) },
        ...{ actor: actorOf('doctor').id, role: 'doctor', at: expect.any(Number) },
        ...{ request_id: headers['x-request-id'], address: '198.51.100.7' },
      });
      expect(record?.at).toBeGreaterThanOrEqual(before);
      expect(record?.at).toBeLessThanOrEqual(Date.now());
    }
  });

  it('says how many a list showed and whose they are, and of a search not what was searched for', async () => {
    const last_name = unique('Secretname');
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift((await make.patient({ last_name, dob: '1931-07-08' })).id);
    const [newest = null] = ids;
    const naming = (patients: string[]) => ({ ...NONE, detail: JSON.stringify({ patients }) });
    const search = await get(`/patient/?search=${last_name}`);
    expect(search).toMatchObject([{ ...naming(ids), action: 'search', entity: 'patient', count: 3 }]);
    expect(await get('/patient/?limit=2')).toMatchObject([
      { ...naming(ids.slice(0, 2)), action: 'list', entity: 'patient', count: 2 },
    ]);
    expect(await get('/patient/?search=&limit=2')).toMatchObject([{ action: 'list', count: 2 }]);
    const born = await get('/patient/?dob=1931-07-08&limit=1');
    expect(born).toMatchObject([{ ...NONE, action: 'search', entity: 'patient', patient_id: newest, count: 1 }]);
    expect(JSON.stringify([search, born])).not.toMatch(/secretname|1931-07-08/i);
  });

  it('names the patient of an invoice, of the list of its invoices and of possible duplicates', async () => {
    const patient_id = (await make.patient()).id;
    const { id } = await make.invoice({ patient_id });
    expect(await get(`/invoice/${id}`)).toMatchObject([
      { action: 'read', entity: 'invoice', entity_id: id, patient_id },
    ]);
    expect(await get(`/invoice/?patient_id=${patient_id}`)).toMatchObject([
      { ...NONE, action: 'list', entity: 'invoice', patient_id, count: 1 },
    ]);
    expect(await get('/invoice/?limit=1')).toMatchObject([
      { ...NONE, action: 'list', entity: 'invoice', patient_id, count: 1 },
    ]);
    expect(await get(`/invoice/${id}/payments`)).toMatchObject([
      { action: 'read', entity: 'invoice', entity_id: id, owner_id: id },
    ]);
    const [asked] = await get(`/patient/${patient_id}/duplicates`);
    const look = { action: 'duplicates', entity: 'patient', entity_id: patient_id };
    expect(asked).toMatchObject({ ...look, patient_id, count: expect.any(Number) });
  });

  it('has a file that is fetched with a token, not one that is fetched by its url alone', async () => {
    const patient_id = (await make.patient()).id;
    const file = await makePng(patient_id);
    const path = new URL(file.url).pathname;
    const expected = [
      { action: 'read', entity: 'file', entity_id: file.id, owner_id: patient_id, actor: actorOf('staff').id },
    ];
    expect(await get(path)).toMatchObject(expected);
    expect(await get(path, { headers: { range: 'bytes=0-3' } })).toMatchObject(expected);
    const { headers } = await call('GET', path, { as: null });
    expect(await get(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).toMatchObject(expected);
    expect(await get(path, { as: null })).toEqual([]);
    for (const authorization of ['Bearer nonsense', 'Basic eDp5']) {
      const answer = await call('GET', path, { as: null, headers: { authorization } });
      expect([answer.status, accessOf(answer)]).toEqual([200, []]);
    }
  });

  it('has nothing where nothing was read', async () => {
    const id = crypto.randomUUID();
    for (const path of [
      `/patient/${id}`,
      '/patient/x',
      `/invoice/${id}`,
      `/static/${id}/${id}.png`,
      '/patient/?limit=0',
      '/department/',
    ]) {
      expect(await get(path), path).toEqual([]);
    }
    expect(await get('/patient/', { as: null })).toEqual([]);
  });

  it('has what was refused, by role or by the state of the account', async () => {
    const { id } = await make.patient();
    const refused = await call('DELETE', `/patient/${id}`, { as: 'billing' });
    expect(refused.status).toBe(403);
    expect(accessOf(refused)).toMatchObject([
      {
        ...NONE,
        action: 'refused',
        entity: 'patient',
        actor: actorOf('billing').id,
        role: 'billing',
        detail: '{"permission":"patient:delete","route":"DELETE /patient/:id"}',
      },
    ]);

    const admin = await make.doctor({ user: { ...input.doctor().user, type: 'admin' } }, { as: 'admin' });
    const service = await call('DELETE', `/doctor/${admin.id}`);
    expect(service.status).toBe(403);
    expect(accessOf(service)).toMatchObject([
      { action: 'refused', detail: '{"permission":"doctor:delete","route":"DELETE /doctor/:id"}' },
    ]);
    expect(ROLE_PERMISSIONS.staff.has('audit:read')).toBe(false);
  });

  it('has not every refusal of an account that floods it', async () => {
    const as = await insertUser('none');
    const env = { REFUSAL_RATE_LIMIT: three() };
    const recorded = async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => call('GET', '/patient/', { as, env })));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403));
      return answers.flatMap(accessOf).length;
    };
    await withinMinute(async () => {
      expect([await recorded(), await recorded()]).toEqual([3, 0]);
    });
  });

  it('has a wrong password by the account, and an e-mail without one by its hash alone', async () => {
    const user = await account();
    const wrong = await user.logIn({}, 'not this one');
    expect(accessOf(wrong)).toMatchObject([
      { ...NONE, action: 'login_failed', entity: 'user', entity_id: user.id, actor: null },
    ]);
    const email = `${unique('nobody')}@test.example`;
    const unknown = await logIn({ email, password: 'not this one' });
    expect(accessOf(unknown)).toMatchObject([
      { action: 'login_failed', entity: 'login_failure', entity_id: await sha256(email) },
    ]);
    expect(JSON.stringify([accessOf(wrong), accessOf(unknown)])).not.toMatch(/test\.example|not this one/);
    expect(accessOf(await user.logIn())).toEqual([]);
  });
});

/** The line that is not the request's own. */
const eventOf = (lines: string) =>
  lines
    .split('\n')
    .map((line) => JSON.parse(line))
    .find(({ event }) => event !== 'request');

describe('The access log costs the reader nothing', () => {
  const written = ({ headers }: Result) =>
    row('SELECT action, patient_id FROM access WHERE request_id = ?', headers.get('x-request-id'));

  it('and is written directly where there is no queue, or where it takes nothing', async () => {
    const { id } = await make.patient();
    const { cost } = await call('GET', `/patient/${id}`);
    const none = await call('GET', `/patient/${id}`, { env: { ACCESS_QUEUE: undefined as never } });
    const send = () => Promise.reject(new Error('Too Many Requests'));
    let refused: Result | undefined;
    const lines = await logged(async () => {
      refused = await call('GET', `/patient/${id}`, { env: { ACCESS_QUEUE: { send } as never } });
    });
    expect(eventOf(lines)).toEqual({ level: 'warn', event: 'access_queue_refused', count: 1 });
    for (const answer of [none, refused as Result]) {
      expect([answer.status, answer.cost]).toEqual([200, cost]);
      expect(await written(answer)).toEqual({ action: 'read', patient_id: id });
    }
  });

  it('and what is lost is counted, while the answer stands', async () => {
    const { id } = await make.patient();
    const broken = brokenDatabase(new Error('Network connection lost'));
    let sessions = 0;
    // The first session is the request's own.
    const DB = { withSession: () => (sessions++ === 0 ? env.DB : broken).withSession() } as unknown as D1Database;
    let answer: Result | undefined;
    const lines = await logged(async () => {
      answer = await call('GET', `/patient/${id}`, { env: { DB, ACCESS_QUEUE: undefined as never } });
    });
    const request_id = answer?.headers.get('x-request-id');
    expect([answer?.status, eventOf(lines)]).toEqual([
      200,
      { level: 'error', event: 'access_lost', count: 1, request_id },
    ]);
    expect(testEnv.ACCESS_QUEUE).toBeDefined();
  });
});
