/** Types and rooms of an Appointment that is written by FHIR. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { REJECT } from '../support/calendar';
import { type Body, type CallOptions, ok } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { fhir, get, issueOf } from '../support/fhir/client';
import { unique } from '../support/input';
import { row, trail } from '../support/rows';

const system = SYSTEMS['appointment-type'];
const LENIENT = { headers: { prefer: 'handling=lenient, return=representation' } };

let ids: Record<'patient_id' | 'doctor_id' | 'department_id', string>;
let type: Body;
let room: Body;
beforeAll(async () => {
  ({ ids } = await newBooking());
  [type, room] = [await make.appointmentType({ name: 'Vaccination', minutes: 20 }), await make.calendarResource()];
});

const accepted = (reference: string) => ({ actor: { reference }, status: 'accepted' });
const taking = (...more: string[]) =>
  [`Patient/${ids.patient_id}`, `Practitioner/${ids.doctor_id}`, `HealthcareService/${ids.department_id}`, ...more].map(
    accepted,
  );
const planned = (...more: object[]) => [{ coding: [{ system, code: type.id }, ...more] }];

let day = 0;
/** Each on a day of its own. */
const body = (overrides: object = {}) => {
  const start = new Date(Date.UTC(2031, 0, ++day, 9)).toISOString();
  return { resourceType: 'Appointment', status: 'booked', start, participant: taking(), ...overrides };
};
const post = (json: object, options: CallOptions = {}) => fhir('POST', 'Appointment', { ...options, json });
const put = (json: Body, options: CallOptions = {}) => fhir('PUT', `Appointment/${json.id}`, { ...options, json });
const stored = (id: string) =>
  row(
    `SELECT type, type_id, resource_id, expected_duration_minutes AS minutes, buffer_before, buffer_after
      FROM appointment WHERE id = ?`,
    id,
  );
const booked = async (overrides: object = {}): Promise<Body> => {
  const { status, body: made } = await post(body(overrides), REJECT);
  expect([status, made.issue]).toEqual([201, undefined]);
  return made;
};

describe('An Appointment that is sent with a type and a room', () => {
  it('is planned as the type says, and answered as it is read', async () => {
    const made = await booked({ serviceType: planned(), participant: taking(`Location/${room.id}`) });
    expect(made.serviceType).toEqual([{ coding: [{ system, code: type.id }], text: 'Vaccination' }]);
    expect([made.appointmentType, made.minutesDuration]).toEqual([{ text: 'Vaccination' }, 20]);
    expect(made.participant).toEqual(taking(`Location/${room.id}`));
    expect((await get(`Appointment/${made.id}`)).body).toEqual(made);
    expect(await stored(made.id)).toEqual({
      ...{ type: 'Vaccination', type_id: type.id, resource_id: room.id, minutes: 20 },
      ...{ buffer_before: 5, buffer_after: 10 },
    });
  });

  it('keeps its own text and length', async () => {
    const own = { serviceType: planned(), appointmentType: { text: 'Flu shot' }, minutesDuration: 35 };
    const { id } = await booked(own);
    expect(await stored(id)).toMatchObject({ type: 'Flu shot', type_id: type.id, minutes: 35 });
  });

  it('gets a room of the kind that its type needs', async () => {
    const kind = unique('MRI');
    const [scanner, needing] = [await make.calendarResource({ kind }), await make.appointmentType({ needs: kind })];
    const serviceType = [{ coding: [{ system, code: needing.id }] }];
    const first = await booked({ serviceType });
    expect(first.participant).toEqual(taking(`Location/${scanner.id}`));
    const { ids: other } = await newBooking();
    const elsewhere = [`Patient/${other.patient_id}`, `Practitioner/${other.doctor_id}`];
    const again = body({
      ...{ serviceType, start: first.start },
      participant: [...elsewhere, `HealthcareService/${other.department_id}`].map(accepted),
    });
    expect(issueOf(await post(again, REJECT))).toEqual([409, 'conflict', 'Appointment.participant']);
  });

  it('says by name what of the type is not kept', async () => {
    const sent = [{ ...planned({ system: 'urn:x', code: 'V' })[0], text: 'A jab' }, { text: 'Another' }];
    const refused = await post(body({ serviceType: sent }));
    expect(issueOf(refused)).toEqual([422, 'not-supported', 'Appointment.serviceType[1]']);
    const taken = await post(body({ serviceType: sent }), LENIENT);
    expect([taken.status, taken.headers.get('x-ignored-fields')]).toEqual([
      201,
      'serviceType.1, serviceType.0.coding.1, serviceType.0.text',
    ]);
    expect(taken.body.serviceType[0].text).toBe('Vaccination');
  });

  it('is refused where there is no such type or room, or the type is retired', async () => {
    const retired = await make.appointmentType({ retired: true });
    const of = (code: string) => ({ serviceType: [{ coding: [{ system, code }] }] });
    const nobody = crypto.randomUUID();
    expect(issueOf(await post(body(of(nobody))))).toEqual([422, 'not-found', 'Appointment.serviceType']);
    expect(issueOf(await post(body(of(retired.id))))).toEqual([409, 'conflict', 'Appointment.serviceType']);
    expect(issueOf(await post(body(of('V-1'))))[2]).toBe('Appointment.serviceType[0].coding[0].code');
    const inNone = body({ participant: taking(`Location/${nobody}`) });
    expect(issueOf(await post(inNone))).toEqual([422, 'not-found', 'Appointment.participant']);
  });
});

