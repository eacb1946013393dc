import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { type CallOptions, call, faults, ok, refusal } from '../support/client';
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
  pass,
  REJECT,
  SLOT,
  newWorking as working,
} from '../support/holds';
import { type Overrides, unique } from '../support/input';
import { count, row, rows } from '../support/rows';

const { ids, book } = await newBooking();
const { patient_id: _, ...place } = ids;
const newWorking = () => working(place.department_id);

describe('A hold', () => {
  it('takes what it is given, and five minutes', async () => {
    const as = await newPerson();
    const doctor = await newDoctor();
    const before = Date.now();
    const { id, expires_at, ...rest } = await held({ ...doctor, department_id: place.department_id, minutes: 45 }, as);
    expect(rest).toEqual({
      ...{ ...doctor, department_id: place.department_id, schedule: SLOT, expected_duration_minutes: 45 },
    });
    expect(Date.parse(expires_at) - before).toBeGreaterThanOrEqual(300_000);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(300_000);
    expect(await row('SELECT * FROM calendar_hold WHERE id = ?', id)).toMatchObject({
      ...{ account_id: as.id, behind: null, starts_at: Date.parse(`${SLOT}Z`) },
      ...{ ends_at: Date.parse(`${SLOT}Z`) + 45 * 60_000, buffer_before: 0, buffer_after: 0, resource_id: null },
    });
  });

  it('takes as long as it says, up to 15 minutes', async () => {
    const as = await newPerson();
    const doctor = await newDoctor();
    const before = Date.now();
    const { expires_at } = await held({ ...doctor, ttl: 900 }, as);
    expect(Math.round((Date.parse(expires_at) - before) / 1000)).toBe(900);
    const wrong = await hold({ ...doctor, ttl: 901, minutes: 0.5, schedule: '2027-13-01' }, as);
    expect(faults(wrong).map(([field]) => field)).toEqual(['schedule', 'minutes', 'ttl']);
    for (const ttl of [0, -1, 1.5]) expect((await hold({ ...doctor, ttl }, as)).status).toBe(422);
  });

  it('has the length, and the department, of the hours in which it begins', async () => {
    const as = await newPerson();
    const doctor = await newWorking();
    expect(await held(doctor, as)).toMatchObject({
      ...{ department_id: place.department_id, expected_duration_minutes: 30 },
    });
    const late = await held({ ...doctor, schedule: '2027-07-05T12:00:00' }, as);
    expect([late.expected_duration_minutes, 'department_id' in late]).toEqual([15, false]);
  });

  it('has the length, the buffers and the only department of its type', async () => {
    const as = await newPerson();
    const doctor = await newWorking();
    const { id: department_id } = await make.department();
    const type = await make.appointmentType({ minutes: 50, department_ids: [department_id] });
    const { id, ...body } = await held({ ...doctor, type_id: type.id }, as);
    expect(body).toMatchObject({ type_id: type.id, department_id, expected_duration_minutes: 50 });
    const [starts_at, { buffer_before, buffer_after }] = [Date.parse(`${SLOT}Z`), type];
    expect(await row('SELECT busy_from, busy_until FROM calendar_hold WHERE id = ?', id)).toEqual({
      busy_from: starts_at - buffer_before * 60_000,
      busy_until: starts_at + (50 + buffer_after) * 60_000,
    });
    const given = await held({ ...(await newDoctor()), ...place, type_id: type.id, minutes: 10 }, as);
    expect(given).toMatchObject({ department_id: place.department_id, expected_duration_minutes: 10 });
  });

  it('refers to what is there: 404 names all that is not', async () => {
    const as = await newPerson();
    const [doctor_id, department_id, type_id] = [1, 2, 3].map(() => crypto.randomUUID());
    const { status, body } = await hold({ doctor_id, department_id, type_id }, as);
    expect([status, body]).toEqual([
      404,
      refusal(
        'reference_not_found',
        `Doctor not found: ${doctor_id}; Department not found: ${department_id}; Type not found: ${type_id}`,
      ),
    ]);
    const gone = await newDoctor();
    await ok('DELETE', `/doctor/${gone.doctor_id}`);
    expect(answer(await hold(gone, as))).toEqual([404, 'reference_not_found']);
    expect(await count('calendar_hold WHERE account_id = ?', as.id)).toBe(0);
  });

  it('is refused of a type that is retired', async () => {
    const { id } = await make.appointmentType();
    await ok('PATCH', `/calendar/types/${id}`, { json: { retired: true } });
    expect(answer(await hold({ ...(await newDoctor()), type_id: id }, await newPerson()))).toEqual([409, 'retired']);
  });
});

