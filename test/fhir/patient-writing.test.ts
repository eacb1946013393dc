import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bindings } from '../../src/env';
import { accessOf, patientsIn } from '../support/access';
import { type Body, call, ok, type Result } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { expressionsOf, fhir, found, idsIn, idsOf, issueOf } from '../support/fhir/client';
import { input, unique } from '../support/input';
import { noted } from '../support/limits';
import { merge, unmerge } from '../support/merges';
import { rows } from '../support/rows';
import { insertUser } from '../support/users';

const SYSTEM = 'urn:oid:1.2.36.146.595.217.0.1';
const patient = (given: object = {}) => ({
  resourceType: 'Patient',
  name: [{ family: 'Chalmers', given: ['Peter', 'James'] }],
  gender: 'male',
  birthDate: '1974-12-25',
  ...given,
});
const identifierOf = (name: string) => ({ system: SYSTEM, value: unique(name) });
const originalText = (valueString: string) => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/originalText', valueString }],
});
const spoken = (given: object) => ({ communication: [{ language: { text: 'en' }, ...given }] });
const post = (json: unknown, headers: Record<string, string> = {}): Promise<Result> =>
  fhir('POST', '/Patient', { json, headers });
const put = (json: Body, headers: Record<string, string> = {}): Promise<Result> =>
  fhir('PUT', `/Patient/${json.id}`, { json, headers });
const read = async (id: string): Promise<Body> => (await fhir('GET', `/Patient/${id}`)).body;

