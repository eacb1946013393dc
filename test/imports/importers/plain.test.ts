import { describe, expect, it } from 'vitest';
import { IMPORTERS } from '../../../src/imports/importers';
import { call, ok } from '../../support/client';
import { make } from '../../support/factories';
import { contextOf, imported, preparedOf, SOURCE } from '../../support/importing';
import { input, unique } from '../../support/input';
import { mailsSent } from '../../support/mails';
import { rows } from '../../support/rows';

const externalIds = (entity: string, value: string) =>
  rows('SELECT entity_id FROM external_id WHERE entity = ? AND value = ? AND system = ?', entity, value, SOURCE);

const withoutPassword = (given: object = {}) => {
  const { user, ...doctor } = input.doctor();
  const { password: _, ...account } = user;
  return { ...doctor, user: { ...account, ...given } };
};

describe('A row of an import', () => {
  it('becomes a department, which the table of external ids has', async () => {
    const { department } = IMPORTERS;
    const external_id = unique();
    const json = input.department();
    const [id] = await imported(department, [{ external_id, ...json }]);
    expect(await ok('GET', `/department/${id}`)).toEqual({ id, ...json });
    expect(await externalIds('department', external_id)).toEqual([{ entity_id: id }]);
  });

  it('becomes an item of the catalog', async () => {
    const external_id = unique();
    const { tags, ...json } = input.catalogItem();
    const [id, other] = await imported(IMPORTERS.catalog, [
      { external_id, tags, ...json },
      { code: unique(), name: 'Plain', default_price: 1.5 },
    ]);
    expect(await ok('GET', `/catalog/${id}?view=full`)).toMatchObject(json);
    expect(await ok('GET', `/catalog/${other}?view=full`)).toMatchObject({
      default_price: 1.5,
      discount_percent: 0,
      tags: [],
    });
    expect(await externalIds('catalog', external_id)).toEqual([{ entity_id: id }]);
  });

  it('becomes a doctor, whose account waits for a password that an admin lets its owner set', async () => {
    const external_id = unique();
    const { user, ...json } = withoutPassword();
    const [id] = await imported(IMPORTERS.doctor, [{ external_id, ...json, user }]);
    const doctor = await ok('GET', `/doctor/${id}?view=full`);
    expect(doctor).toMatchObject({ ...json, user });
    expect(await externalIds('doctor', external_id)).toEqual([{ entity_id: id }]);
    expect(mailsSent).toEqual([]);
    const accounts = await ok('GET', '/auth/users?limit=200', { as: 'admin' });
    expect(accounts.find((one: { id: string }) => one.id === doctor.user.id)).toMatchObject({ password_set: false });
    const login = { email: user.email, password: 'stethoscope!' };
    expect((await call('POST', '/auth/login', { as: null, json: login })).status).toBe(401);
    const { token } = await ok('POST', `/auth/users/${doctor.user.id}/reset`, { as: 'admin' });
    const set = { token, password: 'stethoscope!' };
    expect((await call('POST', '/auth/password-token', { as: null, json: set })).status).toBe(204);
    expect((await call('POST', '/auth/login', { as: null, json: login })).status).toBe(200);
  });

  it('has the e-mail of a doctor as its username where it names none', async () => {
    const json = withoutPassword({ username: null, type: undefined });
    const [id] = await imported(IMPORTERS.doctor, [json]);
    const { user } = await ok('GET', `/doctor/${id}?view=full`);
    expect(user).toMatchObject({ username: json.user.email, type: 'doctor' });
  });

  it.each<[what: string, entity: 'department' | 'catalog' | 'doctor', row: () => unknown, ...refusal: unknown[]]>([
    ['nothing', 'department', () => null, ['row', 'dict_type']],
    ['a number', 'department', () => 7, ['row', 'dict_type']],
    ['a list', 'department', () => [], ['row', 'dict_type']],
    ['no member', 'department', () => ({}), ['row.name', 'missing'], ['row.code', 'missing']],
    ['what is not taken', 'department', () => input.department({ floor: 2 }), ['row.floor', 'extra_forbidden']],
    [
      'a blank id',
      'department',
      () => input.department({ external_id: '' }),
      ['row.external_id', 'string_too_short'],
      ['row.external_id', 'value_error'],
    ],
    [
      'an id with spaces',
      'department',
      () => input.department({ external_id: ' 1' }),
      ['row.external_id', 'value_error'],
    ],
    [
      'a long id',
      'department',
      () => input.department({ external_id: 'x'.repeat(201) }),
      ['row.external_id', 'string_too_long'],
    ],
    [
      'a price that is none',
      'catalog',
      () => input.catalogItem({ default_price: '12 EUR' }),
      ['row.default_price', 'float_type'],
    ],
    ['no e-mail', 'doctor', () => withoutPassword({ email: undefined }), ['row.user.email', 'missing']],
    ['no account', 'doctor', () => ({ ...withoutPassword(), user: undefined }), ['row.user', 'missing']],
    ['a password', 'doctor', () => input.doctor(), ['row.user.password', 'extra_forbidden']],
    [
      'a street of no address',
      'doctor',
      () => ({ ...withoutPassword(), addresses: [{ city: 'Lund' }, { road: 'Storgatan' }] }),
      ['row.addresses.1.road', 'extra_forbidden'],
    ],
  ])('is refused with its place: %s', async (_, entity, row, ...refusal) => {
    expect(await imported(IMPORTERS[entity], [row()])).toEqual([refusal]);
  });

  it('is refused however deep it is nested', async () => {
    const deep = JSON.parse(`${'{"name":'.repeat(20_000)}0${'}'.repeat(20_000)}`);
    for (const importer of Object.values(IMPORTERS)) {
      const [refused] = await imported(importer, [deep]);
      expect(refused).toEqual(expect.arrayContaining([expect.arrayContaining([expect.stringMatching(/^row/)])]));
    }
  });

  it('is refused where something of it is taken, as a POST is', async () => {
    const { code } = await make.department();
    expect(await imported(IMPORTERS.department, [input.department({ code })])).toEqual([[['taken', 'code']]]);
    const item = await make.catalogItem();
    expect(await imported(IMPORTERS.catalog, [input.catalogItem({ code: item.code })])).toEqual([[['taken', 'code']]]);
    const { user, license_number } = await make.doctor();
    const { email, username } = user;
    expect(
      await imported(IMPORTERS.doctor, [
        withoutPassword({ email }),
        withoutPassword({ username }),
        withoutPassword({ username: null, email }),
        { ...withoutPassword(), license_number },
      ]),
    ).toEqual([
      [['taken', 'user.email']],
      [['taken', 'user.username']],
      [['taken', 'user.email']],
      [['taken', 'license_number']],
    ]);
  });

  it('claims what another row of its file could not have, in the words of the error', async () => {
    for (const [entity, row] of [
      ['department', input.department()],
      ['catalog', input.catalogItem()],
      ['doctor', withoutPassword()],
      ['doctor', withoutPassword({ username: null })],
    ] as const) {
      const importer = IMPORTERS[entity];
      await imported(importer, [row]);
      const [prepared] = await preparedOf(importer, [row]);
      const [first] = prepared?.claims ?? [];

      const made = prepared?.create(contextOf(), { key: unique(), fingerprint: '' });
      await expect(made).rejects.toMatchObject({ code: 'duplicate', field: first?.field, message: first?.msg });
    }
  });

  it('is the same person to the database and to the claims where it is both', async () => {
    const doctor = withoutPassword();
    await imported(IMPORTERS.doctor, [doctor]);
    const { email, username } = doctor.user;
    // Whichever of them the database names, a dry run must name.
    for (const user of [{ email, username }, { email }, { username }, { email, username: null }]) {
      const row = withoutPassword(user);
      const license = { ...row, license_number: doctor.license_number };
      for (const one of [row, license]) {
        const [prepared] = await preparedOf(IMPORTERS.doctor, [one]);
        const [same] = await preparedOf(IMPORTERS.doctor, [doctor]);
        const taken = prepared?.claims.find(({ key }) => same?.claims.some((claim) => claim.key === key));
        expect(await imported(IMPORTERS.doctor, [one])).toEqual([[['taken', taken?.field]]]);
      }
    }
  });
});
