import { describe, expect, it } from 'vitest';
import { patientRebuild, patientTerms } from '../../src/resources/patient/terms';
import { accessOf } from '../support/access';
import { type Body, call, duplicate, ok } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { fhir, get } from '../support/fhir/client';
import { input, type Overrides, unique } from '../support/input';
import { merge, pairOf, unmerge } from '../support/merges';
import { rows, trail } from '../support/rows';
import { newDatabase } from '../support/trail';

const system = 'urn:former-system';
const number = (value = unique('F-')) => ({ system, value });
const post = (overrides: Overrides) => call('POST', '/patient/', { json: input.patient(overrides) });
const patch = (id: string, json: Body) => call('PATCH', `/patient/${id}`, { json });
const full = (id: string): Promise<Body> => ok('GET', `/patient/${id}?view=full`);
const idsIn = (list: Body[]): string[] => list.map(({ id }) => id);
const found = async (search: string) => idsIn(await ok('GET', `/patient/?search=${encodeURIComponent(search)}`));
const billsBy = async (search: string) =>
  idsIn((await ok('GET', `/invoice/?search=${encodeURIComponent(search)}`)).data);

/** As they are stored, and as the hourly job derives them. */
async function termsOf(id: string) {
  const [row] = await rows<Record<string, string>>('SELECT * FROM patient WHERE id = ?', id);
  const { merged, identifiers, terms, name_terms, ...fields } = row as Record<string, string>;
  const lists = { merged: JSON.parse(merged ?? 'null'), identifiers: JSON.parse(identifiers ?? 'null') };
  const derived = patientTerms({ ...fields, ...lists } as never);
  return [{ terms: JSON.parse(terms ?? ''), name_terms: JSON.parse(name_terms ?? '') }, derived];
}

async function expectDerived(id: string) {
  const [stored, derived] = await termsOf(id);
  expect(stored).toEqual(derived);
}

