import { describe, expect, it } from 'vitest';
import { type Body, call, duplicate, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { count } from '../support/rows';

const post = (json: object, key?: string) =>
  call('POST', '/department/', { json, headers: key ? { 'idempotency-key': key } : {} });

describe('POST /department/', () => {
  it('answers 201 with the department', async () => {
    const json = input.department();
    const { status, body } = await post(json);
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), ...json });
    expect(await ok('GET', `/department/${body.id}`)).toEqual(body);
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
      expect([status, body]).toEqual([400, duplicate('code', 'Department with this code already exists')]);
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
});

describe('A department with Idempotency-Key', () => {
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

  it('is of the path that it was sent to, with or without a slash at its end, and of no other', async () => {
    const [json, key] = [input.department(), unique('key')];
    const { body } = await post(json, key);
    const headers = { 'idempotency-key': key };
    expect((await call('POST', '/department', { json, headers })).body).toEqual(body);
    expect((await call('POST', '/patient/', { json: input.patient(), headers })).status).toBe(409);
  });

  it('can be created with the key of a create that was refused', async () => {
    const key = unique('key');
    const taken = await make.department();
    expect((await post(input.department({ code: taken.code }), key)).status).toBe(400);
    expect((await post(input.department(), key)).status).toBe(201);
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
