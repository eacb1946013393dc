import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { newDoctor, putHours } from '../support/hours';
import { multiply } from '../support/multiply';

/** A Monday. */
const MONDAY = 'date=2030-05-06';

const newDepartment = async () => (await make.department()).id as string;
const department_id = await newDepartment();
const at = (from: string, to: string, more: object = {}) => ({ from, to, department_id, slot_minutes: 30, ...more });
async function working(weekly: object[], exceptions: object[] = []): Promise<string> {
  const id = await newDoctor();
  expect((await putHours(id, { weekly, exceptions })).status).toBe(200);
  return id;
}
const hoursOf = (query: string, options: CallOptions = {}): Promise<Body[]> =>
  ok('GET', `/calendar/hours?${query}`, options);
const ofDoctor = (doctor_id: string, query = MONDAY, options: CallOptions = {}) =>
  hoursOf(`doctor_id=${doctor_id}&${query}`, options);
const spans = (hours: Body[]) => hours.map(({ date, from, to }) => `${date} ${from}–${to}`);
const close = (...closures: object[]) => ok('PUT', '/calendar/closures', { json: { closures } });

describe('Who works when', () => {
  it('is the hours of all doctors, in one round trip, in the order of time', async () => {
    const monday = { weekday: 1 };
    const late = await working([at('10:00', '12:00', monday), at('08:00', '10:00', { weekday: 2 })]);
    const early = await working([at('13:00', '24:00', monday), at('07:00', '12:00', { ...monday, slot_minutes: 20 })]);
    const never = await newDoctor();
    const { status, body, cost } = await call('GET', `/calendar/hours?${MONDAY}`);
    expect([status, cost.trips]).toEqual([200, 1]);
    const own = body.filter(({ doctor_id }: Body) => [late, early, never].includes(doctor_id));
    const date = '2030-05-06';
    const when = (from: string, to: string) => ({ starts_at: `${date}T${from}:00.000Z`, ends_at: `${to}:00.000Z` });
    expect(own).toEqual([
      {
        ...{ doctor_id: early, date, ...at('07:00', '12:00', { slot_minutes: 20 }) },
        ...when('07:00', `${date}T12:00`),
        closed: [],
      },
      { doctor_id: late, date, ...at('10:00', '12:00'), ...when('10:00', `${date}T12:00`), closed: [] },
      { doctor_id: early, date, ...at('13:00', '24:00'), ...when('13:00', '2030-05-07T00:00'), closed: [] },
    ]);
    expect(await ofDoctor(late, 'from=2030-05-06&to=2030-05-06')).toEqual([own[1]]);
    expect(await hoursOf(`doctor_id=${crypto.randomUUID()}&${MONDAY}`)).toEqual([]);
    expect(await hoursOf(`department_id=${crypto.randomUUID()}&${MONDAY}`)).toEqual([]);
  });

  it('is an exception instead of the weekly hours of its day', async () => {
    const days = [1, 2, 3, 4].map((weekday) => at('09:00', '12:00', { weekday }));
    const doctor = await working(days, [
      { date: '2030-05-07', hours: [at('14:00', '15:00'), at('10:00', '11:00')], note: 'Training' },
      { date: '2030-05-08', off: true },
      { date: '2030-05-12', hours: [at('09:00', '10:00')] },
    ]);
    expect(spans(await ofDoctor(doctor, 'from=2030-05-06&to=2030-05-13'))).toEqual([
      '2030-05-06 09:00–12:00',
      '2030-05-07 10:00–11:00',
      '2030-05-07 14:00–15:00',
      '2030-05-09 09:00–12:00',
      '2030-05-12 09:00–10:00',
      '2030-05-13 09:00–12:00',
    ]);
    expect(await ofDoctor(doctor, 'date=2030-05-08')).toEqual([]);
  });

  it('is also a night that began the day before, as long as it lasts into the first day', async () => {
    const night = at('20:00', '06:00', { weekday: 1 });
    const doctor = await working([night, at('08:00', '20:00', { weekday: 1 }), at('20:00', '24:00', { weekday: 3 })]);
    expect(spans(await ofDoctor(doctor))).toEqual(['2030-05-06 08:00–20:00', '2030-05-06 20:00–06:00']);
    const tuesday = await ofDoctor(doctor, 'date=2030-05-07');
    expect(tuesday).toEqual([
      {
        ...{ doctor_id: doctor, date: '2030-05-06', ...at('20:00', '06:00') },
        ...{ starts_at: '2030-05-06T20:00:00.000Z', ends_at: '2030-05-07T06:00:00.000Z', closed: [] },
      },
    ]);
    expect(await ofDoctor(doctor, 'date=2030-05-09')).toEqual([]);
    await putHours(doctor, { exceptions: [{ date: '2030-05-06', off: true }] });
    expect(await ofDoctor(doctor, 'date=2030-05-07')).toEqual([]);
  });

  it.each([
    ['an hour that is skipped', '2030-03-31', '01:00–04:00', ['2030-03-31T00:00:00.000Z', '2030-03-31T02:00:00.000Z']],
    ['an hour that comes twice', '2030-10-27', '01:00–04:00', ['2030-10-26T23:00:00.000Z', '2030-10-27T03:00:00.000Z']],
    ['nothing left but a skipped hour', '2030-03-31', '02:00–03:00', undefined],
  ])('follows the clocks where they change: %s', async (_, date, span, expected) => {
    const [from = '', to = ''] = span.split('–');
    const doctor = await working([at(from, to, { weekday: 7 })]);
    const found = await ofDoctor(doctor, `date=${date}`, { env: { TIME_ZONE: 'Europe/Stockholm' } });
    expect(found.map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual(expected ? [expected] : []);
  });

  it('is of one department where that is asked for, also of a doctor who works in two', async () => {
    const [here, there] = [await newDepartment(), await newDepartment()];
    const both = await working([
      at('09:00', '10:00', { weekday: 1, department_id: here }),
      at('10:00', '11:00', { weekday: 1, department_id: there }),
    ]);
    const other = await working([at('08:00', '09:00', { weekday: 1, department_id: there })]);
    const inHere = await hoursOf(`department_id=${here}&${MONDAY}`);
    expect(inHere.map(({ doctor_id, from }) => [doctor_id, from])).toEqual([[both, '09:00']]);
    const inThere = await hoursOf(`department_id=${there}&${MONDAY}`);
    expect(inThere.map(({ doctor_id }) => doctor_id)).toEqual([other, both]);
    expect(spans(await ofDoctor(both))).toEqual(['2030-05-06 09:00–10:00', '2030-05-06 10:00–11:00']);
    expect(await ofDoctor(other, `department_id=${here}&${MONDAY}`)).toEqual([]);
    await putHours(both, { weekly: [at('09:00', '10:00', { weekday: 1, department_id: there })] });
    expect(await hoursOf(`department_id=${here}&${MONDAY}`)).toEqual([]);
  });

  it('is nobody who was deleted', async () => {
    const department = await newDepartment();
    const doctor = await working([at('09:00', '10:00', { weekday: 1, department_id: department })]);
    expect(await ofDoctor(doctor)).toHaveLength(1);
    await ok('DELETE', `/doctor/${doctor}`);
    for (const query of [`doctor_id=${doctor}`, `department_id=${department}`, ''])
      expect((await hoursOf(`${query}&${MONDAY}`)).filter(({ doctor_id }) => doctor_id === doctor)).toEqual([]);
  });
});

describe('What a closure takes of hours', () => {
  const day = (time: string) => `2030-05-06T${time}:00.000Z`;
  const closure = (name: string, more: object) => ({ name, from: '2030-05-06', to: '2030-05-06', ...more });
  const closedOf = ({ closed }: Body) => closed.map(({ name, starts_at, ends_at }: Body) => [name, starts_at, ends_at]);

  it('is told with them, by its name: all or a part, of the hospital, the department or the doctor', async () => {
    const there = await newDepartment();
    const doctor = await working([
      at('09:00', '12:00', { weekday: 1 }),
      at('13:00', '17:00', { weekday: 1, department_id: there }),
    ]);
    const other = await working([at('09:00', '12:00', { weekday: 1 })]);
    await close(
      closure('Power cut', { from: '2030-05-06T16:00', to: '2030-05-06T20:00' }),
      closure('Moving', { department_id: there, from: '2030-05-06T08:00', to: '2030-05-06T14:00' }),
      closure('Leave', { doctor_id: doctor, from: '2030-05-06T11:30', to: '2030-05-07' }),
      closure('Elsewhere', {
        doctor_id: doctor,
        department_id: there,
        from: '2030-05-06T13:30',
        to: '2030-05-06T13:40',
      }),
      closure('The day after', { from: '2030-05-07', to: '2030-05-07' }),
    );
    const [morning, afternoon] = await ofDoctor(doctor);
    expect(closedOf(morning)).toEqual([['Leave', day('11:30'), day('12:00')]]);
    expect(closedOf(afternoon)).toEqual([
      ['Moving', day('13:00'), day('14:00')],
      ['Leave', day('13:00'), day('17:00')],
      ['Elsewhere', day('13:30'), day('13:40')],
      ['Power cut', day('16:00'), day('17:00')],
    ]);
    expect((await ofDoctor(other)).map(closedOf)).toEqual([[]]);
    await close(closure('Midsummer', {}));
    expect((await ofDoctor(other)).map(closedOf)).toEqual([[['Midsummer', day('09:00'), day('12:00')]]]);
    await close();
  });

  it('is also what lies in the part of a night on another day', async () => {
    const doctor = await working([at('20:00', '06:00', { weekday: 1 })]);
    await close(
      closure('Tuesday', { from: '2030-05-07', to: '2030-05-07' }),
      closure('Monday evening', { from: '2030-05-06T21:00', to: '2030-05-06T22:00' }),
    );
    const expected = [
      ['Monday evening', day('21:00'), day('22:00')],
      ['Tuesday', '2030-05-07T00:00:00.000Z', '2030-05-07T06:00:00.000Z'],
    ];
    expect((await ofDoctor(doctor)).map(closedOf)).toEqual([expected]);
    expect((await ofDoctor(doctor, 'date=2030-05-07')).map(closedOf)).toEqual([expected]);
    await close();
  });
});

describe('The days that are asked for', () => {
  it.each([
    ['', 'date'],
    ['date=2030-05-06&from=2030-05-06&to=2030-05-06', 'date'],
    ['date=2030-05-06&to=2030-05-06', 'date'],
    ['from=2030-05-06', 'to'],
    ['to=2030-05-06', 'from'],
    ['from=2030-05-06&to=2030-05-05', 'to'],
    ['from=2030-05-01&to=2030-06-01', 'to'],
  ])('are one, or from one to another, at most 31: %s', async (query, field) => {
    const answer = await call('GET', `/calendar/hours?${query}`);
    expect([answer.status, faults(answer)]).toEqual([422, [[field, 'value_error']]]);
  });

  it.each([
    ['date=2030-02-30', 'date', 'date_parsing'],
    ['date=2030-05-06T10:00', 'date', 'date_parsing'],
    ['from=x&to=2030-05-06', 'from', 'date_parsing'],
    ['date=2030-05-06&doctor_id=x', 'doctor_id', 'uuid_parsing'],
    ['date=2030-05-06&department_id=x', 'department_id', 'uuid_parsing'],
  ])('are dates, and whose hours are by ids: %s', async (query, field, type) => {
    const answer = await call('GET', `/calendar/hours?${query}`);
    expect([answer.status, faults(answer)]).toEqual([422, [[field, type]]]);
  });

  it.each([
    ['date=0001-01-01', 1],
    ['date=9999-12-31', 1],
    ['from=2030-05-01&to=2030-05-31', 31],
  ])('may be any: %s', async (query, days) => {
    const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => at('09:00', '10:00', { weekday }));
    expect(await ofDoctor(await working(always), query)).toHaveLength(days);
  });
});

