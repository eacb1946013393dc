// Many at once want one room, one time, one hold: the statement that writes decides, and one gets it.
import { describe, expect, it } from 'vitest';
import { CALENDAR, newCalendar, patch, REJECT } from '../support/calendar';
import { type Body, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { count, rows } from '../support/rows';
import { insertUser } from '../support/users';

const { ids, book, booked } = await newCalendar();
const SLOT = '2027-08-02T10:00:00';
const many = <T>(n: number, one: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => one(i));
const newDoctors = (n: number): Promise<string[]> => Promise.all(many(n, async () => (await make.doctor()).id));
const codes = (answers: Result[]) => answers.map(({ status, body }) => (status < 300 ? status : body.code)).sort();
const after = (minutes: number) => `2027-08-02T10:${String(minutes).padStart(2, '0')}:00`;

/** Rooms of a kind of their own, and a type that needs one. */
async function newRooms(n: number, more: object = {}) {
  const kind = unique('Kind');
  const rooms: string[] = [];
  for (let i = 0; i < n; i++) rooms.push((await make.calendarResource({ kind, department_id: null })).id);
  const type = await make.appointmentType({
    needs: kind,
    doctor_ids: [],
    department_ids: [],
    catalog_id: null,
    ...more,
  });
  return { kind, rooms, type_id: type.id as string };
}

/** Pairs of visits that take one room at one time. */
const takenTwice = (rooms: string[]) =>
  rows(
    `SELECT a.id FROM appointment a JOIN appointment b ON b.resource_id = a.resource_id AND b.id > a.id
       AND b.busy_from < a.busy_until AND b.busy_until > a.busy_from
     WHERE a.resource_id IN (SELECT value FROM json_each(?)) AND a.status = 'SCEDULED' AND b.status = 'SCEDULED'`,
    JSON.stringify(rooms),
  );

describe('Of 20 who want the last room at once', () => {
  it('one gets it, and the others are 409 no_resource', async () => {
    const [{ rooms, type_id }, doctors] = [await newRooms(1), await newDoctors(20)];
    const answers = await Promise.all(
      doctors.map((doctor_id, n) => book({ doctor_id, type_id, schedule: after(n) }, REJECT)),
    );
    expect(codes(answers)).toEqual([201, ...many(19, () => 'no_resource')]);
    expect(answers.find(({ status }) => status === 201)?.body.resource_id).toBe(rooms[0]);
    expect(await count('appointment WHERE type_id = ?', type_id)).toBe(1);
  });

  it('as many get one as there are', async () => {
    const [{ rooms, type_id }, doctors] = [await newRooms(3), await newDoctors(20)];
    const answers = await Promise.all(doctors.map((doctor_id) => book({ doctor_id, type_id, schedule: SLOT }, REJECT)));
    expect(codes(answers)).toEqual([201, 201, 201, ...many(17, () => 'no_resource')]);
    const given = answers.flatMap(({ body }) => body.resource_id ?? []);
    expect(given.sort()).toEqual(rooms.sort());
  });

  it('with DOUBLE_BOOKING=allow all are booked, and one has it', async () => {
    const [{ rooms, type_id }, doctors] = [await newRooms(1), await newDoctors(20)];
    const answers = await Promise.all(doctors.map((doctor_id) => book({ doctor_id, type_id, schedule: SLOT })));
    expect(codes(answers)).toEqual(many(20, () => 201));
    expect(answers.flatMap(({ body }) => body.resource_id ?? [])).toEqual(rooms);
    const told = answers.filter(({ headers }) => headers.get('link')?.includes('/calendar/resources/'));
    expect(told).toHaveLength(19);
  });

  it('one gets it, whether they create, move or name it', async () => {
    const [{ rooms, type_id }, doctors] = [await newRooms(1), await newDoctors(20)];
    const [early, plain] = ['2027-08-02T06:00:00', SLOT];
    const visits = await Promise.all(
      doctors.map((doctor_id, n) =>
        n % 2 ? booked({ doctor_id, schedule: plain, notes: null }, REJECT) : { id: '', doctor_id },
      ),
    );
    const moved = await booked({ doctor_id: doctors[0], type_id, schedule: early }, REJECT);
    const answers = await Promise.all([
      patch(moved.id, { schedule: SLOT }, REJECT),
      ...visits.map(({ id, doctor_id }: Body, n) =>
        n === 0
          ? undefined
          : n % 2
            ? patch(id, { resource_id: rooms[0] }, REJECT)
            : book({ doctor_id, type_id, schedule: SLOT }, REJECT),
      ),
    ]);
    const won = answers.filter((one) => one && one.status < 300);
    expect(won).toHaveLength(1);
    for (const one of answers) if (one && one.status >= 300) expect(one.body.code).toBe('no_resource');
    expect(await takenTwice(rooms)).toEqual([]);
    const [{ n }] = (await rows(
      'SELECT count(*) AS n FROM appointment WHERE resource_id = ? AND starts_at = ?',
      rooms[0],
      Date.parse(`${SLOT}Z`),
    )) as [{ n: number }];
    expect(n).toBe(1);
  });

  it('either the room goes, or a visit has it', async () => {
    for (let round = 0; round < 4; round++) {
      const [{ rooms, type_id }, [doctor_id]] = [await newRooms(1), await newDoctors(1)];
      const remove = () => call('DELETE', `/calendar/resources/${rooms[0]}`);
      const take = () => book({ doctor_id, type_id, schedule: SLOT }, REJECT);
      const [one, other] = round % 2 ? [take(), remove()] : [remove(), take()];
      const answers = await Promise.all([one, other]);
      const [visit, gone] = round % 2 ? answers : answers.toReversed();
      expect([visit?.status, gone?.status]).toEqual(visit?.status === 201 ? [201, 400] : [409, 200]);
    }
  });
});

describe('Of 20 who want overlapping series at once', () => {
  const series = (doctor_id: string, minutes: number, more: object = {}) =>
    call('POST', '/calendar/series', {
      ...REJECT,
      json: {
        ...{ ...ids, doctor_id, schedule: after(minutes), expected_duration_minutes: 30 },
        ...{ every_weeks: 1, count: 4, ...more },
      },
    });

  it('one gets it whole, and of the others nothing is booked', async () => {
    const [doctor_id = ''] = await newDoctors(1);
    const answers = await Promise.all(many(20, (n) => series(doctor_id, n)));
    expect(codes(answers)).toEqual([201, ...many(19, () => 'overlap')]);
    expect(await count('appointment WHERE doctor_id = ?', doctor_id)).toBe(4);
  });

  it('no two visits overlap, whichever skip, and whoever books single visits meanwhile', async () => {
    const [doctor_id = ''] = await newDoctors(1);
    const week = (n: number) => new Date(Date.parse(`${SLOT}Z`) + n * 7 * 86_400_000).toISOString().slice(0, 19);
    const answers = await Promise.all([
      ...many(10, (n) => series(doctor_id, n, { on_conflict: 'skip', every_weeks: 1 + (n % 3) })),
      ...many(10, (n) => book({ doctor_id, schedule: week(n % 5), expected_duration_minutes: 30 }, REJECT)),
    ]);
    for (const { status, body } of answers)
      if (status !== 201) expect(['overlap', 'nothing_free']).toContain(body.code);
    const visits = answers.filter(({ status }) => status === 201).flatMap(({ body }) => body.appointments ?? [body]);
    expect(await count('appointment WHERE doctor_id = ?', doctor_id)).toBe(visits.length);
    const twice = `SELECT a.id FROM appointment a JOIN appointment b ON b.doctor_id = a.doctor_id AND b.id > a.id
      AND b.busy_from < a.busy_until AND b.busy_until > a.busy_from WHERE a.doctor_id = ?`;
    expect(await rows(twice, doctor_id)).toEqual([]);
    for (const n of [0, 1, 2, 3]) {
      expect(
        await count(
          'appointment WHERE doctor_id = ? AND starts_at BETWEEN ? AND ?',
          doctor_id,
          Date.parse(`${week(n)}Z`),
          Date.parse(`${week(n)}Z`) + 1_800_000,
        ),
      ).toBe(1);
    }
  });

  it('the last room is in one of them', async () => {
    const [{ rooms, type_id }, doctors] = [await newRooms(1, { minutes: 30 }), await newDoctors(20)];
    const answers = await Promise.all(doctors.map((doctor_id, n) => series(doctor_id, n, { type_id })));
    expect(codes(answers)).toEqual([201, ...many(19, () => 'no_resource')]);
    expect(await count('appointment WHERE resource_id = ?', rooms[0])).toBe(4);
  });
});

describe('Of many who want one time held', () => {
  it('one of 50 accounts gets it', async () => {
    const [doctor_id = ''] = await newDoctors(1);
    const accounts = await Promise.all(many(50, () => insertUser('staff')));
    const json = { doctor_id, department_id: ids.department_id, schedule: SLOT, minutes: 30 };
    const answers = await Promise.all(accounts.map((as) => call('POST', '/calendar/holds', { as, json })));
    expect(codes(answers)).toEqual([201, ...many(49, () => 'held')]);
    expect(await count('calendar_hold WHERE doctor_id = ?', doctor_id)).toBe(1);
  });

  it('one makes the visit of a hold, however many send it', async () => {
    const [doctor_id = ''] = await newDoctors(1);
    const json = { doctor_id, department_id: ids.department_id, schedule: SLOT, minutes: 30 };
    for (const env of [REJECT.env, {}]) {
      const { id: hold_id } = await ok('POST', '/calendar/holds', { json: { ...json, schedule: '2027-08-03T10:00' } });
      const body = { patient_id: ids.patient_id, hold_id };
      const answers = await Promise.all(many(8, () => call('POST', '/appointment/', { json: body, env })));
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(1);
      // The hold is gone, or the visit is in the way that it has become.
      for (const one of answers.filter(({ status }) => status !== 201))
        expect(one.status === 404 || one.body.detail.includes(made[0]?.body.id)).toBe(true);
      expect(await count('calendar_hold WHERE id = ?', hold_id)).toBe(0);
      await patch(made[0]?.body.id, { status: 'CANCELLED' });
    }
  });

  it('a time that its hold gives back goes to one of those who wait', async () => {
    const [doctor_id = ''] = await newDoctors(1);
    const [owner, ...others] = await Promise.all(many(11, () => insertUser('staff')));
    const json = { doctor_id, department_id: ids.department_id, schedule: SLOT, minutes: 30 };
    const { id } = await ok('POST', '/calendar/holds', { as: owner, json });
    const answers = await Promise.all([
      ...others.map((as) => book({ doctor_id, schedule: SLOT }, { as, ...REJECT })),
      call('DELETE', `/calendar/holds/${id}`, { as: owner }),
      ...others.map((as) => book({ doctor_id, schedule: SLOT }, { as, ...REJECT })),
    ]);
    const said = codes(answers.filter(({ body }) => body.code || body.id));
    expect(said.filter((one) => one === 201)).toHaveLength(1);
    const listed = await ok('GET', `${CALENDAR}?doctor_id=${doctor_id}`);
    expect(listed).toHaveLength(1);
  });
});
