import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { hashPassword } from '../../src/auth/passwords';
import { log } from '../../src/log';
import { sha256 } from '../../src/rules/sha256';
import { type CallOptions, call, testEnv, tokenOf } from '../support/client';
import { make } from '../support/factories';
import { PNG } from '../support/files';
import { account, PASSWORD } from '../support/logins';
import { Meter } from '../support/meter';
import { newFactor } from '../support/totp';

const NOTHING = {
  ...{ d1: {}, r2: {}, queue: {}, limits: {} },
  ...{ log: 0, hmac: 0, hashes: 0, passwords: 0, schemas: 0 },
};

/** What a request took, when the isolate had its key and had seen the token. */
async function countsOf(method: string, path: string, { as = 'staff', headers, ...options }: CallOptions = {}) {
  const meter = new Meter(testEnv);
  const token = as && { authorization: `Bearer ${await tokenOf(as)}` };
  const metered = { as: null, meter };
  if (token) await call('GET', '/auth/users/me', { ...metered, headers: token });
  await call(method, path, { ...metered, ...options, headers: { ...token, ...headers } });
  return meter.counts;
}

describe('A meter', () => {
  it.each<[what: string, expected: object, work: (meter: Meter) => unknown]>([
    ['nothing', {}, () => {}],
    ['a session', { d1: { session: 1 } }, ({ env }) => env.DB.withSession()],
    [
      'a statement, which is a call when it is sent',
      { d1: { session: 1, all: 1 } },
      ({ env }) => env.DB.withSession().prepare('SELECT ?').bind(1).all(),
    ],
    [
      'two batches, each of two statements',
      { d1: { session: 1, batch: 2 } },
      async ({ env }) => {
        const session = env.DB.withSession();
        const statement = () => session.prepare('SELECT 1');
        await session.batch([statement(), statement()]);
        await session.batch([statement(), statement()]);
      },
    ],
    ['a look into the bucket', { r2: { head: 1 } }, ({ env }) => env.FILES.head('none')],
    ['a message', { queue: { send: 1 } }, ({ env }) => env.ACCESS_QUEUE?.send([])],
    ['a limit', { limits: { SEARCH: 1 } }, ({ env }) => env.SEARCH_RATE_LIMIT.limit({ key: 'somebody' })],
    ['a line', { log: 1 }, () => log('info', 'request', {})],
    ['a hash', { hashes: 1 }, () => sha256('text')],
    ['a token that is signed', { hmac: 1 }, () => tokenOf('staff')],
    ['a password', { passwords: 1 }, () => hashPassword('correct horse')],
    [
      'a schema, with what is in it, of whatever kind',
      { schemas: 3 },
      () => {
        const list = z.array(z.object({ one: z.string() }));
        list.parse([{ one: '1' }]);
        list.safeParse(1);
        z.preprocess(String, z.string()).safeParse(1);
      },
    ],
  ])('counts %s', async (_, expected, work) => {
    const meter = new Meter(testEnv);
    await tokenOf('staff'); // the key is there
    await meter.count(async () => work(meter));
    expect(meter.counts).toEqual({ ...NOTHING, ...expected });
  });

  it('counts one request alone', async () => {
    const { id } = await make.department();
    const meter = new Meter(testEnv);
    const read = () => call('GET', `/department/${id}`, { meter });
    await read();
    const { counts } = meter;
    expect(counts).toMatchObject({ d1: { session: 1, all: 1 }, log: 1 });
    await sha256('between two requests');
    await read();
    expect(meter.counts).toEqual(counts);
  });

  it('tells what a feature adds to a request', async () => {
    const patient = await make.patient();
    const path = `/patient/${patient.id}`;
    const read = await countsOf('GET', path);
    expect(read).toMatchObject({ r2: {}, queue: { send: 1 }, limits: { ACCOUNT: 1 }, log: 1, passwords: 0 });
    const of = { body: PNG as BodyInit, headers: { 'content-length': String(PNG.length) } };
    const upload = await countsOf('POST', `/static/upload_file?entity_id=${patient.id}&filename=scan.png`, of);
    expect(upload).toMatchObject({ r2: { put: 1 }, queue: {} });

    const refused = await countsOf('GET', path, { as: 'none' });
    expect(refused).toMatchObject({ d1: {}, queue: { send: 1 }, limits: { REFUSAL: 1 }, log: 1 });

    const create = () => ({ json: { name: 'Surgery', code: crypto.randomUUID() } });
    const once = await countsOf('POST', '/department/', create());
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const withKey = await countsOf('POST', '/department/', { ...create(), headers });
    expect(withKey).toEqual({ ...once, hmac: once.hmac + 1 });
  });

  it('tells a login with a second factor from one without', async () => {
    const { email } = await account();
    const json = { email, password: PASSWORD };
    const plain = await countsOf('POST', '/auth/login', { as: null, json });
    expect(plain).toMatchObject({ passwords: 1, queue: {}, limits: { AUTH: 1, PASSWORD: 1 } });
    const { totp, ...other } = await newFactor('active', PASSWORD);
    const withCode = await countsOf('POST', '/auth/login', { as: null, json: { ...json, email: other.email, totp } });
    expect(withCode).toEqual({ ...plain, hmac: plain.hmac + 1 });
  });
});
