import { describe, expect, it } from 'vitest';
import { faults, ok } from '../support/client';
import { make } from '../support/factories';
import { indexedUnder } from '../support/full-text';
import { newDoctor, putHours as put, readHours as read } from '../support/hours';
import { input, type Overrides } from '../support/input';
import { row, rows, trail } from '../support/rows';

const department = await make.department();
const hoursOf = (overrides: Overrides = {}) => input.hours({ department_id: department.id, ...overrides });
const one = { from: '08:00', to: '12:00', department_id: department.id, slot_minutes: 30 };
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
/** The hour of a day that begins at so many o'clock. */
const hour = (n: number) => ({ from: clock(n), to: clock(n + 1) });

describe('The hours of a doctor', () => {
  it('are an empty document until they are set', async () => {
    const id = await newDoctor();
    expect(await read(id)).toEqual({
      status: 200,
      etag: '"0"',
      body: { doctor_id: id, weekly: [], exceptions: [] },
    });
    expect(await rows('SELECT 1 FROM doctor_hours WHERE id = ?', id)).toEqual([]);
  });

  it('are set, answered as they were sent, and replaced', async () => {
    const id = await newDoctor();
    const json = {
      weekly: [
        { weekday: 7, ...one, from: '20:00', to: '06:00' },
        { weekday: 1, ...one, to: '24:00', slot_minutes: 1440 },
      ],
      exceptions: [
        { date: '2027-12-27', off: false, hours: [one, { ...one, from: '13:00', to: '15:00' }], note: 'Short day' },
        { date: '2027-12-24', off: true, hours: [], note: null },
      ],
    };
    const first = await put(id, json);
    expect([first.status, first.headers.get('etag'), first.cost.trips]).toEqual([200, '"1"', 1]);
    expect(first.body).toEqual({ doctor_id: id, ...json });
    expect(await read(id)).toEqual({ status: 200, etag: '"1"', body: first.body });

    const second = await put(id, hoursOf());
    expect([second.status, second.headers.get('etag'), second.cost.trips]).toEqual([200, '"2"', 1]);
    expect((await read(id)).body).toEqual({ doctor_id: id, ...hoursOf() });
    expect(await trail(id)).toEqual(['create 1', 'create 1', 'update 2 weekly,exceptions']);
    const audited = await rows('SELECT entity FROM audit WHERE entity_id = ? ORDER BY seq', id);
    expect(audited.map(({ entity }) => entity)).toEqual(['doctor', 'doctor_hours', 'doctor_hours']);
  });

  it('fill in what an exception may leave out', async () => {
    const id = await newDoctor();
    const { body } = await put(id, {
      weekly: [],
      exceptions: [
        { date: '2027-12-24', off: true },
        { date: '2027-12-27', hours: [one] },
      ],
    });
    expect(body.exceptions).toEqual([
      { date: '2027-12-24', off: true, hours: [], note: null },
      { date: '2027-12-27', off: false, hours: [one], note: null },
    ]);
  });

  it('keep the list that the body leaves out, and lose one that is null or empty', async () => {
    const id = await newDoctor();
    const { weekly, exceptions } = hoursOf();
    expect((await put(id, { weekly })).body).toEqual({ doctor_id: id, weekly, exceptions: [] });
    expect((await put(id, { exceptions })).body).toEqual({ doctor_id: id, weekly, exceptions });
    const { body, cost, headers } = await put(id, {});
    expect([body.weekly, body.exceptions, cost.trips, headers.get('etag')]).toEqual([weekly, exceptions, 2, '"2"']);
    expect((await put(id, { weekly: null })).body).toEqual({ doctor_id: id, weekly: [], exceptions });
    expect((await put(id, { weekly: [], exceptions: [] })).body).toEqual({ doctor_id: id, weekly: [], exceptions: [] });
  });

  it('may adjoin, around the clock and around the week', async () => {
    const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...one, from: '08:00', to: '08:00' }));
    expect((await put(await newDoctor(), { weekly })).status).toBe(200);
    const halves = [
      { weekday: 1, ...one, from: '00:00', to: '12:00' },
      { weekday: 1, ...one, from: '12:00', to: '24:00' },
      { weekday: 2, ...one, from: '00:00' },
    ];
    expect((await put(await newDoctor(), { weekly: halves })).status).toBe(200);
  });

  it('take their departments in every form of an id', async () => {
    const id = await newDoctor();
    const { body } = await put(id, hoursOf({ department_id: `{${department.id.toUpperCase()}}` }));
    expect(body).toEqual({ doctor_id: id, ...hoursOf() });
  });

  it('are found by each of their departments, and by no former one', async () => {
    const [id, other] = [await newDoctor(), await make.department()];
    const found = async () => {
      const own = await row<{ seq: number }>('SELECT seq FROM doctor_hours WHERE id = ?', id);
      const indexed = await Promise.all([department, other].map((one) => indexedUnder('doctor_hours', one.id)));
      return [department, other].flatMap((one, i) => (indexed[i]?.includes(own?.seq ?? 0) ? [one.id] : []));
    };
    await put(id, hoursOf());
    expect(await found()).toEqual([department.id]);
    await put(id, { exceptions: [{ date: '2027-12-27', hours: [{ ...one, department_id: other.id }] }] });
    expect(await found()).toEqual([department.id, other.id]);
    await put(id, { weekly: [] });
    expect(await found()).toEqual([other.id]);
    await put(id, { exceptions: [] });
    expect(await found()).toEqual([]);
  });
});

