import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, faults, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { newDoctor, putHours } from '../support/hours';
import { input } from '../support/input';

const MINUTE = 60_000;

/** A pseudo-random number below `n`, the same in each run. */
let seed = 45;
function below(n: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * n);
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const summaryOf = (query: string, options: CallOptions = {}): Promise<Body> =>
  ok('GET', `/calendar/summary?${query}`, options);

const patient = await make.patient();
const [here, there] = [await make.department(), await make.department()];
const doctors = [await newDoctor(), await newDoctor(), await newDoctor()];

// Weeks in which clocks change in Europe, in America or nowhere: one is over, the other is ahead.
const WEEKS = [
  ['2024-03-27', '2024-04-02'],
  ['2030-10-24', '2030-10-30'],
] as const;
const STATUSES = [
  'SCEDULED',
  'Scheduled',
  'CHECKED_IN',
  'COMPLETED',
  'complete',
  'CANCELLED',
  'Canceled',
  'no show',
  'NO_SHOW',
  'Waits for a bed',
];

for (const [from, to] of WEEKS) {
  const [begins, ends] = [Date.parse(from), Date.parse(to)];
  for (let n = 0; n < 40; n++) {
    const at = begins - 20 * 60 * MINUTE + below((ends - begins) / MINUTE + 4_000) * MINUTE;
    await ok('POST', '/appointment/', {
      json: input.appointment({
        ...{ patient_id: patient.id, doctor_id: oneOf(doctors), department_id: oneOf([here, there]).id },
        ...{ schedule: new Date(at).toISOString(), status: oneOf(STATUSES) },
        expected_duration_minutes: oneOf([null, 0, 12.5, 30, 45, 90]),
      }),
    });
  }
}

const hours = (from: string, to: string, more: object) => ({
  from,
  to,
  department_id: here.id,
  slot_minutes: 30,
  ...more,
});
for (const doctor of doctors.slice(0, 2))
  await putHours(doctor, {
    weekly: [1, 3, 5, 6, 7].flatMap((weekday) => [
      hours('08:00', '12:00', { weekday }),
      hours('13:00', '17:30', { weekday, department_id: there.id }),
      hours('22:00', '06:00', { weekday }),
    ]),
    exceptions: [
      { date: '2024-04-01', off: true },
      { date: '2030-10-29', hours: [hours('01:00', '04:00', {}), hours('09:15', '10:00', {})] },
    ],
  });
await ok('PUT', '/calendar/closures', {
  json: {
    closures: [
      { name: 'Strike', from: '2030-10-25T07:00', to: '2030-10-25T09:30' },
      { name: 'Power cut', from: '2030-10-25T09:00', to: '2030-10-25T11:00', department_id: here.id },
      { name: 'Moving', from: '2030-10-26', to: '2030-10-28', department_id: there.id },
      { name: 'Leave', from: '2024-03-29', to: '2024-03-31', doctor_id: doctors[0] },
      { name: 'Night', from: '2024-03-30T23:00', to: '2024-03-31T04:00' },
    ],
  },
});

// The model counts the list and the hours one by one, and knows days from Intl.
const folded = (status: string) =>
  status
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '');
const FIGURES: Record<string, string> = {
  ...{
    completed: 'completed',
    complete: 'completed',
    cancelled: 'cancelled',
    canceled: 'cancelled',
    noshow: 'no_show',
  },
};
const SPELLED: Record<string, string> = {
  ...{
    completed: 'COMPLETED',
    complete: 'COMPLETED',
    cancelled: 'CANCELLED',
    canceled: 'CANCELLED',
    noshow: 'NO_SHOW',
  },
  ...{ sceduled: 'SCEDULED', scheduled: 'SCEDULED', checkedin: 'CHECKED_IN' },
};

