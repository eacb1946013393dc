import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, ok } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { found, get, idsOfPages, meta, resourcesIn, URL } from '../support/fhir/client';
import { expectGone, expectLooks, expectRefusals } from '../support/fhir/promises';
import { rows } from '../support/rows';

const original = (valueString: string) => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/originalText', valueString }],
});
const accepted = (reference: string) => ({ actor: { reference }, status: 'accepted' });
const participantsOf = ({ patient_id, doctor_id, department_id }: Body) => [
  accepted(`Patient/${patient_id}`),
  accepted(`Practitioner/${doctor_id}`),
  accepted(`HealthcareService/${department_id}`),
];
const NOTHING = { reason: null, notes: null, tags: null };
const said = { reasonCode: [{ text: 'Chest pain on the stairs' }], comment: 'Asked for an interpreter' };
const created = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);

const ids = async () => {
  const [patient, doctor, department] = await Promise.all([make.patient(), make.doctor(), make.department()]);
  return { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
};

describe('An Appointment', () => {
  it('is who comes to whom, and when', async () => {
    const made = await make.appointment({ is_follow_up: true, schedule: '2026-12-01T09:30:00' });
    const followUp = {
      ...{ system: 'http://terminology.hl7.org/CodeSystem/v2-0276', code: 'FOLLOWUP' },
      display: 'A follow up visit from a previous appointment',
    };
    expect((await get(`Appointment/${made.id}`)).body).toEqual({
      ...{ resourceType: 'Appointment', id: made.id, meta, status: 'booked' },
      appointmentType: { coding: [followUp], text: 'OPD' },
      ...{ start: '2026-12-01T09:30:00Z', end: '2026-12-01T09:50:00Z', minutesDuration: 20, created },
      ...{ ...said, participant: participantsOf(made) },
    });
  });

  it('has the minutes that were given, if R4 can say them, and the offset of the hospital', async () => {
    const made = await make.appointment({
      expected_duration_minutes: null,
      schedule: '2026-07-01T09:30:00+02:00',
      ...NOTHING,
    });
    expect((await get(`Appointment/${made.id}`, { env: { TIME_ZONE: 'Europe/Stockholm' } })).body).toEqual({
      ...{ resourceType: 'Appointment', id: made.id, meta, status: 'booked', appointmentType: { text: 'OPD' } },
      ...{ start: '2026-07-01T09:30:00+02:00', end: '2026-07-01T09:45:00+02:00' },
      ...{ created: expect.stringMatching(/\+0[12]:00$/), participant: participantsOf(made) },
    });
    const half = await make.appointment({ expected_duration_minutes: 7.5 });
    const { body } = await get(`Appointment/${half.id}`);
    expect([body.end, body.minutesDuration]).toEqual(['2026-12-01T09:37:30Z', undefined]);
  });

  it.each([
    ['SCEDULED', 'booked', undefined],
    ['SCHEDULED', 'booked', original('SCHEDULED')],
    ['confirmed', 'booked', original('confirmed')],
    ['PENDING', 'pending', undefined],
    ['IN_PROGRESS', 'pending', original('IN_PROGRESS')],
    ['ARRIVED', 'arrived', undefined],
    ['CHECKED_IN', 'checked-in', undefined],
    ['checked in', 'checked-in', original('checked in')],
    ['COMPLETED', 'fulfilled', undefined],
    ['CANCELLED', 'cancelled', undefined],
    ['NO_SHOW', 'noshow', undefined],
  ])('of the status %s is %s', async (text, status, _status) => {
    const { id } = await make.appointment({ status: text });
    const { body } = await get(`Appointment/${id}`);
    expect([body.status, body._status]).toEqual([status, _status]);
  });

  it('says why it is cancelled', async () => {
    const { id } = await make.appointment();
    await ok('PATCH', `/calendar/appointments/${id}`, { json: { status: 'CANCELLED', cancel_reason: 'A cold' } });
    const { body, headers } = await get(`Appointment/${id}`);
    expect([body.status, body.cancelationReason, headers.get('etag')]).toEqual([
      'cancelled',
      { text: 'A cold' },
      'W/"2"',
    ]);
    expect((await get(`Appointment/${id}`, { headers: { 'if-none-match': 'W/"2"' } })).status).toBe(304);
  });

  it('has the type as which it was planned, and its room', async () => {
    const [type, room] = [
      await make.appointmentType({ name: 'Vaccination', minutes: 20 }),
      await make.calendarResource(),
    ];
    const made = await make.appointment({ type: 'Flu shot' });
    await rows('UPDATE appointment SET type_id = ?, resource_id = ? WHERE id = ?', type.id, room.id, made.id);
    const { body } = await get(`Appointment/${made.id}`);
    expect(body.serviceType).toEqual([
      { coding: [{ system: SYSTEMS['appointment-type'], code: type.id }], text: 'Vaccination' },
    ]);
    expect(body.appointmentType).toEqual({ text: 'Flu shot' });
    expect(body.participant).toEqual([...participantsOf(made), accepted(`Location/${room.id}`)]);
  });

  it('is read when its patient is deleted, too', async () => {
    const { id, patient_id } = await make.appointment();
    const { body } = await get(`Appointment/${id}`);
    await ok('DELETE', `/patient/${patient_id}`);
    expect((await get(`Appointment/${id}`)).body).toEqual(body);
    const answer = await get(`Appointment?patient=${patient_id}&_include=Appointment:patient`);
    expect([resourcesIn(answer, 'match'), resourcesIn(answer, 'include')]).toEqual([[body], []]);
  });

  it('is shown to whoever may read appointments, and is in the access log', async () => {
    const { id, patient_id } = await make.appointment();
    await expectRefusals(`Appointment/${id}`);
    const look = { entity: 'appointment', entity_id: id, patient_id };
    await expectLooks('Appointment', id, `patient=${patient_id}`, look);
    await rows('UPDATE appointment SET deleted_at = 1 WHERE id = ?', id);
    await expectGone('Appointment', id);
  });
});

describe('Appointments are found', () => {
  let one: Body;
  let wanted: Body;
  let given: Awaited<ReturnType<typeof ids>>;
  beforeAll(async () => {
    given = await ids();
    const others = await ids();
    one = await make.appointment({ ...given, schedule: '2027-03-02T10:00:00', status: 'IN_PROGRESS' });
    wanted = (await get(`Appointment/${one.id}`)).body;
    for (let day = 1; day < 28; day++) {
      const schedule = `2027-03-${String(day).padStart(2, '0')}T08:00:00`;
      await make.appointment({ ...others, schedule });
    }
  });

  it('by each parameter', async () => {
    const { patient_id, doctor_id, department_id } = given;
    const searches = [
      ...[`_id=${one.id}`, `patient=${patient_id}`, `patient=Patient/${patient_id}`, `practitioner=${doctor_id}`],
      ...[patient_id, `Patient/${patient_id}`, `Practitioner/${doctor_id}`].map((actor) => `actor=${actor}`),
      ...[`HealthcareService/${department_id}`, `${URL}/Patient/${patient_id}`].map((actor) => `actor=${actor}`),
      ...[`actor:Practitioner=${doctor_id}`, `actor=Patient/${patient_id},Practitioner/${doctor_id}`],
      `patient=${patient_id}&practitioner=${doctor_id}`,
      `patient=${patient_id}&date=2027-03-02&status=pending`,
      `date=2027-03-02T10:00:00Z`,
      `date=ge2027-03-02T09:00:00Z&date=lt2027-03-02T11:00:00Z`,
      `status=pending&date=2027-03-02`,
      `status=${encodeURIComponent('http://hl7.org/fhir/appointmentstatus|pending')},booked&patient=${patient_id}`,
      `patient=${patient_id}&_lastUpdated=ge2020-01-01`,
    ];
    for (const query of searches) expect(await found(`Appointment?${query}`), query).toEqual([wanted]);
    const others = [
      ...[`actor=Practitioner/${patient_id}`, `patient=Practitioner/${patient_id}`, `patient=${doctor_id}`],
      ...[`patient=${patient_id}&status=booked`, `patient=${patient_id}&status=proposed`],
      ...[`patient=${patient_id}&date=gt2027-03-02`, `identifier=urn:x|${one.id}`],
    ];
    for (const query of others) expect(await found(`Appointment?${query}`), query).toEqual([]);
  });

  it('with patient and doctor', async () => {
    const query = `patient=${given.patient_id}&_include=Appointment:patient&_include=Appointment:practitioner`;
    const result = await get(`Appointment?${query}`);
    expect(resourcesIn(result, 'match')).toEqual([wanted]);
    expect(resourcesIn(result, 'include')).toEqual([
      (await get(`Patient/${given.patient_id}`)).body,
      (await get(`Practitioner/${given.doctor_id}`)).body,
    ]);
  });

  it('in the order of their start, in pages', async () => {
    const later = [];
    for (const day of ['05', '03', '04'])
      later.push(await make.appointment({ ...given, schedule: `2027-04-${day}T10:00:00` }));
    const [fifth, third, fourth] = later.map(({ id }) => id);
    const ordered = [[one.id], [third], [fourth], [fifth]];
    const { patient_id, doctor_id, department_id } = given;
    const actors = `actor=Patient/${patient_id},Practitioner/${doctor_id},HealthcareService/${department_id}`;
    for (const query of [`patient=${patient_id}`, `practitioner=${doctor_id}`, actors])
      expect(await idsOfPages(`Appointment?${query}&_count=1`), query).toEqual(ordered);
    const april = `practitioner=${doctor_id}&date=ge2027-04-01&date=lt2027-04-05&_count=1`;
    expect(await idsOfPages(`Appointment?${april}`)).toEqual(ordered.slice(1, 3));
    expect((await idsOfPages(`Appointment?patient=${patient_id}&status=booked&_count=1`)).flat()).toEqual(
      ordered.slice(1).flat(),
    );
  });

  it('without reading others', async () => {
    const { patient_id, doctor_id, department_id } = given;
    const narrow = [
      ...[`_id=${one.id}`, `patient=${patient_id}`, `practitioner=${doctor_id}`, 'date=2027-03-02'],
      ...[`actor=HealthcareService/${department_id}`, `actor=${patient_id}`, 'identifier=urn:x|1'],
      ...[`patient=${patient_id}&date=2027-03-02&status=pending`, 'date=ge2027-03-02&date=lt2027-03-03'],
    ];
    for (const query of narrow) expect((await get(`Appointment?${query}`)).cost.rows_read, query).toBeLessThan(25);
  });
});

describe('Appointments are found by what they are planned with', () => {
  let type: Body;
  let room: Body;
  let ordered: string[];
  beforeAll(async () => {
    [type, room] = [await make.appointmentType(), await make.calendarResource()];
    const given = await ids();
    const made: Body[] = [];
    for (const [day, status] of [
      ['03', 'SCEDULED'],
      ['01', 'COMPLETED'],
      ['02', 'CANCELLED'],
    ])
      made.push(await make.appointment({ ...given, schedule: `2027-05-${day}T10:00:00`, status }));
    for (const { id } of made)
      await rows('UPDATE appointment SET type_id = ?, resource_id = ? WHERE id = ?', type.id, room.id, id);
    await make.appointment({ ...given, schedule: '2027-05-02T10:00:00' });
    ordered = [1, 2, 0].map((n) => made[n]?.id);
  });

  it('in the order of their start by the room, whatever became of them', async () => {
    for (const query of [`location=Location/${room.id}`, `location=${room.id}`, `actor=Location/${room.id}`])
      expect(await idsOfPages(`Appointment?${query}&_count=1`), query).toEqual(ordered.map((id) => [id]));
    expect(await idsOfPages(`Appointment?location=${room.id}&date=2027-05-02`)).toEqual([[ordered[1]]]);
    expect(await found(`Appointment?location=${type.id}`)).toEqual([]);
  });

  it('by the type, alone and with another one', async () => {
    const system = encodeURIComponent(`${SYSTEMS['appointment-type']}|`);
    const [, , first] = ordered;
    for (const code of [type.id, `${system}${type.id}`, `${type.id},${room.id}`])
      expect(await idsOfPages(`Appointment?service-type=${code}&_count=2`)).toEqual([
        [first, ordered[0]],
        [ordered[1]],
      ]);
    expect(await idsOfPages(`Appointment?service-type=${system}&date=2027-05-02`)).toEqual([[ordered[1]]]);
    expect(await found(`Appointment?service-type=urn:x%7C${type.id}`)).toEqual([]);
  });

  it('with the room', async () => {
    const result = await get(`Appointment?location=${room.id}&_include=Appointment:location`);
    expect(resourcesIn(result, 'match').map(({ id }) => id)).toEqual(ordered);
    expect(resourcesIn(result, 'include')).toEqual([(await get(`Location/${room.id}`)).body]);
  });

  it('without reading others', async () => {
    for (const query of [`location=${room.id}`, `service-type=${type.id}`, `location=${room.id}&date=2027-05-02`])
      expect((await get(`Appointment?${query}`)).cost.rows_read, query).toBeLessThan(25);
  });
});
