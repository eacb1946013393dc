import { describe, expect, it } from 'vitest';
import { type Body, call, faults, ok } from '../support/client';
import { add, idsIn, post, somebody } from '../support/duplicates';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { merge, unmerge } from '../support/merges';
import { rows, trail } from '../support/rows';

const YEAR = { dob: '1984-01-01', dob_precision: 'year' };
const full = (id: string) => ok('GET', `/patient/${id}?view=full`);
const write = (method: string, id: string, json: object) => call(method, `/patient/${id}`, { json });
const bornOf = ({ dob, dob_precision }: Body) => [dob, dob_precision];
const bornAs = async (id: string) => bornOf(await full(id));
const termsOf = async (id: string) =>
  (
    await rows<{ term: string }>(
      `SELECT value AS term FROM patient, json_each(terms) WHERE patient.id = ? AND value LIKE '*%'`,
      id,
    )
  ).map(({ term }) => term);
const create = (born: object) => make.patient({ ...born, phone_number: null, alt_phone_number: null });

describe('A birth date of which only the month or year is known', () => {
  it.each([
    ['1984-05-17', 'year', '1984-01-01', 'year', '*1984'],
    ['1984-05-17', 'month', '1984-05-01', 'month', '*198405'],
    ['1984-05-17', 'day', '1984-05-17', undefined, '*19840517'],
    ['1984-01-01', null, '1984-01-01', undefined, '*19840101'],
    [null, 'day', null, undefined, undefined],
  ])('%s by the %s is stored and answered as %s', async (dob, dob_precision, stored, precision, term) => {
    const made = await create({ dob, dob_precision });
    expect(bornOf(made)).toEqual([stored, precision]);
    expect('dob_precision' in made).toBe(precision !== undefined);
    expect(await bornAs(made.id)).toEqual([stored, precision]);
    expect(await termsOf(made.id)).toEqual(term ? [term] : []);
    for (const path of [made.id, `reg_number/${made.reg_number}`])
      expect(bornOf(await ok('GET', `/patient/${path}`))).toEqual([stored, precision]);
    const [listed] = await ok('GET', `/patient/?search=${made.reg_number}`);
    expect([listed.dob, listed.dob_precision, 'dob_precision' in listed]).toEqual([stored, precision, !!precision]);
  });

  it('is no date by itself', async () => {
    for (const dob_precision of ['month', 'year']) {
      const created = await call('POST', '/patient/', { json: input.patient({ dob: null, dob_precision }) });
      expect([created.status, faults(created)]).toEqual([422, [['dob_precision', 'value_error']]]);
      const { id } = await create({ dob: null });
      for (const json of [{ dob_precision }, { dob: null, dob_precision }]) {
        const { status, ...answer } = await write('PATCH', id, json);
        expect([status, faults({ status, ...answer })]).toEqual([422, [['dob_precision', 'value_error']]]);
      }
    }
    const unknown = await call('POST', '/patient/', { json: input.patient({ dob_precision: 'decade' }) });
    expect(unknown.status).toBe(422);
  });

  it('alone rounds what is stored, and says that the first of January is right', async () => {
    const { id } = await create({ dob: '1984-05-17' });
    const body = await write('PATCH', id, { dob_precision: 'month' });
    expect([body.status, await bornAs(id), await termsOf(id)]).toEqual([200, ['1984-05-01', 'month'], ['*198405']]);
    await write('PATCH', id, { dob_precision: 'year' });
    expect([await bornAs(id), await termsOf(id)]).toEqual([['1984-01-01', 'year'], ['*1984']]);
    for (const day of ['day', null]) {
      await write('PATCH', id, { dob_precision: 'year' });
      await write('PATCH', id, { dob_precision: day });
      expect([await bornAs(id), await termsOf(id)]).toEqual([['1984-01-01', undefined], ['*19840101']]);
    }
    expect((await trail(id))[1]).toBe('update 2 dob,dob_precision');
    expect((await trail(id))[2]).toBe('update 3 dob,dob_precision');
    expect((await trail(id))[3]).toBe('update 4 dob_precision');
  });

  it('is neither lost nor made up by a client that knows the contract alone', async () => {
    const { id } = await create(YEAR);
    const { id: _, reg_number: __, files: ___, dob_precision: ____, ...contract } = await full(id);
    const put = await write('PUT', id, { ...contract, middle_name: 'Eva' });
    expect([put.status, put.cost.trips, await bornAs(id)]).toEqual([200, 1, ['1984-01-01', 'year']]);
    expect(await termsOf(id)).toEqual(['*1984']);
    await write('PATCH', id, { middle_name: 'Lo' });
    await write('PATCH', id, { dob: '1984-01-01' });
    expect([await bornAs(id), await termsOf(id)]).toEqual([['1984-01-01', 'year'], ['*1984']]);
    const { status, headers } = await write('PUT', id, { ...contract, middle_name: 'Lo' });
    expect([status, headers.get('etag')]).toEqual([200, '"3"']);

    await write('PUT', id, { ...contract, dob: '1984-05-17' });
    expect([await bornAs(id), await termsOf(id)]).toEqual([['1984-05-17', undefined], ['*19840517']]);
    await write('PATCH', id, YEAR);
    await write('PATCH', id, { dob: '1986-01-01' });
    expect([await bornAs(id), await termsOf(id)]).toEqual([['1986-01-01', undefined], ['*19860101']]);
    await write('PATCH', id, YEAR);
    await write('PATCH', id, { dob: null });
    expect([await bornAs(id), await termsOf(id)]).toEqual([[null, undefined], []]);
  });

  it('and what it is found by are one, whoever writes at the same time', async () => {
    const { id } = await create({ dob: '1984-01-01' });
    const { id: _, reg_number: __, files: ___, ...contract } = await full(id);
    for (let round = 0; round < 3; round++) {
      await Promise.all([
        write('PATCH', id, { dob_precision: 'year' }),
        write('PUT', id, { ...contract, middle_name: `Eva${round}` }),
        write('PATCH', id, { dob: '1984-05-17' }),
        write('PUT', id, contract),
      ]);
      const { dob, dob_precision = 'day' } = await full(id);
      const length = { day: 10, month: 7, year: 4 }[dob_precision as 'day' | 'month' | 'year'];
      expect(await termsOf(id)).toEqual([`*${dob.slice(0, length).replaceAll('-', '')}`]);
    }
  });

  it('is answered as it is stored by the write itself', async () => {
    const { id } = await create(YEAR);
    const prefer = { prefer: 'return=representation' };
    const patch = (json: object) => ok('PATCH', `/patient/${id}`, { json, headers: prefer });
    expect(bornOf(await patch({ gender: 'other' }))).toEqual(['1984-01-01', 'year']);
    expect(bornOf(await patch({ dob: '1985-07-09', dob_precision: 'month' }))).toEqual(['1985-07-01', 'month']);
    const whole = { ...input.patient(), dob: '1985-07-01' };
    expect(bornOf(await ok('PUT', `/patient/${id}`, { json: whole, headers: prefer }))).toEqual([
      '1985-07-01',
      'month',
    ]);
  });

  it('is no earlier than a death in that year', async () => {
    const born = { dob: '1984-05-17', dob_precision: 'year' };
    const { id } = await make.patient({ ...born, deceased_at: '1984-03-01' });
    const before = await write('PATCH', id, { deceased_at: '1983-12-31' });
    expect([before.status, faults(before)]).toEqual([422, [['deceased_at', 'value_error']]]);
    const day = await write('PATCH', id, { dob: '1984-05-17' });
    expect([day.status, faults(day)]).toEqual([422, [['dob', 'value_error']]]);
    expect((await write('PATCH', id, { ...born, deceased_at: '1984-01-01' })).status).toBe(200);
  });

  it('stands in the table, and with who comes', async () => {
    const last_name = unique('Known');
    const { id } = await create({ ...YEAR, last_name });
    const { bytes } = await call('GET', `/patient/?search=${last_name}&format=csv`);
    expect(new TextDecoder().decode(bytes)).toContain(`${last_name},female,1984,`);
    const { id: visit } = await make.appointment({ patient_id: id });
    const { patient } = await ok('GET', `/calendar/appointments/${visit}?view=full`);
    expect(bornOf(patient)).toEqual(['1984-01-01', 'year']);
    await write('PATCH', id, { dob_precision: 'day' });
    const { patient: known } = await ok('GET', `/calendar/appointments/${visit}?view=full`);
    expect([known.dob, 'dob_precision' in known, known.phone_number]).toEqual(['1984-01-01', false, null]);
  });
});

