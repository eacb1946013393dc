import { describe, expect, it } from 'vitest';
import { ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { merge, pairOf, unmerge } from '../support/merges';

const full = (id: string) => ok('GET', `/patient/${id}?view=full`);

describe('A merge', () => {
  it('unites histories, fills what is empty, and takes other fields only where it is told to', async () => {
    const surgery = { surgery: 'Appendectomy', date: '2001-11-30', surgeon: null, hospital: null };
    const other = { ...surgery, surgery: 'Cataract' };
    const bare = { middle_name: null, alt_phone_number: null, dob: null, blood_group: 'NOT_SET', addresses: [] };
    const { id, from } = await pairOf(
      { ...bare, first_name: 'Ann', past_surgeries: [surgery] },
      {
        first_name: 'Anna',
        last_name: 'Ek',
        dob: '1984-02-29',
        blood_group: 'A_POS',
        past_surgeries: [surgery, other],
      },
    );
    const [before, there] = [await full(id), await full(from)];
    await merge(id, from, { take: ['last_name'] });
    expect(await full(id)).toMatchObject({
      first_name: 'Ann',
      middle_name: null,
      last_name: 'Ek',
      phone_number: before.phone_number,
      alt_phone_number: there.alt_phone_number,
      dob: '1984-02-29',
      blood_group: 'A_POS',
      past_surgeries: [surgery, other],
      addresses: there.addresses,
    });
  });

  it('lets nobody die who is not said to have died, and nobody be the own mother', async () => {
    const deceased_at = '2026-01-02';
    for (const [more, died] of [
      [{}, undefined],
      [{ take: ['deceased_at'] }, deceased_at],
    ] as const) {
      const [one, other] = [await make.patient(), await make.patient({ deceased_at })];
      expect((await merge(one.id, other.id, more)).status).toBe(200);
      expect((await full(one.id)).deceased_at).toBe(died);
    }
    const mother = await make.patient();
    const child = await make.patient({ mother_id: mother.id });
    for (const [id, from] of [
      [mother.id, child.id],
      [child.id, mother.id],
    ]) {
      const { status, body } = await merge(id, from);
      expect([status, body]).toEqual([400, refusal('inconsistent')]);
    }
  });

  it('knows the mother by a record of hers that was merged', async () => {
    const [mother, former, grown] = [await make.patient(), await make.patient(), await make.patient()];
    const child = await make.patient({ mother_id: former.id });
    await merge(mother.id, former.id);
    await merge(grown.id, child.id, { take: ['mother_id'] });
    for (const [id, from] of [
      [mother.id, grown.id],
      [grown.id, mother.id],
    ]) {
      const { status, body } = await merge(id, from);
      expect([status, body]).toEqual([400, refusal('inconsistent')]);
    }
  });

  it('says what is booked for one who has died, also where it is asked for again', async () => {
    const { id, from, visit } = await pairOf({ deceased_at: '2026-01-02' });
    for (const take of [[], [], ['deceased_at']]) {
      const { body } = await merge(id, from, { take });
      const booked = body.appointments?.map((one: { id: string }) => one.id);
      expect(booked).toEqual(take.length === 0 ? [visit.id] : undefined);
    }
    expect((await unmerge(id, from)).body.appointments).toBeUndefined();
    await merge(from, id, { take: ['deceased_at'] });
    expect((await merge(from, id, { take: ['deceased_at'] })).body.appointments).toHaveLength(1);
    const living = await pairOf();
    expect((await merge(living.id, living.from)).body.appointments).toBeUndefined();
  });

  it('leaves null where nobody has asked for allergies, and takes what one of them knows', async () => {
    const none = await pairOf({ allergies: null }, { allergies: null });
    await merge(none.id, none.from);
    expect((await full(none.id)).allergies).toBeUndefined();
    const asked = await pairOf({ allergies: null }, { allergies: [] });
    await merge(asked.id, asked.from);
    expect((await full(asked.id)).allergies).toEqual([]);
  });

  it('refuses to be asked for again with other fields to take, and changes nothing', async () => {
    const next_of_kin = { name: 'Bo', relation: null, phone: null };
    const mine = { phone_number: '018-61 10 01', dob: null, next_of_kin };
    const { id, from } = await pairOf(mine, { phone_number: '018-61 10 02', dob: '1984-02-29', next_of_kin });
    await merge(id, from, { take: ['phone_number'] });
    const before = await full(id);
    for (const [take, named] of [
      [undefined, 'phone_number'],
      [['phone_number', 'last_name'], 'last_name'],
      [['last_name', 'dob'], 'last_name, phone_number'],
    ] as const) {
      const { status, body } = await merge(id, from, { take });
      const detail = `These were merged before, with another choice of fields to take: ${named}`;
      expect([status, body]).toEqual([409, { detail, code: 'already_merged' }]);
    }
    // What was filled anyway, and what is the same in both, makes no difference.
    const same = await merge(id, from, { take: ['phone_number', 'dob', 'next_of_kin', 'gender'] });
    expect([same.status, await full(id)]).toEqual([200, before]);
  });
});
