import { describe, expect, it } from 'vitest';
import { type Body, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { expressionsOf, fhir, found, issueOf } from '../support/fhir/client';
import { PEOPLE, synthea } from '../support/fhir/synthea';
import { input, unique } from '../support/input';

const LENIENT: Record<string, string> = { prefer: 'handling=lenient' };
const post = (json: unknown, headers: Record<string, string> = LENIENT): Promise<Result> =>
  fhir('POST', '/Patient', { json, headers });
const put = (json: Body, headers: Record<string, string> = LENIENT): Promise<Result> =>
  fhir('PUT', `/Patient/${json.id}`, { json, headers });
const read = async (id: string): Promise<Body> => (await fhir('GET', `/Patient/${id}`)).body;
const full = (id: string): Promise<Body> => ok('GET', `/patient/${id}?view=full`);
const idOf = ({ headers }: Result): string => headers.get('location')?.split('/').at(-3) ?? '';
const warnings = ({ body }: Result): string[] =>
  body.issue.filter(({ severity }: Body) => severity === 'warning').flatMap(({ expression }: Body) => expression);
const ignored = ({ headers }: Result): string[] => (headers.get('x-ignored-fields') ?? '').split(', ').filter(Boolean);
/** `Patient.name[1].use` as the header has it. */
const asIgnored = (expression: string) => expression.replace('Patient.', '').replaceAll(/\[(\d+)\]/g, '.$1');

const extension = [{ url: 'http://a.example', valueString: 'a' }];
const name = { family: 'Chalmers', given: ['Peter'] };
const phone = { system: 'phone', value: '+61 3 5555 6473' };
const over = { start: '2001', end: '2009-08' };
const person = (given: object = {}) => ({ resourceType: 'Patient', name: [name], ...given });

describe('What every sender has', () => {
  const sent = person({
    meta: { tag: [{ code: 'import' }], profile: ['http://p.example'], security: [{ code: 'R' }], source: 'urn:a' },
    text: { status: 'empty', div: '<div xmlns="http://www.w3.org/1999/xhtml"/>' },
    name: [{ ...name, use: 'usual', text: 'Peter Chalmers' }],
    telecom: [
      { ...phone, use: 'home', rank: 2 },
      { system: 'phone', value: '+61 3 3410 5613', use: 'mobile', rank: 1 },
      { system: 'email', value: 'peter@family.example', use: 'work' },
    ],
    communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: 'en' }] }, preferred: true }],
  });
  const leftOut = [
    ...['meta.tag', 'meta.profile', 'meta.security', 'meta.source', 'text', 'name[0].use', 'name[0].text'],
    ...['telecom[1].use', 'telecom[0].use', 'telecom[2].use', 'communication[0].language.coding'],
    ...['identifier[0].period', 'identifier[0].assigner'],
  ].map((path) => `Patient.${path}`);
  const whole = () => {
    const identifier = { system: 'urn:oid:1.2.3', value: unique('common'), type: { text: 'Theirs' } };
    const further = { use: 'usual', period: { start: '2001' }, assigner: { display: 'Acme' } };
    return { identifier, sent: { ...sent, identifier: [{ ...identifier, ...further }] } };
  };

  it('refuses nothing, and what is not kept of it is named', async () => {
    const { sent, identifier } = whole();
    const made = await post(sent, {});
    expect([made.status, made.body.resourceType]).toEqual([201, 'Patient']);
    expect(ignored(made).toSorted()).toEqual(leftOut.map(asIgnored).toSorted());
    expect(made.body).toMatchObject({
      identifier: [{}, { ...identifier, use: 'usual' }],
      name: [{ ...name, use: 'official' }],
      telecom: [{ value: '+61 3 3410 5613' }, { value: phone.value }, { value: 'peter@family.example' }],
      communication: [{ language: { text: 'en' } }],
    });
    expect(await read(made.body.id)).toEqual(made.body);
    const again = await put(made.body, {});
    expect([again.status, again.body, ignored(again)]).toEqual([200, made.body, []]);
  });

  it('is named by an OperationOutcome, where that is preferred', async () => {
    const made = await post(whole().sent, { prefer: 'return=OperationOutcome' });
    expect([made.status, warnings(made).toSorted()]).toEqual([201, leftOut.toSorted()]);
    expect(new Set(made.body.issue.map(({ code }: Body) => code))).toEqual(new Set(['informational', 'not-supported']));
    const minimal = await post(whole().sent, { prefer: 'return=minimal' });
    expect([minimal.bytes.length, ignored(minimal).length]).toEqual([0, leftOut.length]);
  });

  it.each([
    [{ text: 'Svenska' }, 'Svenska', []],
    [{ coding: [{ code: 'sv', display: 'Swedish' }] }, 'Swedish', ['communication.0.language.coding']],
    [{ coding: [{ code: 'sv', userSelected: true }, {}] }, 'sv', ['communication.0.language.coding']],
  ])('a language is what is said of it: %o', async (language, text, left) => {
    const made = await post(person({ communication: [{ language }] }), {});
    expect([made.body.communication, ignored(made)]).toEqual([[{ language: { text }, preferred: true }], left]);
  });
});

