// How often a visit repeats, as people type it.
import { expect, test } from 'vitest';
import { plannedOf, type Repeat, timesOf, WEEKLY } from '../portal/src/repeat';

const planned = (change: Partial<Repeat>) => plannedOf({ ...WEEKLY, ...change });

test('It ends after a number of visits, or on a day, and only what holds is sent', () => {
  expect(planned({ weeks: '2', count: '6', until: '2030-03-01' })).toEqual({ every_weeks: 2, count: 6 });
  expect(planned({ ends: 'until', count: '6', until: '2030-03-01' })).toEqual({ every_weeks: 1, until: '2030-03-01' });
});

test('Nothing is sent of what the service would refuse', () => {
  for (const change of [
    ...['', '0', '13', '1.5', 'x'].map((weeks) => ({ weeks })),
    ...['', '0', '53', '2.5'].map((count) => ({ count })),
    ...['', '1 March', '2030-3-1'].map((until) => ({ until, ends: 'until' as const })),
  ]) {
    expect(planned(change), JSON.stringify(change)).toBeUndefined();
  }
});

test('What is skipped stands between the others, by time', () => {
  const at = (day: number) => `2030-01-${day}T09:00:00`;
  const times = timesOf({
    appointments: [{ schedule: at(14), id: 'a' }, { schedule: at(28) }],
    skipped: [{ schedule: at(21), reason: 'closed' }],
  });
  expect(times).toEqual([{ schedule: at(14), id: 'a' }, { schedule: at(21), reason: 'closed' }, { schedule: at(28) }]);
});
