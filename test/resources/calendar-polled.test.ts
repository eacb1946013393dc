import { getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Query } from '../../src/db/query';
import * as schema from '../../src/db/schema';
import { INDEXED, pageOf } from '../../src/resources/appointment/calendar-page';
import { LISTED as appointmentTables } from '../../src/resources/appointment/concerned';
import { closedBetween } from '../../src/resources/closures/queries';
import { LISTED as hourTables } from '../../src/resources/working-hours/by-day';
import { documents } from '../../src/resources/working-hours/queries';
import { accessOf } from '../support/access';
import { CALENDAR, newCalendar, patch } from '../support/calendar';
import { type Body, type CallOptions, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { rows } from '../support/rows';
import { addAudit, tamper } from '../support/trail';
import { actorOf } from '../support/users';

let ids: Body;
let booked: Awaited<ReturnType<typeof newCalendar>>['booked'];
let visit: Body;
beforeEach(async () => {
  ({ ids, booked } = await newCalendar());
  visit = await booked({ schedule: '2027-05-03T09:00' });
});

const pathOf = (query = '') => `${CALENDAR}?doctor_id=${ids.doctor_id}&from=2027-05-03&to=2027-05-04${query}`;
const tagOf = ({ headers }: Result) => headers.get('etag') ?? '';
const poll = (path: string, before: Result, options: CallOptions = {}) =>
  call('GET', path, { ...options, headers: { 'if-none-match': tagOf(before) } });

/** What changes a day that is shown. */
const CHANGES: Record<string, () => Promise<unknown>> = {
  'a status': () => patch(visit.id, { status: 'CHECKED_IN' }),
  'another time on that day': () => patch(visit.id, { schedule: '2027-05-03T11:00' }),
  'another day': () => patch(visit.id, { schedule: '2027-05-05T09:00' }),
  'another doctor': async () => patch(visit.id, { doctor_id: (await make.doctor()).id }),
  'a booking': () => booked({ schedule: '2027-05-03T10:00' }),
  'the delete of the patient': () => ok('DELETE', `/patient/${ids.patient_id}`),
};
/** What changes it where it has the names. */
const OF_NAMES: typeof CHANGES = {
  'the patient’s name': () => ok('PATCH', `/patient/${ids.patient_id}`, { json: { last_name: 'Ek' } }),
  'the doctor’s name': () => ok('PATCH', `/doctor/${ids.doctor_id}`, { json: { last_name: 'Ek' } }),
  'the department’s name': () => ok('PATCH', `/department/${ids.department_id}`, { json: { name: 'Elsewhere' } }),
};

describe('A page of the calendar that is asked for again', () => {
  it.each(['', '&view=full'])('is 304 until something in it changes: %s', async (view) => {
    const changes = { ...CHANGES, ...(view && OF_NAMES) };
    for (const [what, change] of Object.entries(changes)) {
      ({ ids, booked } = await newCalendar());
      visit = await booked({ schedule: '2027-05-03T09:00' });
      const first = await call('GET', pathOf(view));
      const unchanged = await poll(pathOf(view), first);
      expect([unchanged.status, unchanged.bytes.length, tagOf(unchanged)], what).toEqual([304, 0, tagOf(first)]);
      await change();
      const changed = await poll(pathOf(view), first);
      expect([changed.status, tagOf(changed) === tagOf(first)], what).toEqual([200, false]);
      expect(changed.body, what).not.toEqual(first.body);
    }
  });

  it('is another one where a page behind it begins or ends', async () => {
    const first = await call('GET', pathOf('&limit=1'));
    expect(first.headers.has('link')).toBe(false);
    const { id } = await booked({ schedule: '2027-05-03T10:00' });
    const followed = await poll(pathOf('&limit=1'), first);
    expect([followed.status, followed.body]).toEqual([200, first.body]);
    expect(followed.headers.get('link')).toMatch(/rel="next"$/);
    await patch(id, { schedule: '2027-05-05T10:00' });
    expect((await poll(pathOf('&limit=1'), followed)).headers.has('link')).toBe(false);
  });

  it('has a tag that serves the account alone that was shown it, at that address', async () => {
    const first = await call('GET', pathOf());
    const other = { as: { ...actorOf('staff'), id: crypto.randomUUID() } };
    expect((await poll(pathOf(), first, other)).status).toBe(200);
    expect((await poll(pathOf('&limit=99'), first)).status).toBe(200);
    const nobody = await make.patient();
    const empty = await call('GET', pathOf(`&patient_id=${nobody.id}`));
    expect([empty.body, (await poll(pathOf(`&patient_id=${ids.patient_id}`), empty)).status]).toEqual([[], 200]);
  });

  it('is in the access log when it is shown, and not when it is 304', async () => {
    const first = await call('GET', pathOf());
    const unchanged = await poll(pathOf(), first);
    await patch(visit.id, { status: 'CHECKED_IN' });
    const changed = await poll(pathOf(), first);
    const looks = [first, unchanged, changed].map((answer) => accessOf(answer).map(({ patient_id }) => patient_id));
    expect(looks).toEqual([[ids.patient_id], [], [ids.patient_id]]);
  });
});

describe('A poll', () => {
  afterEach(() => void vi.useRealTimers());
  const hours = () => `/calendar/hours?date=2027-05-03&doctor_id=${ids.doctor_id}`;
  const outcome = ({ status, cost }: Result) => [status, cost.trips, cost.rows_read];
  /** It may be the first of the next hour. */
  const withinHour = () => void vi.useFakeTimers({ now: Date.UTC(2027, 4, 3, 8, 30), toFake: ['Date'] });
  beforeEach(withinHour);

  it('reads one row where nobody has written anything', async () => {
    for (const path of [pathOf(), pathOf('&view=full'), `${CALENDAR}?status=SCEDULED`, hours()])
      expect(outcome(await poll(path, await call('GET', path))), path).toEqual([304, 1, 1]);
  });

  it('reads the rows of the trail since, and not the list, where these are of something else', async () => {
    const first = await call('GET', pathOf());
    for (let n = 0; n < 3; n++) await make.catalogItem();
    const later = await poll(pathOf(), first);
    expect(outcome(later)).toEqual([304, 1, 4]);
    expect(tagOf(later)).not.toBe(tagOf(first));
    const next = await poll(pathOf(), later);
    expect([...outcome(next), tagOf(next)]).toEqual([304, 1, 1, tagOf(later)]);
  });

  it('of hours is not concerned by appointments', async () => {
    const first = await call('GET', hours());
    await patch(visit.id, { status: 'CHECKED_IN' });
    expect(outcome(await poll(hours(), first))).toEqual([304, 1, 3]);
    await ok('PUT', `/calendar/doctors/${ids.doctor_id}/hours`, { json: { weekly: [], exceptions: [] } });
    await ok('PUT', '/calendar/closures', {
      json: { closures: [{ name: 'Holiday', from: '2027-05-03', to: '2027-05-04' }] },
    });
    expect((await poll(hours(), first)).cost.trips).toBe(2);
  });

  it('reads the list where the trail has something of it, and is 304 where the list is the same', async () => {
    const first = await call('GET', pathOf());
    await ok('PATCH', `/patient/${(await make.patient()).id}`, { json: { last_name: 'Ek' } });
    const elsewhere = await poll(pathOf(), first);
    expect([elsewhere.status, elsewhere.cost.trips]).toEqual([304, 2]);
    expect(outcome(await poll(pathOf(), elsewhere))).toEqual([304, 1, 1]);
  });

  it('reads no list where the trail has appointments of others and of other days, unless they were moved', async () => {
    const other = await newCalendar();
    const there = await other.booked({ schedule: '2027-05-03T09:00' });
    const later = await booked({ schedule: '2027-05-04T00:00' });
    const first = await call('GET', pathOf());
    await other.booked({ schedule: '2027-05-03T10:00' });
    await booked({ schedule: '2027-05-02T23:59' });
    for (const { id } of [there, later]) await patch(id, { status: 'CHECKED_IN' });
    const unmoved = await poll(pathOf(), first);
    expect([unmoved.status, unmoved.cost.trips]).toEqual([304, 1]);
    // One row of the trail for each, and of the appointment.
    expect(unmoved.cost.rows_read).toBeLessThanOrEqual(1 + 4 * 3);
    await patch(there.id, { schedule: '2027-05-03T11:00' });
    const moved = await poll(pathOf(), unmoved);
    expect([moved.status, moved.cost.trips]).toEqual([304, 2]);
  });

  it.each(['status=SCEDULED', 'type=OPD', 'tags=first'])(
    'reads the list where one may have left it: %s',
    async (asked) => {
      const shown = await booked({ schedule: '2027-05-03T12:00', type: 'OPD', tags: ['first'] });
      const path = pathOf(`&${asked}`);
      const first = await call('GET', path);
      await patch(shown.id, { status: 'CANCELLED', type: 'LAB', tags: [] });
      const { status, body } = await poll(path, first);
      expect([status, body.map(({ id }: Body) => id)]).toEqual([
        200,
        first.body.map(({ id }: Body) => id).filter((id: string) => id !== shown.id),
      ]);
    },
  );

  it('of a patient, or of a series, reads the list where any appointment has changed', async () => {
    const path = `${CALENDAR}?patient_id=${ids.patient_id}`;
    const first = await call('GET', path);
    await patch((await make.appointment()).id, { status: 'CHECKED_IN' });
    expect((await poll(path, first)).cost.trips).toBe(2);
  });

  it('reads the list where there is much to look at in the trail', async () => {
    const first = await call('GET', pathOf());
    await addAudit(100, Date.now(), 'invoice');
    expect(outcome(await poll(pathOf(), first))).toEqual([304, 1, 101]);
    await addAudit(1, Date.now(), 'invoice');
    const much = await poll(pathOf(), first);
    expect([much.status, much.cost.trips]).toEqual([304, 2]);
    expect(outcome(await poll(pathOf(), much))).toEqual([304, 1, 1]);
  });

  it('reads the list from half past on, as times may have moved without the trail', async () => {
    const first = await call('GET', pathOf());
    await rows('UPDATE appointment SET starts_at = starts_at + 86400000 WHERE id = ?', visit.id);
    expect((await poll(pathOf(), first)).status).toBe(304);
    vi.setSystemTime(Date.UTC(2027, 4, 3, 9, 30));
    const moved = await poll(pathOf(), first);
    expect([moved.status, moved.body]).toEqual([200, []]);
  });

  it('reads the list where the row of the trail is another one', async () => {
    const first = await call('GET', pathOf());
    await rows('UPDATE appointment SET starts_at = starts_at + 86400000 WHERE id = ?', visit.id);
    await tamper("UPDATE audit SET request_id = 'of-another-history' WHERE seq = (SELECT max(seq) FROM audit)");
    expect((await poll(pathOf(), first)).body).toEqual([]);
  });

  it('reads the list where the trail is behind the tag', async () => {
    const first = await call('GET', pathOf());
    const ahead = tagOf(first).replace(/-(\d+)-/, (_, seq) => `-${Number(seq) + 1}-`);
    const answer = await call('GET', pathOf(), { headers: { 'if-none-match': ahead } });
    expect([answer.status, answer.cost.trips, tagOf(answer)]).toEqual([304, 2, tagOf(first)]);
  });

  it('takes a tag of its own parts alone', async () => {
    const first = await call('GET', pathOf());
    await patch(visit.id, { status: 'CHECKED_IN' });
    const second = await call('GET', pathOf());
    const other = await call('GET', pathOf('&limit=99'));
    const [shown] = tagOf(first).split('-');
    const statusOf = async (tag: string) => (await call('GET', pathOf(), { headers: { 'if-none-match': tag } })).status;
    for (const { headers } of [second, other]) {
      const [, seq, seal] = (headers.get('etag') ?? '').split('-');
      expect(await statusOf(`${shown}-${seq}-${seal}`)).toBe(200);
    }
    expect(await statusOf(`${shown}"`)).toBe(200);
    expect(await statusOf(`${tagOf(second).split('-')[0]}"`)).toBe(304); // of a former version
  });

  it('by a login that was narrowed meanwhile reads the list', async () => {
    const as = { ...actorOf('staff'), id: crypto.randomUUID() };
    const first = await call('GET', pathOf(), { as });
    const narrowed = await poll(pathOf(), first, { as: { ...as, scope: 'user/Appointment.rs' } });
    expect([narrowed.status, narrowed.cost.trips]).toEqual([304, 2]);
  });
});

describe('What a list shows', () => {
  const NAMED = /\b(?:from|join) ["`]?(\w+?)(?:_search)?["`]?(?=[\s),])/gi;
  const tables = new Set<string>(
    Object.values(schema).flatMap((each) => (is(each, SQLiteTable) ? [getTableName(each)] : [])),
  );
  const tablesIn = (queries: Query<unknown>[]) =>
    queries
      .flatMap(({ statements }) =>
        statements.flatMap(({ sql }) => [...sql.matchAll(NAMED)].map(([, name = '']) => name)),
      )
      .filter((name) => tables.has(name));
  const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

  it('are all tables that its statements read: appointments', () => {
    const values = {
      ...{ at: 0, seq: 0, from: 0, to: 1, scan: 1, limit: 1, statuses: null, types: null, tags: null },
      ...{ series_id: null, patient_id: null, doctor_id: null, department_id: null },
    };
    const pages = (['reduced', 'full'] as const).flatMap((view) =>
      (['schedule', 'created_at'] as const).flatMap((by) =>
        [true, false].flatMap((exact) =>
          [undefined, ...INDEXED].map((index) => pageOf({ by, descending: false, index, exact, view })(values)),
        ),
      ),
    );
    expect(sorted(tablesIn(pages))).toEqual(sorted(appointmentTables.map(getTableName)));
  });

  it('are all tables that its statements read: hours', () => {
    const dates = { first_date: '2027-05-03', last_date: '2027-05-03' };
    const queries = [
      ...Object.values(documents).map((documentsOf) => documentsOf({ id: '', ...dates, limit: 1 })),
      closedBetween({ from: 0, until: 1 }),
    ];
    expect(sorted(tablesIn(queries))).toEqual(sorted(hourTables.map(getTableName)));
  });
});
