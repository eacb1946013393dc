import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { type Body, type CallOptions, call, ok } from '../support/client';
import { make } from '../support/factories';
import { expressionsOf, fhir, get, issueOf, URL } from '../support/fhir/client';
import { input, unique } from '../support/input';
import { row, rows, trail } from '../support/rows';
import { randomVisits } from '../support/visits-random';

const REJECT = { env: { DOUBLE_BOOKING: 'reject' } };
const ORIGINAL = 'http://hl7.org/fhir/StructureDefinition/originalText';

let ids: Record<'patient_id' | 'doctor_id' | 'department_id', string>;
beforeAll(async () => {
  const [patient, doctor, department] = await Promise.all([make.patient(), make.doctor(), make.department()]);
  ids = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
});

const book = (given: object = {}): Promise<Body> =>
  ok('POST', '/appointment/', { json: input.appointment({ ...ids, ...given }) });
const read = async (id: string): Promise<Body> => (await get(`Appointment/${id}`)).body;
const put = (json: Body, options: CallOptions = {}) => fhir('PUT', `Appointment/${json.id}`, { ...options, json });
const stored = (id: string) => row('SELECT * FROM appointment WHERE id = ?', id);

/** Books, changes what is read, and sends it back. */
async function changed(change: (resource: Body) => object, given: object = {}, options: CallOptions = {}) {
  const { id } = await book(given);
  const resource = await read(id);
  return { id, answer: await put({ ...resource, ...change(resource) }, options) };
}

describe('An Appointment that is sent back', () => {
  it('is cancelled, and says why', async () => {
    const { id, answer } = await changed(() => ({ status: 'cancelled', cancelationReason: { text: 'A cold' } }));
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, 'W/"2"']);
    expect(answer.body).toMatchObject({ status: 'cancelled', cancelationReason: { text: 'A cold' } });
    expect(await read(id)).toEqual(answer.body);
    expect(await stored(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'A cold' });
    expect(await trail(id)).toEqual(['create 1', 'update 2 status,cancel_reason']);
    expect(accessOf(answer)).toEqual([]);
    const { cancelationReason: _, ...without } = answer.body;
    expect((await put(without)).body.cancelationReason).toBeUndefined();
    expect((await put({ ...without, status: 'booked' })).body.status).toBe('booked');
    expect(await stored(id)).toMatchObject({ status: 'SCEDULED', cancel_reason: null });
  });

  it.each([
    ['arrived', 'ARRIVED'],
    ['checked-in', 'CHECKED_IN'],
    ['fulfilled', 'COMPLETED'],
    ['noshow', 'NO_SHOW'],
    ['pending', 'PENDING'],
  ])('is %s', async (status, word) => {
    const { id, answer } = await changed(() => ({ status }));
    expect([answer.status, answer.body.status, answer.body._status]).toEqual([200, status, undefined]);
    expect(await stored(id)).toMatchObject({ status: word });
  });

  it('is moved to another time, another doctor and another patient', async () => {
    const [patient, doctor] = await Promise.all([make.patient(), make.doctor()]);
    const { id, answer } = await changed(({ participant }) => ({
      ...{ start: '2027-06-01T10:00:00+02:00', end: '2027-06-01T10:40:00+02:00', minutesDuration: 40 },
      participant: [
        { actor: { reference: `${URL}/Practitioner/${doctor.id}` }, status: 'accepted' },
        participant[2],
        { actor: { reference: `Patient/${patient.id}` }, status: 'accepted' },
      ],
    }));
    expect([answer.status, answer.body.start, answer.body.end]).toEqual([
      ...[200, '2027-06-01T08:00:00Z', '2027-06-01T08:40:00Z'],
    ]);
    expect(await read(id)).toEqual(answer.body);
    expect(await stored(id)).toMatchObject({
      ...{ ...ids, patient_id: patient.id, doctor_id: doctor.id },
      ...{ schedule: '2027-06-01T10:00:00+02:00', expected_duration_minutes: 40 },
    });
  });

  it('has another reason, comment and kind, or none, and keeps its tags', async () => {
    const { id, answer } = await changed(() => ({
      ...{ reasonCode: [{ text: 'My hip' }], comment: 'By taxi' },
      appointmentType: {
        text: 'LAB',
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0276', code: 'FOLLOWUP' }],
      },
    }));
    expect(answer.body).toMatchObject({ reasonCode: [{ text: 'My hip' }], comment: 'By taxi' });
    expect(await stored(id)).toMatchObject({ type: 'LAB', is_follow_up: 1, reason: 'My hip', notes: 'By taxi' });
    const { reasonCode: _, comment: __, appointmentType: ___, ...less } = answer.body;
    expect((await put(less)).body).toMatchObject({ appointmentType: { text: 'OPD' } });
    expect(await stored(id)).toMatchObject({
      ...{ type: 'OPD', is_follow_up: 0, reason: null, notes: null, tags: '["interpreter"]' },
    });
  });

  it('is called otherwise by others, each name once', async () => {
    const identifier = ['A', 'B'].map((name) => ({ system: 'urn:oid:1.2.3', value: unique(name) }));
    const { id, answer } = await changed(() => ({ identifier }));
    expect(answer.body.identifier).toEqual(identifier);
    expect(await trail(id)).toEqual(['create 1', 'update 2 identifiers']);
    const taken = await changed(() => ({ identifier: identifier.slice(1) }));
    expect(issueOf(taken.answer)).toEqual([409, 'duplicate', 'Appointment.identifier']);
    await ok('PATCH', `/calendar/appointments/${id}`, { json: { reason: 'x' } });
    const { identifier: _, ...without } = await read(id);
    expect((await put(without)).body.identifier).toBeUndefined();
    expect((await put({ ...(await read(taken.id)), identifier })).status).toBe(200);
  });
});

