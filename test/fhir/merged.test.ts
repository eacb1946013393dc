import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { survivorOf } from '../../src/db/schema/patient';
import { SERVED } from '../../src/fhir/served';
import { accessOf, patientsIn } from '../support/access';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { fhir, found, get, idsIn, idsOf, issueOf, pagesOf, resourcesIn, roleFor, URL } from '../support/fhir/client';
import { insertNote, newWriter, type Writer } from '../support/fhir/notes';
import { makePng } from '../support/files';
import { input, unique } from '../support/input';
import { merge, unmerge } from '../support/merges';

let author: Writer;
beforeAll(async () => {
  author = await newWriter();
});

/** A patient with something of each kind that refers to patients. */
async function whole(overrides: object = {}): Promise<string> {
  const person = input.person({ mother_id: null, deceased_at: null, ...overrides });
  const { id } = await make.patient(input.patient({ blood_group: 'A_POS', ...person }));
  const visit = await make.appointment({ patient_id: id });
  const bill = await make.invoice({ patient_id: id, appointment_id: visit.id, status: 'ISSUED', paid_amount: 0 });
  await ok('POST', `/invoice/${bill.id}/payments`, { json: { amount: 1, method: 'cash' } });
  await makePng(id);
  await insertNote(author, visit);
  return id;
}
const bare = async (): Promise<string> => {
  const nothing = { medical_conditions: [], past_surgeries: [], current_medications: [], blood_group: 'NOT_SET' };
  return (await make.patient({ ...nothing, addresses: [] })).id;
};

/** The first was merged into the second, and that one into the last, who had nothing. */
async function chain(overrides?: object): Promise<[first: string, second: string, survivor: string]> {
  const [first, second, survivor] = [await whole(overrides), await bare(), await bare()];
  expect((await merge(second, first)).status).toBe(200);
  expect((await merge(survivor, second)).status).toBe(200);
  return [first, second, survivor];
}

/** Of every type that is served. The trail is that of each record, whatever became of it. */
const references = SERVED.flatMap(({ type, search, parameters }) =>
  search && type !== 'AuditEvent'
    ? Object.entries(parameters)
        .filter(([, parameter]) => parameter.type === 'reference' && parameter.modifiers?.includes('Patient'))
        .map(([name]) => ({ type, name }))
    : [],
);

