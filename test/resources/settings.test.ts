import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../src/auth/permissions';
import { ok } from '../support/client';

describe('GET /settings', () => {
  it('says how amounts and times are to be read', async () => {
    const env = { CURRENCY: 'KWD', TIME_ZONE: 'Asia/Kuwait', DATE_ORDER: 'month-day' };
    expect(await ok('GET', '/settings', { env })).toMatchObject({
      currency: 'KWD',
      currency_decimals: 3,
      time_zone: 'Asia/Kuwait',
      date_order: 'month-day',
    });
  });

  it('says what the token may do', async () => {
    expect((await ok('GET', '/settings', { as: 'admin' })).permissions).toEqual(PERMISSIONS);
    const doctor = (await ok('GET', '/settings', { as: 'doctor' })).permissions;
    expect(doctor).toContain('patient:create');
    expect(doctor).not.toContain('payment:create');
    expect((await ok('GET', '/settings', { as: 'none' })).permissions).toEqual([]);
  });
});