describe('Registering a patient from outside', () => {
  it('answers the resource, as it is read and as the hospital has it', async () => {
    const value = unique('MRN');
    const sent = patient({
      identifier: [{ use: 'usual', type: { text: 'Their number' }, system: SYSTEM, value }],
      active: true,
      telecom: [
        { system: 'phone', value: '+61 3 5555 6473', rank: 2 },
        { system: 'phone', value: '+61 3 3410 5613', rank: 1 },
        { system: 'email', value: 'peter@family.example' },
      ],
      address: [{ use: 'home', line: ['534 Erewhon St', 'Unit 2'], city: 'PleasantVille', postalCode: '3999' }],
      communication: [{ language: { text: 'en' } }],
    });
    const { status, headers, body } = await post(sent);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`http://localhost/fhir/r4/Patient/${body.id}/_history/1`);
    expect(headers.get('etag')).toBe('W/"1"');
    expect(await read(body.id)).toEqual(body);
    expect(body.identifier[1]).toEqual({ use: 'usual', type: { text: 'Their number' }, system: SYSTEM, value });
    expect(idsIn(await found(`/Patient?identifier=${SYSTEM}|${value}`))).toEqual([body.id]);
    expect(idsIn(await found(`/Patient?identifier=${value}`))).toEqual([body.id]);
    expect(await ok('GET', `/patient/${body.id}?view=full`)).toMatchObject({
      gender: 'male',
      first_name: 'Peter',
      middle_name: 'James',
      last_name: 'Chalmers',
      phone_number: '+61 3 3410 5613',
      alt_phone_number: '+61 3 5555 6473',
      email: 'peter@family.example',
      dob: '1974-12-25',
      blood_group: 'NOT_SET',
      addresses: [
        {
          address_type: 'home',
          street: '534 Erewhon St\nUnit 2',
          city: 'PleasantVille',
          state: null,
          postal_code: '3999',
          country: null,
        },
      ],
      preferred_language: 'en',
      medical_conditions: [],
    });
  });

  it.each<[what: string, given: object, ...expressions: string[]]>([
    ['what has no place', { maritalStatus: { text: 'M' }, photo: [] }, 'Patient.maritalStatus', 'Patient.photo'],
    ['an extension', { extension: [{ url: 'http://a.example' }] }, 'Patient.extension'],
    ['a second name', { name: [patient().name[0], { given: ['Jim'] }] }, 'Patient.name[1]'],
    ['no name', { name: undefined }, 'Patient.name'],
    ['an empty name', { name: [{ use: 'official' }] }, 'Patient.name[0]'],
    ['a family name without a letter', { name: [{ family: '1' }] }, 'Patient.name[0].family'],
    ['a prefix', { name: [{ given: ['P'], prefix: ['Dr'] }] }, 'Patient.name[0].prefix'],
    ['a nickname', { name: [{ use: 'nickname', given: ['P'] }] }, 'Patient.name[0].use'],
    ['another gender', { gender: 'robot' }, 'Patient.gender'],
    ['a year of birth before all others', { birthDate: '1849' }, 'Patient.birthDate'],
    ['a birth to come', { birthDate: '2974-01-01' }, 'Patient.birthDate'],
    ['a birth that may be unknown', { birthDate: '0001-01-01' }, 'Patient.birthDate'],
    ['a death before the birth', { deceasedDateTime: '1974-12-24' }, 'Patient.deceasedDateTime'],
    ['one who is not active', { active: false }, 'Patient.active'],
    ['a death without a time', { deceasedBoolean: true }, 'Patient.deceasedBoolean'],
    ['a former phone', { telecom: [{ system: 'phone', value: '1', use: 'old' }] }, 'Patient.telecom[0]'],
    ['no use of a phone', { telecom: [{ system: 'phone', value: '1', use: 'x' }] }, 'Patient.telecom[0].use'],
    ['a fax', { telecom: [{ system: 'fax', value: '1' }] }, 'Patient.telecom[0].system'],
    ['a third phone', { telecom: ['1', '2', '3'].map((value) => ({ system: 'phone', value })) }, 'Patient.telecom[2]'],
    ['a wrong e-mail', { telecom: [{ system: 'email', value: 'x' }] }, 'Patient.telecom'],
    ['a language that is not preferred', spoken({ preferred: false }), 'Patient.communication[0]'],
    ['no language', spoken({ language: {} }), 'Patient.communication[0].language'],
    ['a district', { address: [{ district: 'X' }] }, 'Patient.address[0].district'],
    [
      'a number of ours',
      { identifier: [{ system: SYSTEMS['patient-number'], value: 'PAT-1' }] },
      'Patient.identifier[0].value',
    ],
    ['an identifier without a system', { identifier: [{ value: '1' }] }, 'Patient.identifier[0].system'],
    ['an empty system', { identifier: [{ system: '', value: '1' }] }, 'Patient.identifier[0].system'],
    ['NUL', { identifier: [{ system: SYSTEM, value: '\0' }] }, 'Patient.identifier[0].value'],
    ['a long value', { identifier: [{ system: SYSTEM, value: 'x'.repeat(201) }] }, 'Patient.identifier[0].value'],
    [
      'too many identifiers',
      { identifier: Array.from({ length: 201 }, (_, n) => ({ system: SYSTEM, value: String(n) })) },
      'Patient.identifier',
    ],
    [
      'an identifier twice',
      { identifier: [1, 2].map(() => ({ system: SYSTEM, value: 'twice' })) },
      'Patient.identifier[1]',
    ],
    ['a word of another gender', { gender: 'male', _gender: originalText('Woman') }, 'Patient._gender'],
    ['a word of another use', { address: [{ use: 'home', _use: originalText('Office') }] }, 'Patient.address[0]._use'],
    ['a link', { link: [{ other: { reference: 'Patient/x' }, type: 'replaces' }] }, 'Patient.link[0]'],
  ])('refuses %s by its name, and keeps nothing', async (_, given, ...expressions) => {
    const family = unique('Refused');
    const { name = [{ family, given: ['Peter'] }] } = given as { name?: object[] };
    const refused = await post({ ...patient(), name, ...given });
    expect(refused.status).toBe(422);
    expect(expressionsOf(refused)).toEqual(expressions);
    expect(await found(`/Patient?family=${family}`)).toEqual([]);
  });

  it('refuses a death before the birth in an update, and takes one of the same day', async () => {
    const { body } = await post(patient());
    const refused = await put({ ...body, deceasedDateTime: '1974-12-24T23:00:00Z' });
    expect([refused.status, expressionsOf(refused)]).toEqual([422, ['Patient.deceasedDateTime']]);
    expect((await put({ ...body, deceasedDateTime: '1974-12-25' })).status).toBe(200);
  });

  it('takes dates back as they are stored, whatever they are', async () => {
    const { id } = (await post(patient())).body;
    await rows(`UPDATE patient SET dob = '0022-05-01', deceased_at = '0022-04-30T09:00' WHERE id = ?`, id);
    const stored = await read(id);
    const { status, body } = await put({ ...stored, gender: 'other' });
    expect([status, body.birthDate, body.gender]).toEqual([200, '0022-05-01', 'other']);
    expect(expressionsOf(await put({ ...stored, birthDate: '0022-05-02' }))).toEqual(['Patient.birthDate']);
    const { deceased_at } = await ok('GET', `/patient/${id}?view=full`);
    expect(deceased_at).toBe('0022-04-30T09:00');
  });

  it('refuses what is no resource of this type', async () => {
    expect(
      issueOf(await fhir('POST', '/Patient', { body: '{', headers: { 'content-type': 'application/fhir+json' } })),
    ).toEqual([400, 'structure']);
    expect(issueOf(await post({ resourceType: 'Person' })).slice(0, 1)).toEqual([422]);
    expect(
      issueOf(
        await fhir('POST', '/Patient', { body: '<Patient/>', headers: { 'content-type': 'application/fhir+xml' } }),
      ),
    ).toEqual([415, 'not-supported']);
  });

  it('takes back as many identifiers as it keeps, with its own', async () => {
    const mark = unique('many');
    const identifier = Array.from({ length: 200 }, (_, n) => ({ system: SYSTEM, value: `${mark}-${n}` }));
    const { body } = await post(patient({ identifier }));
    await ok('PATCH', `/patient/${body.id}`, { json: { national_id: unique('N-') } });
    const asRead = await read(body.id);
    expect(asRead.identifier).toHaveLength(202);
    const { status, headers } = await put(asRead);
    expect([status, headers.get('etag')]).toEqual([200, 'W/"2"']);
    const more = { ...asRead, identifier: [...identifier, { system: SYSTEM, value: `${mark}-200` }] };
    expect(issueOf(await put(more))).toEqual([422, 'value', 'Patient.identifier']);
  });

  it('takes an identifier once', async () => {
    const identifier = [{ system: SYSTEM, value: unique('once') }];
    const [first, second] = [await post(patient({ identifier })), await post(patient({ identifier }))];
    expect([first.status, issueOf(second)]).toEqual([201, [409, 'duplicate', 'Patient.identifier']]);
    const together = [{ system: SYSTEM, value: unique('together') }];
    const race = await Promise.all([1, 2, 3].map(() => post(patient({ identifier: together }))));
    expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await call('DELETE', `/patient/${first.body.id}`);
    const again = await post(patient({ identifier }));
    expect(again.status).toBe(201);
    expect(await idsOf(`/Patient?identifier=${identifier[0]?.value}`)).toEqual([again.body.id]);
  });

  it('creates nobody who is there, where the condition says so', async () => {
    const identifier = [{ system: SYSTEM, value: unique('if') }];
    const unless = { 'if-none-exist': `identifier=${SYSTEM}|${identifier[0]?.value}` };
    const race = await Promise.all([1, 2, 3].map(() => post(patient({ identifier }), unless)));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(race.map(({ body }) => body.id)).size).toBe(1);
    const family = unique('Several');
    for (const given of ['A', 'B']) await post(patient({ name: [{ family, given: [given] }] }));
    expect(issueOf(await post(patient(), { 'if-none-exist': `family=${family}` }))).toEqual([412, 'multiple-matches']);
    expect(issueOf(await post(patient(), { 'if-none-exist': 'shoe=1' }))).toEqual([400, 'invalid', 'http.shoe']);
    expect(issueOf(await post(patient(), { 'if-none-exist': '' }))).toEqual([412, 'multiple-matches']);
  });

  describe('if nobody is there', () => {
    const unless = (condition: string, given: object = {}): Promise<Result> =>
      post(patient(given), { 'if-none-exist': condition });
    const several = async (): Promise<[family: string, ids: string[]]> => {
      const family = unique('Several');
      const made = [await make.patient({ last_name: family }), await make.patient({ last_name: family })];
      return [family, idsIn(made)];
    };

    it.each([
      ['a search', (criteria: string) => criteria],
      ['a query', (criteria: string) => `?${criteria}`],
      ["Firely's form", (criteria: string) => `Patient?${criteria}`],
      ["HAPI's form", (criteria: string) => `http://localhost/fhir/r4/Patient?${criteria}`],
      ['what is encoded', (criteria: string) => `Patient?${criteria.replace('|', '%7C').replaceAll(':', '%3A')}`],
    ])('takes %s', async (_, conditionOf) => {
      // A question mark of a value is none of the form.
      const [system, value] = ['https://other.example/ids?of=a', unique('form')];
      const identifier = [{ system, value }];
      const condition = conditionOf(`identifier=${system}|${value}`);
      const [first, second] = [await unless(condition, { identifier }), await unless(condition, { identifier })];
      expect([first.status, second.status, second.body.id]).toEqual([201, 200, first.body.id]);
    });

    it.each([
      'Appointment?identifier=a',
      'http://other.example/fhir/r4/Patient?identifier=a',
      'http://localhost/fhir/r4/Practitioner?identifier=a',
      'http://localhost/fhir/r4/Patient/_search?identifier=a',
    ])('refuses %s', async (condition) => {
      expect(issueOf(await unless(condition))).toEqual([400, 'invalid', 'http.If-None-Exist']);
    });

    it('asks for all, whatever the condition says of pages', async () => {
      const [family, [first = '']] = await several();
      const { body } = await fhir('GET', `/Patient?family=${family}&_count=1`);
      const next = new URL(body.link.find(({ relation }: Body) => relation === 'next').url).searchParams.get('_cursor');
      for (const more of ['_count=1', `_cursor=${next}`, '_elements=id&_count=1', '_include=Patient:x&_count=1']) {
        const refused = await unless(`family=${family}&${more}`);
        expect(refused.status, more).toBe(more.startsWith('_include') ? 400 : 412);
      }
      expect((await unless(`_id=${first}&_elements=id`)).body.name).toBeDefined();
    });

    it('is bounded as a search is', async () => {
      const names = Array.from({ length: 51 }, (_, i) => `a${i}`).join();
      expect(issueOf(await unless(`name=${names}`))).toEqual([400, 'too-costly', 'http.name']);
      expect(issueOf(await unless(`name=${'a'.repeat(70_000)}`))).toEqual([400, 'too-costly', 'http.name']);
    });

    it('counts as a search, before anything is created', async () => {
      const { counted, env } = noted();
      const [as, condition] = [await insertUser('staff'), `identifier=${SYSTEM}|${unique('count')}`];
      const create = (env: Partial<Bindings>) =>
        fhir('POST', '/Patient', { as, env, json: patient(), headers: { 'if-none-exist': condition } });
      expect((await create(env)).status).toBe(201);
      expect(counted.filter((one) => !one.startsWith('WRITTEN'))).toEqual([`ACCOUNT ${as.id}`, `SEARCH ${as.id}`]);
      const refused = await create({ SEARCH_RATE_LIMIT: { limit: async () => ({ success: false }) } });
      expect([refused.status, refused.headers.get('retry-after'), refused.cost.trips]).toEqual([429, '60', 0]);
    });

    it('is on record as the search is: who was found, and that nobody was', async () => {
      const [family, both] = await several();
      const [first = ''] = both;
      const looks = (answer: Result) =>
        accessOf(answer).map((one) => ({ action: one.action, count: one.count, patients: patientsIn(one) }));
      const found = await unless(`family=${family}`);
      expect([found.status, looks(found)]).toEqual([412, looks(await fhir('GET', `/Patient?family=${family}`))]);
      expect(looks(found)).toEqual([{ action: 'list', count: 2, patients: both }]);
      expect(looks(await unless(`_id=${first}`))).toEqual([{ action: 'read', count: null, patients: [first] }]);
      const nobody = await unless(`identifier=${SYSTEM}|${unique('nobody')}`);
      expect([nobody.status, looks(nobody)]).toEqual([201, [{ action: 'list', count: 0, patients: [] }]]);
      expect(looks(await unless(''))).toEqual([]);
    });
  });

  it('is done once for a key that is sent again', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [await post(patient(), key), await post(patient(), key)];
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  });

  it('answers as it is preferred', async () => {
    const minimal = await post(patient(), { prefer: 'return=minimal' });
    expect([minimal.status, minimal.bytes.length, minimal.headers.get('preference-applied')]).toEqual([
      201,
      0,
      'return=minimal',
    ]);
    const outcome = await post(patient(), { prefer: 'return=OperationOutcome' });
    expect(outcome.body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'information' }] });
  });
});