describe('By the id of a merged record', () => {
  let [first, second, survivor, other]: string[] = [];
  beforeAll(async () => {
    [first, second, survivor] = await chain();
    other = await whole();
  });

  it.each(references)('$type?$name finds what is the survivor’s', async ({ type, name }) => {
    const as = { as: roleFor(type) };
    const ids = (query: string) => idsOf(`${type}?${query}`, as);
    const mine = await ids(`${name}=${survivor}`);
    const both = await ids(`${name}=${survivor},${other}`);
    expect(mine.length, `${type} has none of the patient: whole() above makes one of each type`).toBeGreaterThan(0);
    expect(both.length).toBeGreaterThan(mine.length);
    const nobody = Array.from({ length: 6 }, () => crypto.randomUUID()).join();
    for (const id of [first, second]) {
      for (const value of [id, `Patient/${id}`, `${URL}/Patient/${id}`, `${id},${survivor}`, `${first},${second}`]) {
        expect(await ids(`${name}=${value}`), value).toEqual(mine);
      }
      expect(await ids(`${name}:Patient=${id}`)).toEqual(mine);
      expect(await ids(`${name}=${id}&${name}=${survivor}`)).toEqual(mine);
      expect((await ids(`${name}=${id},${other}`)).sort()).toEqual([...both].sort());
      expect((await ids(`${name}=${other},Patient/${id}`)).sort()).toEqual([...both].sort());
      expect(await ids(`${name}=${id}&${name}=${other}`)).toEqual([]);
      expect(await ids(`${name}=${id}&_lastUpdated=ge2020`)).toEqual(mine);
      expect(await ids(`${name}=${id},${nobody}`), 'of many').toEqual(mine);
      const answer = await get(`${type}?${name}=${id}`, as);
      expect(answer.cost.trips).toBe(1);
      expect(accessOf(answer), 'the look names the survivor').toMatchObject([{ patient_id: survivor }]);
    }
  });

  it('brings the survivor along, also where as many are asked for as have an index each', async () => {
    const five = [first, other, ...Array.from({ length: 3 }, () => crypto.randomUUID())].join();
    const answer = await get(`Appointment?patient=${five}&date=ge2020&_include=Appointment:patient`);
    expect(idsIn(resourcesIn(answer, 'include')).sort()).toEqual([survivor, other].sort());
    expect(answer.cost.trips).toBe(1);
  });

  it('finds the allergy, whose patient is the survivor', async () => {
    const [allergy, ...others] = await found(`AllergyIntolerance?patient=${first}`);
    expect(others).toEqual([]);
    expect(allergy).toMatchObject({
      code: { text: 'Penicillin' },
      patient: { reference: `Patient/${survivor}` },
    });
    expect(await idsOf(`AllergyIntolerance?patient=${first}&_id=${allergy?.id}`)).toEqual([allergy?.id]);
    const part = await fhir('GET', `AllergyIntolerance/${first}.${allergy?.id.slice(37)}`);
    expect(issueOf(part)).toEqual([410, 'deleted']);
    expect(part.body.issue[0].diagnostics).toContain(`merged into Patient/${survivor}`);
  });

  it('Patient?_id is what the read is', async () => {
    const by = async (query: string) => (await found(`Patient?_id=${query}`)).sort((a, b) => (a.id < b.id ? -1 : 1));
    const reads = async (...ids: (string | undefined)[]) =>
      (await Promise.all(ids.map((id) => ok('GET', `/fhir/r4/Patient/${id}`)))).sort((a, b) => (a.id < b.id ? -1 : 1));
    const [old] = await by(`${first}`);
    expect(old).toMatchObject({
      active: false,
      link: [{ other: { reference: `Patient/${second}` }, type: 'replaced-by' }],
    });
    expect(await by(`${first}`)).toEqual(await reads(first));
    expect(await by(`${first},${survivor}`)).toEqual(await reads(first, survivor));
    expect(await by(`${survivor},${second},${first},${first},${other}`)).toEqual(
      await reads(first, second, survivor, other),
    );
    expect(await by(`${first}&_lastUpdated=ge2020`)).toEqual(await reads(first));
    expect(await by(`${first}&_lastUpdated=ge2999`)).toEqual([]);
    expect(await by(`${first}&_id=${survivor}`)).toEqual([]);
    const [number] = old?.identifier ?? [];
    const answer = await get(`Patient?_id=${first}`);
    expect([answer.cost.trips, accessOf(answer).map(patientsIn)]).toEqual([1, [[survivor]]]);
    expect(await idsOf(`Patient?_id=${first}&family=${old?.name[0].family}`)).toEqual([first]);
    expect(number.type.coding[0].code).toBe('MR');
    expect(accessOf(await get(`Patient/${first}`))).toMatchObject([{ entity_id: first, patient_id: survivor }]);
  });

  it('other searches find the survivor alone', async () => {
    const last_name = unique('Öman');
    const [old] = await chain({ last_name });
    expect(await idsOf(`Patient?family=${last_name}`)).toEqual([]);
    expect(await idsOf(`Patient?birthdate=ge1900&_lastUpdated=ge2020&_count=200`)).not.toContain(old);
  });

  it('$everything has the record, and all of the survivor', async () => {
    const path = `/Patient/${first}/$everything`;
    const [answer, all] = [await get(path), await get(`/Patient/${survivor}/$everything`)];
    const [old, ...rest] = resourcesIn(answer);
    expect(old).toEqual((await get(`/Patient/${first}`)).body);
    expect(rest).toEqual(resourcesIn(all));
    expect(new Set(rest.map(({ resourceType }) => resourceType)).size).toBe(13);
    expect(answer.cost.trips).toBe(1);
    expect(accessOf(answer)[0]).toMatchObject({ entity: 'patient', action: 'read', patient_id: survivor });
    expect(new Set(accessOf(answer).map(({ patient_id }) => patient_id))).toEqual(new Set([survivor]));
    for (const count of [1, 3]) expect((await pagesOf(`${path}?_count=${count}`)).flat()).toEqual([old, ...rest]);
    expect(idsIn(resourcesIn(await get(`${path}?_type=Patient`)))).toEqual([first, survivor]);
    const invoices = resourcesIn(await get(`${path}?_type=Invoice`));
    expect(invoices.map(({ subject }) => subject.reference)).toEqual([`Patient/${survivor}`]);
    expect(resourcesIn(await get(`${path}?_since=2999-01-01T00:00:00Z`))).toEqual([]);
  });
});