describe('A PUT of what was read rewrites nothing', () => {
  it('whatever the appointment was made of', async () => {
    for (const given of randomVisits(60)) {
      const { cancel_reason, ...create } = given;
      const { id } = await book(create);
      if (cancel_reason)
        await ok('PATCH', `/calendar/appointments/${id}`, { json: { status: 'CANCELLED', cancel_reason } });
      const before = await stored(id);
      const resource = await read(id);
      const answer = await put(resource);
      expect([answer.status, answer.body], JSON.stringify(given)).toEqual([200, resource]);
      expect(accessOf(answer)).toMatchObject([{ entity_id: id }]);
      expect(await stored(id), JSON.stringify(given)).toEqual(before);
    }
  });

  it('also in another zone, without the words of the status, and by the zone of another time', async () => {
    const { id } = await book({ schedule: '2027-07-01T09:00', status: 'IN_PROGRESS', expected_duration_minutes: null });
    const before = await stored(id);
    const { _status, start, end, ...resource } = await read(id);
    expect([_status.extension[0].valueString, start]).toEqual(['IN_PROGRESS', '2027-07-01T09:00:00Z']);
    const elsewhere = { start: '2027-07-01T11:00:00.000+02:00', end: '2027-07-01T11:15:00+02:00' };
    for (const sent of [{ start, end }, elsewhere]) {
      const answer = await put({ ...resource, ...sent }, { env: { TIME_ZONE: 'Asia/Tokyo' } });
      expect([answer.status, answer.headers.get('etag'), answer.body.start]).toEqual([
        ...[200, 'W/"1"', '2027-07-01T18:00:00+09:00'],
      ]);
    }
    expect(await stored(id)).toEqual(before);
    // The start moves, and the length stays the usual one.
    const moved = await put({ ...resource, start: '2027-07-01T10:00:00Z', end: '2027-07-01T10:15:00Z' });
    expect([moved.status, moved.body.minutesDuration]).toEqual([200, undefined]);
    expect(await stored(id)).toMatchObject({ status: 'IN_PROGRESS', expected_duration_minutes: null });
  });
});

