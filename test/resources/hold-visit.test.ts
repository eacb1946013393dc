import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { type Body, type CallOptions, call, type Result } from '../support/client';
import { make } from '../support/factories';
import {
  ALLOW,
  answer,
  giveBack,
  held,
  hold,
  newDoctor,
  newPerson,
  newProgram,
  newWorking,
  pass,
  REJECT,
  SLOT,
} from '../support/holds';
import { type Overrides, unique } from '../support/input';
import { count, trail } from '../support/rows';

const { ids, book } = await newBooking();
const { department_id } = ids;
/** Of a patient who has no other visit at that time. */
const newPatient = async () => ({ patient_id: (await make.patient()).id as string });
const { patient_id } = await newPatient();

const take = (hold_id: string, as: CallOptions['as'], more: Overrides = {}, options: CallOptions = REJECT) =>
  call('POST', '/appointment/', { ...options, as, json: { hold_id, patient_id, ...more } });
const held30 = async (as: CallOptions['as'], more: Overrides = {}) =>
  held({ ...(await newDoctor()), department_id, minutes: 30, ...more }, as);
const isThere = (id: string) => count('calendar_hold WHERE id = ?', id);
const visitsOf = (doctor_id: string) => count('appointment WHERE doctor_id = ?', doctor_id);

describe('A hold becomes a visit', () => {
  for (const options of [REJECT, ALLOW]) {
    it(`of its doctor, department, time and length, and is gone: ${options.env.DOUBLE_BOOKING}`, async () => {
      const as = await newPerson();
      const one = await held30(as);
      const patient = await newPatient();
      const { status, body, headers } = await take(one.id, as, patient, options);
      expect([status, headers.get('link')]).toEqual([201, null]);
      expect(body).toMatchObject({
        ...{ ...patient, doctor_id: one.doctor_id, department_id, schedule: SLOT, expected_duration_minutes: 30 },
        ...{ type: 'OPD', status: 'SCEDULED' },
      });
      expect(await isThere(one.id)).toBe(0);
      expect(await trail(body.id)).toEqual(['create 1']);
      expect(answer(await hold({ doctor_id: one.doctor_id }, await newPerson()))).toEqual([409, 'overlap']);
      expect(answer(await take(one.id, as))).toEqual([404, 'not_found']);
    });
  }

  it('of its type, with its buffers and its room', async () => {
    const as = await newPerson();
    const kind = unique('Echo');
    const [, room] = [await make.calendarResource({ kind }), await make.calendarResource({ kind })];
    const type = await make.appointmentType({ needs: kind, minutes: 20 });
    await held30(await newPerson(), { type_id: type.id });
    const one = await held30(as, { type_id: type.id, minutes: undefined });
    expect(one.resource_id).toBe(room.id);
    const { body } = await take(one.id, as);
    expect(body).toMatchObject({
      ...{ type: type.name, type_id: type.id, resource_id: room.id, expected_duration_minutes: 20 },
    });
    const buffers = 'buffer_before = ? AND buffer_after = ?';
    expect(await count(`appointment WHERE id = ? AND ${buffers}`, body.id, type.buffer_before, type.buffer_after)).toBe(
      1,
    );
  });

  it('in a department that is chosen later, if it has none', async () => {
    const as = await newPerson();
    const one = await held30(as, { department_id: undefined });
    expect('department_id' in one).toBe(false);
    expect((await take(one.id, as)).status).toBe(422);
    expect((await take(one.id, as, { department_id })).body).toMatchObject({ department_id });
  });

  it('with what else is sent of the visit', async () => {
    const as = await newPerson();
    const one = await held30(as);
    const { body } = await take(one.id, as, { type: 'LAB', reason: 'Cough', schedule: '2027-07-05T10:00Z' });
    expect(body).toMatchObject({ type: 'LAB', reason: 'Cough', schedule: '2027-07-05T10:00Z' });
  });

  it('only as it is: what says otherwise is 400', async () => {
    const as = await newPerson();
    const one = await held30(as);
    const others = {
      doctor_id: (await newDoctor()).doctor_id,
      department_id: (await make.department()).id,
      type_id: (await make.appointmentType()).id,
      schedule: '2027-07-05T10:01:00',
      expected_duration_minutes: 31,
    };
    for (const [name, value] of Object.entries(others)) {
      const refused = await take(one.id, as, { [name]: value });
      expect([answer(refused), refused.body.detail], name).toEqual([
        [400, 'inconsistent'],
        expect.stringContaining(name),
      ]);
    }
    expect(await isThere(one.id)).toBe(1);
  });

  it('in its room alone, or in one that is chosen later, if it has none', async () => {
    const as = await newPerson();
    const kind = unique('Echo');
    const [first, second] = [await make.calendarResource({ kind }), await make.calendarResource({ kind })];
    const roomy = await held30(as, { type_id: (await make.appointmentType({ needs: kind })).id });
    expect(roomy.resource_id).toBe(first.id);
    const refused = await take(roomy.id, as, { resource_id: second.id });
    expect([answer(refused), refused.body.detail]).toEqual([
      [400, 'inconsistent'],
      expect.stringContaining('resource_id'),
    ]);
    expect((await take(roomy.id, as, { resource_id: first.id })).body).toMatchObject({ resource_id: first.id });
    const roomless = await held30(as);
    expect((await take(roomless.id, as, { resource_id: second.id })).body).toMatchObject({ resource_id: second.id });
  });

  it('for its account alone, and while it lasts', async () => {
    const as = await newPerson();
    const one = await held30(as);
    expect(answer(await take(one.id, await newPerson()))).toEqual([404, 'not_found']);
    expect(answer(await take(one.id, 'admin'))).toEqual([404, 'not_found']);
    await pass(one.id, 300);
    expect(answer(await take(one.id, as))).toEqual([404, 'not_found']);
    expect(await visitsOf(one.doctor_id)).toBe(0);
  });

  it('to the second: in its last one it still does', async () => {
    const as = await newPerson();
    const one = await held30(as, { ttl: 900 });
    await pass(one.id, 895);
    expect((await take(one.id, as)).status).toBe(201);
  });

  it('once, however often it is asked for at the same time', async () => {
    for (const options of [REJECT, ALLOW]) {
      const as = await newPerson();
      const one = await held30(as);
      const all = await Promise.all(Array.from({ length: 10 }, () => take(one.id, as, {}, options)));
      expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const { status } of all) expect([201, 404, 409]).toContain(status);
      expect([await visitsOf(one.doctor_id), await isThere(one.id)]).toEqual([1, 0]);
    }
  });

  it('once for the same key, which finds the visit', async () => {
    const as = await newPerson();
    const one = await held30(as);
    const options = { ...REJECT, headers: { 'idempotency-key': unique('key') } };
    const [first, second] = [await take(one.id, as, {}, options), await take(one.id, as, {}, options)];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(await visitsOf(one.doctor_id)).toBe(1);
  });

  it('not of a patient who is not there, and is kept', async () => {
    const as = await newPerson();
    const one = await held30(as);
    const refused = await take(one.id, as, { patient_id: crypto.randomUUID() });
    expect(answer(refused)).toEqual([404, 'reference_not_found']);
    expect((await take(one.id, as)).status).toBe(201);
  });

  it('of a program', async () => {
    const [as, other] = [await newProgram(), await newProgram()];
    const doctor = await newWorking(department_id);
    const one = await held({ ...doctor, on_behalf_of: '203.0.113.7' }, as);
    expect(answer(await book({ ...doctor, schedule: SLOT }, { ...REJECT, as })), 'without the hold').toEqual([
      409,
      'held',
    ]);
    expect(answer(await take(one.id, other))).toEqual([404, 'not_found']);
    expect((await take(one.id, as)).status).toBe(201);
    expect([await visitsOf(doctor.doctor_id), await isThere(one.id)]).toEqual([1, 0]);
  });
});

