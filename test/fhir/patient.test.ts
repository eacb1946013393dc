import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf, patientsIn } from '../support/access';
import { type Body, call } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { fhir, found, idsIn, issueOf, pagesOf, resourcesIn } from '../support/fhir/client';
import { input, unique } from '../support/input';

const name = unique('Lindqvist');

describe('A patient', () => {
  let made: Body;

  beforeAll(async () => {
    const mother = await make.patient();
    made = await make.patient({
      ...input.person({ mother_id: mother.id }),
      gender: 'Female',
      last_name: name,
      addresses: [
        { address_type: 'Office', street: 'Storgatan 1\nc/o Ek', city: 'Uppsala', country: 'Sweden' },
        { address_type: 'summer house', city: 'Visby' },
        {},
      ],
    });
  });

  it('has all that is stored of it, and nothing else', async () => {
    const { body, headers, cost } = await fhir('GET', `/Patient/${made.id}`);
    const { lastUpdated } = body.meta;
    const type = (code: string) => ({
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code }],
    });
    const original = (valueString: string) => ({
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/originalText', valueString }],
    });
    expect(body).toEqual({
      resourceType: 'Patient',
      id: made.id,
      meta: { versionId: '1', lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
      identifier: [
        { use: 'official', type: type('MR'), system: SYSTEMS['patient-number'], value: made.reg_number },
        { use: 'official', type: type('NI'), system: SYSTEMS['national-id'], value: made.national_id },
      ],
      active: true,
      name: [{ use: 'official', family: name, given: ['Anna', 'Maria'] }],
      telecom: [
        { system: 'phone', value: '+46 70 123 45 67', rank: 1 },
        { system: 'phone', value: '+46 18 61 10 00', rank: 2 },
        { system: 'email', value: 'anna@family.example' },
      ],
      gender: 'female',
      _gender: original('Female'),
      birthDate: '1984-02-29',
      deceasedDateTime: '2025-11-20T04:10:00Z',
      address: [
        { use: 'work', _use: original('Office'), line: ['Storgatan 1', 'c/o Ek'], city: 'Uppsala', country: 'Sweden' },
        { _use: original('summer house'), city: 'Visby' },
      ],
      communication: [{ language: { text: 'sv' }, preferred: true }],
    });
    expect(headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
    expect(headers.get('etag')).toBe('W/"1"');
    expect(Date.parse(headers.get('last-modified') ?? '')).toBe(Math.floor(Date.parse(lastUpdated) / 1000) * 1000);
    expect(cost.trips).toBe(1);
  });

  it('is not sent again where nothing has changed', async () => {
    const { headers } = await fhir('GET', `/Patient/${made.id}`);
    const modified = headers.get('last-modified') ?? '';
    const statusOf = async (given: Record<string, string>) =>
      (await fhir('GET', `/Patient/${made.id}`, { headers: given })).status;
    expect(await statusOf({ 'if-none-match': 'W/"1"' })).toBe(304);
    expect(await statusOf({ 'if-none-match': 'W/"2"' })).toBe(200);
    expect(await statusOf({ 'if-modified-since': modified })).toBe(304);
    expect(await statusOf({ 'if-modified-since': new Date(Date.parse(modified) - 1000).toUTCString() })).toBe(200);
  });

  it('is read by its present version alone', async () => {
    expect((await fhir('GET', `/Patient/${made.id}/_history/1`)).body.id).toBe(made.id);
    expect(issueOf(await fhir('GET', `/Patient/${made.id}/_history/2`))).toEqual([404, 'not-found']);
  });

  it('is on record as seen', async () => {
    const [look, ...others] = accessOf(await fhir('GET', `/Patient/${made.id}`));
    expect(look).toMatchObject({ action: 'read', entity: 'patient', entity_id: made.id, patient_id: made.id });
    expect(others).toEqual([]);
    const [list] = accessOf(await fhir('GET', `/Patient?family=${name}`));
    expect(list).toMatchObject({ action: 'list', entity: 'patient', count: 1 });
    expect(list && patientsIn(list)).toEqual([made.id]);
  });

  it('is not known, or gone', async () => {
    expect(issueOf(await fhir('GET', `/Patient/${crypto.randomUUID()}`))).toEqual([404, 'not-found']);
    expect(issueOf(await fhir('GET', '/Patient/nobody'))).toEqual([404, 'not-found']);
    const other = await make.patient({ last_name: unique('Gone') });
    await call('DELETE', `/patient/${other.id}`);
    expect(issueOf(await fhir('GET', `/Patient/${other.id}`))).toEqual([410, 'deleted']);
    expect(issueOf(await fhir('GET', `/Observation/${other.id}.882-1`))).toEqual([410, 'deleted']);
    expect(await found(`/Patient?family=${other.last_name}`)).toEqual([]);
    expect(await found(`/Observation?patient=${other.id}`)).toEqual([]);
  });

  it('leads on where it was merged into another one', async () => {
    const [kept, merged] = [await make.patient(), await make.patient()];
    await call('POST', `/patient/${kept.id}/merge`, { json: { from: merged.id } });
    const { body } = await fhir('GET', `/Patient/${merged.id}`);
    expect(body).toMatchObject({
      active: false,
      link: [{ other: { reference: `Patient/${kept.id}` }, type: 'replaced-by' }],
    });
    const { body: survivor } = await fhir('GET', `/Patient/${kept.id}`);
    expect(survivor.link).toEqual([{ other: { reference: `Patient/${merged.id}` }, type: 'replaces' }]);
  });
});