it('after the undo each id finds what is its own', async () => {
  const [first, second, survivor] = await chain();
  const { body: merged } = await get(`Patient/${first}`);
  const allergic = async () =>
    Promise.all(
      [first, second, survivor].map((id) => idsOf(`AllergyIntolerance?patient=${id}`).then((ids) => ids.length)),
    );
  const booked = async () =>
    Promise.all(
      [first, second, survivor].map((id) => idsOf(`Appointment?actor=Patient/${id}`).then((ids) => ids.length)),
    );
  expect([await allergic(), await booked()]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  expect((await unmerge(survivor, second)).status).toBe(200);
  expect([await allergic(), await booked()]).toEqual([
    [1, 1, 0],
    [1, 1, 0],
  ]);
  // A version does not come to say anything else.
  expect((await get(`Patient/${first}`)).body).toEqual(merged);
  expect((await unmerge(second, first)).status).toBe(200);
  expect([await allergic(), await booked()]).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ]);
  expect(idsIn(resourcesIn(await get(`/Patient/${first}/$everything?_type=Patient`)))).toEqual([first]);
});

it('its number finds the survivor, as a card says it that the patient still has', async () => {
  const [first, second, survivor] = await chain();
  for (const id of [first, second, survivor]) {
    const { value, system } = (await get(`Patient/${id}`)).body.identifier[0];
    expect(await idsOf(`Patient?identifier=${value}`), 'by the number').toEqual([survivor]);
    expect(await idsOf(`Patient?identifier=${system}|${value}`)).toEqual([survivor]);
    expect(await idsOf(`Patient?identifier=${value}&birthdate=ge1900`)).toEqual([survivor]);
  }
  const { value } = (await get(`Patient/${first}`)).body.identifier[0];
  await ok('DELETE', `/patient/${survivor}`);
  expect(await idsOf(`Patient?identifier=${value}`)).toEqual([]);
});

it('an identifier of the first of a chain leads to the last', async () => {
  const system = 'urn:oid:1.2.36.146';
  const value = unique('4711');
  const { body: old } = await fhir('POST', '/Patient', {
    json: { resourceType: 'Patient', identifier: [{ system, value }], name: [{ family: 'A', given: ['B'] }] },
  });
  const [second, survivor] = [await bare(), await bare()];
  await merge(second, old.id);
  await merge(survivor, second);
  expect(await idsOf(`Patient?identifier=${system}|${value}`)).toEqual([survivor]);
});

