import { describe, expect, it } from 'vitest';
import { newCalendar, patch } from '../support/calendar';
import type { Result } from '../support/client';
import { make } from '../support/factories';

/**
 * What the plain bookings of before read and wrote at commit 857eaec8, the last one without types, rooms, holds and series: in a hospital
 * that has none of these, a booking may read two rows more.
 */
const BEFORE: [what: string, read: number, wrote: number][] = [
  ['a booking, allow', 9, 10],
  ['a booking, reject', 15, 10],
  ['a walk-in, reject', 17, 11],
  ['one that is refused', 16, 0],
  ['another time, allow', 19, 9],
  ['another time, reject', 35, 9],
  ['a status', 9, 9],
];
const MORE = 2;

const { ids, booked, book } = await newCalendar();
const at = (hour: number, day = 2) => ({ schedule: `2027-09-0${day}T${String(hour).padStart(2, '0')}:00:00` });
for (const hour of [8, 9, 11, 13]) await booked({ ...at(hour), patient_id: (await make.patient()).id });
const inSetting = (DOUBLE_BOOKING: 'allow' | 'reject') => ({ env: { DOUBLE_BOOKING } });

const answers: Record<string, Result> = {
  'a booking, allow': await book(at(15), inSetting('allow')),
  'a booking, reject': await book(at(16), inSetting('reject')),
  'a walk-in, reject': await book({ ...at(17), status: 'CHECKED_IN' }, inSetting('reject')),
  'one that is refused': await book({ ...at(9), patient_id: ids.patient_id }, inSetting('reject')),
};
const moved = await booked(at(18));
answers['another time, allow'] = await patch(moved.id, at(19), inSetting('allow'));
answers['another time, reject'] = await patch(moved.id, at(20), inSetting('reject'));
answers['a status'] = await patch(moved.id, { status: 'CHECKED_IN' }, inSetting('reject'));

describe('With types, rooms and holds in the world, a plain write reads at most two rows more:', () => {
  it.each(BEFORE)('%s', (what, read, wrote) => {
    const cost = answers[what]?.cost;
    expect(cost?.rows_read).toBeLessThanOrEqual(read + MORE);
    expect(cost?.rows_written).toBeLessThanOrEqual(wrote);
    expect(cost?.trips).toBeLessThanOrEqual(what.includes('time') || what === 'a status' ? 2 : 1);
  });

  it('each of them', () => {
    expect(BEFORE.map(([what]) => what).sort()).toEqual(Object.keys(answers).sort());
  });
});
