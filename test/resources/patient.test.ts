import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { input, type Overrides } from '../support/input';
import { trail } from '../support/rows';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const post = (overrides: Overrides) => call('POST', '/patient/', { json: input.patient(overrides) });
const full = (id: string): Promise<Body> => ok('GET', `/patient/${id}?view=full`);

describe('POST /patient/', () => {
  it('answers 201 with the full patient and its number', async () => {
    const json = input.patient();
    const { status, body } = await call('POST', '/patient/', { json });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      reg_number: expect.stringMatching(/^PAT-\d{8}$/),
      ...json,
      files: [],
    });
    expect(await trail(body.id)).toEqual(['create 1']);
  });

  it('gives the next registration number', async () => {
    const [a, b] = [await make.patient(), await make.patient()];
    expect(Number(b.reg_number.slice(4))).toBe(Number(a.reg_number.slice(4)) + 1);
  });

  it('fills in the defaults for fields that are left out or null', async () => {
    const required = { first_name: 'A', last_name: 'B', gender: 'x' };
    const nothing = { middle_name: null, phone_number: null, alt_phone_number: null, dob: null };
    const lists = ['medical_conditions', 'past_surgeries', 'current_medications', 'addresses'];
    const expected = {
      ...required,
      ...nothing,
      blood_group: 'NOT_SET',
      ...Object.fromEntries(lists.map((name) => [name, []])),
      files: [],
    };
    const nulls = { ...nothing, blood_group: null, ...Object.fromEntries(lists.map((name) => [name, null])) };
    for (const json of [
      required,
      { ...required, ...nulls },
      { ...required, id: 'x', reg_number: 'PAT-7', files: [1] },
    ]) {
      const { id, reg_number, ...made } = await ok('POST', '/patient/', { json });
      expect(made).toEqual(expected);
      expect(await full(id)).toEqual({ id, reg_number, ...expected });
    }
  });

  it('fills in the fields that elements of lists leave out', async () => {
    const made = await make.patient({
      medical_conditions: [{}],
      past_surgeries: [{}],
      current_medications: [{ dosage: '' }],
      addresses: [{}],
    });
    expect(made.medical_conditions).toEqual([{ diagnozed_date: null, condition: null, description: null }]);
    expect(made.past_surgeries).toEqual([{ surgery: null, date: null, surgeon: null, hospital: null }]);
    expect(made.current_medications).toEqual([{ medication: null, dosage: '', frequency: null, prescribed_by: null }]);
    expect(Object.keys(made.addresses[0])).toEqual([
      'address_type',
      'street',
      'city',
      'state',
      'postal_code',
      'country',
    ]);
    expect(await full(made.id)).toEqual(made);
  });

  it.each(['NOT_SET', 'A_POS', 'A_NEG', 'B_POS', 'B_NEG', 'AB_POS', 'AB_NEG', 'O_POS', 'O_NEG'])(
    'takes the blood group %s',
    async (blood_group) => {
      const { id } = await make.patient({ blood_group });
      expect((await ok('GET', `/patient/${id}`)).blood_group).toBe(blood_group);
    },
  );

  it.each(['a_pos', 'A+', ''])('refuses the blood group %j', async (blood_group) => {
    const { status, body } = await post({ blood_group });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', 'blood_group'], 'enum']);
  });
});

describe('A date of a patient', () => {
  it.each(['2024-02-29', '2000-02-29', '1850-01-01', '1984-12-31'])('%s is returned as it was sent', async (date) => {
    const made = await make.patient({
      dob: date,
      medical_conditions: [{ diagnozed_date: date }],
      past_surgeries: [{ date }],
    });
    const { dob, medical_conditions, past_surgeries } = await full(made.id);
    expect([dob, medical_conditions[0].diagnozed_date, past_surgeries[0].date]).toEqual([date, date, date]);
  });

  it.each([
    '2023-02-31',
    '2023-02-29',
    '1900-02-29',
    '2023-13-01',
    '2023-00-10',
    '2023-04-31',
    '2023-01-00',
    '0000-01-01',
  ])('%s is refused, as there is no such day', async (date) => {
    const { status, body } = await post({
      dob: date,
      medical_conditions: [{}, { diagnozed_date: date }],
      past_surgeries: [{ date }],
    });
    expect(status).toBe(422);
    expect(body.detail.map((fault: Body) => [fault.loc.join('.'), fault.type])).toEqual([
      ['body.dob', 'date_parsing'],
      ['body.medical_conditions.1.diagnozed_date', 'date_parsing'],
      ['body.past_surgeries.0.date', 'date_parsing'],
    ]);
  });

  it.each([
    '',
    '20230203',
    '2023-2-3',
    '03.02.2023',
    '10000-01-01',
    '-001-01-01',
    '2023-02-03T00:00:00',
    ' 2023-02-03',
    '2023-02-03\n',
    '２０２３-02-03',
  ])('%j is refused, as it is not a date', async (dob) => {
    expect((await post({ dob })).status).toBe(422);
  });
});