describe('Updating a patient from outside', () => {
  let stored: Body;
  let resource: Body;

  beforeAll(async () => {
    const mother = await make.patient();
    stored = await make.patient({
      ...input.person({ mother_id: mother.id }),
      gender: 'Woman',
      addresses: [
        { address_type: 'Office', street: 'A\nB' },
        { address_type: 'cottage', city: 'Visby' },
      ],
    });
    resource = await read(stored.id);
  });

  it('changes nothing by what was read', async () => {
    const { status, body, headers } = await put({ ...resource, text: { status: 'empty', div: '<div/>' } });
    expect([status, headers.get('etag')]).toEqual([200, 'W/"1"']);
    expect(body).toEqual(resource);
    expect(await read(stored.id)).toEqual(body);
    expect(await ok('GET', `/patient/${stored.id}?view=full`)).toEqual({ ...stored, files: [] });
  });

  it('leaves histories, blood group and what else a Patient does not have', async () => {
    const next = { ...resource, gender: 'other', telecom: [], address: [], identifier: [], communication: [] };
    const { status } = await put({ ...next, deceasedDateTime: undefined, _gender: undefined });
    expect(status).toBe(200);
    const after = await ok('GET', `/patient/${stored.id}?view=full`);
    expect(after).toMatchObject({
      gender: 'other',
      phone_number: null,
      addresses: [],
      blood_group: stored.blood_group,
      medical_conditions: stored.medical_conditions,
      allergies: stored.allergies,
      next_of_kin: stored.next_of_kin,
      mother_id: stored.mother_id,
      payer: stored.payer,
    });
    for (const name of ['email', 'national_id', 'deceased_at', 'preferred_language'])
      expect(after[name]).toBeUndefined();
  });

  it('replaces the identifiers of other systems', async () => {
    const { body } = await post(patient({ identifier: [{ system: SYSTEM, value: unique('a') }] }));
    const [own] = body.identifier;
    const other = { system: 'urn:other', value: unique('b') };
    const changed = await put({ ...body, identifier: [own, other] });
    expect(changed.body.identifier).toEqual([own, other]);
    expect((await read(body.id)).identifier).toEqual([own, other]);
    const [{ changed: names }] = await ok('GET', `/audit/?entity=patient&entity_id=${body.id}&limit=1`, {
      as: 'admin',
    });
    expect(names).toEqual(['identifiers']);
    const another = await post(patient());
    expect(issueOf(await put({ ...another.body, identifier: [other] }))).toEqual([
      409,
      'duplicate',
      'Patient.identifier',
    ]);
    expect((await read(another.body.id)).meta.versionId).toBe('1');
  });

  it('is refused where another version was read', async () => {
    const { body } = await post(patient());
    const changed = { ...body, birthDate: '1974-12-04' };
    expect((await put(changed, { 'if-match': 'W/"1"' })).status).toBe(200);
    expect(issueOf(await put(changed, { 'if-match': 'W/"1"' }))).toEqual([412, 'conflict']);
    const race = await Promise.all([1, 2, 3].map((n) => put({ ...body, birthDate: `1974-12-0${n}` })));
    expect(race.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(body.id)).meta.versionId).toBe('5');
  });

  it('is of a patient who is there, by the id in the address', async () => {
    const unknown = crypto.randomUUID();
    expect(issueOf(await put({ ...patient(), id: unknown }))).toEqual([405, 'not-supported']);
    expect(issueOf(await fhir('PUT', `/Patient/${unknown}`, { json: patient() }))).toEqual([
      400,
      'value',
      'Patient.id',
    ]);
    const { body } = await post(patient());
    await call('DELETE', `/patient/${body.id}`);
    expect(issueOf(await put(body))).toEqual([410, 'deleted']);
  });
});