describe('Hours are refused', () => {
  it.each([
    ['a time with seconds', { from: '08:00:00' }, ['from', 'time_parsing']],
    ['24:00 as a beginning', { from: '24:00' }, ['from', 'time_parsing']],
    ['a time after 24:00', { to: '24:01' }, ['to', 'time_parsing']],
    ['the eighth day', { weekday: 8 }, ['weekday', 'less_than_equal']],
    ['day 0', { weekday: 0 }, ['weekday', 'greater_than_equal']],
    ['slots of no length', { slot_minutes: 0 }, ['slot_minutes', 'greater_than_equal']],
    ['slots of more than a day', { slot_minutes: 1441 }, ['slot_minutes', 'less_than_equal']],
    ['half minutes', { slot_minutes: 7.5 }, ['slot_minutes', 'int_type']],
    ['no department', { department_id: null }, ['department_id', 'string_type']],
  ])('with 422 for %s', async (_, wrong, [field, type]) => {
    const answer = await put(await newDoctor(), { weekly: [{ weekday: 1, ...one, ...wrong }] });
    expect([answer.status, faults(answer)]).toEqual([422, [[`weekly.0.${field}`, type]]]);
  });

  it.each([
    ['neither off nor hours', [{ date: '2027-12-24' }], 'exceptions.0'],
    ['off with hours', [{ date: '2027-12-24', off: true, hours: [one] }], 'exceptions.0'],
    [
      'a date that comes twice',
      [
        { date: '2027-12-24', off: true },
        { date: '2027-12-24', hours: [one] },
      ],
      'exceptions',
    ],
  ])('with 422 for an exception with %s', async (_, exceptions, field) => {
    const answer = await put(await newDoctor(), { exceptions });
    expect([answer.status, faults(answer)]).toEqual([422, [[field, 'value_error']]]);
  });

  it('with every fault of an exception at once', async () => {
    const exceptions = [
      { date: '2027-02-30', note: 5 },
      { date: 'x', off: 'y', hours: 7 },
    ];
    expect(faults(await put(await newDoctor(), { exceptions }))).toEqual([
      ['exceptions.0.date', 'date_parsing'],
      ['exceptions.0.note', 'string_type'],
      ['exceptions.0', 'value_error'],
      ['exceptions.1.date', 'date_parsing'],
      ['exceptions.1.off', 'bool_type'],
      ['exceptions.1.hours', 'list_type'],
    ]);
  });

  it('with 422 for more than 100 weekly ones, 400 exceptions, or 20 on a date', async () => {
    const id = await newDoctor();
    const dates = Array.from({ length: 401 }, (_, n) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10));
    const many = (n: number) => ({
      weekly: Array.from({ length: n }, (_, i) => ({ weekday: 1 + (i % 7), ...one, ...hour(Math.floor(i / 7)) })),
      exceptions: dates.slice(0, n * 4).map((date) => ({ date, off: true })),
    });
    expect((await put(id, many(100))).status).toBe(200);
    expect(faults(await put(id, { weekly: many(101).weekly }))).toEqual([['weekly', 'too_long']]);
    expect(faults(await put(id, { exceptions: many(101).exceptions }))).toEqual([['exceptions', 'too_long']]);
    const hours = Array.from({ length: 21 }, (_, i) => ({ ...one, ...hour(i) }));
    expect(faults(await put(id, { exceptions: [{ date: '2027-12-24', hours }] }))).toEqual([
      ['exceptions.0.hours', 'too_long'],
    ]);
  });

  it('with 422 for more than 1,000 hours in all exceptions together', async () => {
    const id = await newDoctor();
    const day = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10);
    const hours = Array.from({ length: 20 }, (_, i) => ({ ...one, ...hour(i) }));
    const exceptions = Array.from({ length: 50 }, (_, n) => ({ date: day(n), hours }));
    expect((await put(id, { exceptions })).status).toBe(200);
    const more = [...exceptions, { date: day(50), hours: [one] }];
    expect(faults(await put(id, { exceptions: more }))).toEqual([['exceptions', 'too_long']]);
    // Those from before the bound can be sent back.
    const stored = more.map((exception) => ({ off: false, note: null, ...exception }));
    await rows('UPDATE doctor_hours SET exceptions = ? WHERE id = ?', JSON.stringify(stored), id);
    const kept = (await read(id)).body.exceptions;
    expect((await put(id, { weekly: [{ weekday: 1, ...one }], exceptions: kept })).status).toBe(200);
    expect((await read(id)).body).toMatchObject({ weekly: [{ weekday: 1 }], exceptions: kept });
  });

  it.each<[string, Overrides[], string[], string]>([
    ['overlap', [{}, { from: '11:59', to: '13:00' }], ['weekly.1'], 'weekly.0'],
    ['are the same', [{}, {}, {}], ['weekly.1', 'weekly.2'], 'weekly.0'],
    ['overlap in another department', [{}, { department_id: crypto.randomUUID() }], ['weekly.1'], 'weekly.0'],
    [
      'lie within others that come later',
      [{ from: '09:00', to: '10:00' }, { from: '08:00' }],
      ['weekly.1'],
      'weekly.0',
    ],
    [
      'begin in the night before',
      [
        { from: '20:00', to: '06:00' },
        { weekday: 2, from: '05:00' },
      ],
      ['weekly.1'],
      'weekly.0',
    ],
    [
      'begin in the night of Sunday',
      [{ from: '05:00' }, { weekday: 7, from: '20:00', to: '06:00' }],
      ['weekly.1'],
      'weekly.0',
    ],
  ])('with 422 for weekly hours that %s', async (_, weekly, refused, other) => {
    const answer = await put(await newDoctor(), { weekly: weekly.map((each) => ({ weekday: 1, ...one, ...each })) });
    expect([answer.status, faults(answer)]).toEqual([422, refused.map((path) => [path, 'value_error'])]);
    expect(answer.body.detail[0].msg).toBe(`Hours should not overlap those of ${other}`);
  });

  it('with 422 for hours of a date that overlap, or that begin in the night before', async () => {
    const exceptions = [
      { date: '2027-12-27', hours: [one, { ...one, from: '10:00' }, { ...one, from: '22:00', to: '02:00' }] },
      { date: '2027-12-28', hours: [{ ...one, from: '01:00' }] },
    ];
    const { status, body } = await put(await newDoctor(), { exceptions });
    expect([status, body.detail]).toEqual([
      422,
      [
        ['exceptions.0.hours.1', 'exceptions.0.hours.0'],
        ['exceptions.1.hours.0', 'exceptions.0.hours.2'],
      ].map(([path = '', other]) => ({
        loc: ['body', ...path.split('.').map((part) => (/\d/.test(part) ? Number(part) : part))],
        msg: `Hours should not overlap those of ${other}`,
        type: 'value_error',
      })),
    ]);
  });

  it('with 422 for more than 24 of one weekday', async () => {
    const hours = (n: number) =>
      Array.from({ length: n }, (_, i) => {
        const [from, to] = [i, i + 1].map((half) => `${clock(8 + (half >> 1)).slice(0, 3)}${half % 2 ? '30' : '00'}`);
        return { weekday: 1, ...one, from, to };
      });
    expect((await put(await newDoctor(), { weekly: hours(24) })).status).toBe(200);
    const answer = await put(await newDoctor(), { weekly: hours(25) });
    expect([answer.status, faults(answer)]).toEqual([422, [['weekly', 'too_long']]]);
  });

  it('with 404 for an unknown doctor, or a deleted one, before anything else that is missing', async () => {
    const gone = await newDoctor();
    await put(gone, hoursOf());
    await ok('DELETE', `/doctor/${gone}`);
    for (const id of [crypto.randomUUID(), gone]) {
      expect((await read(id)).status).toBe(404);
      for (const json of [input.hours(), {}]) {
        const { status, body } = await put(id, json, '"7"');
        expect([status, body.detail]).toEqual([404, `Doctor not found: ${id}`]);
      }
    }
    expect(await row('SELECT version FROM doctor_hours WHERE id = ?', gone)).toEqual({ version: 1 });
  });

  it('with 404 that names each department that is not there', async () => {
    const [id, a, b] = [await newDoctor(), crypto.randomUUID(), crypto.randomUUID()];
    const json = {
      ...input.hours({ department_id: a }),
      weekly: [one, { ...one, ...hour(12), department_id: b }].map((each) => ({ weekday: 1, ...each })),
    };
    for (const _ of ['for the first time', 'again']) {
      const { status, body } = await put(id, json);
      expect([status, body.detail.split('; ').sort()]).toEqual([
        404,
        [a, b].map((one) => `Department not found: ${one}`).sort(),
      ]);
      await put(id, hoursOf());
    }
    expect(await trail(id)).toEqual(['create 1', 'create 1']);
  });
});