describe('The list by birth date', () => {
  it('finds whoever may be born then', async () => {
    const last_name = unique('Born');
    const named = async (first_name: string, born: object) => {
      await create({ ...born, first_name, last_name });
    };
    await named('Day', { dob: '1984-05-17' });
    await named('First', { dob: '1984-01-01' });
    await named('Month', { dob: '1984-05-01', dob_precision: 'month' });
    await named('Year', YEAR);
    await named('Other', { dob: '1985-05-17' });
    const found = async (query: string) =>
      (await ok('GET', `/patient/?${query}&search=${last_name}`)).map((one: Body) => one.first_name).toSorted();
    expect(await found('dob=1984')).toEqual(['Day', 'First', 'Month', 'Year']);
    expect(await found('dob=1984-05')).toEqual(['Day', 'Month', 'Year']);
    expect(await found('dob=1984-05-17')).toEqual(['Day', 'Month', 'Year']);
    expect(await found('dob=1984-01-01')).toEqual(['First', 'Year']);
    expect(await found('dob=1986')).toEqual([]);
    const typed = async (text: string) =>
      (await ok('GET', `/patient/?search=${last_name}+${text}`)).map((one: Body) => one.first_name).toSorted();
    expect(await typed('1984')).toEqual(['Day', 'First', 'Month', 'Year']);
    expect(await typed('17.5.1984')).toEqual(['Day', 'Month', 'Year']);
    expect(await typed('1.1.1984')).toEqual(['First', 'Year']);
    for (const dob of ['84', '1984-13', '1984-02-30', '1984-5']) {
      const refused = await call('GET', `/patient/?dob=${dob}`);
      expect([refused.status, faults(refused)], dob).toEqual([422, [['dob', 'date_parsing']]]);
    }
  });
});

