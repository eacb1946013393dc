import { describe, expect, it } from 'vitest';
import { type Body, call, ok, pages, refusal } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { count, rows, trail } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

const post = (json: object, key?: string) =>
  call('POST', '/department/', { json, headers: key ? { 'idempotency-key': key } : {} });

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

  it('fills in the defaults for fields that are left out or null', async () => {
    for (const given of [{}, { description: null, icon_codes: null }]) {
      const { id, ...made } = await make.department({ description: undefined, icon_codes: undefined, ...given });
      expect(made).toMatchObject({ description: null, icon_codes: [] });
      expect(await ok('GET', `/department/${id}`)).toEqual({ id, ...made });
    }
  });

  it('answers 400 when another department has the code, in any letter case or normal form', async () => {
    const code = unique('Ärzte');
    await make.department({ code });
    for (const same of [code, code.toUpperCase(), code.toLowerCase(), code.normalize('NFD')]) {
      const { status, body } = await post(input.department({ code: same }));
      expect([status, body]).toEqual([400, refusal('duplicate', 'Department with this code already exists')]);
    }
    expect(
      (await post(input.department({ code: `${code} ` }))).status,
      'spaces are kept, so the code is another one',
    ).toBe(201);
  });

  it('gives a code to one of eight requests for it at the same time', async () => {
    const code = unique();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(input.department({ code }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
    expect(await count('department WHERE code = ?', code)).toBe(1);
  });

  it('writes one audit row, with the account that did it', async () => {
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

describe('A department with Idempotency-Key', () => {
  it('is created once from repeated requests, also at the same time', async () => {
    const [json, key] = [input.department(), unique('key')];
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(json, key)));
    answers.push(await post(json, key));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await trail(answers[0]?.body.id)).toEqual(['create 1']);
  });

  it('is created once from requests without a content type, too', async () => {
    const [json, key] = [input.department(), unique('key')];
    const bare = (body: object) =>
      call('POST', '/department/', {
        body: new TextEncoder().encode(JSON.stringify(body)),
        headers: { 'idempotency-key': key },
      });
    const [first, again] = [await bare(json), await bare(json)];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect((await bare({ ...json, name: 'Other' })).status).toBe(409);
    expect((await post(json, key)).body, 'the content type does not tell requests apart').toEqual(first.body);
  });

  it('is refused with 409 for another request, while another account may use the same key', async () => {
    const [json, key] = [input.department(), unique('key')];
    const made = await post(json, key);
    expect((await post(input.department(), key)).status).toBe(409);
    const elsewhere = await call('POST', '/patient/', { json: input.patient(), headers: { 'idempotency-key': key } });
    expect([elsewhere.status, elsewhere.body]).toEqual([409, refusal('idempotency_key')]);
    const other = await call('POST', '/department', {
      as: await insertUser('staff'),
      json: input.department(),
      headers: { 'idempotency-key': key },
    });
    expect([made.status, other.status]).toEqual([201, 201]);
    expect(
      (await call('POST', '/department', { json, headers: { 'idempotency-key': key } })).body.id,
      'the path without its slash is the same request',
    ).toBe(made.body.id);
  });

  it('can be created with the key of a create that was refused', async () => {
    const key = unique('key');
    const taken = await make.department();
    expect((await post(input.department({ code: taken.code }), key)).status).toBe(400);
    expect((await post(input.department(), key)).status).toBe(201);
  });
});

describe('GET /department/{item_id}', () => {
  it('takes an id in upper or lower case, answers 404 to an unknown one and 422 to an invalid one', async () => {
    const made = await make.department();
    expect(await ok('GET', `/department/${made.id.toUpperCase()}`)).toEqual(made);
    const unknown = await call('GET', `/department/${crypto.randomUUID()}`);
    expect([unknown.status, unknown.body]).toEqual([
      404,
      refusal('not_found', expect.stringContaining('Department not found')),
    ]);
    const invalid = await call('GET', '/department/7');
    expect(invalid.status).toBe(422);
    expect(invalid.body).toEqual({
      detail: [{ loc: ['path', 'item_id'], msg: 'Input should be a valid UUID', type: 'uuid_parsing' }],
    });
  });
});

describe('GET /department/', () => {
  it('answers with an array, newest first, in pages', async () => {
    const word = unique('Neuro');
    const made: Body[] = [];
    for (let i = 0; i < 7; i++) made.push(await make.department({ name: `${word} ${i}` }));
    expect((await ok('GET', '/department/')).slice(0, 7)).toEqual(made.toReversed());
    const found = await pages(`/department/?limit=3&search=${word.toLowerCase()}`);
    expect(found.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(found.flat()).toEqual(made.toReversed());
  });

  it('searches the words of name and code, not those of the description', async () => {
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
    for (const text of [other, `${name} kirurgi`, 'ntgen', "'; DROP TABLE department; --"]) {
      expect(await search(text), text).toEqual([]);
    }
    for (const text of ['%', "'", ' ', '...']) expect(await search(text), 'neither letter nor digit').toEqual([]);
    expect(await search(''), 'no search').toEqual(await ok('GET', '/department/'));
  });
});

describe('The code of a department', () => {
  it.each([
    ['ΣΑΣ', 'σασ'],
    ['ΣΑΣ', 'σας'],
    ['Straße', 'STRASSE'],
    ['straße', 'STRAẞE'],
    ['Ärzte', 'ärzte'],
  ])('%s is the same as %s', async (first, second) => {
    const prefix = unique('case');
    await ok('POST', '/department/', { json: input.department({ code: prefix + first }) });
    const { status, body } = await call('POST', '/department/', { json: input.department({ code: prefix + second }) });
    expect([status, body.detail]).toEqual([400, 'Department with this code already exists']);
  });
});
