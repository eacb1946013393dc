import { beforeEach, describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { CALENDAR, newCalendar, patch } from '../support/calendar';
import { type Body, type CallOptions, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
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