describe('What other systems call a patient', () => {
  it('is taken by every write and shown by full reads', async () => {
    const [first, second] = [number(), { use: 'old', type: { text: 'Chart' }, ...number() }];
    const { id, reg_number, identifiers } = await make.patient({ identifiers: [first] });
    expect(identifiers).toEqual([first]);
    expect((await full(id)).identifiers).toEqual([first]);
    await ok('PUT', `/patient/${id}`, { json: input.patient() });
    expect((await full(id)).identifiers, 'left out').toEqual([first]);
    await ok('PUT', `/patient/${id}`, { json: input.patient({ identifiers: [second] }) });
    expect((await ok('GET', `/patient/reg_number/${reg_number}?view=full`)).identifiers).toEqual([second]);
    expect(await patch(id, { identifiers: [second, { ...first, type: null }] })).toMatchObject({ status: 200 });
    const [listed] = await ok('GET', '/patient/?view=full&limit=1');
    expect(listed.identifiers).toEqual([second, first]);
    for (const path of [`/patient/${id}`, '/patient/?limit=1'])
      expect([await ok('GET', path)].flat()[0]).not.toHaveProperty('identifiers');
    expect((await trail(id)).slice(-2)).toEqual(['update 3 last_name,identifiers', 'update 4 identifiers']);
    for (const nothing of [[], null]) {
      await patch(id, { identifiers: [number()] });
      await patch(id, { identifiers: nothing });
      expect(await full(id)).not.toHaveProperty('identifiers');
    }
  });

  it('is the same by FHIR, with nothing lost on the way through a portal', async () => {
    const coding = [{ system: 'urn:types', code: 'DL', display: 'Driver’s license' }];
    const sent = { use: 'official', type: { coding, text: 'License' }, ...number() };
    const resource = { resourceType: 'Patient', name: [{ family: unique('Ek'), given: ['A'] }], identifier: [sent] };
    const { body, headers } = await fhir('POST', '/Patient', { json: resource });
    const { identifiers } = await full(body.id);
    expect(identifiers).toEqual([sent]);
    await patch(body.id, { identifiers });
    const again = await get(`Patient/${body.id}`);
    expect(again.headers.get('etag'), 'no other version').toBe(headers.get('etag'));
    const other = number();
    await patch(body.id, { identifiers: [...identifiers, other] });
    expect((await get(`Patient/${body.id}`)).body.identifier.slice(-2)).toEqual([sent, other]);
  });

  it.each([
    [{ value: 'x1' }, ['body', 'identifiers', 0, 'system']],
    [{ system }, ['body', 'identifiers', 0, 'value']],
    [{ system: 'two words', value: 'x1' }, ['body', 'identifiers', 0, 'system']],
    [{ system, value: ' x1' }, ['body', 'identifiers', 0, 'value']],
    [{ system, value: 'x'.repeat(201) }, ['body', 'identifiers', 0, 'value']],
    [{ ...number('x1'), use: 'former' }, ['body', 'identifiers', 0, 'use']],
    [{ ...number('x1'), type: 'chart' }, ['body', 'identifiers', 0, 'type']],
    [{ system: SYSTEMS['patient-number'], value: 'PAT-00000001' }, ['body', 'identifiers', 0, 'system']],
    [{ system: SYSTEMS['national-id'].toUpperCase(), value: '840229' }, ['body', 'identifiers', 0, 'system']],
    [{ system: 'https://h.example/fhir/r4/id/license', value: 'L1' }, ['body', 'identifiers', 0, 'system']],
  ])('refuses %j', async (wrong, loc) => {
    const { id } = await make.patient();
    for (const answer of [await post({ identifiers: [wrong] }), await patch(id, { identifiers: [wrong] })])
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
    expect(await trail(id)).toEqual(['create 1']);
  });

  it('refuses one that is there twice, and more than 200', async () => {
    const one = number();
    const twice = await post({ identifiers: [number(), one, { ...one, use: 'old' }] });
    expect([twice.status, twice.body.detail[0].loc]).toEqual([422, ['body', 'identifiers', 2]]);
    const many = Array.from({ length: 201 }, () => number());
    expect((await post({ identifiers: many })).status).toBe(422);
    expect((await post({ identifiers: many.slice(1) })).status).toBe(201);
  });

  it('is given once, whoever asks, and whoever is refused has found who has it', async () => {
    const one = number();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ identifiers: [one] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    const { id: holder } = answers.find(({ status }) => status === 201)?.body ?? {};
    const other = await make.patient();
    const refusals = [
      await post({ identifiers: [number(), one] }),
      await patch(other.id, { identifiers: [one] }),
      await call('PUT', `/patient/${other.id}`, { json: input.patient({ identifiers: [one] }) }),
    ];
    for (const refused of refusals) {
      expect(refused.body).toEqual(duplicate('identifiers', 'Patient with this identifier already exists'));
      expect(accessOf(refused)).toMatchObject([{ action: 'search', patient_id: holder, count: 1, detail: null }]);
    }
    expect((await post({ identifiers: [{ ...one, system: 'urn:another' }] })).status).toBe(201);
    await ok('DELETE', `/patient/${holder}`);
    expect((await patch(other.id, { identifiers: [one] })).status).toBe(200);
  });
});