async function modelOf(by: string, [from, to]: readonly string[], timeZone: string, filter: string) {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const wider = `from=${shifted(from, -2)}&to=${shifted(to, 3)}`;
  const rows = new Map<string, Record<string, number>>();
  const rowOf = (key: string) => {
    const row = rows.get(key) ?? {
      appointments: 0,
      completed: 0,
      to_come: 0,
      left_open: 0,
      no_show: 0,
      cancelled: 0,
      minutes: 0,
    };
    rows.set(key, row);
    return row;
  };
  const add = (row: Record<string, number>, name: string, n: number) => {
    row[name] = (row[name] ?? 0) + n;
  };
  const listed: Body[] = (await pages(`/calendar/appointments/?${wider}&${filter}`)).flat();
  for (const one of listed) {
    const date = day.format(Date.parse(one.schedule));
    if (date < String(from) || date > String(to)) continue;
    const keys: Record<string, string> = {
      ...{ doctor: one.doctor_id, department: one.department_id, day: date },
      status: SPELLED[folded(one.status)] ?? one.status,
    };
    const row = rowOf(String(keys[by]));
    add(row, 'appointments', 1);
    const figure = FIGURES[folded(one.status)] ?? (String(from) < '2026' ? 'left_open' : 'to_come');
    add(row, figure, 1);
    if (figure !== 'cancelled' && figure !== 'no_show')
      add(row, 'minutes', Math.max(1, one.expected_duration_minutes ?? 15));
  }
  if (by === 'doctor' || by === 'day') {
    const days: Body[] = await ok('GET', `/calendar/hours?from=${from}&to=${to}&${filter}`, {
      env: { TIME_ZONE: timeZone },
    });
    for (const one of days) {
      if (one.date < String(from)) continue;
      for (let at = Date.parse(one.starts_at); at < Date.parse(one.ends_at); at += MINUTE) {
        const isClosed = one.closed.some((c: Body) => Date.parse(c.starts_at) <= at && at < Date.parse(c.ends_at));
        if (!isClosed) add(rowOf(by === 'doctor' ? one.doctor_id : one.date), 'hours_minutes', 1);
      }
    }
    for (const row of rows.values()) row.hours_minutes ??= 0;
  }
  for (const row of rows.values()) row.minutes = Math.round(row.minutes ?? 0);
  return rows;
}
const shifted = (date: string | undefined, days: number) =>
  new Date(Date.parse(String(date)) + days * 24 * 60 * MINUTE).toISOString().slice(0, 10);

const keyOf = ({ doctor, department, status, date }: Body) => doctor?.id ?? department?.id ?? status ?? date;
const figuresOf = ({ doctor, department, status, date, ...figures }: Body) => figures;

const FILTERS = [
  '',
  `department_id=${here.id}`,
  `doctor_id=${doctors[1]}`,
  `doctor_id=${doctors[0]}&department_id=${there.id}`,
];
const ZONES = ['UTC', 'Europe/Stockholm', 'America/St_Johns', 'Asia/Kathmandu'];

