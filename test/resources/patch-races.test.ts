import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { trail } from '../support/rows';

const patch = (path: string, json: object) => call('PATCH', path, { json });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);
const full = (path: string): Promise<Body> => ok('GET', `${path}${path.startsWith('/department') ? '' : '?view=full'}`);

const address = { address_type: 'home', street: 'S', city: 'C', state: 'T', postal_code: '1', country: 'X' };
/** For each field another value than the factories give. */
const KINDS: [string, () => Promise<Body>, Record<string, unknown>][] = [
  [
    '/patient',
    () => make.patient(),
    {
      ...{ gender: 'other', first_name: 'Ada', middle_name: 'B', last_name: 'Cox', phone_number: '1' },
      ...{ alt_phone_number: '2', dob: '1999-09-09', blood_group: 'AB_NEG', medical_conditions: [] },
      ...{ past_surgeries: [], current_medications: [], addresses: [address] },
    },
  ],
  [
    '/doctor',
    () => make.doctor(),
    {
      ...{ first_name: 'Ada', middle_name: 'B', last_name: 'Cox', alt_phone_number: '2', bio: 'New', gender: 'other' },
      ...{ dob: '1969-09-09', experience: 3, consultation_fee: 7.5, addresses: [address] },
    },
  ],
  ['/department', () => make.department(), { name: 'New', description: 'Other', icon_codes: ['x', 'y'] }],
  [
    '/catalog',
    () => make.catalogItem(),
    {
      ...{ name: 'New', default_price: 7, discount_percent: 1, discount_amount: 2 },
      ...{ category: 'Other', description: 'Other', tags: ['x'] },
    },
  ],
];

describe.each(KINDS)('PATCHes of %s at the same time', (path, maker, fields) => {
  const each = Object.entries(fields);

  it('lose none of their fields', async () => {
    const { id } = await maker();
    const at = `${path}/${id}`;
    const before = await full(at);
    const answers = await Promise.all(each.map(([name, value]) => patch(at, { [name]: value })));
    expect(statuses(answers)).toEqual(each.map(() => 200));
    expect(await full(at)).toEqual({
      ...{ ...before, ...fields },
      ...(before.updated_at && { updated_at: expect.any(String) }),
    });
    expect((await trail(id)).map((row) => row.split(' ').slice(2).join()).sort()).toEqual(
      ['', ...Object.keys(fields)].sort(),
    );
  });

  it('and a PUT of another field lose nothing of each other', async () => {
    const { id, ...record } = await maker();
    const at = `${path}/${id}`;
    const [[name, value] = ['', null], ...others] = each.toReversed();
    const { gender, first_name, last_name, license_number, code, default_price, user } = record;
    const account = user && { email: user.email };
    const required = {
      ...{ gender, first_name, last_name, license_number, code, default_price },
      ...(record.name && { name: record.name }),
      ...(account && { user: account }),
    };
    const optional = others.filter(([other]) => !(other in required));
    const [put, ...patched] = await Promise.all([
      call('PUT', at, { json: { ...required, [name]: value } }),
      ...optional.map(([other, change]) => patch(at, { [other]: change })),
    ]);
    expect(statuses([put, ...patched])).toEqual([200, ...optional.map(() => 200)]);
    expect(await full(at)).toMatchObject({ ...Object.fromEntries(optional), [name]: value });
    expect(await trail(id)).toHaveLength(2 + optional.length);
  });
});

describe('A PATCH of a doctor and one of the account', () => {
  it('at the same time are both there, and so is a role that an admin sets meanwhile', async () => {
    const doctor = await make.doctor();
    const at = `/doctor/${doctor.id}`;
    const answers = await Promise.all([
      patch(at, { bio: 'New' }),
      patch(at, { user: { phone_number: '7' } }),
      patch(at, { user: { username: doctor.user.username.toUpperCase() } }),
      call('PATCH', `/auth/users/${doctor.user.id}`, { json: { type: 'billing' }, as: 'admin' }),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    const user = { phone_number: '7', username: doctor.user.username.toUpperCase(), type: 'billing' };
    expect(await full(at)).toEqual({ ...doctor, bio: 'New', user: { ...doctor.user, ...user } });
  });
});

describe('A PATCH and a DELETE at the same time', () => {
  it('leave no change of a record that is gone', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await make.patient();
      const [patched, deleted] = await Promise.all([
        patch(`/patient/${id}`, { phone_number: '1' }),
        call('DELETE', `/patient/${id}`),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(patched.status);
      const updated = patched.status === 200 ? ['update 2 phone_number'] : [];
      expect(await trail(id)).toEqual(['create 1', ...updated, expect.stringContaining('delete')]);
      expect((await call('PUT', `/patient/${id}`, { json: input.patient() })).status).toBe(404);
    }
  });
});

describe('PUTs at the same time', () => {
  it('are all counted where none names a version, and the last one wins', async () => {
    const { id } = await make.patient();
    const put = () => call('PUT', `/patient/${id}`, { json: input.patient() });
    const answers = await Promise.all(Array.from({ length: 5 }, put));
    expect(answers.map(({ headers }) => headers.get('etag')).sort()).toEqual(['"2"', '"3"', '"4"', '"5"', '"6"']);
    expect(await trail(id)).toHaveLength(6);
  });
});