describe('It is refused', () => {
  const [cold, knee] = [{ text: 'A cold' }, { text: 'My knee' }];
  const cases: [what: string, change: (resource: Body) => object, ...expressions: string[]][] = [
    ['with a reason to cancel what is booked', () => ({ cancelationReason: cold }), 'cancelationReason'],
    [
      'with a code of that',
      () => ({ status: 'cancelled', cancelationReason: { coding: [] } }),
      'cancelationReason.coding',
    ],
    [
      'with too long a one',
      () => ({ status: 'cancelled', cancelationReason: { text: 'x'.repeat(501) } }),
      'cancelationReason.text',
    ],
    ['with two reasons', () => ({ reasonCode: [knee, cold] }), 'reasonCode[1]'],
    ['with a description', () => ({ description: 'x', priority: 1 }), 'description', 'priority'],
    ['with another time of its creation', () => ({ created: '2020-01-01T00:00:00Z' }), 'created'],
    [
      'with the words of another status',
      () => ({ _status: { extension: [{ url: ORIGINAL, valueString: 'DONE' }] } }),
      '_status',
    ],
    ['where its end is not moved along', () => ({ start: '2027-06-01T10:00:00Z' }), 'end'],
    ['without its doctor', ({ participant }) => ({ participant: [participant[0], participant[2]] }), 'participant'],
  ];
  it.each(cases)('%s', async (_, change, ...expressions) => {
    const { id, answer } = await changed(change);
    expect([answer.status, expressionsOf(answer)]).toEqual([422, expressions.map((path) => `Appointment.${path}`)]);
    expect(await stored(id)).toMatchObject({ version: 1 });
  });

  it('where the rules of the hospital say so, at the element', async () => {
    const over = await changed(() => ({ status: 'checked-in' }), { status: 'COMPLETED' });
    expect(issueOf(over.answer)).toEqual([422, 'business-rule', 'Appointment.status']);
    const { id: dead } = await make.patient();
    const { id } = await book({ patient_id: dead });
    await ok('PATCH', `/patient/${dead}`, { json: { deceased_at: '2025-11-20T04:10:00' } });
    const late = { ...(await read(id)), start: '2027-06-01T10:00:00Z', end: '2027-06-01T10:20:00Z' };
    expect(issueOf(await put(late))).toEqual([422, 'business-rule', 'Appointment.participant']);
    const nobody = `Patient/${crypto.randomUUID()}`;
    const whose = ({ participant: [, ...others] }: Body) => ({
      participant: [{ actor: { reference: nobody }, status: 'accepted' }, ...others],
    });
    expect(issueOf((await changed(whose)).answer)).toEqual([422, 'not-found', 'Appointment.participant']);
    const billed = await book();
    await make.invoice({ appointment_id: billed.id, patient_id: billed.patient_id });
    const other = await make.patient();
    const { participant } = await read(billed.id);
    const moved = participant.with(0, { actor: { reference: `Patient/${other.id}` }, status: 'accepted' });
    expect(issueOf(await put({ ...(await read(billed.id)), participant: moved }))).toEqual([
      ...[422, 'business-rule', 'Appointment.participant'],
    ]);
  });

  it('where the doctor is taken, and not where it takes no time', async () => {
    const { id: doctor_id } = await make.doctor();
    await book({ doctor_id, schedule: '2027-08-01T10:00' });
    const { id, answer } = await changed(
      () => ({ start: '2027-08-01T10:10:00Z', end: '2027-08-01T10:30:00Z' }),
      { doctor_id, schedule: '2027-08-01T11:00' },
      REJECT,
    );
    expect(issueOf(answer)).toEqual([409, 'conflict', 'Appointment.start']);
    expect((await put({ ...(await read(id)), status: 'arrived' }, REJECT)).status).toBe(200);
  });

  it('where it was changed since, by whichever way', async () => {
    const { id } = await book();
    const resource = await read(id);
    const headers = { 'if-match': `W/"${resource.meta.versionId}"` };
    const answers = await Promise.all([
      put({ ...resource, status: 'cancelled' }, { headers }),
      call('PATCH', `/calendar/appointments/${id}`, { json: { status: 'CHECKED_IN' }, headers: { 'if-match': '"1"' } }),
      put({ ...resource, status: 'arrived' }, { headers }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    expect(await stored(id)).toMatchObject({ version: 2 });
    expect((await put({ ...resource, status: 'noshow' }, { headers })).status).toBe(412);
  });

  it('for a deleted patient, of whom it is read, and for what is not there', async () => {
    const { id: patient_id } = await make.patient();
    const { id } = await book({ patient_id });
    await ok('DELETE', `/patient/${patient_id}`);
    const resource = await read(id);
    expect(issueOf(await put({ ...resource, status: 'cancelled' }))).toEqual([410, 'deleted']);
    expect((await put({ ...resource, id: crypto.randomUUID() })).status).toBe(405);
    await rows('UPDATE appointment SET deleted_at = 1 WHERE id = ?', id);
    expect((await put(resource)).status).toBe(410);
  });

  it('by who may not', async () => {
    const { id } = await book();
    const resource = await read(id);
    expect((await put(resource, { as: null })).status).toBe(401);
    expect((await put(resource, { as: 'none' })).status).toBe(403);
  });
});

describe('What has no place', () => {
  it('is left out where that is preferred, named, and what is stored stays', async () => {
    const { id, answer } = await changed(
      () => ({ ...{ description: 'Yearly', status: 'arrived' }, reasonCode: [{ coding: [{ code: 'x' }] }] }),
      { reason: 'My knee' },
      { headers: { prefer: 'handling=lenient,return=representation' } },
    );
    expect([answer.status, answer.body.status]).toEqual([200, 'arrived']);
    expect(answer.headers.get('x-ignored-fields')).toBe('reasonCode.0.coding, description');
    expect(await stored(id)).toMatchObject({ reason: 'My knee', status: 'ARRIVED' });
  });
});
