import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, ok, pages } from '../support/client';
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

describe('The sums of the calendar', () => {
  const cases = WEEKS.flatMap((week) =>
    ['UTC', 'Europe/Stockholm', 'America/St_Johns', 'Asia/Kathmandu'].map((zone) => ({ week, zone })),
  );
  it.each(cases)('are what the list and the hours add up to: $week, $zone', async ({ week, zone }) => {
    for (const by of ['doctor', 'department', 'status', 'day']) {
      for (const filter of [
        '',
        `department_id=${here.id}`,
        `doctor_id=${doctors[1]}`,
        `doctor_id=${doctors[0]}&department_id=${there.id}`,
      ]) {
        const [from, to] = week;
        const options = { env: { TIME_ZONE: zone } };
        const { total, rows, ...asked } = await summaryOf(`from=${from}&to=${to}&group_by=${by}&${filter}`, options);
        expect(asked).toEqual({ from, to, group_by: by });
        const model = await modelOf(by, week, zone, filter);
        const found = rows.filter(({ appointments, hours_minutes }: Body) => appointments || hours_minutes);
        expect(Object.fromEntries(found.map((row: Body) => [keyOf(row), figuresOf(row)]))).toEqual(
          Object.fromEntries(model),
        );
        expect(rows.length).toBe(by === 'day' ? 7 : model.size);
        const names = Object.keys(total).filter((name) => name !== 'minutes');
        for (const name of names)
          expect(total[name], name).toBe(rows.reduce((sum: number, row: Body) => sum + row[name], 0));
      }
    }
  });
});