describe('Merged into a patient who was deleted', () => {
  const SECRETS = { last_name: unique('Secret'), national_id: unique('SECRET-'), phone_number: '+46 18 471 00 11' };
  let ids: string[] = [];
  let files: Body[] = [];
  let twin: Body;
  beforeAll(async () => {
    ids = await chain(SECRETS);
    files = (await ok('GET', `/patient/${ids[2]}?view=full`)).files;
    await ok('DELETE', `/patient/${ids[2]}`);
    twin = await make.patient(input.patient({ ...SECRETS, national_id: null }));
  });

  it('a record is gone, too', async () => {
    expect(files).toHaveLength(1);
    const [file] = files;
    const image = file.url.slice(file.url.indexOf('/static/'));
    const asked: [path: string, status: number][] = ids.flatMap((id, n): [string, number][] => [
      [`/patient/${id}`, n === 2 ? 404 : 410],
      [`/patient/${id}?view=full`, n === 2 ? 404 : 410],
      [`/patient/${id}/duplicates`, n === 2 ? 404 : 410],
      [`/static/?entity_id=${id}`, n === 2 ? 404 : 410],
      [`/static/?entity_id=${id}&deleted=true`, n === 2 ? 404 : 410],
      [image.replace(ids[0] as string, id), 404],
      [`/fhir/r4/Patient/${id}`, 410],
      [`/fhir/r4/Patient/${id}/_history/2`, 410],
      [`/fhir/r4/Patient/${id}/$everything`, 410],
      [`/fhir/r4/Patient/${id}/$everything?_type=Invoice`, 410],
    ]);
    asked.push([`/fhir/r4/DocumentReference/${file.id}`, 410], [`/fhir/r4/Binary/${file.id}`, 410]);
    for (const [path, status] of asked) {
      const answer = await call('GET', path);
      expect([path, answer.status]).toEqual([path, status]);
      expect(new TextDecoder().decode(answer.bytes)).not.toMatch(/secret|471 00 11/i);
    }
  });

  it('a search finds nothing of it', async () => {
    const { last_name, national_id } = SECRETS;
    for (const query of [`_id=${ids.join()}`, `_id=${ids[0]}`, `_id=${ids[1]}&_lastUpdated=ge2020`]) {
      expect(await found(`Patient?${query}`), query).toEqual([]);
    }
    expect(await found(`Patient?identifier=${national_id}`)).toEqual([]);
    expect(await idsOf(`Patient?family=${last_name}`)).toEqual([twin.id]);
    for (const id of ids) {
      for (const type of ['AllergyIntolerance', 'Condition', 'RelatedPerson', 'DocumentReference']) {
        expect(await found(`${type}?patient=${id}`), type).toEqual([]);
      }
    }
    const alike: Body[] = await ok('GET', `/patient/${twin.id}/duplicates`);
    expect(alike.filter(({ patient }) => ids.includes(patient.id))).toEqual([]);
    expect(await ok('GET', `/patient/?search=${last_name}`)).toMatchObject([{ id: twin.id }]);
  });
});

describe('A search by somebody who was not merged', () => {
  it('asks for the survivor without reading a row', async () => {
    const [first, , survivor] = await chain();
    const { sql: text } = new SQLiteAsyncDialect().sqlToQuery(sql`select ${survivorOf(sql`?1`)} as id`);
    const of = async (id: string) => {
      const { results, meta } = await env.DB.prepare(text).bind(id).all<{ id: string }>();
      return [results[0]?.id, meta.rows_read];
    };
    const unknown = crypto.randomUUID();
    expect(await of(survivor)).toEqual([survivor, 0]);
    expect(await of(unknown)).toEqual([unknown, 0]);
    expect(await of(first)).toEqual([survivor, expect.any(Number)]);
  });

  /**
   * At most, as it was when no search asked for the survivor: where an index ends with the patient, it is one row less. An actor may
   * be a room, too.
   */
  const READ: Record<string, number> = {
    ...{ 'Appointment?patient': 4, 'Appointment?actor': 14, 'Invoice?patient': 3, 'Invoice?subject': 3 },
    ...{ 'DocumentReference?patient': 4, 'DocumentReference?subject': 8 },
    // Whose drafts are the reader's is asked first, and each place is looked at as often as where the page ends.
    ...{ 'Composition?patient': 8, 'Composition?subject': 8 },
  };
  const PART = 3;

  it('reads what it read', async () => {
    const id = await whole();
    for (const { type, name } of references) {
      const { cost } = await get(`${type}?${name}=${id}`, { as: roleFor(type) });
      const asked = `${type}?${name}`;
      expect(cost.trips, asked).toBe(1);
      expect(cost.rows_read, asked).toBeLessThanOrEqual(READ[asked] ?? PART);
    }
    const others: [path: string, rows: number][] = [
      [`/fhir/r4/Patient/${id}`, 1],
      [`/fhir/r4/Patient?_id=${id}`, 5],
      [`/fhir/r4/Patient?identifier=${(await ok('GET', `/patient/${id}`)).reg_number}`, 12],
      [`/fhir/r4/Patient/${id}/$everything`, 73],
      [`/calendar/appointments/?patient_id=${id}`, 5],
      [`/calendar/appointments/?patient_id=${id}&order_by=created_at&status=X`, 12],
      [`/invoice/?patient_id=${id}`, 4],
      [`/invoice/?patient_id=${id}&search=anna`, 5],
    ];
    for (const [path, rows] of others) {
      const { cost } = await call('GET', path);
      expect(cost.trips, path).toBe(1);
      expect(cost.rows_read, path).toBeLessThanOrEqual(rows);
    }
  });
});
