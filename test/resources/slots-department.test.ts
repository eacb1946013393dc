import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { type Body, call, nextPage, ok, pages, refusal } from '../support/client';
import { make } from '../support/factories';
import { newDoctor, putHours } from '../support/hours';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

const { book } = await newBooking();
const MONDAY = 'from=2030-05-06&to=2030-05-07';
const at = (department_id: string, from: string, to: string, more: object = {}) => ({
  ...{ weekday: 1, from, to, department_id, slot_minutes: 30, ...more },
});
async function working(...weekly: object[]): Promise<string> {
  const id = await newDoctor();
  expect((await putHours(id, { weekly, exceptions: [] })).status).toBe(200);
  return id;
}
const pathOf = (department_id: string, range = MONDAY) => `/calendar/slots?department_id=${department_id}&${range}`;
const slotsOf = (department_id: string, range = MONDAY): Promise<Body[]> => ok('GET', pathOf(department_id, range));
const newDepartment = async () => (await make.department()).id as string;

describe('The free times of a department', () => {
  it('are those of all its doctors, by time and then by doctor', async () => {
    const department = await newDepartment();
    const doctors = [
      await working(at(department, '09:00', '10:00')),
      await working(at(department, '08:30', '09:30')),
    ].sort();
    const { body } = await call('GET', pathOf(department));
    expect(body.map(({ schedule }: Body) => schedule.slice(11, 16))).toEqual(['08:30', '09:00', '09:00', '09:30']);
    expect(body.slice(1, 3).map(({ doctor_id }: Body) => doctor_id)).toEqual(doctors);
    expect(body.every(({ department_id }: Body) => department_id === department)).toBe(true);
  });

  it('are in the hours that name it, and less what its doctors have elsewhere', async () => {
    const [here, there] = [await newDepartment(), await newDepartment()];
    const doctor_id = await working(at(here, '09:00', '10:00'), at(there, '10:00', '11:00'));
    await book({ doctor_id, department_id: there, schedule: '2030-05-06T09:30' });
    expect((await slotsOf(here)).map(({ schedule }) => schedule.slice(11, 16))).toEqual(['09:00']);
    expect((await slotsOf(there)).map(({ schedule }) => schedule.slice(11, 16))).toEqual(['10:00', '10:30']);
    expect(await slotsOf(crypto.randomUUID())).toEqual([]);
  });

  it('are on other days where an exception has them there, and not where it has them elsewhere', async () => {
    const [here, there] = [await newDepartment(), await newDepartment()];
    const id = await working(at(here, '09:00', '09:30'));
    const { weekday: _, ...hours } = at(there, '14:00', '14:30');
    await putHours(id, { exceptions: [{ date: '2030-05-06', hours: [hours] }] });
    const days = 'from=2030-05-06&to=2030-05-20';
    expect((await slotsOf(here, days)).map(({ schedule }) => schedule)).toEqual(['2030-05-13T09:00:00']);
    expect((await slotsOf(there, days)).map(({ schedule }) => schedule)).toEqual(['2030-05-06T14:00:00']);
  });

  it('are none of doctors who left it, or are deleted', async () => {
    const department = await newDepartment();
    const [moved, deleted] = [
      await working(at(department, '09:00', '10:00')),
      await working(at(department, '09:00', '10:00')),
    ];
    expect(await slotsOf(department)).toHaveLength(4);
    await putHours(moved, { weekly: [] });
    await ok('DELETE', `/doctor/${deleted}`);
    expect(await slotsOf(department)).toEqual([]);
  });
});