describe('What other systems call their own places and services', () => {
  it.each([
    ['serviceType', { serviceType: [{ coding: [{ system: 'http://snomed.info/sct', code: '1' }], text: 'X' }] }],
    ['serviceType', { serviceType: [{ text: 'Vaccination' }] }],
  ])('is refused as %s, and left out where that is wanted', async (name, sent) => {
    expect(issueOf(await post(body(sent)))).toEqual([422, 'not-supported', `Appointment.${name}`]);
    const taken = await post(body(sent), LENIENT);
    expect([taken.status, taken.headers.get('x-ignored-fields')]).toEqual([201, name]);
    expect(taken.body.serviceType).toBeUndefined();
  });

  it('is refused as a Location, and left out where that is wanted', async () => {
    const sent = () => body({ participant: taking('Location/room-5') });
    const place = 'Appointment.participant[3].actor.reference';
    expect(issueOf(await post(sent()))).toEqual([422, 'not-supported', place]);
    const taken = await post(sent(), LENIENT);
    expect([taken.status, taken.headers.get('x-ignored-fields')]).toEqual([201, 'participant.3.actor.reference']);
    expect(taken.body.participant).toEqual(taking());
  });

  it('is one Location at most', async () => {
    const two = body({ participant: taking(`Location/${room.id}`, `Location/${(await make.calendarResource()).id}`) });
    expect(issueOf(await post(two))).toEqual([422, 'not-supported', 'Appointment.participant[4].actor.reference']);
  });
});

describe('An Appointment that is sent back', () => {
  const retire = (retired: boolean) => ok('PATCH', `/calendar/types/${type.id}`, { json: { retired } });
  const typed = () => booked({ serviceType: planned(), participant: taking(`Location/${room.id}`) });

  it('as it was read stays as it is, and nothing of it is left out', async () => {
    const made = await typed();
    const answer = await put(made, REJECT);
    expect([answer.status, answer.body, answer.headers.get('x-ignored-fields')]).toEqual([200, made, null]);
    expect(await trail(made.id)).toEqual(['create 1']);
    await retire(true);
    expect((await put({ ...made, comment: 'Late' }, REJECT)).body.serviceType).toEqual(made.serviceType);
    await retire(false);
  });

  it('by whoever knows neither type nor room keeps both', async () => {
    const { serviceType, participant, ...made } = await typed();
    const start = new Date(Date.parse(made.start) + 3_600_000).toISOString();
    const { end: _, ...others } = made;
    const answer = await put({ ...others, start, participant: taking() }, REJECT);
    expect([answer.status, answer.body.serviceType, answer.body.participant]).toEqual([200, serviceType, participant]);
    expect(Date.parse(answer.body.start)).toBe(Date.parse(start));
  });

  it('goes to another room, if that is free', async () => {
    const [made, other] = [await typed(), await make.calendarResource()];
    const inOther = (resource: Body) => ({ ...resource, participant: taking(`Location/${other.id}`) });
    expect((await put(inOther(made), REJECT)).body.participant).toEqual(taking(`Location/${other.id}`));
    const { ids: others } = await newBooking();
    const late = await typed();
    const json = { ...others, schedule: late.start, resource_id: other.id };
    await ok('POST', '/appointment/', { ...REJECT, json });
    expect(issueOf(await put(inOther(late), REJECT))).toEqual([409, 'conflict', 'Appointment.participant']);
  });

  it('as another type has its name, buffers and rooms, and the length that is sent', async () => {
    const made = await booked({ serviceType: planned() });
    const other = await make.appointmentType({ name: 'Travel advice', minutes: 55, buffer_before: 15 });
    const { appointmentType: _, ...sent } = made;
    const serviceType = [{ coding: [{ system, code: other.id }], text: 'Vaccination' }];
    const { body: changed } = await put({ ...sent, serviceType }, REJECT);
    expect([changed.serviceType[0].text, changed.appointmentType, changed.end]).toEqual([
      ...['Travel advice', { text: 'Travel advice' }, made.end],
    ]);
    expect(await stored(made.id)).toMatchObject({ type_id: other.id, minutes: 20, buffer_before: 15 });
    expect((await get(`Appointment/${made.id}`)).body).toEqual(changed);
  });
});
