import { env as bindings } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { emailHash } from '../../src/auth/devices';
import type { Actor } from '../../src/context';
import { sha256 } from '../../src/rules/sha256';
import { type CallOptions, call, type Result } from '../support/client';
import { deviceOf } from '../support/cookies';
import { make } from '../support/factories';
import { makePng, pathOf } from '../support/files';
import { input } from '../support/input';
import { configured, noted, three, withinMinute } from '../support/limits';
import { account, logIn } from '../support/logins';
import { operations } from '../support/openapi';
import { newProgram } from '../support/programs';
import { count } from '../support/rows';
import { insertUser } from '../support/users';

const outcome = ({ status, headers }: Result) => [status, headers.get('retry-after')];
const tally = (answers: Result[]) => ({
  200: answers.filter(({ status }) => status === 200).length,
  429: answers.filter(({ status }) => status === 429).length,
});

describe('Limits', () => {
  it('are documented for every operation that needs a token, for all of /auth, for files, for feeds and where consents are taken back', () => {
    for (const { name, path, operation } of operations) {
      const limited = operation.security.length > 0 || /^\/(auth|static|feeds|unsubscribe)\//.test(path);
      expect('429' in operation.responses, name).toBe(limited);
    }
  });
});

describe('The limit of searches', () => {
  it(
    'stops 20 hostile searchers of one account, and nobody who reads',
    () =>
      withinMinute(async () => {
        const { SEARCH_RATE_LIMIT, ACCOUNT_RATE_LIMIT } = bindings;
        const env = { SEARCH_RATE_LIMIT, ACCOUNT_RATE_LIMIT };
        const [searcher, reader] = [await insertUser('staff'), await insertUser('staff')];
        const patient = await make.patient({ first_name: 'Maria', last_name: 'Garcia' });
        const limit = configured.SEARCH_RATE_LIMIT?.limit ?? 0;
        // The first part is used up without a request each, which would take long.
        const left = 200;
        await Promise.all(Array.from({ length: limit - left }, () => SEARCH_RATE_LIMIT.limit({ key: searcher.id })));

        let searching = true;
        const reads: Result[] = [];
        const read = async () => {
          for (let i = 0; searching; i++) {
            reads.push(await call('GET', `/patient/${patient.id}`, { as: i % 2 ? reader : searcher, env }));
          }
        };
        const hostile = ['maria garcia', 'm g a j l s p 4', '1984', '4567', 'pat a', 'a', '1 2 3 4 5 6 7 8'];
        const search = async (n: number) => {
          const answers: Result[] = [];
          for (let i = 0; i < 15; i++) {
            const text = hostile[(n + i) % hostile.length] ?? '';
            answers.push(await call('GET', `/patient/?search=${encodeURIComponent(text)}`, { as: searcher, env }));
          }
          return answers;
        };
        const searches = Promise.all(Array.from({ length: 20 }, (_, n) => search(n))).finally(() => {
          searching = false;
        });
        const [found] = await Promise.all([searches, read()]);

        expect(tally(found.flat())).toEqual({ 200: left, 429: 100 });
        for (const refused of found.flat().filter(({ status }) => status === 429)) {
          expect(outcome(refused)).toEqual([429, '60']);
          expect(refused.cost.trips).toBe(0);
        }
        expect(reads.length).toBeGreaterThan(10);
        expect(tally(reads)).toEqual({ 200: reads.length, 429: 0 });
        expect((await call('GET', '/patient/?search=maria', { as: reader, env })).status).toBe(200);
      }),
    120_000,
  );

  it('counts what searches, by account, and everything else apart', async () => {
    const { counted, env } = noted();
    const as = await insertUser('staff');
    const patient = await make.patient();
    const lists = ['/department/', '/patient/', '/doctor/', '/invoice/', '/catalog/'];
    const searching = [...lists.map((list) => `${list}?search=a`), '/invoice/?tags=&tags=a', '/catalog/?tags=a'];
    const filters = ['method=cash', `by=${as.id}`, 'kind=refund', 'reference=R-1'].map((one) => `/payment/?${one}`);
    searching.push('/patient/?dob=1984-02-29', `/patient/${patient.id}/duplicates`, '/payment/summary', ...filters);
    for (const path of searching) {
      expect((await call('GET', path, { as, env })).status, path).toBe(200);
      expect(counted.splice(0), path).toEqual([`SEARCH ${as.id}`]);
    }
    const reads = [`/patient/${patient.id}`, '/auth/users/me', '/payment/?from=2026-01-01&kind='];
    for (const path of [...lists.map((list) => `${list}?search=`), ...reads]) {
      expect((await call('GET', path, { as, env })).status, path).toBe(200);
      expect(counted.splice(0), path).toEqual([`ACCOUNT ${as.id}`]);
    }
  });
});