it('the identifiers of a merged patient lead to the other one, and come back with it', async () => {
  const [a, b, c] = [identifierOf('a'), identifierOf('b'), identifierOf('c')];
  const { body: kept } = await post(patient({ identifier: [a] }));
  const { body: former } = await post(patient({ identifier: [b] }));
  const foundBy = async ({ value }: typeof a) => [
    ...(await idsOf(`/Patient?identifier=${SYSTEM}|${value}`)),
    ...(await idsOf(`/Patient?identifier=${value}`)),
  ];
  const [own] = kept.identifier;
  expect(await merge(kept.id, former.id)).toMatchObject({ status: 200 });

  const merged = await read(kept.id);
  expect(merged.identifier).toEqual([own, a, b]);
  expect((await read(former.id)).identifier).toEqual([expect.anything(), b]);
  expect(await foundBy(b)).toEqual([kept.id, kept.id]);
  expect(issueOf(await post(patient({ identifier: [b] })))).toEqual([409, 'duplicate', 'Patient.identifier']);

  const { body } = await put({ ...merged, identifier: [own, b, c] });
  expect(body.identifier, 'as it is read').toEqual([own, c, b]);
  expect((await read(kept.id)).identifier).toEqual([own, c, b]);

  expect(await unmerge(kept.id, former.id)).toMatchObject({ status: 200 });
  expect((await read(kept.id)).identifier).toEqual([own, c]);
  expect((await read(former.id)).identifier).toEqual([expect.anything(), b]);
  expect(await foundBy(b)).toEqual([former.id, former.id]);
  expect(await foundBy(a)).toEqual([]);
});

it('of updates in one millisecond, the identifiers are those of the one that was done', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  try {
    const { body } = await post(patient());
    const [own] = body.identifier;
    const sent = [1, 2, 3].map((n) => ({ system: SYSTEM, value: unique(`at-once-${n}`) }));
    const race = await Promise.all(
      sent.map((one) => put({ ...body, identifier: [own, one] }, { 'if-match': 'W/"1"' })),
    );
    const done = race.findIndex(({ status }) => status === 200);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect((await read(body.id)).identifier).toEqual([own, sent[done]]);
  } finally {
    vi.useRealTimers();
  }
});
