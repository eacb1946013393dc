import { describe, expect, it } from 'vitest';
import { type CallOptions, call, ok } from '../support/client';
import { make } from '../support/factories';
import { indexedUnder } from '../support/full-text';
import { input, unique } from '../support/input';
import { rows, trail } from '../support/rows';
import { actorOf } from '../support/users';

const put = (id: string, json: object, headers: Record<string, string> = {}) =>
  call('PUT', `/patient/${id}`, { json, headers });
const full = (id: string) => ok('GET', `/patient/${id}?view=full`);

describe('PUT /patient/{id}', () => {
  it('updates the record and answers with id, reg_number and a message only', async () => {
    const { id, reg_number } = await make.patient();
    const json = input.patient({ first_name: 'Bertha', blood_group: 'O_NEG', addresses: [] });
    const { status, body, headers, cost } = await put(id, json);
    expect([status, body]).toEqual([200, { id, reg_number, message: 'Patient updated successfully' }]);
    expect([headers.get('etag'), headers.get('preference-applied'), cost.trips]).toEqual(['"2"', null, 1]);
    expect(await full(id)).toEqual({ id, reg_number, ...json, files: [] });
  });

  it('writes the names of the changed fields to the audit trail, but not their values', async () => {
    const json = input.patient({ first_name: 'Audited' });
    const { id } = await ok('POST', '/patient/', { json, as: 'doctor' });
    await put(id, json);
    await put(id, { ...json, middle_name: null, dob: '1999-01-01' });
    await put(id, { ...json, middle_name: null, dob: '1999-01-01', addresses: [], blood_group: 'NOT_SET' });
    expect(await trail(id)).toEqual(['create 1', 'update 2 middle_name,dob', 'update 3 blood_group,addresses']);
    const actors = await rows('SELECT actor FROM audit WHERE entity_id = ? ORDER BY seq', id);
    expect(actors).toEqual((['doctor', 'staff', 'staff'] as const).map((role) => ({ actor: actorOf(role).id })));
    expect(JSON.stringify(await rows('SELECT * FROM audit WHERE entity_id = ?', id))).not.toMatch(/Audited|1999/);
    const [row] = await rows('SELECT version, created_by, updated_by FROM patient WHERE id = ?', id);
    expect(row).toEqual({ version: 3, created_by: actorOf('doctor').id, updated_by: actorOf('staff').id });
  });
});

describe('Without If-Match', () => {
  it('the last one of five simultaneous writes wins, and all are counted', async () => {
    const { id } = await make.patient();
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(id, input.patient())));
    expect(answers.map(({ headers }) => headers.get('etag')).sort()).toEqual(['"2"', '"3"', '"4"', '"5"', '"6"']);
    expect(await trail(id)).toHaveLength(6);
  });
});

describe('DELETE /patient/{id}', () => {
  it('hides the patient from every read and write, and keeps its row and trail', async () => {
    const name = unique('Gone');
    const { id, reg_number } = await make.patient({ last_name: name });
    expect(await indexedUnder('patient', `=${reg_number}`)).toHaveLength(1);
    const { status, body, cost } = await call('DELETE', `/patient/${id}`);
    expect([status, body, cost.trips]).toEqual([200, { message: 'Patient deleted successfully' }, 1]);
    for (const path of [id, `${id}?view=full`, `reg_number/${reg_number}`])
      expect((await call('GET', `/patient/${path}`)).status).toBe(404);
    expect((await put(id, input.patient())).status).toBe(404);
    expect((await call('DELETE', `/patient/${id}`)).status).toBe(404);
    for (const query of [`search=${name}`, `search=${reg_number}`])
      expect(await ok('GET', `/patient/?${query}`)).toEqual([]);
    expect((await ok('GET', '/patient/?limit=1000')).some((patient: { id: string }) => patient.id === id)).toBe(false);

    const [row] = await rows(
      'SELECT last_name, deleted_at > 0 AS gone, version, updated_by FROM patient WHERE id = ?',
      id,
    );
    expect(row).toEqual({ last_name: name, gone: 1, version: 2, updated_by: actorOf('staff').id });
    expect(await trail(id)).toEqual(['create 1', 'delete 2 deleted_at']);
    for (const term of [name.toLowerCase(), `=${reg_number}`]) expect(await indexedUnder('patient', term)).toEqual([]);
    expect((await make.patient()).reg_number > reg_number, 'the number is not used again').toBe(true);
  });
});

describe('The audit trail', () => {
  it('cannot be changed or shortened', async () => {
    await make.patient();
    await expect(rows('UPDATE audit SET actor = NULL')).rejects.toThrow('append-only');
    await expect(rows('DELETE FROM audit')).rejects.toThrow('append-only');
    const columns = 'seq, at, action, entity, entity_id, version, changed';
    for (const or of ['OR REPLACE', 'OR IGNORE', '']) {
      const forged = rows(`INSERT ${or} INTO audit (${columns}) SELECT ${columns} FROM audit LIMIT 1`);
      await expect(forged, or).rejects.toThrow('append-only');
    }
    const upsert = `INSERT INTO audit (${columns}) SELECT ${columns} FROM audit WHERE 1 ON CONFLICT (seq) DO UPDATE SET at = 0`;
    await expect(rows(upsert)).rejects.toThrow('append-only');
  });
});

describe('The registration numbers of patients', () => {
  const numbers = async () =>
    (await rows<{ n: number }>('SELECT CAST(substr(reg_number, 5) AS INTEGER) AS n FROM patient ORDER BY seq')).map(
      ({ n }) => n,
    );
  const gapless = async () => {
    const found = await numbers();
    expect(found).toEqual(found.map((_, i) => i + 1));
    return found.length;
  };
  const create = (options: CallOptions = {}) => call('POST', '/patient/', { json: input.patient(), ...options });

  it('have no gap and no duplicate after fifty creates at the same time', async () => {
    const before = await gapless();
    const made = await Promise.all(Array.from({ length: 50 }, () => create()));
    expect(new Set(made.map(({ body }) => body.reg_number)).size).toBe(50);
    expect(await gapless()).toBe(before + 50);
  });

  it('have no gap when creates between them are refused', async () => {
    const before = await gapless();
    const key = unique('key');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 ? create({ headers: { 'idempotency-key': key } }) : create())),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(26);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(24);
    expect(await gapless()).toBe(before + 26);
  });
});