describe('The limit of an account', () => {
  it('refuses what is beyond it, reads and writes alike, and stops no other account', () =>
    withinMinute(async () => {
      const env = { ACCOUNT_RATE_LIMIT: three() };
      const [as, other] = [await insertUser('staff'), await insertUser('staff')];
      const department = () => call('POST', '/department/', { as, env, json: input.department() });
      expect((await department()).status).toBe(201);
      for (const path of ['/patient/', '/auth/users/me'])
        expect((await call('GET', path, { as, env })).status).toBe(200);
      for (const path of ['/patient/', '/auth/users/me', '/patient/?limit=x']) {
        expect(outcome(await call('GET', path, { as, env })), path).toEqual([429, '60']);
      }
      expect((await department()).status).toBe(429);
      expect((await call('GET', '/patient/?search=a', { as, env })).status, 'searches count apart').toBe(200);
      expect((await call('GET', '/patient/', { as: other, env })).status).toBe(200);
      expect((await call('GET', '/patient/', { as: { ...as, role: 'none' }, env })).status).toBe(403);
    }));

  it('is a program’s, too, and stops no other program', () =>
    withinMinute(async () => {
      const env = { ACCOUNT_RATE_LIMIT: three() };
      const [as, other] = [await newProgram('system/*.rs'), await newProgram('system/*.rs')];
      const read = (by: Actor) => call('GET', '/patient/', { as: by, env });
      for (let i = 0; i < 3; i++) expect((await read(as)).status).toBe(200);
      expect(outcome(await read(as))).toEqual([429, '60']);
      expect((await read(other)).status).toBe(200);
    }));

  it('holds for files by address, as they need no token', () =>
    withinMinute(async () => {
      const env = { ACCOUNT_RATE_LIMIT: three() };
      const path = pathOf(await makePng((await make.patient()).id));
      const get = (address: string) => call('GET', path, { as: null, env, headers: { 'cf-connecting-ip': address } });
      for (let i = 0; i < 3; i++) expect((await get('203.0.113.7')).status).toBe(200);
      expect(outcome(await get('203.0.113.7'))).toEqual([429, '60']);
      expect((await get('203.0.113.8')).status).toBe(200);
    }));

  it('counts no request that is 401 or 403, and those with faults', async () => {
    const { counted, env } = noted();
    expect((await call('GET', '/patient/', { as: null, env })).status).toBe(401);
    expect((await call('GET', '/patient/', { as: 'none', env })).status).toBe(403);
    expect(counted).toEqual([]);
    expect((await call('GET', '/patient/?limit=x', { env })).status).toBe(422);
    expect(counted).toHaveLength(1);
  });
});

describe('The limit of passwords', () => {
  const from = (ip: string, options: CallOptions, headers = {}): CallOptions => ({
    ...options,
    headers: { 'cf-connecting-ip': ip, ...headers },
  });

  it('refuses logins and signups of an address, counts no attempt then, and stops no other address', () =>
    withinMinute(async () => {
      const env = { PASSWORD_RATE_LIMIT: three() };
      const user = await account();
      for (let i = 0; i < 3; i++) expect((await user.logIn(from('203.0.113.9', { env }))).status).toBe(200);
      expect(outcome(await user.logIn(from('203.0.113.9', { env })))).toEqual([429, '60']);
      const json = { email: `${crypto.randomUUID()}@test.example`, password: 'correct horse', full_name: 'Nina' };
      const signup = await call('POST', '/auth/signup', from('203.0.113.9', { env, as: null, json }));
      expect(outcome(signup)).toEqual([429, '60']);
      expect(await count('login_failure WHERE email_hash = ?', await sha256(user.email))).toBe(0);
      expect((await user.logIn(from('203.0.113.10', { env }))).status).toBe(200);
    }));

  it('counts each known device on its own: no neighbour, and no former login of the account, uses up what it has', () =>
    withinMinute(async () => {
      const env = { PASSWORD_RATE_LIMIT: three() };
      const user = await account();
      const [former, known] = [deviceOf(await user.logIn()), deviceOf(await user.logIn())];
      // Its holder may send the cookie with any e-mail, each of which has its own count of wrong passwords.
      const [, value] = former.split('=');
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        const email = `junk${i}@test.example`;
        const cookie = `device_${(await emailHash(email)).slice(0, 16)}=${value}`;
        statuses.push((await logIn({ email, password: 'wrong' }, from('203.0.113.9', { env }, { cookie }))).status);
      }
      expect(statuses).toEqual([401, 401, 401, 429]);
      for (let i = 0; i < 3; i++)
        expect((await user.logIn(from('203.0.113.9', { env }, { cookie: known }))).status).toBe(200);
      expect((await user.logIn(from('203.0.113.9', { env }, { cookie: known }))).status).toBe(429);
      const unknown = { cookie: `${known}x` };
      expect((await user.logIn(from('203.0.113.9', { env }, unknown))).status, 'by the address').toBe(200);
    }));

  it('counts a doctor’s new password by the account that sets it, and nothing that hashes none', async () => {
    const { counted, env } = noted();
    const as = await insertUser('staff');
    const json = input.doctor();
    const passwords = () => counted.splice(0).filter((key) => key.startsWith('PASSWORD'));
    const doctor = (await call('POST', '/doctor/', { as, env, json })).body;
    expect(passwords()).toEqual([`PASSWORD ${as.id}`]);
    const put = (user: object) => call('PUT', `/doctor/${doctor.id}`, { as, env, json: { ...json, user } });
    expect((await put(json.user)).status).toBe(200);
    expect(passwords()).toEqual([`PASSWORD ${as.id}`]);
    expect((await put({ ...json.user, password: undefined })).status).toBe(200);
    const patch = (user: object) => call('PATCH', `/doctor/${doctor.id}`, { as, env, json: { user } });
    expect((await patch({ phone_number: '1' })).status).toBe(200);
    expect((await call('POST', '/doctor/', { as, env, json: {} })).status).toBe(422);
    expect((await logIn({ email: json.user.email }, { env })).status).toBe(422);
    expect(passwords()).toEqual([]);
    expect((await patch({ password: json.user.password })).status).toBe(200);
    expect(passwords()).toEqual([`PASSWORD ${as.id}`]);
  });
});
