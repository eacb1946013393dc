import { describe, expect, it } from 'vitest';
import { listed, patch } from '../support/calendar';
import { type Body, call, faults, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { merge, unmerge } from '../support/merges';
import { count, rows, trail } from '../support/rows';
import { addHold, addRoom, addType, newSeries, REJECT, SERIES, schedulesOf } from '../support/series';
import { differences, snapshot } from '../support/snapshot';
import { actorOf, programOf } from '../support/users';

const { ids, bodyOf, plan, planned } = await newSeries();
const newDoctor = async () => ({ doctor_id: (await make.doctor()).id as string });
const STOCKHOLM = { env: { ...REJECT.env, TIME_ZONE: 'Europe/Stockholm' } };

const series = (id: string) => ok('GET', `${SERIES}/${id}`);
const cancel = (id: string, json: object) => call('POST', `${SERIES}/${id}/cancel`, { json });
const visitsOf = (body: Body): string[] => body.appointments.map(({ id }: Body) => id);
const time = (schedule: string) => Date.parse(`${schedule}Z`);

/** One closure of a doctor, beside those that other tests have set. */
async function close(closure: object) {
  const { body, headers } = await call('GET', '/calendar/closures');
  await ok('PUT', '/calendar/closures', {
    json: { closures: [...body.closures, closure] },
    headers: { 'if-match': headers.get('etag') ?? '' },
  });
}

describe('POST /calendar/series', () => {
  it('books ordinary appointments, each with its row in the audit trail', async () => {
    const doctor = await newDoctor();
    const { status, body, headers, cost } = await plan({ ...doctor, schedule: '2030-01-07T09:40', every_weeks: 2 });
    expect([status, cost.trips, headers.get('etag'), headers.get('location')]).toEqual([
      201,
      1,
      '"1"',
      `http://localhost${SERIES}/${body.id}`,
    ]);
    expect(schedulesOf(body)).toEqual(['2030-01-07T09:40', '2030-01-21T09:40', '2030-02-04T09:40']);
    expect([body.every_weeks, body.skipped, body.patient_id]).toEqual([2, [], ids.patient_id]);
    expect(await trail(body.id)).toEqual(['create 1']);
    const { reason, notes, tags, ...visit } = input.appointment({ ...ids, ...doctor });
    for (const [n, id] of visitsOf(body).entries()) {
      const { schedule } = body.appointments[n];
      const read = await ok('GET', `/calendar/appointments/${id}`);
      expect(read).toMatchObject({ ...visit, reason, notes, tags, schedule, series_id: body.id });
      expect(await trail(id)).toEqual(['create 1']);
    }
    const audited = await ok('GET', `/audit/?entity_id=${visitsOf(body)[1]}`, { as: 'admin' });
    expect(audited).toMatchObject([{ action: 'create', entity: 'appointment', changed: [] }]);
    expect(await series(body.id)).toEqual(body);
    expect((await patch(visitsOf(body)[0] ?? '', { status: 'CHECKED_IN' })).status).toBe(200);
  });

  it('is found by its id in the list of the calendar', async () => {
    const doctor = await newDoctor();
    const body = await planned({ ...doctor, schedule: '2030-01-07T09:40' });
    await planned({ ...doctor, schedule: '2030-01-07T10:40' });
    expect(await listed(`series_id=${body.id}`)).toEqual(visitsOf(body));
    expect(await listed(`series_id=${body.id}&limit=1&order_by=-schedule`)).toEqual(visitsOf(body).toReversed());
    expect(await listed(`series_id=${body.id}&from=2030-01-14&doctor_id=${doctor.doctor_id}`)).toEqual(
      visitsOf(body).slice(1),
    );
    expect(await listed(`series_id=${body.id}&order_by=created_at&status=SCEDULED`)).toEqual(visitsOf(body));
    expect(await listed(`series_id=${crypto.randomUUID()}`)).toEqual([]);
  });

  it('keeps the wall clock of the hospital over a change of the clocks, whatever zone is sent', async () => {
    const doctor = await newDoctor();
    const at = { ...doctor, count: null, until: '2027-03-29' };
    const local = await planned({ ...at, schedule: '2027-03-22T09:40' }, STOCKHOLM);
    const sent = await planned({ ...at, schedule: '2027-03-22T09:20:00Z' }, STOCKHOLM);
    expect([schedulesOf(local), schedulesOf(sent)]).toEqual([
      ['2027-03-22T09:40', '2027-03-29T09:40'],
      ['2027-03-22T10:20:00', '2027-03-29T10:20:00'],
    ]);
    const stored = await rows<{ starts_at: number }>(
      'SELECT starts_at FROM appointment WHERE series_id = ? ORDER BY starts_at',
      local.id,
    );
    expect(stored.map(({ starts_at }) => new Date(starts_at).toISOString())).toEqual([
      '2027-03-22T08:40:00.000Z',
      '2027-03-29T07:40:00.000Z',
    ]);
  });

  it.each([
    ['neither count nor until', { count: null }, 'count', 'value_error'],
    ['both', { until: '2030-02-01' }, 'count', 'value_error'],
    ['no visits', { count: 0 }, 'count', 'too_small'],
    ['too many visits', { count: 53 }, 'count', 'too_big'],
    ['a day before the first', { count: null, until: '2030-01-06' }, 'until', 'value_error'],
    ['a day of the 53rd visit', { count: null, until: '2031-01-06' }, 'until', 'value_error'],
    ['no weeks', { every_weeks: 0 }, 'every_weeks', 'too_small'],
    ['many weeks', { every_weeks: 13 }, 'every_weeks', 'too_big'],
    ['half a week', { every_weeks: 0.5 }, 'every_weeks', 'int_type'],
    ['a patient who waits', { status: 'checked in' }, 'status', 'value_error'],
    ['visits that are over', { status: 'CANCELED' }, 'status', 'value_error'],
    ['an unknown way', { on_conflict: 'ask' }, 'on_conflict', 'enum'],
  ])('is 422 with %s', async (_, overrides, field, type) => {
    const answer = await plan({ schedule: '2030-01-07T09:40', ...overrides });
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    expect(faults(answer).map(([name]) => name)).toEqual([field]);
    if (type === 'value_error') expect(faults(answer)).toEqual([[field, type]]);
  });

  it('takes up to 52 visits', async () => {
    const doctor = await newDoctor();
    const body = await planned({ ...doctor, schedule: '2030-01-07T09:40', count: null, until: '2031-01-05' });
    expect(body.appointments).toHaveLength(52);
  });

  it('may not overlap itself', async () => {
    const doctor = await newDoctor();
    const week = { ...doctor, expected_duration_minutes: 10_080 };
    expect((await planned({ ...week, schedule: '2030-01-07T09:40' })).appointments).toHaveLength(3);
    // A week in which the clocks go forward has an hour less.
    const overlapping = await plan({ ...week, schedule: '2027-03-22T09:40' }, STOCKHOLM);
    expect([overlapping.status, faults(overlapping)]).toEqual([422, [['every_weeks', 'value_error']]]);
  });

  it('names all that is missing', async () => {
    const [patient_id, department_id] = [crypto.randomUUID(), crypto.randomUUID()];
    const { status, body } = await plan({ patient_id, department_id });
    expect([status, body]).toEqual([
      404,
      refusal('reference_not_found', `Patient not found: ${patient_id}; Department not found: ${department_id}`),
    ]);
  });

  it('is not for patients who have died, or were merged', async () => {
    const dead = await make.patient({ deceased_at: '2026-01-01T00:00:00' });
    const refused = await plan({ patient_id: dead.id });
    expect([refused.status, refused.body.code]).toEqual([400, 'deceased']);
    const [one, other] = [await make.patient(), await make.patient()];
    await merge(one.id, other.id);
    expect((await plan({ patient_id: other.id })).status).toBe(410);
  });
});

describe('With DOUBLE_BOOKING=reject, a series', () => {
  const START = '2031-01-06T10:00';
  /** Of five weeks the second is closed, in the third is another visit, the fourth is held by another account. */
  async function busyDoctor() {
    const doctor = await newDoctor();
    await close({ name: 'Epiphany', from: '2031-01-13', to: '2031-01-13', doctor_id: doctor.doctor_id });
    const visit = await make.appointment({ ...ids, ...doctor, schedule: '2031-01-20T09:50' });
    const expires_at = Date.now() + 200_000;
    const held = time('2031-01-27T10:10');
    await addHold({ ...doctor, starts_at: held, ends_at: held + 60_000, expires_at });
    const skipped = [
      { schedule: '2031-01-13T10:00', reason: 'closed', detail: 'No appointments are made at that time: Epiphany' },
      {
        schedule: '2031-01-20T10:00',
        reason: 'overlap',
        detail: `The doctor has another appointment at that time: ${visit.id}`,
      },
      {
        schedule: '2031-01-27T10:00',
        reason: 'held',
        detail: `Somebody else holds that time until ${new Date(expires_at).toISOString()}`,
      },
    ];
    return { doctor, skipped };
  }

  it('is refused whole, naming what is in the way', async () => {
    const { doctor, skipped } = await busyDoctor();
    const before = await snapshot();
    const { status, body } = await plan({ ...doctor, schedule: START, count: 5 });
    expect([status, body]).toEqual([
      409,
      refusal('closed', skipped.map(({ schedule, detail }) => `${schedule}: ${detail}`).join('; ')),
    ]);
    expect(differences(before, await snapshot())).toEqual([]);
  });

  it('skips what cannot be booked, if that is asked for', async () => {
    const { doctor, skipped } = await busyDoctor();
    const body = await planned({ ...doctor, schedule: START, count: 5, on_conflict: 'skip' });
    expect([schedulesOf(body), body.skipped]).toEqual([[START, '2031-02-03T10:00'], skipped]);
    expect(await series(body.id)).toEqual(body);
  });

  it('is 409 where every visit would be skipped, and names up to five', async () => {
    const doctor = await newDoctor();
    await close({ name: 'Leave', from: '2031-01-01', to: '2031-12-31', doctor_id: doctor.doctor_id });
    const { status, body } = await plan({ ...doctor, schedule: START, count: 7, on_conflict: 'skip' });
    expect([status, body.code]).toEqual([409, 'nothing_free']);
    expect(body.detail).toMatch(/^None of the visits can be booked\. 2031-01-06T10:00: .* Leave; .*; and 2 more$/);
    expect(await count('appointment WHERE doctor_id = ?', doctor.doctor_id)).toBe(0);
  });

  it('is booked over a hold of the same account, and over one that has ended', async () => {
    const doctor = await newDoctor();
    const held = { starts_at: time(START), ends_at: time(START) + 60_000 };
    await addHold({ ...doctor, ...held, account_id: actorOf('staff').id });
    await addHold({ ...doctor, ...held, expires_at: Date.now() });
    expect(schedulesOf(await planned({ ...doctor, schedule: START }))).toHaveLength(3);
  });

  it('is booked beside what holds no time, and what has just ended', async () => {
    const doctor = await newDoctor();
    await make.appointment({ ...ids, ...doctor, schedule: '2031-01-13T10:00', status: 'CANCELLED' });
    await make.appointment({ ...ids, ...doctor, schedule: '2031-01-13T09:40', expected_duration_minutes: 20 });
    expect(schedulesOf(await planned({ ...doctor, schedule: START }))).toHaveLength(3);
  });
});

describe('A series of a type', () => {
  const START = '2036-01-07T10:00';
  const newType = async (overrides: object = {}) => {
    const kind = unique('ROOM');
    return {
      kind,
      type_id: await addType({ needs: kind, name: 'Physiotherapy', buffer_before: 5, buffer_after: 10, ...overrides }),
    };
  };
  const typed = { type: undefined, expected_duration_minutes: undefined };

  it('has the name and the length of the type, and a room for each visit', async () => {
    const { kind, type_id } = await newType();
    const [first, second] = [await addRoom(kind), await addRoom(kind)];
    await make.appointment({ ...ids, ...(await newDoctor()), resource_id: first, schedule: '2036-01-14T10:20' });
    const doctor = await newDoctor();
    const { status, body, cost } = await plan({ ...doctor, ...typed, type_id, schedule: START });
    expect([status, cost.trips]).toEqual([201, 2]);
    expect(body.appointments.map((one: Body) => [one.type, one.expected_duration_minutes, one.resource_id])).toEqual([
      ['Physiotherapy', 30, first],
      ['Physiotherapy', 30, second],
      ['Physiotherapy', 30, first],
    ]);
    const stored = await rows(
      'SELECT buffer_before, busy_until - ends_at AS after FROM appointment WHERE series_id = ?',
      body.id,
    );
    expect(stored).toEqual(Array(3).fill({ buffer_before: 5, after: 600_000 }));
  });

  it('takes the room that is named, or skips where that is not free', async () => {
    const { kind, type_id } = await newType();
    const [first, second] = [await addRoom(kind), await addRoom(kind)];
    await make.appointment({ ...ids, ...(await newDoctor()), resource_id: second, schedule: '2036-01-14T10:20' });
    const named = { ...(await newDoctor()), ...typed, type_id, resource_id: second, schedule: START };
    const body = await planned({ ...named, on_conflict: 'skip' });
    expect(body.appointments.map((one: Body) => one.resource_id)).toEqual([second, second]);
    expect(body.skipped).toEqual([
      {
        schedule: '2036-01-14T10:00',
        reason: 'no_resource',
        detail: 'The room, or any of the kind, is not free at that time',
      },
    ]);
    expect(first).not.toBe(second);
  });

  it('is refused where no room of the kind is free, and booked without under allow, which is told', async () => {
    const { kind, type_id } = await newType();
    const room = await addRoom(kind);
    await make.appointment({ ...ids, ...(await newDoctor()), resource_id: room, schedule: '2036-01-14T10:20' });
    const wanted = { ...(await newDoctor()), ...typed, type_id, schedule: START };
    const refused = await plan(wanted);
    expect([refused.status, refused.body.code]).toEqual([409, 'no_resource']);
    const dry = await plan({ ...wanted, dry_run: true });
    expect(dry.body.appointments).toEqual([
      { schedule: '2036-01-07T10:00', resource_id: room },
      { schedule: '2036-01-21T10:00', resource_id: room },
    ]);
    const { patient_id } = { patient_id: (await make.patient()).id };
    const made = await plan({ ...wanted, patient_id }, { env: {} });
    expect(made.body.appointments.map((one: Body) => one.resource_id)).toEqual([room, undefined, room]);
    expect(made.headers.get('link')).toBe(
      `<http://localhost/calendar/resources/?kind=${kind.toUpperCase()}>; rel="conflict"`,
    );
  });

  it('may not overlap itself with its buffers', async () => {
    const { type_id } = await newType({ needs: null });
    const answer = await plan({ ...(await newDoctor()), type_id, schedule: START, expected_duration_minutes: 10_070 });
    expect([answer.status, faults(answer)]).toEqual([422, [['every_weeks', 'value_error']]]);
  });

  it('is not of one that is retired', async () => {
    const { type_id } = await newType({ retired: true });
    for (const dry_run of [false, true]) {
      const { status, body } = await plan({ type_id, schedule: START, dry_run });
      expect([status, body.code]).toEqual([409, 'retired']);
    }
  });
});

describe('With DOUBLE_BOOKING=allow, a series', () => {
  it('is booked over whatever is in the way, and tells of the other visits of the patient', async () => {
    const doctor = await newDoctor();
    await close({ name: 'Leave', from: '2032-01-12', to: '2032-01-12', doctor_id: doctor.doctor_id });
    const other = await make.appointment({ ...ids, ...doctor, schedule: '2032-01-19T10:10' });
    const { status, body, headers } = await plan({ ...doctor, schedule: '2032-01-05T10:00' }, { env: {} });
    expect([status, schedulesOf(body), body.skipped]).toEqual([
      201,
      ['2032-01-05T10:00', '2032-01-12T10:00', '2032-01-19T10:00'],
      [],
    ]);
    expect(headers.get('link')).toBe(`<http://localhost/calendar/appointments/${other.id}>; rel="conflict"`);
  });

  it('tells of the first time that somebody else holds', async () => {
    const doctor = await newDoctor();
    const patient_id = (await make.patient()).id;
    const held = time('2032-02-09T10:05');
    await addHold({ ...doctor, starts_at: held, ends_at: held + 60_000 });
    const { headers } = await plan({ ...doctor, patient_id, schedule: '2032-02-02T10:00' }, { env: {} });
    const slots = new URLSearchParams({ ...doctor, from: '2032-02-09T10:00:00.000Z', to: '2032-02-09T10:20:00.000Z' });
    expect(headers.get('link')).toBe(`<http://localhost/calendar/slots?${slots}>; rel="conflict"`);
  });

  it('names five other visits at most', async () => {
    const doctor = await newDoctor();
    const patient_id = (await make.patient()).id;
    const first = await planned({ ...doctor, patient_id, schedule: '2032-03-01T10:00', count: 7 }, { env: {} });
    const again = await plan({ ...doctor, patient_id, schedule: '2032-03-01T10:00', count: 7 }, { env: {} });
    const named = [...(again.headers.get('link') ?? '').matchAll(/appointments\/([\w-]+)>; rel="conflict"/g)];
    expect(named.map(([, id]) => id)).toEqual(visitsOf(first).slice(0, 5));
  });
});

describe('A dry run', () => {
  it('tells what would be booked and what is in the way, and writes nothing, no key either', async () => {
    const doctor = await newDoctor();
    const visit = await make.appointment({ ...ids, ...doctor, schedule: '2033-01-10T10:00' });
    const before = await snapshot();
    const headers = { 'idempotency-key': unique('key') };
    const json = bodyOf({ ...doctor, schedule: '2033-01-03T10:00', dry_run: true });
    const { status, body } = await call('POST', SERIES, { ...REJECT, headers, json });
    expect([status, body]).toEqual([
      200,
      {
        appointments: [{ schedule: '2033-01-03T10:00' }, { schedule: '2033-01-17T10:00' }],
        skipped: [
          {
            schedule: '2033-01-10T10:00',
            reason: 'overlap',
            detail: `The doctor has another appointment at that time: ${visit.id}`,
          },
        ],
      },
    ]);
    expect(differences(before, await snapshot())).toEqual([]);
    const real = await call('POST', SERIES, {
      ...REJECT,
      headers,
      json: { ...json, dry_run: false, on_conflict: 'skip' },
    });
    expect([real.status, schedulesOf(real.body), real.body.skipped]).toEqual([
      201,
      ['2033-01-03T10:00', '2033-01-17T10:00'],
      body.skipped,
    ]);
  });

  it('is refused as the booking is, but for what is in the way', async () => {
    const [doctor_id, dead] = [crypto.randomUUID(), await make.patient({ deceased_at: '2026-01-01' })];
    const dry = (overrides: object) => plan({ ...overrides, dry_run: true });
    expect((await dry({ doctor_id })).body).toEqual(refusal('reference_not_found', `Doctor not found: ${doctor_id}`));
    expect((await dry({ patient_id: dead.id })).body).toEqual(refusal('deceased'));
    expect((await dry({ count: 53 })).status).toBe(422);
  });
});

describe('POST /calendar/series/{id}/cancel', () => {
  const START = '2034-01-02T10:00';

  it('cancels the visits from a day on that hold time, with a new version and a row of the trail each', async () => {
    const body = await planned({ ...(await newDoctor()), schedule: START, count: 5 });
    const [first, second, third, fourth, fifth] = visitsOf(body) as [string, string, string, string, string];
    await patch(fourth, { status: 'COMPLETED' });
    const {
      status,
      body: cancelled,
      cost,
    } = await cancel(body.id, { from: '2034-01-09', cancel_reason: 'Moved away' });
    expect([status, cancelled, cost.trips]).toEqual([200, { cancelled: 3, ids: [second, third, fifth] }, 1]);
    expect(await trail(second)).toEqual(['create 1', 'update 2 status,cancel_reason']);
    expect((await series(body.id)).appointments.map((one: Body) => [one.status, one.cancel_reason])).toEqual([
      ['SCEDULED', null],
      ['CANCELLED', 'Moved away'],
      ['CANCELLED', 'Moved away'],
      ['COMPLETED', null],
      ['CANCELLED', 'Moved away'],
    ]);
    const stale = await patch(second, { status: 'SCEDULED' }, { headers: { 'if-match': '"1"' } });
    expect(stale.status).toBe(412);
    const before = await snapshot();
    const again = await cancel(body.id, { from: '2034-01-09' });
    expect([again.status, again.body]).toEqual([200, { cancelled: 0, ids: [] }]);
    expect(differences(before, await snapshot())).toEqual([]);
    expect((await cancel(body.id, { from: '2034-01-02' })).body.ids).toEqual([first]);
    expect(await trail(first)).toEqual(['create 1', 'update 2 status']);
  });

  it('counts days by the clocks of the hospital', async () => {
    const body = await planned({ ...(await newDoctor()), schedule: '2034-01-01T23:30Z' }, STOCKHOLM);
    expect(schedulesOf(body)[0]).toBe('2034-01-02T00:30:00');
    const cancelled = await call('POST', `${SERIES}/${body.id}/cancel`, { ...STOCKHOLM, json: { from: '2034-01-02' } });
    expect(cancelled.body.cancelled).toBe(3);
  });

  it('frees the time', async () => {
    const doctor = await newDoctor();
    const body = await planned({ ...doctor, schedule: START });
    expect((await plan({ ...doctor, schedule: START })).status).toBe(409);
    await cancel(body.id, { from: '2034-01-02' });
    expect((await plan({ ...doctor, schedule: START })).status).toBe(201);
  });

  it('is 404 for no series, and for that of a deleted patient', async () => {
    const patient_id = (await make.patient()).id;
    const body = await planned({ ...(await newDoctor()), patient_id, schedule: START });
    await ok('DELETE', `/patient/${patient_id}`);
    for (const id of [body.id, crypto.randomUUID()]) {
      expect((await cancel(id, { from: '2034-01-02' })).body).toEqual(refusal('not_found', `Series not found: ${id}`));
      expect((await call('GET', `${SERIES}/${id}`)).status).toBe(404);
    }
    expect(await count("appointment WHERE series_id = ? AND status = 'CANCELLED'", body.id)).toBe(0);
  });
});

describe('GET /calendar/series/{id}', () => {
  it('leaves out a visit that became that of a patient who is deleted by now', async () => {
    const body = await planned({ ...(await newDoctor()), schedule: '2036-01-07T10:00' });
    const [first = '', ...others] = visitsOf(body);
    const patient_id = (await make.patient()).id;
    expect((await patch(first, { patient_id })).status).toBe(200);
    expect(visitsOf(await series(body.id))).toEqual([first, ...others]);
    await ok('DELETE', `/patient/${patient_id}`);
    expect(visitsOf(await series(body.id))).toEqual(others);
  });
});

describe('A series of a patient who is merged', () => {
  it('goes with the visits, and comes back with them', async () => {
    const [{ id }, { id: from }] = [await make.patient(), await make.patient()];
    const body = await planned({ ...(await newDoctor()), patient_id: from, schedule: '2035-01-01T10:00' });
    const merged = await merge(id, from);
    expect(merged.body.moved).toMatchObject({ appointments: 3, appointment_series: 1 });
    const moved = await series(body.id);
    expect([moved.patient_id, moved.appointments.map((one: Body) => one.patient_id)]).toEqual([id, [id, id, id]]);
    expect(await trail(body.id)).toEqual(['create 1', 'update 2 patient_id']);
    expect((await unmerge(id, from)).status).toBe(200);
    expect((await series(body.id)).patient_id).toBe(from);
  });

  it('keeps the merge from being undone once a visit of it was cancelled', async () => {
    const [{ id }, { id: from }] = [await make.patient(), await make.patient()];
    const body = await planned({ ...(await newDoctor()), patient_id: from, schedule: '2035-01-01T10:00' });
    await merge(id, from);
    await cancel(body.id, { from: '2035-01-15' });
    expect((await unmerge(id, from)).body.code).toBe('changed_since');
  });
});

describe('A program that books a series by type', () => {
  const PROGRAM = { as: programOf('system/Appointment.cruds') };
  /** Mondays from nine to noon, in half hours. */
  async function workingDoctor() {
    const doctor = await newDoctor();
    const hours = { weekday: 1, from: '09:00', to: '12:00', department_id: ids.department_id, slot_minutes: 30 };
    await ok('PUT', `/calendar/doctors/${doctor.doctor_id}/hours`, { json: { weekly: [hours] } });
    return doctor;
  }

  it('is bound by what is offered, at each of the times', async () => {
    const doctor = await workingDoctor();
    const type_id = await addType({ minutes: 30, bookable_online: true });
    const by = { ...doctor, type_id, type: undefined, expected_duration_minutes: undefined, count: 2 };
    const refused = await plan({ ...by, schedule: '2037-01-05T12:00' }, PROGRAM);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_offered']);
    expect(refused.body.detail).toMatch(/^2037-01-05T12:00: .*; 2037-01-12T12:00: /);
    expect((await plan({ ...by, schedule: '2037-01-05T11:30' }, PROGRAM)).status).toBe(201);
    expect((await plan({ ...by, schedule: '2037-01-05T12:00' })).status, 'at the desk').toBe(201);
    const untyped = await plan({ ...doctor, schedule: '2037-01-05T13:00' }, PROGRAM);
    expect(untyped.status, 'without a type').toBe(201);
  });
});
