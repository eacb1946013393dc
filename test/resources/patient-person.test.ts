import { describe, expect, it } from 'vitest';
import { patientTerms } from '../../src/resources/patient/terms';
import { accessOf } from '../support/access';
import { type Body, call, duplicate, ok } from '../support/client';
import { make } from '../support/factories';
import { logged } from '../support/fakes';
import { input, type Overrides, unique } from '../support/input';
import { row, rows, trail } from '../support/rows';

const post = (overrides: Overrides = {}) => call('POST', '/patient/', { json: input.patient(overrides) });
const put = (id: string, json: Body, headers: Record<string, string> = {}) =>
  call('PUT', `/patient/${id}`, { json, headers });
const patch = (id: string, json: Body, headers: Record<string, string> = {}) =>
  call('PATCH', `/patient/${id}`, { json, headers });
const full = (id: string): Promise<Body> => ok('GET', `/patient/${id}?view=full`);
const found = async (query: string): Promise<string[]> =>
  (await ok('GET', `/patient/?${query}`)).map(({ id }: Body) => id);
const byId = (national_id: string) => found(`national_id=${encodeURIComponent(national_id)}`);
const bySearch = (search: string) => found(`search=${encodeURIComponent(search)}`);
const refused = ({ status, body }: { status: number; body: Body }) => [status, body.code ?? body.detail[0].loc];
const REPRESENTATION = { prefer: 'return=representation' };

/** A living patient with every further field, and the mother. */
async function newPerson(overrides: Overrides = {}) {
  const mother = await make.patient();
  const person = { ...input.person({ mother_id: mother.id }), deceased_at: undefined, ...overrides };
  return { mother, person, patient: await make.patient(person) };
}
const FURTHER = Object.keys(input.person());
const without = (patient: Body) =>
  Object.fromEntries(Object.entries(patient).filter(([name]) => !FURTHER.includes(name)));

describe('What a patient has beyond the interface', () => {
  it('is answered by the create and by full reads, and by no reduced one', async () => {
    const { person, patient } = await newPerson({ deceased_at: '2025-11-20T04:10:00' });
    expect(patient).toMatchObject(person);
    expect(await full(patient.id)).toEqual(patient);
    expect(await ok('GET', `/patient/reg_number/${patient.reg_number}?view=full`)).toEqual(patient);
    const { files, ...listed } = patient;
    expect(await ok('GET', `/patient/?view=full&national_id=${person.national_id}`)).toEqual([listed]);
    const reduced = await make.patient();
    for (const path of ['', 'reg_number/']) {
      const [one, other] = [patient, reduced].map((of) => (path ? of.reg_number : of.id));
      const keys = Object.keys(await ok('GET', `/patient/${path}${other}`));
      expect(Object.keys(await ok('GET', `/patient/${path}${one}`))).toEqual(keys);
    }
    for (const one of await ok('GET', '/patient/?limit=2'))
      for (const name of FURTHER) expect(one).not.toHaveProperty(name);
  });

  it('is left out while it has no value, in every answer', async () => {
    const { body } = await post(Object.fromEntries(FURTHER.map((name) => [name, null])));
    const answers = [
      body,
      await full(body.id),
      (await ok('GET', '/patient/?view=full&limit=1'))[0],
      (await put(body.id, input.patient(), REPRESENTATION)).body,
    ];
    for (const answer of answers) for (const name of FURTHER) expect(answer).not.toHaveProperty(name);
    const stored = await row(`SELECT ${FURTHER.join()} FROM patient WHERE id = ?`, body.id);
    expect(Object.values(stored ?? {})).toEqual(FURTHER.map(() => null));
  });

  it('may be empty where forms send empty texts, and then nobody has the same', async () => {
    const empty = { email: '', national_id: '', preferred_language: '' };
    for (let n = 0; n < 2; n++) expect(await make.patient(empty)).toMatchObject(empty);
  });

  it('tells allergies that nobody has asked for from those of which none are known', async () => {
    const { id } = await make.patient({ allergies: [] });
    expect((await full(id)).allergies).toEqual([]);
    await patch(id, { allergies: null });
    expect(await full(id)).not.toHaveProperty('allergies');
    await patch(id, { allergies: [{ substance: 'Latex' }] });
    expect((await full(id)).allergies).toEqual([
      { substance: 'Latex', reaction: null, severity: null, noted_date: null },
    ]);
  });

  it.each([
    [{ email: 'anna' }, ['body', 'email']],
    [{ national_id: 'unknown' }, ['body', 'national_id']],
    [{ next_of_kin: { phone: '1' } }, ['body', 'next_of_kin', 'name']],
    [{ next_of_kin: { name: ' ' } }, ['body', 'next_of_kin', 'name']],
    [{ allergies: [{ reaction: 'Rash' }] }, ['body', 'allergies', 0, 'substance']],
    [{ allergies: [{ substance: '\u3000' }] }, ['body', 'allergies', 0, 'substance']],
    [{ payer: { name: ' - ', kind: 'employer' } }, ['body', 'payer', 'name']],
    [{ deceased_at: '2999-01-01' }, ['body', 'deceased_at']],
    [{ mother_id: 'x' }, ['body', 'mother_id']],
  ])('refuses %j', async (wrong, loc) => {
    expect(refused(await post(wrong))).toEqual([422, loc]);
    expect(refused(await patch((await make.patient()).id, wrong))).toEqual([422, loc]);
  });
});

