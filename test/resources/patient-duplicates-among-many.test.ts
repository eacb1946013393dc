import { describe, expect, it } from 'vitest';
import { call, type Result } from '../support/client';
import { add, idsIn, post, somebody } from '../support/duplicates';
import type { Overrides } from '../support/input';
import { multiply, UUID } from '../support/multiply';
import { count } from '../support/rows';

describe('Among many who share a birth date and a phone number', () => {
  const NEWBORN = '2001-01-01';
  const PHONE = '018-611 00 00';
  /** Copies of one patient, each with a last name of its own. */
  const crowd = async (n: number, overrides: Overrides, name: string) => {
    const { dob, phone_number } = overrides as { dob?: string; phone_number?: string };
    const id = await add(somebody({ dob: null, phone_number: null, ...overrides, last_name: 'Crowd' }));
    const marks = [dob && `*${dob.replaceAll('-', '')}`, phone_number && '#000011681'].filter(Boolean);
    const terms = marks.map((mark) => `'"${mark}",' || `).join('');
    await multiply('patient', { key: 'id', value: id }, n, {
      id: UUID,
      last_name: `'${name}' || i`,
      terms: `'[' || ${terms}'"anna","${name}' || i || '"]'`,
    });
  };

  it('finds the oldest of 3,000 by birth date and name, and of 300 by phone and name, for a bounded cost', async () => {
    const alone = await post(somebody());
    const [old, caller] = [
      await add(somebody({ last_name: 'Oldest', dob: NEWBORN, phone_number: null })),
      await add(somebody({ last_name: 'Caller', dob: null, phone_number: PHONE })),
    ];
    await crowd(3_000, { dob: NEWBORN }, 'born');
    await crowd(300, { phone_number: PHONE }, 'calls');
    await crowd(300, { dob: NEWBORN, phone_number: PHONE }, 'both');
    expect(await count(`patient_search WHERE patient_search MATCH '"*20010101"'`)).toBeGreaterThan(3_300);

    const answers: [string, Result][] = [
      [old, await post(somebody({ last_name: 'Oldest', dob: NEWBORN, phone_number: PHONE }))],
      [
        caller,
        await post(somebody({ last_name: 'Caller', dob: NEWBORN, phone_number: PHONE, alt_phone_number: '18' })),
      ],
    ];
    for (const [expected, answer] of answers) {
      expect(idsIn(answer)).toContain(expected);
      expect(idsIn(answer)).toHaveLength(5);
      expect(answer.cost.trips).toBe(1);
      expect(answer.cost.rows_read - alone.cost.rows_read).toBeLessThanOrEqual(90);
    }
  });

  it('finds the oldest of 300 of whom the year alone is known, and of 300 who were born in it, for a bounded cost', async () => {
    const alone = await post(somebody());
    const year = { dob: '1911-01-01', dob_precision: 'year', phone_number: null };
    const [known, born] = [
      await add(somebody({ ...year, last_name: 'Oldyear' })),
      await add(somebody({ dob: '1911-07-09', last_name: 'Oldday', phone_number: null })),
    ];
    for (const [id, name] of [
      [await add(somebody({ ...year, last_name: 'Crowd' })), 'year'],
      [await add(somebody({ dob: '1911-05-17', last_name: 'Crowd', phone_number: null })), 'day'],
    ] as const)
      await multiply('patient', { key: 'id', value: id }, 300, { id: UUID, last_name: `'${name}' || i` });
    for (const [expected, answer] of [
      [known, await post(somebody({ dob: '1911-05-17', last_name: 'Oldyear', phone_number: null }))],
      [born, await post(somebody({ ...year, last_name: 'Oldday' }))],
    ] as const) {
      expect(idsIn(answer)).toEqual([expected]);
      expect(answer.cost.rows_read - alone.cost.rows_read).toBeLessThanOrEqual(90);
    }
  });

  it('costs no more where all have everything in common', async () => {
    const json = somebody({ alt_phone_number: '018-611 99 99' });
    const { cost: alone, body: first } = await post(json);
    const swapped = await add({ ...json, dob: `${String(json.dob).slice(0, 4)}-02-03`, phone_number: null });
    for (const id of [first.id, swapped]) await multiply('patient', { key: 'id', value: id }, 300, { id: UUID });
    const { cost, body } = await post(json);
    expect(cost.rows_read - alone.rows_read).toBeLessThanOrEqual(90);
    const listed = await call('GET', `/patient/${body.id}/duplicates`);
    expect([listed.body.length, listed.cost.trips]).toEqual([20, 2]);
    expect(listed.cost.rows_read).toBeLessThanOrEqual(440);
  });
});