describe("Other systems' Patients", () => {
  it.each(PEOPLE)('are taken where they have a place, and all else is named: %s', async (_, make, leftOut) => {
    const sent = make();
    const made = await post(sent);
    expect([made.status, made.headers.get('preference-applied')]).toEqual([201, 'return=operationoutcome']);
    expect(warnings(made).toSorted()).toEqual(leftOut.toSorted());
    expect(ignored(made).toSorted()).toEqual(leftOut.map(asIgnored).toSorted());
    const resource = await read(idOf(made));
    const { prefix, ...official } = sent.name[0] as Body;
    const { identifier, gender, birthDate } = sent;
    expect(resource).toMatchObject({ identifier: [{}, ...identifier], name: [official], gender, birthDate });
    expect(resource.telecom).toEqual([{ system: 'phone', value: '555-013-4477', rank: 1 }]);
    expect(resource.communication[0].language).toEqual({ text: sent.communication[0]?.language.text });
    const again = await put({ ...sent, id: resource.id });
    expect([again.status, again.headers.get('etag')]).toEqual([200, 'W/"1"']);
  });

  it('are refused where nothing is preferred, by the names of what has no place', async () => {
    const refused = await post(synthea(), {});
    expect(issueOf(refused).slice(0, 2)).toEqual([422, 'not-supported']);
    expect(expressionsOf(refused)).toEqual(
      expect.arrayContaining(['Patient.name[0].prefix', 'Patient.extension', 'Patient.maritalStatus']),
    );
  });
});

