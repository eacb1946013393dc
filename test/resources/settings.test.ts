import { describe, expect, it } from 'vitest';
import { may, PERMISSIONS } from '../../src/auth/permissions';
import { call, ok } from '../support/client';

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

  it.each([
    ['yes', true],
    ['no', false],
  ])('says whether prices have the tax in them by default: %s', async (TAX_INCLUDED, tax_included) => {
    const env = { TAX_INCLUDED, TAX_ID: 'ATU 123 456 78' };
    expect(await ok('GET', '/settings', { env })).toMatchObject({ tax_included, tax_id: 'ATU 123 456 78' });
  });

  it('says nothing of taxes and letterheads where the deployment does not', async () => {
    const names = Object.keys(await ok('GET', '/settings', { env: { TAX_INCLUDED: '', TAX_ID: undefined } }));
    expect(names).toEqual(['currency', 'currency_decimals', 'time_zone', 'date_order', 'mail', 'permissions']);
  });

  it('tells the letterhead of bills, line by line', async () => {
    const lines = ['شارع الميناء 7', 'Port\u200dTown', '+44 20 7946 0123', '', 'clinic.example'].join('\n');
    const env = { HOSPITAL_NAME: 'مستشفى\u200f الميناء', HOSPITAL_ADDRESS: lines };
    const expected = { hospital_name: env.HOSPITAL_NAME, hospital_address: lines };
    expect(await ok('GET', '/settings', { env })).toMatchObject(expected);
    const longest = { HOSPITAL_NAME: '🏥'.repeat(200), HOSPITAL_ADDRESS: '🏥'.repeat(1_000) };
    expect(await ok('GET', '/settings', { env: longest })).toMatchObject({ hospital_name: longest.HOSPITAL_NAME });
  });

  it.each([
    { TAX_INCLUDED: 'maybe' },
    { TAX_ID: 'x'.repeat(101) },
    { TAX_ID: 'a\nb' },
    { HOSPITAL_NAME: 'x'.repeat(201) },
    { HOSPITAL_NAME: 'a\nb' },
    { HOSPITAL_ADDRESS: 'x'.repeat(1_001) },
    { HOSPITAL_ADDRESS: 'a\tb' },
  ])('refuses %o', async (env) => {
    const { status, body } = await call('GET', '/settings', { env });
    expect([status, body.detail]).toEqual([503, expect.stringContaining(Object.keys(env).join())]);
  });

  it('says what the token may do', async () => {
    expect((await ok('GET', '/settings', { as: 'admin' })).permissions).toEqual(
      PERMISSIONS.filter((permission) => may('admin', permission)),
    );
    const doctor = (await ok('GET', '/settings', { as: 'doctor' })).permissions;
    expect(doctor).toContain('patient:create');
    expect(doctor).not.toContain('payment:create');
    expect((await ok('GET', '/settings', { as: 'none' })).permissions).toEqual([]);
  });
});
