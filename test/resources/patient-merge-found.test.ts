import { describe, expect, it } from 'vitest';
import { patientTerms } from '../../src/resources/patient/terms';
import { call, duplicate, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { merge, pairOf, unmerge } from '../support/merges';
import { rows } from '../support/rows';

const full = (id: string) => ok('GET', `/patient/${id}?view=full`);
const ids = (list: { id: string }[]) => list.map(({ id }) => id);
const found = async (search: string) => ids(await ok('GET', `/patient/?search=${encodeURIComponent(search)}`));
const byId = async (id: string) => ids(await ok('GET', `/patient/?national_id=${id}`));

let last = Date.now() % 1e7;
const newPhone = () => `+46 70 ${String(++last).padStart(7, '0')}`;
const personal = () => ({ phone_number: newPhone(), alt_phone_number: newPhone(), national_id: unique('ID4') });

/** Two people whose numbers all differ. */
async function strangers() {
  const [mine, theirs] = [personal(), personal()];
  return { mine, theirs, ...(await pairOf(mine, theirs)) };
}

/** As they are stored, and as the hourly job derives them. */
async function termsOf(id: string) {
  const [row] = await rows<Record<string, string>>('SELECT * FROM patient WHERE id = ?', id);
  const { merged, terms, name_terms, ...fields } = row as Record<string, string>;
  const derived = patientTerms({ ...fields, merged: JSON.parse(merged ?? 'null') } as never);
  return [{ terms: JSON.parse(terms ?? ''), name_terms: JSON.parse(name_terms ?? '') }, derived];
}

describe('A patient is found by the numbers of a record that was merged into it', () => {
  it('after an update, too, and not by them once that is undone', async () => {
    const { id, from, mine, theirs } = await strangers();
    const expectFound = async ({ phone_number, alt_phone_number, national_id }: typeof mine, one: string) => {
      for (const search of [phone_number, alt_phone_number, national_id]) expect(await found(search)).toEqual([one]);
      expect(await byId(national_id)).toEqual([one]);
    };
    await merge(id, from);
    const changes = [
      () => call('GET', `/patient/${id}`),
      () => ok('PATCH', `/patient/${id}`, { json: { first_name: 'Eva' } }),
      () => ok('PUT', `/patient/${id}`, { json: { ...input.patient(), ...mine, national_id: undefined } }),
      async () => merge(id, (await make.patient()).id),
    ];
    for (const change of changes) {
      await change();
      await expectFound(mine, id);
      await expectFound(theirs, id);
      const [stored, derived] = await termsOf(id);
      expect(stored).toEqual(derived);
    }
    const { merged } = await full(id);
    expect(Object.keys(merged[0])).toEqual(['id', 'reg_number', 'first_name', 'middle_name', 'last_name']);
    expect((await unmerge(id, from)).status).toBe(200);
    await expectFound(mine, id);
    await expectFound(theirs, from);
  });

  it('also where it took an id that it had not, and after it has none', async () => {
    const theirs = personal();
    const { id, from } = await pairOf({ national_id: null }, theirs);
    await merge(id, from);
    expect(await byId(theirs.national_id)).toEqual([id]);
    await ok('PATCH', `/patient/${id}`, { json: { national_id: null } });
    expect(await byId(theirs.national_id)).toEqual([id]);
  });

  it('but its bills are not', async () => {
    const { id, from, theirs, bill } = await strangers();
    await merge(id, from);
    const billed = async (search: string) =>
      ids((await ok('GET', `/invoice/?patient_id=${id}&search=${encodeURIComponent(search)}`)).data);
    expect(await billed(theirs.phone_number)).toEqual([]);
    expect(await billed(theirs.national_id)).toEqual([]);
    expect(await billed(bill.reg_number)).toEqual([bill.id]);
  });
});

describe('The national id of a merged record', () => {
  const refused = duplicate('national_id', 'Patient with this national_id already exists');

  it('is refused to others, however it is written, and not to the patient', async () => {
    const { id, from, theirs } = await strangers();
    await merge(id, from);
    const json = input.patient({ national_id: theirs.national_id.replace('ID4', 'id-4 ') });
    const [other, mother] = [await make.patient(), await make.patient()];
    const headers = { 'if-match': '"1"' };
    for (const answer of [
      await call('POST', '/patient/', { json }),
      await call('POST', '/patient/', { json: { ...json, mother_id: mother.id } }),
      await call('PUT', `/patient/${other.id}`, { json }),
      await call('PUT', `/patient/${other.id}`, { json: { ...json, mother_id: mother.id }, headers }),
      await call('PATCH', `/patient/${other.id}`, { json: { national_id: theirs.national_id } }),
    ])
      expect([answer.status, answer.body]).toEqual([400, refused]);
    const nobody = { ...json, mother_id: crypto.randomUUID() };
    expect((await call('POST', '/patient/', { json: nobody })).body.code).toBe('reference_not_found');
    expect(await full(other.id)).toEqual({ ...other, files: [] });
    await ok('PATCH', `/patient/${other.id}`, { json: { first_name: 'Eva' } });
    await ok('PATCH', `/patient/${id}`, { json: { national_id: theirs.national_id } });
    expect(await byId(theirs.national_id)).toEqual([id]);
  });

  it('is free once that is undone and the record has another one, or the patient is deleted', async () => {
    const { id, from, theirs } = await strangers();
    await merge(id, from);
    await unmerge(id, from);
    await ok('PATCH', `/patient/${from}`, { json: { national_id: null } });
    const { id: next } = await make.patient({ national_id: theirs.national_id });
    await merge(id, next);
    await ok('DELETE', `/patient/${id}`);
    expect((await call('POST', '/patient/', { json: input.patient({ national_id: theirs.national_id }) })).status).toBe(
      201,
    );
  });

  it('is repeated with the Idempotency-Key of its create as every one is', async () => {
    const headers = { 'idempotency-key': unique('key') };
    const json = input.patient({ national_id: unique('ID5') });
    const { id: from } = await ok('POST', '/patient/', { json, headers });
    const { id } = await make.patient({ national_id: unique('ID6') });
    expect((await call('POST', '/patient/', { json, headers })).body.id).toBe(from);
    await merge(id, from);
    const { status, body } = await call('POST', '/patient/', { json, headers });
    expect([status, body.merged_into]).toEqual([410, id]);
  });
});

describe('The other phone number', () => {
  const numbers = async (id: string) => {
    const { phone_number, alt_phone_number } = await full(id);
    return [phone_number, alt_phone_number];
  };

  it('is kept where there is room, until that is undone', async () => {
    const [mine, theirs] = [newPhone(), newPhone()];
    const bare = { alt_phone_number: null };
    const { id, from } = await pairOf({ ...bare, phone_number: mine }, { ...bare, phone_number: theirs });
    const first = await merge(id, from);
    expect(await numbers(id)).toEqual([mine, theirs]);
    expect((await merge(id, from)).body).toEqual(first.body);
    await unmerge(id, from);
    expect(await numbers(id)).toEqual([mine, null]);
    await merge(id, from, { take: ['phone_number'] });
    expect(await numbers(id), 'the other one was wrong').toEqual([theirs, null]);
  });

  it('is not kept where it is the same, or the patient had none', async () => {
    const bare = { alt_phone_number: null };
    const same = await pairOf({ ...bare, phone_number: '018-61 10 00' }, { ...bare, phone_number: '018 611000' });
    await merge(same.id, same.from);
    expect(await numbers(same.id)).toEqual(['018-61 10 00', null]);
    const none = await pairOf({ ...bare, phone_number: null }, { ...bare, phone_number: '018-61 10 00' });
    await merge(none.id, none.from);
    expect(await numbers(none.id)).toEqual(['018-61 10 00', null]);
  });
});