describe('A search for patients', () => {
  const last_name = unique('Öberg');
  const people: Record<string, Body> = {};

  beforeAll(async () => {
    const common = { last_name, middle_name: null, alt_phone_number: null };
    people.anna = await make.patient({ ...common, first_name: 'Anna Karin', gender: 'F', dob: '1984-02-29' });
    const atWork = { alt_phone_number: '+1-608-271-9000-x11' };
    people.bo = await make.patient({ ...common, ...atWork, first_name: 'Bo', gender: 'Man', dob: '1990-12-31' });
    people.cim = await make.patient({ ...common, first_name: 'Cim', gender: 'two-spirit', dob: null });
  });

  const ofFamily = (rest: string) => `family=${encodeURIComponent(last_name)}&${rest}`;

  it.each<[search: () => string, names: string[]]>([
    [() => ofFamily(''), ['anna', 'bo', 'cim']],
    [() => `family=${last_name.toLowerCase().replace('ö', 'o')}`, ['anna', 'bo', 'cim']],
    [() => `family:exact=${encodeURIComponent(last_name)}`, ['anna', 'bo', 'cim']],
    [() => `family:exact=${encodeURIComponent(last_name.toLowerCase())}`, []],
    [() => `family:exact=${encodeURIComponent(last_name.slice(0, -1))}`, []],
    [() => ofFamily('given=ann'), ['anna']],
    [() => ofFamily('given=karin'), ['anna']],
    [() => ofFamily('given=bo,cim'), ['bo', 'cim']],
    [() => ofFamily('given=bo&given=cim'), []],
    [() => ofFamily('name=anna'), ['anna']],
    [() => `given=${encodeURIComponent(last_name)}`, []],
    [() => ofFamily('gender=female'), ['anna']],
    [() => ofFamily('gender=male,female'), ['anna', 'bo']],
    [() => ofFamily('gender=http://hl7.org/fhir/administrative-gender|male'), ['bo']],
    [() => ofFamily('gender=http://other.example|male'), []],
    [() => ofFamily('gender=http://hl7.org/fhir/administrative-gender|'), ['anna', 'bo', 'cim']],
    [() => ofFamily('gender=unknown'), ['cim']],
    [() => ofFamily('birthdate=1984-02-29'), ['anna']],
    [() => ofFamily('birthdate=1984'), ['anna']],
    [() => ofFamily('birthdate=ne1984'), ['bo']],
    [() => ofFamily('birthdate=gt1984-02-29&birthdate=le1990-12-31'), ['bo']],
    [() => ofFamily('birthdate=1984-02,1990'), ['anna', 'bo']],
    [() => `identifier=${people.bo?.reg_number}`, ['bo']],
    [() => `identifier=${SYSTEMS['patient-number']}|${people.bo?.reg_number}`, ['bo']],
    [() => `identifier=${SYSTEMS['national-id']}|${people.bo?.reg_number}`, []],
    [() => `identifier=http://other.example|${people.bo?.reg_number}`, []],
    [() => `_id=${people.bo?.id},${people.cim?.id}`, ['bo', 'cim']],
    [() => `_id=${people.bo?.id}&gender=female`, []],
    [() => ofFamily('phone=0701234567'), ['anna', 'bo', 'cim']],
    [() => ofFamily('phone=4567'), ['anna', 'bo', 'cim']],
    [() => ofFamily('phone=4568'), []],
    [() => ofFamily('phone=608-271-9000'), ['bo']],
    [() => ofFamily(`phone=${encodeURIComponent('+16082719000;ext=11')}`), ['bo']],
    [() => ofFamily('phone=9011'), []],
    [() => ofFamily('_lastUpdated=gt2020'), ['anna', 'bo', 'cim']],
    [() => ofFamily('_lastUpdated=lt2020'), []],
    [() => `name=${encodeURIComponent('!!')}`, []],
  ])('%s', async (search, names) => {
    const result = await found(`/Patient?${search()}`);
    expect(idsIn(result)).toEqual(names.map((one) => people[one]?.id));
  });

  it('finds genders by their codes, however they are written, and their words stay', async () => {
    const last_name = unique('Gender');
    const others = ['Intersex', 'non-binary', 'Non Binary', 'NON_BINARY', 'D', 'divers', 'Diverse', 'A', 'o', 'X'];
    const unknown = ['unknown', 'UN-KNOWN', 'not stated', 'U'];
    const ids: Record<string, string[]> = { other: [], unknown: [] };
    for (const [code, words] of Object.entries({ other: others, unknown }))
      for (const gender of words) ids[code]?.push((await make.patient({ last_name, gender })).id);
    for (const code of ['other', 'unknown']) {
      const matches = await found(`/Patient?family=${last_name}&gender=${code}`);
      expect(idsIn(matches), code).toEqual(ids[code]);
      expect(new Set(matches.map(({ gender }) => gender))).toEqual(new Set([code]));
    }
    const matches = await found(`/Patient?family=${last_name}&gender=other`);
    expect(matches.map(({ _gender }) => _gender.extension[0].valueString)).toEqual(others);
  });

  it('takes the same by POST, from the body and the address together', async () => {
    const body = new URLSearchParams({ given: 'bo' });
    const answer = await fhir('POST', `/Patient/_search?${ofFamily('')}`, { body });
    expect(idsIn(answer.body.entry.map(({ resource }: Body) => resource))).toEqual([people.bo?.id]);
    const [self] = answer.body.link;
    expect(idsIn(await found(self.url.slice('http://localhost/fhir/r4'.length)))).toEqual([people.bo?.id]);
  });

  it('comes in pages of the same people, each once', async () => {
    const pages = await pagesOf(`/Patient?${ofFamily('_count=2')}`);
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    expect(idsIn(pages.flat())).toEqual([people.anna?.id, people.bo?.id, people.cim?.id]);
    const byBirth = await pagesOf('/Patient?birthdate=ge1900&_count=1');
    expect(new Set(idsIn(byBirth.flat())).size).toBe(byBirth.flat().length);
    expect(idsIn(byBirth.flat())).toEqual(expect.arrayContaining([people.anna?.id, people.bo?.id]));
    const byChange = await pagesOf('/Patient?_lastUpdated=gt2020&_count=1');
    expect(new Set(idsIn(byChange.flat())).size).toBe(byChange.flat().length);
    expect(idsIn(byChange.flat())).toEqual(expect.arrayContaining(idsIn(Object.values(people))));
  });

  it('has its largest page for whatever is more than that', async () => {
    for (const count of ['201', '2147483647', '9'.repeat(400)]) {
      const { status, body } = await fhir('GET', `/Patient?${ofFamily('')}&_count=${count}`);
      expect([status, body.entry?.length], count).toEqual([200, 3]);
    }
  });

  it('gives some elements alone, where these are asked for', async () => {
    const [one] = await found(`/Patient?_id=${people.anna?.id}&_elements=name,gender`);
    expect(Object.keys(one).sort()).toEqual(['_gender', 'gender', 'id', 'meta', 'name', 'resourceType']);
    expect(one.meta.tag).toEqual([
      { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' },
    ]);
  });

  it('leaves out of its address what it does not know, and refuses it where that is wanted', async () => {
    const { body } = await fhir('GET', `/Patient?${ofFamily('shoe-size=40')}`);
    expect(resourcesIn({ body }, 'match')).toHaveLength(3);
    expect(body.link[0].url).not.toContain('shoe');
    const strict = await fhir('GET', '/Patient?shoe-size=40', { headers: { prefer: 'handling=strict' } });
    expect(issueOf(strict)).toEqual([400, 'invalid', 'http.shoe-size']);
  });

  it.each([
    ['birthdate=1984-13', 'birthdate'],
    ['birthdate=soon', 'birthdate'],
    ['name:contains=a', 'name'],
    ['_count=x', '_count'],
    ['_count=0', '_count'],
    ['identifier=|', 'identifier'],
    ['_cursor=x', '_cursor'],
  ])('refuses %s', async (search, parameter) => {
    expect(issueOf(await fhir('GET', `/Patient?${search}`))).toEqual([400, 'invalid', `http.${parameter}`]);
  });
});