describe('Whatever DOUBLE_BOOKING says, a hold', () => {
  for (const options of [ALLOW, REJECT]) {
    const by = options.env.DOUBLE_BOOKING;

    it(`is refused where the doctor has an appointment: ${by}`, async () => {
      const [as, doctor] = [await newPerson(), await newDoctor()];
      const visit = await book({ ...doctor, schedule: SLOT, expected_duration_minutes: 30 }, options);
      const refused = await hold({ ...doctor, schedule: '2027-07-05T10:29:00' }, as, options);
      expect([answer(refused), refused.body.detail]).toEqual([
        [409, 'overlap'],
        expect.stringContaining(visit.body.id),
      ]);
      expect((await hold({ ...doctor, schedule: '2027-07-05T10:30:00' }, as, options)).status).toBe(201);
      await ok('PATCH', `/calendar/appointments/${visit.body.id}`, { json: { status: 'CANCELLED' } });
      expect((await hold(doctor, as, options)).status, 'once that is cancelled').toBe(201);
    });

    it(`is refused where somebody else holds the time, and told until when: ${by}`, async () => {
      const doctor = await newDoctor();
      const { id, expires_at } = await held({ ...doctor, minutes: 30 }, await newPerson());
      const as = await newPerson();
      const refused = await hold({ ...doctor, schedule: '2027-07-05T09:50:00', minutes: 11 }, as, options);
      expect([answer(refused), refused.body.detail]).toEqual([[409, 'held'], expect.stringContaining(expires_at)]);
      expect((await hold({ ...doctor, schedule: '2027-07-05T09:50:00', minutes: 10 }, as, options)).status).toBe(201);
      await pass(id, 299);
      expect(answer(await hold(doctor, as, options)), 'in its last second').toEqual([409, 'held']);
      await pass(id, 1);
      expect((await hold(doctor, as, options)).status, 'once that has ended').toBe(201);
    });
  }

  it('is refused in a closure, of its department, too', async () => {
    const as = await newPerson();
    const doctor = await newDoctor();
    const { headers } = await call('GET', '/calendar/closures');
    const closure = { name: 'Stocktaking', from: '2027-08-02', to: '2027-08-02', ...place, doctor_id: null };
    await ok('PUT', '/calendar/closures', {
      json: { closures: [closure] },
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    const schedule = '2027-08-02T10:00:00';
    const refused = await hold({ ...doctor, schedule, department_id: place.department_id }, as);
    expect([answer(refused), refused.body.detail]).toEqual([[409, 'closed'], expect.stringContaining('Stocktaking')]);
    expect((await hold({ ...doctor, schedule, department_id: (await make.department()).id }, as)).status).toBe(201);
  });

  it('takes the buffers of its type, and keeps away from those of others', async () => {
    const as = await newPerson();
    const doctor = await newDoctor();
    const type = await make.appointmentType({ minutes: 30, buffer_before: 10, buffer_after: 20 });
    await held({ ...doctor, type_id: type.id }, await newPerson());
    const at = (time: string, minutes: number) => hold({ ...doctor, schedule: `2027-07-05T${time}:00`, minutes }, as);
    expect(answer(await at('09:45', 6))).toEqual([409, 'held']);
    expect(answer(await at('10:49', 5))).toEqual([409, 'held']);
    expect((await at('09:45', 5)).status).toBe(201);
    expect((await at('10:50', 5)).status).toBe(201);
  });

  it('takes a room of the kind that its type needs, and is refused where none is free', async () => {
    const kind = unique('Echo');
    const first = await make.calendarResource({ kind, department_id: place.department_id });
    const second = await make.calendarResource({ kind });
    const elsewhere = await make.calendarResource({ kind, department_id: (await make.department()).id });
    const type = await make.appointmentType({ needs: kind.toLowerCase(), buffer_before: 0, buffer_after: 0 });
    const take = async () =>
      hold({ ...(await newDoctor()), department_id: place.department_id, type_id: type.id }, await newPerson());
    const [one, two, three] = [await take(), await take(), await take()];
    expect([one.body.resource_id, two.body.resource_id]).toEqual([first.id, second.id]);
    expect(answer(three), `not ${elsewhere.id}`).toEqual([409, 'no_resource']);
    await pass(one.body.id, 300);
    expect((await take()).body.resource_id).toBe(first.id);
  });
});

describe('A person', () => {
  it('is not kept from a time by holds of the same account', async () => {
    const as = await newPerson();
    const doctor = await newDoctor();
    await held(doctor, as);
    await held(doctor, as);
  });

  it('has three holds at most: the fourth is told when it may be had', async () => {
    const as = await newPerson();
    const doctor = await newDoctor();
    const at = (day: number) => ({ ...doctor, schedule: `2027-07-0${day}T10:00:00`, ttl: 100 * day });
    const [first] = [await held(at(1), as), await held(at(2), as), await held(at(3), as)];
    const fourth = await hold(at(4), as);
    expect(answer(fourth)).toEqual([429, 'throttled']);
    const wait = Number(fourth.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(90);
    expect(wait).toBeLessThanOrEqual(100);
    await pass(first.id, 100);
    await held(at(4), as);
    expect(answer(await hold(at(5), as))).toEqual([429, 'throttled']);
    expect(
      (
        await giveBack(
          (await rows<{ id: string }>('SELECT id FROM calendar_hold WHERE account_id = ?', as.id))[1]?.id ?? '',
          as,
        )
      ).status,
    ).toBe(200);
    await held(at(5), as);
  });

  it('gets three of 20 that are asked for at once', async () => {
    const as = await newPerson();
    const all = await Promise.all(
      Array.from({ length: 20 }, async (_, n) =>
        hold({ ...(await newDoctor()), schedule: `2027-07-05T10:${10 + n}:00` }, as),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(17).fill(429)]);
    expect(await count('calendar_hold WHERE account_id = ?', as.id)).toBe(3);
  });

  it('holds on behalf of nobody', async () => {
    const refused = await hold({ ...(await newDoctor()), on_behalf_of: '203.0.113.7' }, await newPerson());
    expect([refused.status, faults(refused)]).toEqual([422, [['on_behalf_of', 'value_error']]]);
  });

  it('is alone with its holds: nobody else gives them back, and nobody what has ended', async () => {
    const as = await newPerson();
    const { id } = await held(await newDoctor(), as);
    expect(answer(await giveBack(id, await newPerson()))).toEqual([404, 'not_found']);
    expect(answer(await giveBack(id, 'admin'))).toEqual([404, 'not_found']);
    await pass(id, 300);
    expect(answer(await giveBack(id, as))).toEqual([404, 'not_found']);
  });
});

describe('Of 50 accounts that hold one time at once', () => {
  it('one gets it', async () => {
    const doctor = await newDoctor();
    const accounts = await Promise.all(Array.from({ length: 50 }, newPerson));
    const all = await Promise.all(accounts.map((as) => hold(doctor, as)));
    expect(all.map(answer).sort()).toEqual([[201, undefined], ...Array(49).fill([409, 'held'])].sort());
    expect(await count('calendar_hold WHERE doctor_id = ?', doctor.doctor_id)).toBe(1);
  });
});

describe('A program', () => {
  it('holds what is offered', async () => {
    const as = await newProgram();
    const doctor = await newWorking();
    const at = (time: string, more: Overrides = {}) =>
      hold({ ...doctor, schedule: `2027-07-05T${time}:00`, ...more }, as);
    expect((await at('08:30')).status).toBe(201);
    for (const time of ['08:40', '12:00', '07:30']) expect(answer(await at(time)), time).toEqual([409, 'not_offered']);
    expect(answer(await at('11:30', { minutes: 31 }))).toEqual([409, 'not_offered']);
    const offline = await make.appointmentType({ bookable_online: false });
    expect(answer(await at('09:00', { type_id: offline.id }))).toEqual([409, 'not_offered']);
    const late = await make.appointmentType({ min_notice_hours: 8760 });
    expect(answer(await hold({ ...doctor, type_id: late.id, schedule: '2026-11-30T09:00:00' }, as))).toEqual([
      409,
      'not_offered',
    ]);
    expect((await hold({ ...doctor, schedule: '2027-07-05T08:40:00' }, await newPerson())).status).toBe(409);
  });

  it('books by type, and moves what it booked, to what is offered', async () => {
    const as = await newProgram('system/Appointment.cu');
    const doctor = await newWorking();
    const type = await make.appointmentType({ buffer_before: 0, buffer_after: 0, min_notice_hours: 0 });
    const by = (time: string, more: Overrides = {}) =>
      call('POST', '/appointment/', {
        as,
        json: { ...ids, ...doctor, type_id: type.id, schedule: `2027-07-05T${time}:00`, ...more },
      });
    expect(answer(await by('12:00'))).toEqual([409, 'not_offered']);
    const { status, body } = await by('08:30');
    expect(status).toBe(201);
    const path = `/calendar/appointments/${body.id}`;
    const move = (json: Overrides, who: CallOptions['as'] = as) => call('PATCH', path, { as: who, json });
    for (const time of ['08:40', '12:00']) {
      expect(answer(await move({ schedule: `2027-07-05T${time}:00` })), time).toEqual([409, 'not_offered']);
    }
    expect(answer(await move(await newDoctor())), 'of a doctor without hours').toEqual([409, 'not_offered']);
    const offline = await make.appointmentType({ bookable_online: false });
    expect(answer(await move({ type_id: offline.id }))).toEqual([409, 'not_offered']);
    expect((await move({ schedule: '2027-07-05T09:00:00' })).status).toBe(204);
    expect((await move({ reason: 'Cough' })).status, 'what takes no time').toBe(204);
    expect((await move({ schedule: '2027-07-05T12:00:00' }, 'admin')).status, 'at the desk').toBe(200);
    expect((await move({ status: 'CANCELLED' })).status, 'also where it lies outside').toBe(204);
    const untyped = await by('12:00', { type_id: null });
    const moved = await call('PATCH', `/calendar/appointments/${untyped.body.id}`, {
      as,
      json: { schedule: '2027-07-05T13:00:00' },
    });
    expect(moved.status, 'without a type').toBe(204);
  });

  it('has three holds for each person behind it, and is kept from a time by its own', async () => {
    const as = await newProgram();
    const doctors = await Promise.all(Array.from({ length: 4 }, newWorking));
    const all = async (on_behalf_of?: string, schedule = SLOT) => {
      const answers = [];
      for (const doctor of doctors) answers.push(await hold({ ...doctor, schedule, on_behalf_of }, as));
      return answers.map(({ status }) => status);
    };
    expect(await all('203.0.113.7')).toEqual([201, 201, 201, 429]);
    expect(await all('203.0.113.8'), 'of somebody else').toEqual([409, 409, 409, 201]);
    expect(await all(undefined, '2027-07-05T08:00:00'), 'of nobody who is named').toEqual([201, 201, 201, 429]);
    const stored = await rows('SELECT DISTINCT behind FROM calendar_hold WHERE account_id = ?', as.id);
    expect(stored).toHaveLength(3);
    expect(JSON.stringify(stored)).not.toContain('203.0.113');
  });

  it('has 50 holds in all', async () => {
    const as = await newProgram();
    const doctor = await newWorking();
    const { id } = await held({ ...doctor, on_behalf_of: 'first' }, as);
    const columns = (await rows<{ name: string }>("SELECT name FROM pragma_table_info('calendar_hold')"))
      .map(({ name }) => name)
      .filter((name) => name !== 'id' && name !== 'behind');
    await rows(
      `INSERT INTO calendar_hold (id, behind, ${columns}) SELECT 'copy' || json_each.value || calendar_hold.id, json_each.value, ${columns}
       FROM calendar_hold, json_each(?) WHERE calendar_hold.id = ?`,
      JSON.stringify(Array.from({ length: 49 }, (_, n) => `other ${n}`)),
      id,
    );
    const refused = await hold({ ...(await newWorking()), on_behalf_of: 'another' }, as);
    expect(answer(refused)).toEqual([429, 'throttled']);
    await giveBack(id, as);
    expect((await hold({ ...(await newWorking()), on_behalf_of: 'another' }, as)).status).toBe(201);
  });

  it('needs the scope that makes appointments', async () => {
    const doctor = await newWorking();
    const refused = await hold(doctor, await newProgram('system/Slot.rs system/Appointment.rs'));
    expect(answer(refused)).toEqual([403, 'insufficient_scope']);
    expect(answer(await hold(doctor, await newProgram('')))).toEqual([403, 'insufficient_scope']);
    expect(answer(await hold(doctor, 'billing'))).toEqual([403, 'forbidden']);
  });
});

describe('The key of a hold', () => {
  it('finds the hold while it lasts', async () => {
    const as = await newPerson();
    const doctor = await newDoctor();
    const options = { headers: { 'idempotency-key': unique('key') } };
    const first = await hold(doctor, as, options);
    const again = await hold(doctor, as, options);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(answer(await hold({ ...doctor, minutes: 5 }, as, options))).toEqual([409, 'idempotency_key']);
    await pass(first.body.id, 300);
    expect(answer(await hold(doctor, as, options))).toEqual([409, 'idempotency_key']);
  });
});