describe('With handling=lenient', () => {
  const cases: [what: string, given: object, ...leftOut: string[]][] = [
    [
      'second names',
      {
        name: [
          { ...name, use: 'old' },
          { ...name, use: 'official' },
        ],
      },
      'name[0]',
    ],
    ['a name that is over', { name: [{ ...name, use: 'official', period: over }, name] }, 'name[0]'],
    ['the period of a name', { name: [{ ...name, period: { start: '2009' } }] }, 'name[0].period'],
    ['prefix and suffix', { name: [{ ...name, prefix: ['Dr'], suffix: ['II'] }] }, 'name[0].prefix', 'name[0].suffix'],
    ['maritalStatus', { maritalStatus: { text: 'Married' } }, 'maritalStatus'],
    ['multipleBirth', { multipleBirthInteger: 2 }, 'multipleBirthInteger'],
    ['address.text', { address: [{ city: 'Lund', text: 'Lund, Sweden' }] }, 'address[0].text'],
    ['district', { address: [{ city: 'Lund', district: 'Skåne' }] }, 'address[0].district'],
    ['an address that is over', { address: [{ city: 'Ystad', period: over }, { city: 'Lund' }] }, 'address[0]'],
    ['deceasedBoolean', { deceasedBoolean: true }, 'deceasedBoolean'],
    ['active', { active: false }, 'active'],
    ['photo', { photo: [{ title: 'a' }] }, 'photo'],
    ['generalPractitioner', { generalPractitioner: [{ display: 'Dr. A' }] }, 'generalPractitioner'],
    ['extensions', { extension, address: [{ city: 'Lund', extension }] }, 'extension', 'address[0].extension'],
    ['of a primitive', { _gender: { extension }, _birthDate: { extension } }, '_gender.extension[0]', '_birthDate'],
    ['a fax', { telecom: [phone, { system: 'fax', value: '1' }] }, 'telecom[1].system'],
    ['a former phone', { telecom: [{ ...phone, use: 'old' }, phone] }, 'telecom[0]'],
    ['a phone that is over', { telecom: [{ ...phone, period: over }, phone] }, 'telecom[0]'],
    ['a third phone', { telecom: [phone, phone, phone] }, 'telecom[2]'],
    ['a day of death that is not known', { deceasedDateTime: '2019' }, 'deceasedDateTime'],
    ['an identifier without a system', { identifier: [{ value: '1' }] }, 'identifier[0].system'],
    ['another language', { communication: ['a', 'b'].map((text) => ({ language: { text } })) }, 'communication[1]'],
    ['what nobody knows', { shoe: 40, contained: [{ resourceType: 'Basic' }] }, 'shoe', 'contained'],
  ];

  it.each(cases)('%s: left out, and named', async (what, given, ...leftOut) => {
    const made = await post(person(given));
    expect([made.status, warnings(made).toSorted()]).toEqual([201, leftOut.map((one) => `Patient.${one}`).toSorted()]);
    const resource = await read(idOf(made));
    expect(resource).toMatchObject({ name: [{ ...name, use: 'official' }], active: true });
    for (const one of ['telecom', 'address'])
      if (one in given) expect(resource[one]).toHaveLength(what === 'a third phone' ? 2 : 1);
  });

  it.each(cases)('%s: refused without it, by the same names', async (_, given, ...leftOut) => {
    const refused = await post(person(given), {});
    expect([refused.status, expressionsOf(refused).toSorted()]).toEqual([
      422,
      leftOut.map((one) => `Patient.${one}`).toSorted(),
    ]);
  });

  it('the answer is what is preferred', async () => {
    const sent = person({ maritalStatus: { text: 'Married' } });
    const whole = await post(sent, { prefer: 'handling=lenient, return=representation' });
    expect([whole.status, whole.body.resourceType, ignored(whole)]).toEqual([201, 'Patient', ['maritalStatus']]);
    const minimal = await post(sent, { prefer: 'return=minimal; handling=lenient' });
    expect([minimal.status, minimal.bytes.length, ignored(minimal)]).toEqual([201, 0, ['maritalStatus']]);
    const nothing = await post(person());
    expect([nothing.status, nothing.body.resourceType, ignored(nothing)]).toEqual([201, 'Patient', []]);
  });

  it.each<[what: string, given: object, expression: string]>([
    ['a modifier', { modifierExtension: extension }, 'modifierExtension'],
    ['one of a name', { name: [{ ...name, modifierExtension: extension }] }, 'name[0].modifierExtension'],
    ['one of what is left out', { photo: [{ modifierExtension: [] }] }, 'photo[0].modifierExtension'],
    ['one in a contained resource', { contained: [{ modifierExtension: [] }] }, 'contained[0].modifierExtension'],
    ['rules that are implicit', { implicitRules: 'urn:a' }, 'implicitRules'],
    ['a gender that is none', { gender: 'robot' }, 'gender'],
    ['a date that is none', { birthDate: '1984-02-30' }, 'birthDate'],
    ['a month that is none', { birthDate: '1984-13' }, 'birthDate'],
    ['a flag that is none', { deceasedBoolean: 'no' }, 'deceasedBoolean'],
    ['a use that is none', { telecom: [{ ...phone, use: 'sofa' }] }, 'telecom[0].use'],
    ['a period that is none', { telecom: [{ ...phone, period: { end: 'soon' } }] }, 'telecom[0].period.end'],
    ['an e-mail address that is none', { telecom: [{ system: 'email', value: 'a' }] }, 'telecom'],
    ['a name that is none', { name: [{ family: '7' }] }, 'name[0].family'],
    ['a second one that is used', { name: [{ ...name, use: 'old' }, { family: '7' }] }, 'name[1].family'],
    ['no name that is used', { name: [{ ...name, use: 'maiden' }] }, 'name[0].use'],
    ['a next of kin without a letter', { contact: [{ name: { text: '7' } }] }, 'contact[0].name'],
    ['a link', { link: [{ other: { reference: 'Patient/a' }, type: 'replaces' }] }, 'link[0]'],
  ])('it is refused all the same for %s', async (_, given, expression) => {
    const refused = await post(person({ maritalStatus: { text: 'Married' }, ...given }));
    expect([refused.status, expressionsOf(refused)]).toEqual([422, [`Patient.${expression}`]]);
  });

  it('names at most so much, whatever is sent', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, 0]));
    const made = await post(person(many));
    const { issue } = made.body;
    expect([made.status, issue.length, issue.at(-1).diagnostics]).toEqual([201, 102, '4900 more are not named']);
    expect(ignored(made).at(-1)).toBe('...');
    expect(made.headers.get('x-ignored-fields')?.length).toBeLessThan(1_100);
    const deep = `${'{"x":'.repeat(50_000)}{"modifierExtension":[]}${'}'.repeat(50_000)}`;
    const body = JSON.stringify(person()).replace(/}$/, `,"photo":${deep}}`);
    const headers = { ...LENIENT, 'content-type': 'application/fhir+json' };
    expect((await fhir('POST', '/Patient', { body, headers })).status).toBe(422);
    const harmless = body.replace('modifierExtension', 'extension');
    expect((await fhir('POST', '/Patient', { body: harmless, headers })).status).toBe(201);
  });

  it('an update leaves what is stored of it', async () => {
    const { id, ...before } = await make.patient({
      ...input.person({ mother_id: null }),
      addresses: [{ address_type: 'home', city: 'Lund' }],
      deceased_at: '2025-11-20T04:10:00',
    });
    const shown = await read(id);
    const done = await put({
      ...shown,
      deceasedDateTime: undefined,
      deceasedBoolean: true,
      address: [{ use: 'home', text: 'Lund, Sweden' }],
      communication: [{ language: { text: 'fi' }, preferred: false }],
      active: false,
      contact: [{ organization: { display: 'Acme' } }],
    });
    expect([done.status, done.headers.get('etag')]).toEqual([200, 'W/"1"']);
    expect(await full(id)).toMatchObject({ ...before, files: [] });
  });
});

