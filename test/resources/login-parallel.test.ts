import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import type { Result } from '../support/client';
import { databaseWith } from '../support/fakes';
import { account, logIn, PASSWORD } from '../support/logins';
import { row, rows } from '../support/rows';

const atOnce = (n: number, login: () => Promise<Result>) => Promise.all(Array.from({ length: n }, () => login()));
const withStatus = (answers: Result[], status: number) => answers.filter((answer) => answer.status === status);
const failures = async (email: string) =>
  (await row<{ failures: number }>('SELECT failures FROM login_failure WHERE email_hash = ?', await sha256(email)))
    ?.failures;

describe('Wrong passwords at the same time', () => {
  it.each([
    ['of an account', async () => (await account()).email],
    ['of an e-mail without an account', async () => `${crypto.randomUUID()}@test.example`],
  ])('are checked ten times at most, if they are %s', async (_, some) => {
    const email = await some();
    const answers = await atOnce(60, () => logIn({ email, password: 'wrong' }));
    expect(withStatus(answers, 401)).toHaveLength(10);
    const refused = withStatus(answers, 429);
    expect(refused).toHaveLength(50);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeOneOf([1, 2, 3]);
    expect(await failures(email)).toBe(10);
  });

  it('keep out the right one that comes with them, and those that come after it', async () => {
    const { email, logIn: right } = await account();
    const wrong = atOnce(30, () => logIn({ email, password: 'wrong' }));
    const [answers, last] = await Promise.all([wrong, right()]);
    expect(withStatus(answers, 401)).toHaveLength(10);
    expect(last.status).toBe(429);
  });
});

describe('Right passwords at the same time', () => {
  it('are all let in, also twelve of one account, and leave nothing counted', async () => {
    const { email, logIn: right } = await account();
    const answers = await atOnce(12, right);
    expect(withStatus(answers, 200)).toHaveLength(12);
    expect(await failures(email)).toBeUndefined();
  });
});

describe('A login', () => {
  it('counts as a wrong password if it breaks off before its session is written', async () => {
    const { email, logIn: right } = await account();
    let batches = 0;
    const DB = databaseWith((session) => ({
      batch: (statements: D1PreparedStatement[]) =>
        ++batches === 2 ? Promise.reject(new Error('D1_ERROR: Network connection lost.')) : session.batch(statements),
    }));
    expect((await right({ env: { DB } })).status).toBe(503);
    expect(await failures(email)).toBe(1);
    expect((await right()).status).toBe(200);
    expect(await failures(email)).toBeUndefined();
  });

  it('asks the database as often for a wrong password whether or not there is an account', async () => {
    const { email } = await account();
    for (const tried of [email, `${crypto.randomUUID()}@test.example`]) {
      const guess = async () => (await logIn({ email: tried, password: `not ${PASSWORD}` })).cost.trips;
      expect(await guess()).toBe(1);
      await rows('UPDATE login_failure SET failures = 20 WHERE email_hash = ?', await sha256(tried));
      expect(await guess()).toBe(2);
    }
  });
});