describe('Who may be the same person', () => {
  const born = (dob: string, dob_precision: string | null = null) => ({ dob, dob_precision });

  it.each([
    ['a day of that year', born('1921-05-17'), 6],
    ['a month of that year', born('1921-05-01', 'month'), 6],
    ['the same year', born('1921-01-01', 'year'), 6],
  ])('is one of whom %s is known', async (_of, other, score) => {
    const known = somebody({ ...other, phone_number: null });
    const id = await add(known);
    const answer = await post({ ...known, ...born('1921-01-01', 'year') });
    expect(idsIn(answer)).toEqual([id]);
    expect(idsIn(await post(known))).toContain(answer.body.id);
    const listed = await ok('GET', `/patient/${answer.body.id}/duplicates`);
    const found = listed.find(({ patient }: Body) => patient.id === id);
    expect([found.score, found.reasons]).toEqual([score, ['name', 'dob']]);
    expect(found.patient.dob_precision ?? null).toBe(other.dob_precision);
  });

  it('is nobody of another year, or of a name that is but similar', async () => {
    const known = somebody({ ...born('1922-01-01', 'year'), phone_number: null });
    await add(known);
    expect(idsIn(await post({ ...known, ...born('1923-05-17') }))).toEqual([]);
    expect(idsIn(await post({ ...known, ...born('1922-05-17'), first_name: 'Anne' }))).toEqual([]);
  });
});

describe('A merge', () => {
  const pair = async (one: object, other: object) => [(await create(one)).id, (await create(other)).id] as const;

  it('takes how much is known with the date, and gives it back', async () => {
    const [id, from] = await pair({ dob: null }, YEAR);
    await merge(id, from);
    expect([await bornAs(id), await termsOf(id)]).toEqual([['1984-01-01', 'year'], ['*1984']]);
    await unmerge(id, from);
    expect([await bornAs(id), await termsOf(id)]).toEqual([[null, undefined], []]);
    await merge(from, id);
    expect(await bornAs(from)).toEqual(['1984-01-01', 'year']);
  });

  it('replaces both where the other date is right, and neither without being asked', async () => {
    const [id, from] = await pair(YEAR, { dob: '1984-05-17' });
    await merge(id, from);
    expect(await bornAs(id)).toEqual(['1984-01-01', 'year']);
    await unmerge(id, from);
    await merge(id, from, { take: ['dob'] });
    expect([await bornAs(id), await termsOf(id)]).toEqual([['1984-05-17', undefined], ['*19840517']]);
    await unmerge(id, from);
    expect([await bornAs(id), await termsOf(id)]).toEqual([['1984-01-01', 'year'], ['*1984']]);
    const alone = await call('POST', `/patient/${id}/merge`, { json: { from, take: ['dob_precision'] } });
    expect(alone.status).toBe(422);
  });
});