describe('A contact', () => {
  const kin = async (contact: object[], headers = LENIENT) => {
    const made = await post(person({ contact }), headers);
    const id = made.body.id ?? idOf(made);
    return { made, id, kin: (await full(id)).next_of_kin };
  };

  it('is the next of kin, whom the hospital and RelatedPerson have', async () => {
    const contact = {
      relationship: [{ coding: [{ code: 'N' }], text: 'Wife' }],
      name: { use: 'official', family: 'Chalmers', given: ['Ada', 'Mae'] },
      telecom: [{ ...phone, use: 'mobile' }],
    };
    const { made, id, kin: known } = await kin([contact], {});
    expect(known).toEqual({ name: 'Ada Mae Chalmers', relation: 'Wife', phone: phone.value });
    expect(ignored(made).toSorted()).toEqual([
      ...['contact.0.name.use', 'contact.0.relationship.0.coding', 'contact.0.telecom.0.use'],
    ]);
    const [related] = await found(`/RelatedPerson?patient=${id}`);
    expect(related).toMatchObject({ name: [{ text: 'Ada Mae Chalmers' }], relationship: [{ text: 'Wife' }] });
    const left = await put({ ...(await read(id)), birthDate: '1950-01-01' });
    expect([left.status, (await full(id)).next_of_kin]).toEqual([200, known]);
    const same = await put({ ...(await read(id)), contact: [contact] });
    expect([same.status, same.headers.get('etag')]).toEqual([200, left.headers.get('etag')]);
    const changed = await put({ ...(await read(id)), contact: [{ name: { text: 'Bo' } }] });
    expect([changed.status, (await full(id)).next_of_kin]).toEqual([200, { name: 'Bo', relation: null, phone: null }]);
  });

  it('is one who has a name; what else there is of them is named', async () => {
    const { made, kin: known } = await kin([
      { organization: { display: 'Acme' } },
      { name: { text: 'Eve' }, period: over },
      {
        relationship: [{ coding: [{ code: 'MTH', display: 'mother' }] }, { text: 'Neighbour' }],
        name: { text: 'Ada Chalmers' },
        telecom: [{ system: 'email', value: 'a@b.example' }, phone, { ...phone, use: 'work' }],
        gender: 'female',
        address: { city: 'Lund' },
      },
      { name: { text: 'Bo' } },
    ]);
    expect(known).toEqual({ name: 'Ada Chalmers', relation: 'mother', phone: phone.value });
    expect(ignored(made).toSorted()).toEqual([
      ...['contact.0', 'contact.0.organization', 'contact.1', 'contact.2.address', 'contact.2.gender'],
      ...['contact.2.relationship.0.coding', 'contact.2.relationship.1', 'contact.2.telecom.0', 'contact.2.telecom.2'],
      ...['contact.2.telecom.2.use', 'contact.3'],
    ]);
  });
});

