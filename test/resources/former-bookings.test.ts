import { expect, it } from 'vitest';
import { formerBookings } from '../support/former-bookings';

it.each([
  ['allow', 31],
  ['reject', 47],
] as const)('What was booked before there were types and rooms is answered as then: %s', async (setting, seed) => {
  const answers = await formerBookings(setting, seed);
  await expect(answers).toMatchFileSnapshot(`../support/recorded/bookings-${setting}.txt`);
});