/** What a booking is told of by `Link`. */
const told = ({ headers }: Result) => headers.get('link');
const slotsOf = ({ doctor_id }: Body) =>
  `<http://localhost/calendar/slots?${new URLSearchParams({ doctor_id, from: '2027-07-05T10:00:00.000Z', to: '2027-07-05T10:30:00.000Z' })}>; rel="conflict"`;

describe('Time that somebody else holds', () => {
  const others = async (one: Body, options: CallOptions) =>
    book(
      {
        ...{ ...(await newPatient()), doctor_id: one.doctor_id },
        ...{ schedule: SLOT, expected_duration_minutes: 30 },
      },
      { ...options, as: await newPerson() },
    );
  const moved = async (one: Body, options: CallOptions) => {
    const visit = await book({
      ...(await newPatient()),
      doctor_id: one.doctor_id,
      schedule: '2027-07-06T10:00:00',
      expected_duration_minutes: 30,
    });
    return call('PATCH', `/calendar/appointments/${visit.body.id}`, {
      ...options,
      as: await newPerson(),
      json: { schedule: SLOT },
    });
  };

  it('is not booked, nor a visit moved to it, with DOUBLE_BOOKING=reject', async () => {
    const as = await newPerson();
    const one = await held30(as);
    for (const refused of [await others(one, REJECT), await moved(one, REJECT)]) {
      expect([answer(refused), refused.body.detail]).toEqual([[409, 'held'], expect.stringContaining(one.expires_at)]);
    }
    await giveBack(one.id, as);
    expect((await others(one, REJECT)).status, 'in the same second').toBe(201);
  });

  it('is booked nevertheless with DOUBLE_BOOKING=allow, and that is told', async () => {
    const as = await newPerson();
    const one = await held30(as);
    const booked = await others(one, ALLOW);
    expect([booked.status, told(booked)]).toEqual([201, slotsOf(one)]);
    const patched = await moved(one, ALLOW);
    expect([patched.status, told(patched)]).toEqual([200, slotsOf(one)]);
    expect((await take(one.id, as, {}, ALLOW)).status, 'and the hold becomes a visit all the same').toBe(201);
  });

  it('is free again once the hold has ended, without any job', async () => {
    const one = await held30(await newPerson());
    await pass(one.id, 300);
    const booked = await others(one, ALLOW);
    expect([booked.status, told(booked)]).toEqual([201, null]);
    const another = await held30(await newPerson());
    await pass(another.id, 300);
    expect((await others(another, REJECT)).status).toBe(201);
  });

  it('is booked by a person who holds it, without a word of the hold', async () => {
    const as = await newPerson();
    const one = await held30(as);
    const { status } = await book({ doctor_id: one.doctor_id, schedule: SLOT }, { ...REJECT, as });
    expect([status, await isThere(one.id)]).toEqual([201, 1]);
  });

  it('does not keep a visit from a status that takes no time', async () => {
    const one = await held30(await newPerson());
    const options = { ...REJECT, as: await newPerson() };
    const booked = await book({ doctor_id: one.doctor_id, schedule: SLOT, status: 'NO_SHOW' }, options);
    expect(booked.status).toBe(201);
  });
});