describe('A family name alone', () => {
  it('comes back as it is sent, and is found by it', async () => {
    const family = unique('Suharto');
    const made = await post(person({ name: [{ family }] }), {});
    expect([made.status, made.body.name]).toEqual([201, [{ use: 'official', family }]]);
    const { id } = made.body;
    expect(await read(id)).toEqual(made.body);
    for (const search of [`family=${family}`, `name=${family}`, `family:exact=${family}`])
      expect(await found(`/Patient?${search}`), search).toEqual([made.body]);
    expect(await found(`/Patient?given=${family}`)).toEqual([]);
    const again = await put({ ...made.body, birthDate: '1950-01-01' }, {});
    expect([again.status, again.body.name]).toEqual([200, made.body.name]);
    const given = await put({ ...made.body, name: [{ family, given: ['Siti'] }] }, {});
    expect(given.body.name).toEqual([{ use: 'official', family, given: ['Siti'] }]);
  });

  it('is a last name in the hospital, which it can change and send back', async () => {
    const family = unique('Sukarno');
    const { id } = (await post(person({ name: [{ family }] }), {})).body;
    const stored = await full(id);
    expect(stored).toMatchObject({ first_name: '', middle_name: null, last_name: family });
    expect((await ok('GET', `/patient/?search=${family}`)).map((one: Body) => one.id)).toEqual([id]);
    await ok('PUT', `/patient/${id}`, { json: { ...stored, phone_number: phone.value } });
    await ok('PATCH', `/patient/${id}`, { json: { gender: 'male' } });
    expect(await full(id)).toMatchObject({ first_name: '', phone_number: phone.value, gender: 'male' });
    expect((await read(id)).name).toEqual([{ use: 'official', family }]);
  });

  it('cannot be taken away', async () => {
    const { id } = (await post(person({ name: [{ family: unique('Only') }] }), {})).body;
    const nameless = await fhir('PUT', `/Patient/${id}`, { json: person({ id, name: [{ use: 'official' }] }) });
    expect(issueOf(nameless)).toEqual([422, 'value', 'Patient.name[0]']);
    const { status, body } = await call('PATCH', `/patient/${id}`, { json: { last_name: '' } });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'last_name']]);
    const other = await make.patient({ first_name: 'Suharto', last_name: '' });
    const merged = await call('POST', `/patient/${id}/merge`, { json: { from: other.id, take: ['last_name'] } });
    expect([merged.status, merged.body.detail[0].loc]).toEqual([422, ['body', 'take']]);
  });
});
