import { describe, expect, it } from 'vitest';
import { type Body, call, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { rows, trail } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

const post = (json: object, key?: string) =>
  call('POST', '/department/', { json, headers: key ? { 'idempotency-key': key } : {} });
const count = async (code: string) => (await rows('SELECT id FROM department WHERE code = ?', code)).length;

describe('POST /department/', () => {
  it('answers 201 with the department and its address', async () => {
    const json = input.department();
    const { status, body, headers, cost } = await post(json);
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), ...json });
    expect(headers.get('location')).toBe(`http://localhost/department/${body.id}`);
    expect(await ok('GET', new URL(headers.get('location') ?? '').pathname)).toEqual(body);
    expect(cost).toMatchObject({ trips: 1 });
  });

  it('fills in what is left out or null', async () => {
    for (const given of [{}, { description: null, icon_codes: null }]) {
      const { id, ...made } = await make.department({ description: undefined, icon_codes: undefined, ...given });
      expect(made).toMatchObject({ description: null, icon_codes: [] });
      expect(await ok('GET', `/department/${id}`)).toEqual({ id, ...made });
    }
  });

  it('answers 400 naming the code when it is taken, whatever its case or normal form', async () => {
    const code = unique('Ärzte');
    await make.department({ code });
    for (const same of [code, code.toUpperCase(), code.toLowerCase(), code.normalize('NFD')]) {
      const { status, body } = await post(input.department({ code: same }));
      expect([status, body]).toEqual([400, { detail: 'Department with this code already exists' }]);
    }
    expect((await post(input.department({ code: `${code} ` }))).status, 'strings are trimmed of nothing').toBe(201);
  });

  it('gives a code to one of eight that ask for it at once', async () => {
    const code = unique();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(input.department({ code }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
    expect(await count(code)).toBe(1);
  });

  it('leaves one audit row, saying who', async () => {
    const { id } = await make.department({}, { as: 'admin' });
    expect(await trail(id)).toEqual(['create 1']);
    expect(await rows('SELECT actor, entity FROM audit WHERE entity_id = ?', id)).toEqual([
      { actor: actorOf('admin').id, entity: 'department' },
    ]);
    expect(await rows('SELECT created_by, version FROM department WHERE id = ?', id)).toEqual([
      { created_by: actorOf('admin').id, version: 1 },
    ]);
  });
});

describe('Idempotency-Key', () => {
  it('makes one department of a create that is repeated, also at once', async () => {
    const [json, key] = [input.department(), unique('key')];
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(json, key)));
    answers.push(await post(json, key));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await trail(answers[0]?.body.id)).toEqual(['create 1']);
  });

  it('is 409 for another request, and another account’s own', async () => {
    const [json, key] = [input.department(), unique('key')];
    const made = await post(json, key);
    expect((await post(input.department(), key)).status).toBe(409);
    const elsewhere = await call('POST', '/patient/', { json: input.patient(), headers: { 'idempotency-key': key } });
    expect([elsewhere.status, elsewhere.body]).toEqual([409, { detail: expect.any(String) }]);
    const other = await call('POST', '/department', {
      as: await insertUser('staff'),
      json: input.department(),
      headers: { 'idempotency-key': key },
    });
    expect([made.status, other.status]).toEqual([201, 201]);
    expect(
      (await call('POST', '/department', { json, headers: { 'idempotency-key': key } })).body.id,
      'without the slash',
    ).toBe(made.body.id);
  });

  it('is not used up by a create that was refused', async () => {
    const key = unique('key');
    const taken = await make.department();
    expect((await post(input.department({ code: taken.code }), key)).status).toBe(400);
    expect((await post(input.department(), key)).status).toBe(201);
  });
});

describe('GET /department/{item_id}', () => {
  it('finds an id in either case, answers 404 and 422 otherwise', async () => {
    const made = await make.department();
    expect(await ok('GET', `/department/${made.id.toUpperCase()}`)).toEqual(made);
    const unknown = await call('GET', `/department/${crypto.randomUUID()}`);
    expect([unknown.status, unknown.body]).toEqual([404, { detail: expect.stringContaining('Department not found') }]);
    const invalid = await call('GET', '/department/7');
    expect(invalid.status).toBe(422);
    expect(invalid.body).toEqual({
      detail: [{ loc: ['path', 'item_id'], msg: 'Input should be a valid UUID', type: 'uuid_parsing' }],
    });
  });
});

describe('GET /department/', () => {
  it('lists an array, newest first, in pages', async () => {
    const word = unique('Neuro');
    const made: Body[] = [];
    for (let i = 0; i < 7; i++) made.push(await make.department({ name: `${word} ${i}` }));
    expect((await ok('GET', '/department/')).slice(0, 7)).toEqual(made.toReversed());
    const found = await pages(`/department/?limit=3&search=${word.toLowerCase()}`);
    expect(found.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(found.flat()).toEqual(made.toReversed());
  });

  it('is searched by the words of name and code, not of the description', async () => {
    const [name, code, other] = [unique('Röntgen'), unique('RX'), unique('Secret')];
    const made = await make.department({ name: `${name} och ultraljud`, code, description: other });
    const search = (text: string) => ok('GET', `/department?search=${encodeURIComponent(text)}`);
    for (const text of [
      name,
      name.toUpperCase(),
      'ultra',
      code.toLowerCase(),
      `ULTRA ${code}`,
      `och ${name.replace('ö', 'o')}`,
    ]) {
      expect(await search(text), text).toContainEqual(made);
    }
    for (const text of [other, `${name} kirurgi`, 'ntgen', '%', "'; DROP TABLE department; --"]) {
      if (text !== '%') expect(await search(text), text).toEqual([]);
    }
    expect(await search('%'), 'no word at all').toEqual(await ok('GET', '/department/'));
  });
});

describe('a department code', () => {
  it.each([
    ['ΣΑΣ', 'σασ'],
    ['ΣΑΣ', 'σας'],
    ['Straße', 'STRASSE'],
    ['Ärzte', 'ärzte'],
  ])('%s is taken for %s', async (first, second) => {
    const prefix = unique('case');
    await ok('POST', '/department/', { json: input.department({ code: prefix + first }) });
    const { status, body } = await call('POST', '/department/', { json: input.department({ code: prefix + second }) });
    expect([status, body.detail]).toEqual([400, 'Department with this code already exists']);
  });
});