describe('The sums of the calendar', () => {
  const cases = WEEKS.flatMap((week, n) => ZONES.map((zone, m) => ({ week, zone, n: n * 2 + m })));
  it.each(cases)('are what the list and the hours add up to: $week, $zone', async ({ week, zone, n }) => {
    const [from, to] = week;
    for (const [m, by] of ['doctor', 'department', 'status', 'day'].entries()) {
      const filter = FILTERS[(n + m) % FILTERS.length] ?? '';
      const query = `from=${from}&to=${to}&group_by=${by}&${filter}`;
      const { total, rows, ...asked } = await summaryOf(query, { env: { TIME_ZONE: zone } });
      expect(asked).toEqual({ from, to, group_by: by });
      const model = await modelOf(by, week, zone, filter);
      const found = rows.filter((row: Body) => row.appointments || row.hours_minutes);
      const figures = found.map((row: Body) => [keyOf(row), figuresOf(row)]);
      expect(Object.fromEntries(figures), `${by} ${filter}`).toEqual(Object.fromEntries(model));
      expect(rows.length).toBe(by === 'day' ? 7 : model.size);
      for (const name of Object.keys(total).filter((name) => name !== 'minutes'))
        expect(total[name], name).toBe(rows.reduce((sum: number, row: Body) => sum + row[name], 0));
    }
  });

  const [from, to] = WEEKS[1];
  const week = `from=${from}&to=${to}`;

  it('are in the order of days, or those of the most appointments first, each day and whoever has some', async () => {
    const { rows } = await summaryOf(week);
    expect(rows.map(({ date }: Body) => date)).toEqual(Array.from({ length: 7 }, (_, n) => shifted(from, n)));
    const byDoctor = await summaryOf(`${week}&group_by=doctor`);
    const counts = byDoctor.rows.map(({ appointments }: Body) => appointments);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
    expect(byDoctor.rows[0].doctor).toEqual({
      id: expect.any(String),
      reg_number: expect.stringMatching(/^DOC-/),
      first_name: 'Greta',
      last_name: 'Lindqvist',
    });
  });

  it('are of today unless days are asked for', async () => {
    const { from, to, group_by, rows } = await summaryOf('');
    expect([from, group_by, rows.length]).toEqual([to, 'day', 1]);
    expect((await summaryOf('to=2030-10-24')).from).toBe('2030-10-24');
  });

  it('are a table, too, with the columns of what they are by', async () => {
    const answer = await call('GET', `/calendar/summary?${week}&group_by=department&format=csv`);
    const [head, ...lines] = new TextDecoder().decode(answer.bytes).trim().split('\r\n');
    expect(head).toBe('department,department_code,appointments,completed,to_come,left_open,no_show,cancelled,minutes');
    expect(lines).toHaveLength(2);
    expect(answer.headers.get('content-disposition')).toContain('calendar-summary.csv');
    const byDay = await call('GET', `/calendar/summary?${week}`, { headers: { accept: 'text/csv' } });
    expect(new TextDecoder().decode(byDay.bytes)).toMatch(/^date,.*,minutes,hours_minutes\r\n2030-10-24,/);
  });

  it('keep a doctor who was deleted, by name and without hours, and leave out patients who were', async () => {
    const [doctor, gone] = [await newDoctor(), await make.patient()];
    await putHours(doctor, { weekly: [hours('08:00', '12:00', { weekday: 1 })] });
    const ids = { doctor_id: doctor, department_id: here.id, schedule: '2031-05-05T09:00:00' };
    for (const patient_id of [patient.id, gone.id])
      await ok('POST', '/appointment/', { json: input.appointment({ ...ids, patient_id }) });
    const query = 'from=2031-05-01&to=2031-05-07&group_by=doctor';
    const before = await summaryOf(query);
    expect(before.rows[0]).toMatchObject({ doctor: { id: doctor }, appointments: 2, to_come: 2, hours_minutes: 240 });
    await ok('DELETE', `/patient/${gone.id}`);
    await ok('DELETE', `/doctor/${doctor}`);
    const after = await summaryOf(query);
    expect(after.rows[0]).toMatchObject({ doctor: { id: doctor }, appointments: 1, to_come: 1, hours_minutes: 0 });
  });
});

describe('What is asked of the calendar’s sums', () => {
  it.each([
    ['from=2030-05-06&to=2030-05-05', 'to', 'value_error'],
    ['from=2030-01-01&to=2031-01-02', 'to', 'value_error'],
    ['from=2030-02-30', 'from', 'date_parsing'],
    ['group_by=patient', 'group_by', 'enum'],
    ['doctor_id=x', 'doctor_id', 'uuid_parsing'],
  ])('is refused where it is none of these: %s', async (query, field, type) => {
    const answer = await call('GET', `/calendar/summary?${query}`);
    expect([answer.status, faults(answer)]).toEqual([422, [[field, type]]]);
  });

  it('may be of 366 days, any of them, and of ids that nobody has', async () => {
    expect((await summaryOf('from=2028-01-01&to=2028-12-31')).rows).toHaveLength(366);
    for (const day of ['0001-01-01', '9999-12-31'])
      expect((await summaryOf(`from=${day}&to=${day}`)).rows).toHaveLength(1);
    const nobody = await summaryOf(`from=2030-10-24&to=2030-10-30&group_by=doctor&doctor_id=${crypto.randomUUID()}`);
    expect(nobody).toMatchObject({ rows: [], total: { appointments: 0, minutes: 0, hours_minutes: 0 } });
  });
});
