import { expect, test } from 'vitest';
import { ageOn } from '../portal/src/age';

test.each([
  ['2030-01-07', '2030-01-07', 0, 'day'],
  ['2030-01-07', '2030-01-04', 3, 'day'],
  ['2030-01-28', '2030-01-01', 27, 'day'],
  ['2030-01-29', '2030-01-01', 4, 'week'],
  ['2030-04-01', '2030-01-01', 12, 'week'],
  ['2030-04-02', '2030-01-01', 3, 'month'],
  ['2030-05-30', '2030-01-31', 3, 'month'],
  ['2031-12-31', '2030-01-01', 23, 'month'],
  ['2032-01-01', '2030-01-01', 2, 'year'],
  ['2029-02-28', '2012-02-29', 16, 'year'],
  ['2029-03-01', '2012-02-29', 17, 'year'],
  ['2030-01-07', '2030-01-08', 0, 'day'],
] as const)('On %s somebody born on %s is %i of the unit %s old', (day, dob, count, unit) => {
  expect(ageOn(day, dob)).toEqual({ count, unit });
});
