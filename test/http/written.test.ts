import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { Database } from '../../src/db/client';
import { department } from '../../src/db/schema/department';
import { db, type Inputs, rawStatement, statement } from '../../src/db/statement';
import type { Bindings } from '../../src/env';
import { call } from '../support/client';
import { faultyDatabase } from '../support/faulty';
import { input } from '../support/input';
import { large } from '../support/large';
import { configured, noted, three, withinMinute } from '../support/limits';
import { count } from '../support/rows';
import { insertUser } from '../support/users';

const KIB = 1024;
/** A patient whose texts take about so many bytes. */
const patientOf = (bytes: number) =>
  input.patient({
    medical_conditions: Array.from({ length: Math.ceil(bytes / 4_000) }, () => ({ description: 'n'.repeat(3_980) })),
  });

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Words that nobody else has. */
const words = (n: number, length: number): string => {
  const letter = () => LETTERS[Math.floor(Math.random() * LETTERS.length)];
  return Array.from({ length: n }, () => Array.from({ length }, letter).join('')).join(' ');
};

/** By whom each unit is counted that is written during some work. */
async function writtenIn(work: (env: Partial<Bindings>) => Promise<unknown>): Promise<string[]> {
  const { counted, env } = noted();
  await work(env);
  return counted.filter((key) => key.startsWith('WRITTEN'));
}

describe('The limit of bytes written', () => {
  it('is asked nothing by ordinary writes, nor by any read', async () => {
    const record = await large.patient();
    const written = await writtenIn(async (env) => {
      const { body } = await call('POST', '/patient/', { env, json: input.patient() });
      expect((await call('PATCH', `/patient/${body.id}`, { env, json: { first_name: 'Åsa' } })).status).toBe(200);
      expect((await call('GET', `/patient/${record.id}`, { env })).status).toBe(200);
    });
    expect(written).toEqual([]);
  });

  it('counts 16 KiB as one, of creates and of changes of large records, by account', async () => {
    const as = await insertUser('staff');
    const key = `WRITTEN ${as.id}`;
    let id = '';
    const create = await writtenIn(async (env) => {
      const { status, body } = await call('POST', '/patient/', { as, env, json: patientOf(64 * KIB) });
      expect(status).toBe(201);
      id = body.id;
    });
    expect(create).toEqual(Array(4).fill(key));
    const patch = (env: object) => call('PATCH', `/patient/${id}`, { as, env, json: { first_name: 'Åsa' } });
    expect((await writtenIn(patch)).length).toBe(4);
    const whole = await writtenIn((env) => call('POST', '/patient/', { as, env, json: patientOf(768 * KIB) }));
    expect(whole).toHaveLength(49);
  });

  it('refuses what is beyond it before anything is written, and lets small writes and others through', () =>
    withinMinute(async () => {
      const env = { WRITTEN_RATE_LIMIT: three() };
      const [as, other] = [await insertUser('staff'), await insertUser('staff')];
      const patients = (await count('patient')) ?? 0;
      const create = (json: object, actor = as) => call('POST', '/patient/', { as: actor, env, json });
      expect((await create(patientOf(48 * KIB))).status).toBe(201);
      const refused = await create(patientOf(16 * KIB));
      expect([refused.status, refused.headers.get('retry-after'), refused.cost.trips]).toEqual([429, '60', 0]);
      expect(await count('patient')).toBe(patients + 1);
      expect((await create(input.patient())).status).toBe(201);
      expect((await create(patientOf(16 * KIB), other)).status).toBe(201);
    }));

  it.each([
    ['terms and tags', 3, () => input.catalogItem({ description: words(900, 3), tags: words(200, 4).split(' ') })],
    ['long tags', 1, () => input.catalogItem({ tags: words(11, 200).split(' ') })],
    ['some terms and tags', 0, () => input.catalogItem({ description: words(20, 3), tags: words(40, 4).split(' ') })],
    ['text alone', 0, () => input.patient({ medical_conditions: Array(2).fill({ description: 'n'.repeat(3_000) }) })],
  ])('counts what the database grows by, indexes included: %s', async (what, units, body) => {
    const create = async (env: object) => {
      const { status } = await call('POST', what === 'text alone' ? '/patient/' : '/catalog/', { env, json: body() });
      expect(status).toBe(201);
    };
    const size = async () => (await env.DB.prepare('SELECT 1').all()).meta.size_after;
    const before = await size();
    const written = await writtenIn(async (env) => {
      for (let i = 0; i < 30; i++) await create(env);
    });
    expect(written).toHaveLength(30 * units);
    // A unit stands for less than 24 KiB, none for less than 8; the rest is what every write takes.
    expect((await size()) - before).toBeLessThan(30 * KIB * (units === 0 ? 10 : 24 * units));
  });

  it('is enough for 32 of the largest records a minute', () => {
    expect(configured.WRITTEN_RATE_LIMIT?.limit).toBe(32 * 64);
  });

  it('is counted once where the service repeats a write whose answer was lost', async () => {
    const { DB } = faultyDatabase({ when: 'after' });
    const written = await writtenIn(async (env) => {
      const { status } = await call('POST', '/patient/', { env: { ...env, DB }, json: patientOf(16 * KIB) });
      expect(status).toBe(201);
    });
    expect(written).toHaveLength(1);
  });

  it('is not asked by a database without a budget, as that of the queue and of the hourly job is', async () => {
    const told: number[] = [];
    const echo = rawStatement<{ text: string }, { bytes: number }>((p) => sql`select octet_length(${p.text}) as bytes`);
    const rename = statement((p: Inputs<{ text: string }>) =>
      db
        .update(department)
        .set({ description: sql`${p.text}` })
        .where(sql`false`),
    );
    const budget = async (bytes: number) => void told.push(bytes);
    const text = 'å'.repeat(10_000);
    await new Database(env.DB, 'first-primary').run(rename({ text }));
    const counting = new Database(env.DB, 'first-primary', budget);
    expect(await counting.run(echo({ text }))).toEqual([{ bytes: 20_000 }]);
    expect(told).toEqual([]);
    await counting.run(rename({ text }));
    expect(told).toEqual([20_000]);
  });
});