describe('A department', () => {
  const inHours = (department_id: string) => ({ weekly: [{ ...at(department_id, '09:00', '10:00') }] });
  const remove = (id: string) => call('DELETE', `/department/${id}`);

  it('is not deleted while the hours of a doctor who is there name it', async () => {
    const id = await newDepartment();
    const doctor = await working(at(id, '09:00', '10:00'));
    const { status, body, cost } = await remove(id);
    const detail = `The department is in working hours of doctors, such as this one: ${doctor}`;
    expect([status, body, cost.trips]).toEqual([400, refusal('in_use', detail), 1]);
    await putHours(doctor, { weekly: [] });
    expect((await remove(id)).status).toBe(200);
    expect((await putHours(doctor, inHours(id))).status).toBe(404);
  });

  it('is deleted where only a deleted doctor worked', async () => {
    const id = await newDepartment();
    await ok('DELETE', `/doctor/${await working(at(id, '09:00', '10:00'))}`);
    expect((await remove(id)).status).toBe(200);
  });

  it('is never in hours and deleted, where the two meet', async () => {
    for (let round = 0; round < 10; round++) {
      const [id, doctor] = [await newDepartment(), await newDoctor()];
      const given = scheduler.wait(round % 3).then(() => putHours(doctor, inHours(id)));
      const [{ status }, deleted] = await Promise.all([given, scheduler.wait(round % 2).then(() => remove(id))]);
      expect([
        [200, 400],
        [404, 200],
      ]).toContainEqual([status, deleted.status]);
    }
  });
});

/** Books a doctor without a break, from midnight of the 6th of May on, two minutes each time. */
async function fill(doctor_id: string, department_id: string, appointments: number): Promise<void> {
  const first = await book({ doctor_id, department_id, schedule: '2030-05-06T00:00', expected_duration_minutes: 2 });
  await multiply('appointment', { key: 'id', value: first.body.id }, appointments - 1, {
    ...{ id: UUID, starts_at: 'starts_at + i * 120000', ends_at: 'ends_at + i * 120000' },
  });
}

describe('However much is booked, free times', () => {
  const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
  const month = 'from=2030-05-06&to=2030-06-05';

  it('are found page by page, none of which reads more than 15,000 appointments of a department', async () => {
    const department = await newDepartment();
    const always = EVERY_DAY.map((weekday) => at(department, '00:00', '24:00', { weekday, slot_minutes: 360 }));
    const [busy, idle] = [await working(...always), await working(...always)];
    await fill(busy, department, 8_000);
    const path = pathOf(department, month);
    const first = await call('GET', path);
    expect(first.cost.rows_read).toBeLessThanOrEqual(7_600);
    // 7,500 appointments of two minutes are ten days and ten hours. From there on it is not known what is booked.
    expect(first.body.at(-1)).toMatchObject({ doctor_id: idle, schedule: '2030-05-16T06:00:00' });
    expect(nextPage(first)).toContain('from=2030-05-16T12%3A00%3A00.000Z');

    const all = (await pages(path)).flat();
    const times = (doctor: string) => all.filter(({ doctor_id }) => doctor_id === doctor).map((slot) => slot.schedule);
    expect(times(idle)).toHaveLength(30 * 4);
    expect(times(busy)).toEqual(times(idle).filter((time) => time >= '2030-05-17T03'));
    expect(new Set(all.map(({ doctor_id, schedule }) => doctor_id + schedule)).size).toBe(all.length);
  });

  it('may be on a later page, where the first one has none', async () => {
    const department = await newDepartment();
    const doctor = await working(
      ...EVERY_DAY.map((weekday) => at(department, '00:00', '24:00', { weekday, slot_minutes: 360 })),
    );
    await fill(doctor, department, 15_100);
    const path = `/calendar/slots?doctor_id=${doctor}&${month}`;
    const first = await call('GET', path);
    expect([first.body, first.cost.trips]).toEqual([[], 1]);
    expect(first.cost.rows_read).toBeLessThanOrEqual(15_100);
    const [, ...rest] = await pages(path);
    expect(
      rest
        .flat()
        .map(({ schedule }) => schedule)
        .slice(0, 2),
    ).toEqual(['2030-05-27T00:00:00', '2030-05-27T06:00:00']);
  });

  it('read one row for each appointment that is held, and none of others', async () => {
    const department = await newDepartment();
    const doctor = await working(at(department, '09:00', '10:00'));
    const rowsRead = async () => (await call('GET', `/calendar/slots?doctor_id=${doctor}&${month}`)).cost.rows_read;
    const before = await rowsRead();
    await fill(doctor, department, 200);
    // One row more or less: whether the index has another doctor's appointment behind these.
    expect(Math.abs((await rowsRead()) - before - 200)).toBeLessThanOrEqual(1);
    await rows("UPDATE appointment SET status = 'COMPLETED' WHERE doctor_id = ?", doctor);
    expect(Math.abs((await rowsRead()) - before)).toBeLessThanOrEqual(1);
  });
});
