import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call, ok, refusal } from '../support/client';
import { excessOf, LIMITS, takeExcess } from '../support/d1-limits';
import { create, make } from '../support/factories';
import { largest } from '../support/largest';
import { row, trail } from '../support/rows';
import { isFull } from '../support/volume';

/** JSON escapes the first three, the others have two to four bytes. One of each kind takes most of it. */
const CHARACTERS = isFull ? ['"', '\\', '\u0001', 'é', '漢', '😀'] : ['\u0001', '😀'];

const list = (n: number, of = 'x') => new Array(n).fill(of).join(', ');

describe("What is more than D1's documented limits", () => {
  it.each([
    ['a value', 'SELECT ?', ['é'.repeat(1_000_001)]],
    ['SQL', `SELECT 'é${' '.repeat(99_990)}'`, []],
    ['parameters', 'SELECT 1', new Array(101).fill(1)],
    [
      'a compound SELECT',
      'SELECT 1 FROM (SELECT 1 UNION SELECT 2 UNION ALL SELECT 3 EXCEPT SELECT 4 UNION SELECT 5 UNION SELECT 6)',
      [],
    ],
    ['arguments', `SELECT json_object(${list(16, "'(,', f(1, 2)")}) FROM x WHERE y = max(${list(33)})`, []],
    [
      'arguments of a function that begins a common table expression',
      `WITH a AS (SELECT max(${list(33)})) SELECT 1`,
      [],
    ],
  ])('is recognized: %s', (_, sql, values) => {
    expect(excessOf(sql, values)).toHaveLength(1);
  });

  it('is not what reaches them', () => {
    expect(
      excessOf("SELECT ' UNION ' UNION SELECT (SELECT 1 UNION SELECT 2) UNION SELECT 3", new Array(100).fill('x')),
    ).toEqual([]);
    expect(excessOf('SELECT ?', ['x'.repeat(LIMITS.value)])).toEqual([]);
    expect(excessOf(`SELECT max(${list(32)}), min((SELECT ${list(40)} FROM x LIMIT 1))`)).toEqual([]);
  });

  it.each([
    `SELECT ${list(40)} FROM (SELECT ${list(40)} FROM y) WHERE x IN (${list(40)}) OR x in(${list(40)})`,
    `INSERT INTO x(${list(40)}) VALUES(${list(40)}) ON CONFLICT(x) DO NOTHING`,
    `INSERT INTO "x" (${list(40)}) VALUES (${list(40)})`,
    `WITH x(${list(40)}) AS MATERIALIZED (SELECT ${list(40)}), y(${list(40)}) AS (SELECT 1) SELECT max(1, 2) FROM x`,
    `CREATE TABLE x(${list(40)})`,
    `SELECT '(${list(40)}' || "max(${list(40)})"`,
  ])('is not a long list of something else: %s', (sql) => {
    expect(excessOf(sql)).toEqual([]);
  });

  it.each(['a session', 'the database'])('is noted where a test or the service sends it to %s', async (where) => {
    const to = where === 'a session' ? env.DB.withSession() : env.DB;
    await to.prepare('SELECT length(?) AS n').bind('x'.repeat(2_000_001)).all();
    expect(await takeExcess()).toEqual([expect.stringContaining('a value of 2000001 bytes')]);
    expect(await takeExcess()).toEqual([]);
  });
});

/** Creates the record, sends it again, and reads it back whole. */
async function throughAllVerbs(path: string, body: Record<string, unknown>, sent = body) {
  const { id } = await create(path, body);
  // Otherwise there is nothing to write.
  const table = path === '/catalog/' ? 'catalog_item' : path.replaceAll('/', '');
  await env.DB.prepare(`UPDATE ${table} SET terms = '["x"]' WHERE id = ?`).bind(id).run();
  expect((await call('PUT', `${path}${id}`, { json: sent })).status).toBe(200);
  const { password: _, ...user } = (body.user ?? {}) as Record<string, unknown>;
  const expected = body.user ? { ...body, user: expect.objectContaining(user) } : body;
  expect(await ok('GET', `${path}${id}?view=full`)).toMatchObject(expected);
  expect(await trail(id)).toEqual(['create 1', 'update 2']);
  expect(await takeExcess()).toEqual([]);
}

describe.each(CHARACTERS)('The largest body, made of %j,', (character) => {
  const of = largest(character);

  it('can be created, sent again and read: a patient', async () => {
    await throughAllVerbs('/patient/', of.patient({ addresses: of.address, medical_conditions: of.condition }));
  });

  it('can be created, sent again and read: a doctor', async () => {
    await throughAllVerbs('/doctor/', of.doctor());
  });

  it('can be created, sent again and read: a catalog item', async () => {
    await throughAllVerbs('/catalog/', of.catalogItem());
  });

  it('can be created and read: a department', async () => {
    const body = of.department();
    const { id } = await create('/department/', body);
    expect(await ok('GET', `/department/${id}`)).toMatchObject(body);
    expect(await takeExcess()).toEqual([]);
  });

  it('can be created, sent again and read: an invoice, whose lines the catalog fills in or not', async () => {
    const patient = await make.patient();
    const item = await create('/catalog/', of.catalogItem());
    for (const line of [of.line, () => ({ catalog_id: item.id })]) {
      await throughAllVerbs('/invoice/', of.invoice(patient.id, line));
    }
  });
});

describe('A record that would be larger than D1 takes', () => {
  it('is refused with 413, and stays as it was', async () => {
    const of = largest('\u0001');
    const required = { first_name: 'A', last_name: 'B', gender: 'x' };
    const body = of.patient({ addresses: of.address });
    const { id } = await create('/patient/', body);
    const put = (json: object, headers = {}) =>
      call('PUT', `/patient/${id}`, { json: { ...required, ...json }, headers });
    const { medical_conditions } = of.patient({ medical_conditions: of.condition }) as {
      medical_conditions?: object[];
    };
    const refused = await put({ medical_conditions });
    expect([refused.status, refused.body]).toEqual([
      413,
      refusal('too_large', expect.stringContaining('1,850,000 bytes')),
    ]);
    expect(await ok('GET', `/patient/${id}?view=full`)).toMatchObject(body);
    expect(await trail(id)).toEqual(['create 1']);

    // Just below the limit it can still be changed, and what is stored leaves room for terms that are derived anew.
    const some = medical_conditions?.slice(0, -Math.ceil(medical_conditions.length * 0.3));
    expect((await put({ medical_conditions: some })).status).toBe(200);
    expect((await put({ phone_number: '1' })).status).toBe(200);
    expect(
      await row(
        'SELECT octet_length(addresses) + octet_length(medical_conditions) > 1700000 AS large FROM patient WHERE id = ?',
        id,
      ),
    ).toEqual({ large: 1 });
  });
});
