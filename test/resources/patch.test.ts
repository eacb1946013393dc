import { describe, expect, it } from 'vitest';
import { type Body, call, duplicate, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { document } from '../support/openapi';
import { rows, trail } from '../support/rows';

const patch = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  call('PATCH', path, { json, headers });
const full = (path: string): Promise<Body> => ok('GET', `${path}${path.startsWith('/department') ? '' : '?view=full'}`);
/** What a read answers after a change of some fields: catalog items also say when. */
const changed = (record: Body, fields: object) => ({
  ...record,
  ...fields,
  ...(record.updated_at && { updated_at: expect.any(String) }),
});

interface Kind {
  path: string;
  make: () => Promise<Body>;
  /** a body with every field */
  input: () => object;
  /** one field that a create may leave out, and one that it requires */
  field: object;
  required: string[];
  answer: (record: Body, after: Body) => unknown;
}
const message = (kind: string) => (record: Body) => ({
  ...{ id: record.id, reg_number: record.reg_number },
  message: `${kind} updated successfully`,
});
const KINDS: [string, Kind][] = [
  [
    'patient',
    {
      ...{ path: '/patient', make: () => make.patient(), input: input.patient, answer: message('Patient') },
      field: { alt_phone_number: '+46 18 1' },
      required: ['gender', 'first_name', 'last_name'],
    },
  ],
  [
    'doctor',
    {
      ...{ path: '/doctor', make: () => make.doctor(), input: input.doctor, answer: message('Doctor') },
      field: { bio: 'Retires in May' },
      required: ['first_name', 'last_name', 'license_number', 'user'],
    },
  ],
  [
    'department',
    {
      ...{ path: '/department', make: () => make.department(), input: input.department },
      field: { description: 'Second floor' },
      required: ['name', 'code'],
      answer: (_, after) => after,
    },
  ],
  [
    'catalog item',
    {
      ...{ path: '/catalog', make: () => make.catalogItem({ tags: ['a'] }), input: input.catalogItem },
      field: { category: 'Laboratory' },
      required: ['code', 'name', 'default_price'],
      answer: () => null,
    },
  ],
];

describe.each(KINDS)('PATCH of a %s', (_, { path, make, input, field, required, answer }) => {
  it('changes one field and loses none of the others, also those that a reduced read does not show', async () => {
    const record = await make();
    const at = `${path}/${record.id}`;
    const before = await full(at);
    const { status, headers, body, cost } = await patch(at, field);
    const after = await full(at);
    expect([status, headers.get('etag'), cost.trips]).toEqual([200, '"2"', 2]);
    expect(after).toEqual(changed(before, field));
    expect(body).toEqual(answer(record, after));
    expect(await trail(record.id)).toEqual(['create 1', `update 2 ${Object.keys(field)}`]);
  });

  it('takes merge patches and plain JSON, as the document says, and ignores what it does not know', async () => {
    const { id } = await make();
    for (const type of ['application/merge-patch+json', 'application/json', 'application/merge-patch+json; x=1']) {
      expect((await patch(`${path}/${id}`, { ...field, unknown: 1 }, { 'content-type': type })).status).toBe(200);
    }
    expect((await patch(`${path}/${id}`, field, { 'content-type': 'application/json-patch' })).status).toBe(415);
  });

  it('makes no new version if it changes nothing', async () => {
    const { id } = await make();
    const before = await full(`${path}/${id}`);
    const { status, headers } = await patch(`${path}/${id}`, {});
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(await full(`${path}/${id}`)).toEqual(before);
    expect(await trail(id)).toEqual(['create 1']);
  });

  it('takes one round trip if it names every field', async () => {
    const { id } = await make();
    const { status, cost } = await patch(`${path}/${id}`, input());
    expect([status, cost.trips]).toEqual([200, 1]);
  });

  it('refuses null for each field that a create requires, all at once', async () => {
    const { id } = await make();
    const nulls = Object.fromEntries(required.map((name) => [name, null]));
    const refused = await patch(`${path}/${id}`, { ...field, ...nulls });
    expect(refused.status).toBe(422);
    expect(faults(refused).map(([name]) => name)).toEqual(required);
    expect(await trail(id)).toEqual(['create 1']);
  });
});

describe('PATCH, field by field', () => {
  it('gives every field of a patient the value that it names, null what a create without it makes', async () => {
    const { id, ...patient } = await make.patient();
    const { first_name, last_name, gender, ...optional } = input.patient() as Body;
    const empty = (value: unknown) => (Array.isArray(value) ? [] : null);
    for (const [name, value] of Object.entries(optional)) {
      await ok('PATCH', `/patient/${id}`, { json: { [name]: null } });
      const cleared = name === 'blood_group' ? 'NOT_SET' : empty(value);
      expect(await full(`/patient/${id}`), name).toEqual({ id, ...patient, [name]: cleared });
      await ok('PATCH', `/patient/${id}`, { json: { [name]: value } });
      expect(await full(`/patient/${id}`), name).toEqual({ id, ...patient });
    }
  });

  it('replaces a list as a whole', async () => {
    const patient = await make.patient();
    const addresses = [{ city: 'Lund' }];
    await ok('PATCH', `/patient/${patient.id}`, { json: { addresses } });
    const [address] = (await full(`/patient/${patient.id}`)).addresses;
    expect(address).toEqual({ ...Object.fromEntries(Object.keys(address).map((name) => [name, null])), city: 'Lund' });
  });

  it('lets a record be found by what it is called now', async () => {
    const [before, after] = [unique('Before'), unique('After')];
    const patient = await make.patient({ last_name: before });
    await ok('PATCH', `/patient/${patient.id}`, { json: { last_name: after } });
    const found = async (word: string) => (await ok('GET', `/patient/?search=${word}`)).map(({ id }: Body) => id);
    expect([await found(before), await found(after)]).toEqual([[], [patient.id]]);
  });

  it('leaves a name alone that was written before there were rules for names', async () => {
    const { id } = await make.patient();
    await rows("UPDATE patient SET last_name = '-' WHERE id = ?", id);
    await ok('PATCH', `/patient/${id}`, { json: { phone_number: '1' } });
    expect(await full(`/patient/${id}`)).toMatchObject({ last_name: '-', phone_number: '1' });
    expect((await patch(`/patient/${id}`, { last_name: '-' })).status).toBe(200);
    expect((await patch(`/patient/${id}`, { last_name: '--' })).status).toBe(422);
  });

  it('keeps to the rules of a create: a taken code, amounts of the currency', async () => {
    const [one, other] = [await make.catalogItem(), await make.catalogItem()];
    const taken = await patch(`/catalog/${other.id}`, { code: one.code.toLowerCase() });
    expect([taken.status, taken.body]).toEqual([400, duplicate('code', 'Catalog item with this code already exists')]);
    expect(faults(await patch(`/catalog/${other.id}`, { default_price: 1.234 }))).toEqual([
      ['default_price', expect.any(String)],
    ]);
    expect(await full(`/catalog/${other.id}`)).toEqual(other);
  });
});

describe('The document', () => {
  it('lists both media types for the body of every PATCH, and merge patches for nothing else', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [verb, { requestBody }] of Object.entries(item)) {
        const types = Object.keys(requestBody?.content ?? {});
        if (verb === 'patch')
          expect(types, path).toEqual(expect.arrayContaining(['application/merge-patch+json', 'application/json']));
        else expect(types, path).not.toContain('application/merge-patch+json');
      }
    }
    expect(document.paths['/auth/users/{id}']).toHaveProperty('patch');
  });
});