describe('A client that does not know it', () => {
  it('keeps it by a PUT of all that the interface has, in one trip', async () => {
    const { person, patient } = await newPerson();
    const json = input.patient({ first_name: 'Bertha' });
    const { status, body, cost } = await put(patient.id, json);
    expect([status, Object.keys(body), cost.trips]).toEqual([200, ['id', 'reg_number', 'message'], 1]);
    const after = { ...patient, ...json };
    expect(await full(patient.id)).toEqual(after);
    const { body: answer } = await put(patient.id, json, REPRESENTATION);
    expect(answer).toEqual(after);
    expect(await trail(patient.id)).toEqual(['create 1', 'update 2 first_name,last_name']);
    for (const one of [person.national_id, after.reg_number]) expect(await bySearch(one)).toEqual([patient.id]);
    expect(await found(`national_id=${person.national_id}&dob=1984-02-29`)).toEqual([patient.id]);
    const stored = await rows<{ terms: string }>('SELECT terms FROM patient WHERE id = ?', patient.id);
    expect(
      stored.map(({ terms }) => JSON.parse(terms)),
      'as the hourly job derives them',
    ).toEqual([patientTerms(after as Parameters<typeof patientTerms>[0]).terms]);
  });

  it('keeps it by a PUT of the required fields, and by a PATCH', async () => {
    const { patient } = await newPerson();
    const { gender, first_name, last_name } = patient;
    await put(patient.id, { gender, first_name, last_name });
    await patch(patient.id, { middle_name: null });
    expect(await full(patient.id)).toEqual({ ...patient, middle_name: null });
  });
});

describe('An update', () => {
  it('changes what it names, clears it by null and names it in the audit trail', async () => {
    const { patient } = await newPerson();
    const next = { ...input.person({ mother_id: (await make.patient()).id }), email: 'other@family.example' };
    const { body } = await put(patient.id, { ...input.patient(), ...next }, REPRESENTATION);
    expect(body).toMatchObject(next);
    expect(await full(patient.id)).toEqual(body);
    const nothing = Object.fromEntries(FURTHER.map((name) => [name, null]));
    const cleared = await patch(patient.id, nothing, REPRESENTATION);
    expect(cleared.body).toEqual(without(body));
    expect(await full(patient.id)).toEqual(without(body));
    expect((await trail(patient.id)).at(-1)).toBe(`update 3 ${FURTHER.join()}`);
  });

  it('of one field does not undo another one that is made at the same time', async () => {
    const { id } = await make.patient();
    const { deceased_at, mother_id, ...others } = input.person();
    await Promise.all(Object.entries(others).map(([name, value]) => patch(id, { [name]: value })));
    expect(await full(id)).toMatchObject(others);
  });
});