describe('However many doctors there are', () => {
  const ALWAYS = [1, 2, 3, 4, 5, 6, 7];
  /** 24 hours of each day. */
  const everyHour = (department_id: string) =>
    ALWAYS.flatMap((weekday) =>
      Array.from({ length: 14 }, (_, n) => at(`${10 + n}:00`, `${11 + n}:00`, { weekday, department_id })),
    );

  it('no more than 10,000 hours are answered, nor some of them: what closures take counts', async () => {
    const department = await newDepartment();
    const doctors = [];
    for (let n = 0; n < 23; n++) doctors.push(await working(everyHour(department)));
    const month = `department_id=${department}&from=2030-05-01&to=2030-05-31`;
    // 23 doctors, 31 days, 14 hours.
    expect(await hoursOf(month)).toHaveLength(9_982);
    const closure = { name: 'Closed', department_id: department, from: '2030-05-06', to: '2030-05-06' };
    await close({ ...closure, doctor_id: doctors[0] });
    expect(await hoursOf(month)).toHaveLength(9_982);
    await close(closure);
    const refused = await call('GET', `/calendar/hours?${month}`);
    expect([refused.status, faults(refused)]).toEqual([422, [['to', 'value_error']]]);
    expect(JSON.stringify(refused.body)).toContain(
      'more than 10000 hours: ask for fewer days, a department or a doctor',
    );
    await close();
    expect(await hoursOf(`department_id=${department}&from=2030-05-02&to=2030-05-31`)).toHaveLength(9_660);
  });

  it('a day reads two rows of each, of 5,000 doctors, too', async () => {
    const department = await newDepartment();
    const doctor = await working([at('09:00', '10:00', { weekday: 1, department_id: department })]);
    const { user } = await ok('GET', `/doctor/${doctor}?view=full`);
    const before = await call('GET', `/calendar/hours?${MONDAY}`);
    const copy = `'c0b1e500-0000-4000-8000-' || printf('%012d', i)`;
    const all = 5_000;
    await multiply('user', { key: 'id', value: user.id }, all, { id: copy, email_key: copy, username_key: copy });
    const differing = { id: copy, user_id: copy, license_key: copy, reg_number: copy };
    await multiply('doctor', { key: 'id', value: doctor }, all, differing);
    await multiply('doctor_hours', { key: 'id', value: doctor }, all, { id: copy });
    const { status, body, cost } = await call('GET', `/calendar/hours?${MONDAY}`);
    expect([status, body.length - before.body.length]).toEqual([200, all]);
    expect(cost.rows_read - before.cost.rows_read).toBe(2 * all);
    const inDepartment = await call('GET', `/calendar/hours?department_id=${department}&${MONDAY}`);
    expect([inDepartment.status, inDepartment.body.length]).toEqual([200, all + 1]);
  });
});
