import { beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR, listed, newCalendar, patch } from '../support/calendar';
import { type Body, call, nextPage, ok } from '../support/client';
import { make } from '../support/factories';

const { ids, booked } = await newCalendar();
/** In the order of creation; their times are in another one. */
const SCHEDULES = [
  '2027-03-03T10:00:00',
  '2027-03-01T09:00:00',
  '2027-03-02',
  '2027-03-01T09:00:00',
  '2027-03-01T10:00:00+05:00',
  '2027-03-08T00:00:00',
];
const BY_TIME = [4, 1, 3, 2, 0, 5];
const made: Body[] = [];
const idsOf = (order: readonly number[]) => order.map((n) => made[n].id);
const own = `doctor_id=${ids.doctor_id}`;

beforeAll(async () => {
  for (const schedule of SCHEDULES) made.push(await booked({ schedule }));
});

describe('GET /calendar/appointments/', () => {
  it('answers each appointment as it was made, with times of its record and without files', async () => {
    const [first] = await ok('GET', `${CALENDAR}?${own}&limit=1`);
    const { files, notes: _, ...appointment } = made[4];
    expect(files).toEqual([]);
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(first).toEqual({ ...appointment, cancel_reason: null, created_at: time, updated_at: time });
  });

  it.each([
    ['', BY_TIME],
    ['order_by=schedule', BY_TIME],
    ['order_by=-schedule', BY_TIME.toReversed()],
    ['order_by=created_at', [0, 1, 2, 3, 4, 5]],
    ['order_by=-created_at', [5, 4, 3, 2, 1, 0]],
  ])('orders by time or by creation, on any page: %s', async (order, expected) => {
    for (const limit of [1, 2, 4, 100]) {
      expect(await listed(`${own}&${order}&limit=${limit}`)).toEqual(idsOf(expected));
    }
  });

  it.each([
    ['a day', 'from=2027-03-01&to=2027-03-02', [4, 1, 3]],
    ['from a time on, itself included', 'from=2027-03-01T09:00:00', [1, 3, 2, 0, 5]],
    ['before a time, itself left out', 'to=2027-03-01T09:00:00Z', [4]],
    ['a time in another zone', 'from=2027-03-01T10:00:00%2B01:00&to=2027-03-01T10:00:01%2B01:00', [1, 3]],
    ['a week', 'from=2027-03-01&to=2027-03-08', [4, 1, 3, 2, 0]],
    ['a time that ends before it begins', 'from=2027-03-08&to=2027-03-01', []],
    ['nothing that is empty', 'from=&to=&status=&type=&patient_id=', BY_TIME],
  ])('finds %s', async (_, query, expected) => {
    const sorted = expected.toSorted((a, b) => a - b);
    for (const limit of [1, 2, 100]) {
      expect(await listed(`${own}&${query}&limit=${limit}`)).toEqual(idsOf(expected));
      expect(await listed(`${own}&${query}&limit=${limit}&order_by=-schedule`)).toEqual(idsOf(expected).reverse());
      expect(await listed(`${own}&${query}&limit=${limit}&order_by=created_at`)).toEqual(idsOf(sorted));
    }
  });

  it('counts times without a zone in the zone of the hospital', async () => {
    const env = { TIME_ZONE: 'Asia/Tokyo' };
    const calendar = await newCalendar();
    const { id } = await calendar.booked({ schedule: '2027-03-01T08:00:00' }, { env });
    const at = (query: string) => ok('GET', `${CALENDAR}?doctor_id=${calendar.ids.doctor_id}&${query}`, { env });
    expect(await at('from=2027-03-01&to=2027-03-02')).toMatchObject([{ id }]);
    expect(await at('from=2027-02-28T23:00:00Z&to=2027-02-28T23:00:01Z')).toMatchObject([{ id }]);
    expect(await at('from=2027-03-01T00:00:00Z')).toEqual([]);
  });

  it('filters by doctor, patient and department, and by several of them', async () => {
    const [other, department] = await Promise.all([make.doctor(), make.department()]);
    const calendar = await newCalendar();
    const one = await calendar.booked({ schedule: '2027-04-01T09:00:00' });
    const two = await calendar.booked({ doctor_id: other.id, schedule: '2027-04-01T08:00:00' });
    const three = await calendar.booked({ doctor_id: other.id, department_id: department.id, schedule: '2027-04-02' });
    const { patient_id, doctor_id, department_id } = calendar.ids;
    const cases: [string, Body[]][] = [
      [`patient_id=${patient_id}`, [two, one, three]],
      [`doctor_id=${doctor_id}`, [one]],
      [`department_id=${department_id}`, [two, one]],
      [`patient_id=${patient_id}&doctor_id=${other.id}`, [two, three]],
      [`department_id=${department_id}&doctor_id=${other.id}`, [two]],
      [`patient_id=${patient_id}&department_id=${department.id}&from=2027-04-01&to=2027-04-02`, []],
      [`patient_id=${patient_id}&department_id=${department.id}&doctor_id=${other.id}`, [three]],
      [`patient_id=${crypto.randomUUID()}`, []],
    ];
    for (const [query, expected] of cases) {
      for (const limit of [1, 10]) {
        expect(await listed(`${query}&limit=${limit}`), query).toEqual(expected.map(({ id }) => id));
      }
    }
  });

  it('filters by any of some statuses and types, however they are spelled', async () => {
    const calendar = await newCalendar();
    const words = [
      ['no-show', 'OPD'],
      ['No Show', 'IPD'],
      ['CANCELLED', 'opd'],
      ['SCEDULED', 'Follow up'],
    ];
    const all: string[] = [];
    for (const [status, type] of words) all.push((await calendar.booked({ status, type })).id);
    const find = async (query: string) =>
      (await listed(`doctor_id=${calendar.ids.doctor_id}&${query}`)).map((id) => all.indexOf(id));
    expect(await find('status=NO_SHOW')).toEqual([0, 1]);
    expect(await find('status=cancelled&status=SCEDULED')).toEqual([2, 3]);
    expect(await find('type=OPD')).toEqual([0, 2]);
    expect(await find('type=FOLLOW_UP&type=IPD&order_by=-created_at')).toEqual([3, 1]);
    expect(await find('status=NO_SHOW&type=OPD')).toEqual([0]);
    expect(await find('status=NO')).toEqual([]);
    expect(await find('status=SHOW%20CANCELLED')).toEqual([]);
  });

  it('finds a status by either of its spellings, and answers the one that was sent', async () => {
    const calendar = await newCalendar();
    const words = ['SCEDULED', 'SCHEDULED', 'scheduled', 'COMPLETED', 'COMPLETE', 'CANCELLED', 'CANCELED', 'CONFIRMED'];
    for (const status of words) await calendar.booked({ status });
    const find = async (query: string) =>
      (await ok('GET', `${CALENDAR}?doctor_id=${calendar.ids.doctor_id}&${query}`)).map(({ status }: Body) => status);
    for (const query of ['status=SCEDULED', 'status=SCHEDULED', 'status=Sc-eduled&status=scheduled']) {
      expect(await find(query)).toEqual(['SCEDULED', 'SCHEDULED', 'scheduled']);
    }
    for (const query of ['status=COMPLETED', 'status=complete'])
      expect(await find(query)).toEqual(['COMPLETED', 'COMPLETE']);
    for (const query of ['status=CANCELLED', 'status=CANCELED'])
      expect(await find(query)).toEqual(['CANCELLED', 'CANCELED']);
    // Of types and other words there are no spellings.
    expect(await find('status=CONFIRMED')).toEqual(['CONFIRMED']);
    expect(await find('type=SCHEDULED')).toEqual([]);
  });

  it('names patient, doctor and department with view=full, also a doctor who is deleted, and says how to call the patient', async () => {
    const known = { dob: '1984-02-29', phone_number: '+46 70 123 45 67' };
    const [patient, doctor, department] = await Promise.all([make.patient(known), make.doctor(), make.department()]);
    const calendar = await newCalendar();
    const { id, notes } = await calendar.booked({
      ...{ patient_id: patient.id, doctor_id: doctor.id, department_id: department.id },
    });
    await ok('DELETE', `/doctor/${doctor.id}`);
    const brief = ({ id, reg_number, first_name, last_name }: Body) => ({ id, reg_number, first_name, last_name });
    const names = {
      patient: { ...brief(patient), ...known, allergy_count: null },
      doctor: brief(doctor),
      department: { id: department.id, name: department.name, code: department.code },
    };
    for (const query of [`doctor_id=${doctor.id}`, `doctor_id=${doctor.id}&status=SCEDULED`]) {
      const [reduced] = await ok('GET', `${CALENDAR}?${query}`);
      expect(await ok('GET', `${CALENDAR}?${query}&view=full`)).toEqual([{ ...reduced, ...names, notes }]);
      expect(reduced.patient).toBeUndefined();
    }
    expect(await ok('GET', `${CALENDAR}${id}?view=full`)).toMatchObject(names);
  });

  it('counts with view=full the allergies of the patient that are known', async () => {
    const calendar = await newCalendar();
    const { id: patient_id } = await make.patient();
    await calendar.booked({ patient_id });
    const shown = async () => (await ok('GET', `${CALENDAR}?doctor_id=${calendar.ids.doctor_id}&view=full`))[0].patient;
    expect(await shown()).toMatchObject({ allergy_count: null });
    for (const allergies of [[], [{ substance: 'Penicillin' }, { substance: 'Latex' }]]) {
      await ok('PATCH', `/patient/${patient_id}`, { json: { allergies } });
      expect(await shown()).toMatchObject({ allergy_count: allergies.length });
    }
  });

  it('leaves out the appointments of deleted patients, and goes on behind them', async () => {
    const patient = await make.patient();
    const calendar = await newCalendar();
    for (let n = 0; n < 3; n++) await calendar.booked({ patient_id: patient.id });
    const { id } = await calendar.booked();
    await ok('DELETE', `/patient/${patient.id}`);
    for (const query of ['limit=1', 'limit=2&view=full', 'limit=1&status=SCEDULED', 'order_by=created_at&limit=1']) {
      expect(await listed(`doctor_id=${calendar.ids.doctor_id}&${query}`), query).toEqual([id]);
    }
    expect(await listed(`patient_id=${patient.id}`)).toEqual([]);
  });

  it('keeps its filters in the address of the next page, and goes on where a row has been moved away', async () => {
    const calendar = await newCalendar();
    const [one, two, three] = [await calendar.booked(), await calendar.booked(), await calendar.booked()];
    const first = await call('GET', `${CALENDAR}?doctor_id=${calendar.ids.doctor_id}&limit=2&view=full`);
    expect(first.body.map(({ id }: Body) => id)).toEqual([one.id, two.id]);
    await patch(two.id, { schedule: '2026-11-30T09:30:00' });
    const second = await call('GET', nextPage(first) ?? '');
    expect(second.body).toMatchObject([{ id: three.id, doctor: { id: calendar.ids.doctor_id } }]);
    expect(nextPage(second)).toBeUndefined();
  });

  it.each([
    ['from=tomorrow', ['query', 'from'], 'datetime_parsing'],
    ['doctor_id=x', ['query', 'doctor_id'], 'uuid_parsing'],
    ['order_by=patient', ['query', 'order_by'], 'enum'],
    ['limit=1001', ['query', 'limit'], 'less_than_equal'],
    ['cursor=5', ['query', 'cursor'], 'value_error'],
    ['cursor=1.2.3', ['query', 'cursor'], 'value_error'],
    [`status=${'x'.repeat(51)}`, ['query', 'status', 0], 'string_too_long'],
    ['type=a&'.repeat(21), ['query', 'type'], 'too_long'],
  ])('refuses %s', async (query, loc, type) => {
    const { status, body } = await call('GET', `${CALENDAR}?${query}`);
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc, type }]);
  });

  it.each(['-99999999999999.1', '99999999999999.1', '0.999999999999999'])(
    'does not leave its time by a cursor that is made up: %s',
    async (cursor) => {
      for (const order of ['schedule', '-schedule']) {
        const query = `${own}&from=2027-03-01&to=2027-03-02&order_by=${order}&cursor=${cursor}`;
        const found = await listed(query);
        expect(idsOf([4, 1, 3])).toEqual(expect.arrayContaining(found));
      }
    },
  );
});