describe('A former number', () => {
  it('finds the patient and the bills as a registration number does', async () => {
    const digits = unique('9').replace(/\D/g, '');
    const [last_name, mrn] = [unique('Ek'), `MRN-00${digits}`];
    const sent = { identifiers: [number(`00${digits}`), number(mrn)] };
    const { id } = await make.patient({ ...sent, last_name, phone_number: null, alt_phone_number: null });
    const bill = await make.invoice({ patient_id: id });
    const searches = [digits, `00${digits}`, `0${digits}`, mrn, mrn.toLowerCase(), `mrn 00${digits}`];
    for (const search of [...searches, `${last_name} ${digits}`]) {
      expect(await found(search), search).toEqual([id]);
      expect(await billsBy(search), search).toEqual([bill.id]);
    }
    for (const search of [digits.slice(0, -1), digits.slice(1), `MRN${digits}1`, `Berg ${digits}`])
      expect(await found(search), search).not.toContain(id);
    await ok('PUT', `/patient/${id}`, { json: input.patient({ last_name: `${last_name}x` }) });
    expect([await found(digits), await billsBy(digits)], 'left out').toEqual([[id], [bill.id]]);
    await expectDerived(id);
    const next = number();
    await patch(id, { identifiers: [next] });
    expect([await found(digits), await found(next.value), await billsBy(next.value)]).toEqual([[], [id], [bill.id]]);
    await expectDerived(id);
    await patch(id, { identifiers: null });
    expect(await found(next.value)).toEqual([]);
    await expectDerived(id);
  });

  it('that FHIR has stored does, too', async () => {
    const { value, ...rest } = number();
    const name = [{ family: unique('Ek'), given: ['A'] }];
    const { body } = await fhir('POST', '/Patient', {
      json: { resourceType: 'Patient', name, identifier: [{ ...rest, value }] },
    });
    expect(await found(value)).toEqual([body.id]);
    await fhir('PUT', `/Patient/${body.id}`, { json: { ...body, birthDate: '1970-05-05' } });
    expect(await found(value)).toEqual([body.id]);
    await expectDerived(body.id);
  });

  it('of a merged record finds the survivor, which shows it, until that is undone', async () => {
    const [mine, theirs, deeper] = [number(), number(), number()];
    const { id, from, bill } = await pairOf({ identifiers: [mine] }, { identifiers: [theirs] });
    const deep = await make.patient({ identifiers: [deeper] });
    await merge(from, deep.id);
    expect((await merge(id, from)).status).toBe(200);
    const changes = [
      () => call('GET', `/patient/${id}`),
      () => patch(id, { first_name: unique('Eva') }),
      () => ok('PUT', `/patient/${id}`, { json: input.patient() }),
      async () => patch(id, { identifiers: (await full(id)).identifiers }),
      async () => merge(id, (await make.patient()).id),
    ];
    for (const change of changes) {
      await change();
      const shown = (await full(id)).identifiers.map(({ value }: Body) => value);
      expect(shown.slice().sort()).toEqual([mine, theirs, deeper].map(({ value }) => value).sort());
      for (const { value } of [mine, theirs, deeper]) expect(await found(value), value).toEqual([id]);
      expect(await billsBy(theirs.value)).toEqual([bill.id]);
      await expectDerived(id);
    }
    const cleared = await call('PATCH', `/patient/${id}`, {
      json: { identifiers: [] },
      headers: { prefer: 'return=representation' },
    });
    expect(cleared.body, 'those of merged records stay').toEqual(await full(id));
    expect(cleared.body.identifiers).toHaveLength(2);
    expect([await found(mine.value), await found(theirs.value)]).toEqual([[], [id]]);
    expect((await post({ identifiers: [theirs] })).body.field).toBe('identifiers');
    expect((await unmerge(id, from)).status).toBe(200);
    expect([await found(theirs.value), await found(deeper.value)]).toEqual([[from], [from]]);
    expect(await full(id)).not.toHaveProperty('identifiers');
    for (const one of [id, from]) await expectDerived(one);
  });

  it('of an earlier release is found once the hourly job has been there', async () => {
    const [mine, theirs] = [number(), number()];
    const { id, from, bill } = await pairOf({ identifiers: [mine] }, { identifiers: [theirs] });
    await merge(id, from);
    const searched = () => Promise.all([mine, theirs].map(({ value }) => found(value)));
    const [former] = await rows<{ terms: string }>('SELECT terms FROM patient WHERE id = ?', id);
    // As those releases have left it: neither in the terms, nor beside what a merged record is found by.
    const withoutMark = "SELECT json_group_array(value) FROM json_each(%) WHERE value NOT LIKE '=EX-%%'";
    const of = (column: string) => `(${withoutMark.replace('%)', `${column})`).replace('%%', '%')})`;
    await rows(
      `UPDATE patient SET name_terms = ${of('name_terms')}, merged = (SELECT json_group_array(json(
        json_set(json_remove(one.value, '$.identifiers'), '$.terms', json(${of("one.value -> 'terms'")}))))
        FROM json_each(merged) one) WHERE id = ?`,
      id,
    );
    expect(await searched()).toEqual([[], []]);
    expect(await billsBy(theirs.value)).toEqual([]);
    await rows("UPDATE search_rebuild SET version = 0 WHERE kind = 'patient'");
    while (await patientRebuild.step(newDatabase()));
    expect(await searched()).toEqual([[id], [id]]);
    expect(await billsBy(theirs.value)).toEqual([bill.id]);
    expect(await rows('SELECT terms FROM patient WHERE id = ?', id)).toEqual([former]);
    await expectDerived(id);
    await patch(id, { first_name: unique('Eva') });
    expect(await searched()).toEqual([[id], [id]]);
  });
});
