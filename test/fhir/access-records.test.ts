import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf, keep, patientsIn } from '../support/access';
import { type Body, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { fhir, get, idsIn, issueOf, resourcesIn } from '../support/fhir/client';
import { looksOf } from '../support/fhir/promises';
import { makePng } from '../support/files';
import { input, unique } from '../support/input';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';
import { actorOf } from '../support/users';

let patient: Body;
let visit: Body;
let bill: Body;
let payment: Body;
let file: Body;

beforeAll(async () => {
  patient = await make.patient(input.person({ mother_id: undefined, deceased_at: undefined }));
  visit = await make.appointment({ patient_id: patient.id });
  bill = await make.invoice({ patient_id: patient.id, status: 'ISSUED', paid_amount: 0 });
  payment = await ok('POST', `/invoice/${bill.id}/payments`, { json: { amount: 1, method: 'cash' } });
  file = await makePng(patient.id);
});

describe('What a search shows along', () => {
  it.each([
    ['Appointment', 'patient', () => visit, 'appointment', 'patient'],
    ['Invoice', 'subject', () => bill, 'invoice', 'patient'],
    ['Invoice', 'patient', () => bill, 'invoice', 'patient'],
    ['DocumentReference', 'patient', () => file, 'file', 'patient'],
    ['PaymentNotice', 'request', () => payment, 'invoice', 'invoice'],
  ])('is a list of its own: %s?_include=%s', async (type, name, record, entity, along) => {
    const answer = await get(`${type}?_id=${record().id}&_include=${type}:${name}`);
    expect(resourcesIn(answer)).toHaveLength(2);
    expect(looksOf(answer)).toEqual([
      [entity, 'list', null, [patient.id]],
      [along, 'list', null, [patient.id]],
    ]);
    expect(accessOf(answer).map(({ count }) => count)).toEqual([1, 1]);
  });

  it('is none where it is no patient’s, or not shown to the account', async () => {
    const doctors = await get(`PractitionerRole?_id=${visit.doctor_id}&_include=PractitionerRole:practitioner`);
    expect([resourcesIn(doctors).length, looksOf(doctors)]).toEqual([2, []]);
    const doctor = await get(`Appointment?_id=${visit.id}&_include=Appointment:practitioner`);
    expect([resourcesIn(doctor).length, looksOf(doctor)]).toEqual([2, [['appointment', 'list', null, [patient.id]]]]);
    const as = { ...actorOf('admin'), scope: 'user/Appointment.rs' };
    const narrowed = await get(`Appointment?_id=${visit.id}&_include=Appointment:patient`, { as });
    expect([resourcesIn(narrowed).length, looksOf(narrowed)]).toEqual([
      1,
      [['appointment', 'list', null, [patient.id]]],
    ]);
  });

  it('is on record by POST, too, of a login that may search and not read', async () => {
    const as = { ...actorOf('staff'), scope: 'user/Patient.s' };
    const body = new URLSearchParams({ _id: patient.id });
    const answer = await fhir('POST', 'Patient/_search', { as, body });
    expect([idsIn(resourcesIn(answer)), looksOf(answer)]).toEqual([
      [patient.id],
      [['patient', 'list', null, [patient.id]]],
    ]);
  });

  it('names all of them, however many', async () => {
    const doctor = await make.doctor();
    const other = await make.appointment({ doctor_id: doctor.id });
    await multiply('patient', { key: 'id', value: other.patient_id }, 149, { id: UUID });
    await multiply('appointment', { key: 'id', value: other.id }, 149, {
      id: UUID,
      patient_id: '(SELECT id FROM patient WHERE seq = (SELECT max(seq) FROM patient) - i + 1)',
    });
    const answer = await get(`Appointment?practitioner=${doctor.id}&_include=Appointment:patient&_count=200`);
    const shown = idsIn(resourcesIn(answer, 'include'));
    expect(shown).toHaveLength(150);
    const along = accessOf(answer).filter(({ entity }) => entity === 'patient');
    expect(along.map(({ count }) => count)).toEqual([100, 50]);
    expect(along.flatMap(patientsIn).sort()).toEqual(shown.sort());
  });

  it('is found by who asks who has seen the patient', async () => {
    const one = await make.appointment();
    await keep(accessOf(await get(`Appointment?_id=${one.id}&_include=Appointment:patient`, { as: 'doctor' })));
    const days = await ok('GET', `/audit/access?patient_id=${one.patient_id}`, { as: 'admin' });
    expect(days).toMatchObject([
      { actor: actorOf('doctor').id, looks: 2, kinds: ['patient:list', 'appointment:list'] },
    ]);
  });
});

describe('Everything of a patient', () => {
  it('is a read of the patient, and a list of each other kind that the page shows', async () => {
    const path = `/Patient/${patient.id}/$everything`;
    const read = ['patient', 'read', patient.id, [patient.id]];
    const list = (entity: string) => [entity, 'list', null, [patient.id]];
    const answer = await fhir('GET', path);
    expect(looksOf(answer)).toEqual([read, list('appointment'), list('invoice'), list('file')]);
    // An invoice and its payment.
    expect(accessOf(answer).map(({ count }) => count)).toEqual([null, 1, 2, 1]);
    expect(looksOf(await fhir('GET', `${path}?_type=Condition,Practitioner`))).toEqual([read]);
    expect(looksOf(await fhir('GET', `${path}?_type=Invoice`))).toEqual([read, list('invoice')]);
    expect(looksOf(await fhir('GET', `${path}?_since=2099-01-01T00:00:00Z`))).toEqual([read]);
  });
});

describe('One resource', () => {
  const etag = ({ headers }: Result) => ({ headers: { 'if-none-match': headers.get('etag') ?? '' } });

  it.each([
    ['Patient', () => patient, 'patient'],
    ['Appointment', () => visit, 'appointment'],
    ['Invoice', () => bill, 'invoice'],
    ['DocumentReference', () => file, 'file'],
    ['Binary', () => file, 'file'],
  ])('is a look each time, also as a version and unchanged: %s', async (type, record, entity) => {
    const { id } = record();
    const look = [[entity, 'read', id, [patient.id]]];
    const accept = { headers: { accept: 'application/fhir+json' } };
    const answer = await fhir('GET', `${type}/${id}`, accept);
    const version = answer.body.meta.versionId;
    const unchanged = await fhir('GET', `${type}/${id}`, etag(answer));
    expect(unchanged.status).toBe(304);
    for (const one of [
      answer,
      unchanged,
      await fhir('GET', `${type}/${id}/_history/${version}`, accept),
      await call('HEAD', `/fhir/r4/${type}/${id}`, accept),
    ])
      expect(looksOf(one)).toEqual(look);
  });
});

describe('A search by patient that finds nothing', () => {
  const nobody = async () => (await make.patient(input.patient())).id as string;
  /** Both ways to ask. */
  const asked = async (type: string, query: string) => [
    await get(`${type}?${query}`),
    await fhir('POST', `/${type}/_search`, {
      body: query,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ];

  it.each([
    ['Appointment', 'patient', 'appointment'],
    ['Appointment', 'actor:Patient', 'appointment'],
    ['Invoice', 'subject', 'invoice'],
    ['Invoice', 'patient', 'invoice'],
    ['DocumentReference', 'patient', 'file'],
    ['DocumentReference', 'subject:Patient', 'file'],
    ['Condition', 'patient', 'patient'],
    ['AllergyIntolerance', 'patient', 'patient'],
  ])('names the patient, as a native list does: %s?%s=', async (type, name, entity) => {
    const id = await nobody();
    await rows("UPDATE patient SET medical_conditions = '[]', allergies = NULL WHERE id = ?", id);
    for (const value of [id, `Patient/${id}`, `http://localhost/fhir/r4/Patient/${id}`])
      for (const answer of await asked(type, `${name}=${value}`)) {
        expect(resourcesIn(answer)).toEqual([]);
        expect(accessOf(answer)).toMatchObject([{ entity, action: 'list', patient_id: id, count: 0, detail: null }]);
      }
    const native = accessOf(await call('GET', `/invoice/?patient_id=${id}`));
    expect(native).toMatchObject([{ action: 'list', patient_id: id, count: 0 }]);
  });

  it('names each of several, beside those whom it shows', async () => {
    const [one, two] = [await nobody(), await nobody()];
    expect(looksOf(await get(`Invoice?patient=${one},${two}`))).toEqual([['invoice', 'list', null, [one, two]]]);
    const some = accessOf(await get(`Invoice?patient=${one},${patient.id}`));
    expect(some).toMatchObject([{ patient_id: patient.id, count: 1, detail: JSON.stringify({ patients: [one] }) }]);
    // As many as a search may name.
    const many = Array.from({ length: 100 }, () => crypto.randomUUID());
    expect(accessOf(await get(`Invoice?patient=${many}`))).toMatchObject([
      { patient_id: null, count: 0, detail: JSON.stringify({ patients: many }) },
    ]);
  });

  it('leaves it to the log where the id says not whose it is', async () => {
    const id = await nobody();
    expect(accessOf(await get(`Appointment?actor=${id}`))).toMatchObject([
      { patient_id: null, owner_id: id, count: 0 },
    ]);
    const unpaid = await make.invoice({ patient_id: id });
    const payments = await get(`PaymentNotice?request=Invoice/${unpaid.id}`);
    expect(accessOf(payments)).toMatchObject([{ entity: 'invoice', owner_id: unpaid.id, count: 0 }]);
    const files = await get(`DocumentReference?related=Invoice/${unpaid.id}`);
    expect(accessOf(files)).toMatchObject([{ entity: 'file', owner_id: unpaid.id, count: 0 }]);
    await keep([...accessOf(payments), ...accessOf(files)]);
    expect(await ok('GET', `/audit/access?patient_id=${id}`, { as: 'admin' })).toMatchObject([{ looks: 2 }]);
  });

  it('has nothing of what was sent that is no id', async () => {
    for (const query of ['Invoice?patient=Svensson', 'Condition?patient=Svensson', 'Appointment?actor=Svensson'])
      expect(accessOf(await get(query))).toMatchObject([{ patient_id: null, owner_id: null, count: 0, detail: null }]);
  });
});

describe('That an identifier is taken', () => {
  const system = 'urn:oid:1.2.3';
  const resource = (value: string) => ({
    resourceType: 'Patient',
    name: [{ family: 'Ek', given: ['A'] }],
    identifier: [{ system, value }],
  });
  const post = (json: object) => fhir('POST', '/Patient', { json });

  it('is a search that found who has it, without the value', async () => {
    const value = unique('taken');
    const holder = (await post(resource(value))).body;
    const other = (await post(resource(unique('other')))).body;
    const refused = [
      await post(resource(value)),
      await fhir('PUT', `/Patient/${other.id}`, { json: { ...other, ...resource(value) } }),
    ];
    for (const answer of refused) {
      expect(issueOf(answer)).toEqual([409, 'duplicate', 'Patient.identifier']);
      expect(accessOf(answer)).toMatchObject([
        { action: 'search', entity: 'patient', entity_id: null, patient_id: holder.id, count: 1, detail: null },
      ]);
      expect(JSON.stringify(accessOf(answer))).not.toContain(value);
    }
  });

  it('names the patient into whom its holder was merged', async () => {
    const value = unique('merged');
    const from = (await post(resource(value))).body;
    const { id } = await make.patient();
    await ok('POST', `/patient/${id}/merge`, { json: { from: from.id } });
    expect(accessOf(await post(resource(value)))).toMatchObject([{ action: 'search', patient_id: id, count: 1 }]);
  });

  it('is none where the one who has it is answered', async () => {
    const value = unique('exists');
    const { body } = await post(resource(value));
    const headers = { 'if-none-exist': `identifier=${system}|${value}` };
    const answer = await fhir('POST', '/Patient', { json: resource(value), headers });
    expect(looksOf(answer)).toEqual([['patient', 'read', body.id, [body.id]]]);
  });

  it('names the patient of an appointment', async () => {
    const identifier = [{ system, value: unique('visit') }];
    const book = () =>
      fhir('POST', '/Appointment', {
        json: {
          ...{ resourceType: 'Appointment', status: 'booked', start: '2027-03-01T09:00:00Z', minutesDuration: 15 },
          identifier,
          participant: [
            `Patient/${patient.id}`,
            `Practitioner/${visit.doctor_id}`,
            `HealthcareService/${visit.department_id}`,
          ].map((reference) => ({ actor: { reference }, status: 'accepted' })),
        },
      });
    expect((await book()).status).toBe(201);
    const again = await book();
    expect(issueOf(again)).toEqual([409, 'duplicate', 'Appointment.identifier']);
    expect(accessOf(again)).toMatchObject([{ action: 'search', entity: 'appointment', patient_id: patient.id }]);
  });
});