describe('A national id', () => {
  const taken = [400, 'duplicate'];

  it('is unique whatever its spaces, hyphens, dots, slashes, width and letter case', async () => {
    const id = `${unique('8')}-x.1/2 3`;
    const { patient } = await newPerson({ national_id: id });
    const same = [id, id.toUpperCase(), id.replace(/[-./ ]/g, ''), id.replace('8', '８'), id.replace('8', '٨')];
    for (const national_id of same) {
      const answer = await post({ national_id });
      expect(refused(answer), national_id).toEqual(taken);
      expect(answer.body).toEqual(duplicate('national_id', 'Patient with this national_id already exists'));
      expect(await byId(national_id)).toEqual([patient.id]);
      expect(await bySearch(national_id)).toEqual([patient.id]);
    }
    const other = await make.patient();
    expect(refused(await put(other.id, input.patient({ national_id: id })))).toEqual(taken);
    expect(refused(await patch(other.id, { national_id: same[1] }))).toEqual(taken);
    expect((await patch(patient.id, { national_id: same[1] })).status, 'the own one, written differently').toBe(200);
    expect(await trail(other.id)).toEqual(['create 1']);
  });

  it('that is taken is on record as a search that found who has it, without the value', async () => {
    const { person, patient } = await newPerson();
    const { national_id } = person;
    const other = await make.patient();
    const json = input.patient({ national_id });
    const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const answers = [
      await call('POST', '/patient/', { json }),
      await call('POST', '/patient/', { json, ...key }),
      await call('POST', '/patient/', { json, ...key }),
      await call('PUT', `/patient/${other.id}`, { json }),
      await call('PATCH', `/patient/${other.id}`, { json: { national_id } }),
    ];
    for (const answer of answers) {
      expect(refused(answer)).toEqual(taken);
      const look = { action: 'search', entity: 'patient', patient_id: patient.id, count: 1, detail: null };
      expect(accessOf(answer)).toMatchObject([look]);
      expect(JSON.stringify(accessOf(answer))).not.toContain(national_id);
    }
    const native = await call('GET', `/patient/?national_id=${national_id}`);
    expect(accessOf(native)).toMatchObject([{ action: 'search', patient_id: patient.id, count: 1 }]);
  });

  it('of a merged record is on record as the patient’s', async () => {
    const national_id = unique('6');
    const [{ id }, from] = [await make.patient(), await make.patient({ national_id })];
    await patch(id, { national_id: unique('5') });
    await ok('POST', `/patient/${id}/merge`, { json: { from: from.id } });
    const answer = await post({ national_id });
    expect(refused(answer)).toEqual(taken);
    expect(accessOf(answer)).toMatchObject([{ action: 'search', patient_id: id, count: 1 }]);
  });

  it('is given once by fifty creates at the same time', async () => {
    const national_id = unique('7');
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ national_id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(400)]);
    expect(await byId(national_id)).toHaveLength(1);
  });

  it('is free again once the patient is deleted, and finds nobody until then', async () => {
    const { person, patient } = await newPerson();
    await ok('DELETE', `/patient/${patient.id}`);
    expect([await byId(person.national_id), await bySearch(person.national_id)]).toEqual([[], []]);
    expect((await post({ national_id: person.national_id })).status).toBe(201);
  });

  it('is found as it is now, whole, and together with other filters', async () => {
    const { person, patient } = await newPerson();
    const national_id = unique('9');
    await patch(patient.id, { national_id });
    expect([await byId(person.national_id), await byId(national_id)]).toEqual([[], [patient.id]]);
    expect(await byId(national_id.slice(0, -1)), 'its beginning').toEqual([]);
    expect(await bySearch(national_id.slice(1)), 'its end').toEqual([]);
    expect(await found(`national_id=${national_id}&search=anna`)).toEqual([patient.id]);
    expect(await found(`national_id=${national_id}&search=nobody`)).toEqual([]);
    expect(await found(`national_id=${national_id}&dob=1999-01-01`)).toEqual([]);
    expect(await found(`search=${national_id}&dob=1999-01-01`)).toEqual([]);
    await patch(patient.id, { national_id: null });
    expect(await byId(national_id)).toEqual([]);
    expect((await call('GET', '/patient/?national_id=none')).status).toBe(422);
  });

  it('is in no log and no audit row', async () => {
    const national_id = unique('6');
    const log = await logged(async () => {
      const { body } = await post({ national_id });
      await post({ national_id });
      await patch(body.id, { national_id: `${national_id}1` });
      await byId(national_id);
      await bySearch(national_id);
    });
    expect(log).toContain('"request"');
    expect(log).not.toContain(national_id);
    expect(JSON.stringify(await rows('SELECT * FROM audit'))).not.toContain(national_id);
    const looks = accessOf(await call('GET', `/patient/?national_id=${national_id}1`));
    expect(looks).toMatchObject([{ action: 'search', entity: 'patient', count: 1 }]);
    expect(JSON.stringify(looks)).not.toContain(national_id);
  });

  it('can be sent again with the Idempotency-Key of the first request', async () => {
    const json = input.patient({ national_id: unique('5') });
    const headers = { 'idempotency-key': unique('key') };
    const [first, again] = [
      await call('POST', '/patient/', { json, headers }),
      await call('POST', '/patient/', { json, headers }),
    ];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  });
});

describe('The mother of a patient', () => {
  it('must be a patient who is not deleted', async () => {
    const gone = await make.patient();
    await ok('DELETE', `/patient/${gone.id}`);
    const { id } = await make.patient();
    for (const mother_id of [crypto.randomUUID(), gone.id]) {
      const answers = [
        await post({ mother_id }),
        await put(id, input.patient({ mother_id })),
        await patch(id, { mother_id }),
      ];
      for (const { status, body } of answers)
        expect([status, body]).toEqual([
          404,
          { detail: `Mother not found: ${mother_id}`, code: 'reference_not_found' },
        ]);
    }
    expect(await trail(id)).toEqual(['create 1']);
  });

  it('is somebody else', async () => {
    const { id } = await make.patient();
    expect(refused(await patch(id, { mother_id: id }))).toEqual([400, 'inconsistent']);
    expect(refused(await put(id, input.patient({ mother_id: id })))).toEqual([400, 'inconsistent']);
    const outdated = { 'if-match': '"7"' };
    expect(refused(await put(id, input.patient({ mother_id: id }), outdated))).toEqual([412, 'outdated']);
    const nobody = crypto.randomUUID();
    expect(refused(await patch(nobody, { mother_id: nobody }))).toEqual([404, 'not_found']);
    expect(refused(await patch(id, { mother_id: id }, outdated))).toEqual([412, 'outdated']);
  });

  it('stays once she is deleted, also where she is sent back', async () => {
    const { mother, patient } = await newPerson();
    await ok('DELETE', `/patient/${mother.id}`);
    expect((await patch(patient.id, { mother_id: mother.id })).status).toBe(200);
    expect((await put(patient.id, input.patient({ mother_id: mother.id }))).status).toBe(200);
    expect((await full(patient.id)).mother_id).toBe(mother.id);
  });
});
