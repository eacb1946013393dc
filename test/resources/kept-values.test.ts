import { describe, expect, it, vi } from 'vitest';
import { call, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { newDoctor, putHours, readHours } from '../support/hours';
import { row, rows } from '../support/rows';

/** A record with values from before the rules that they break. */
async function old(table: 'patient' | 'doctor', values: Record<string, string | null>) {
  const { id } = await make[table]();
  const set = Object.keys(values).map((name) => `${name} = ?`);
  await rows(`UPDATE ${table} SET ${set} WHERE id = ?`, ...Object.values(values), id);
  const path = `/${table}/${id}`;
  return { id, path, body: await ok('GET', `${path}?view=full`) };
}

const FUTURE = '2570-05-01';

describe.each(['patient', 'doctor'] as const)('A %s from before a rule', (table) => {
  const BROKEN = { first_name: '-', middle_name: '٣', last_name: '…', dob: FUTURE };

  it('can be sent back as it is, with a change of another field', async () => {
    const { path, body } = await old(table, BROKEN);
    const changed = await call('PUT', path, { json: { ...body, alt_phone_number: '0701112233' } });
    expect([changed.status, changed.cost.trips]).toEqual([200, 3]);
    expect(await ok('GET', `${path}?view=full`)).toEqual({ ...body, alt_phone_number: '0701112233' });
    const { alt_phone_number: _, ...some } = body;
    expect((await call('PUT', path, { json: some })).status).toBe(200);
    expect((await call('PATCH', path, { json: { last_name: '…', gender: 'female' } })).status).toBe(200);
    expect(await ok('GET', `${path}?view=full`)).toMatchObject({ ...BROKEN, gender: 'female' });
  });

  it('gets no other value that breaks the rule, and no other fault passes with it', async () => {
    const { id, path, body } = await old(table, BROKEN);
    const put = (changes: object) => call('PUT', path, { json: { ...body, ...changes } });
    const every = [
      ['first_name', 'value_error'],
      ['middle_name', 'value_error'],
      ['last_name', 'value_error'],
      ['dob', 'value_error'],
    ];
    for (const changes of [{ last_name: '--' }, { first_name: '–', middle_name: '4' }, { dob: '2570-05-02' }]) {
      const answer = await put(changes);
      const changed = Object.keys(changes).map((name) => [name, 'value_error']);
      expect([answer.status, faults(answer)], JSON.stringify(changes)).toEqual([422, changed]);
    }
    const wrong = await put({ gender: 5 });
    expect([wrong.status, wrong.cost.trips]).toEqual([422, 0]);
    expect(faults(wrong)).toEqual(expect.arrayContaining([...every, ['gender', 'string_type']]));
    expect((await call('PATCH', path, { json: { last_name: '--' } })).status).toBe(422);
    expect((await call('PUT', path, { json: body, headers: { 'if-match': 'x' } })).status).toBe(422);
    expect(await row(`SELECT version FROM ${table} WHERE id = ?`, id)).toEqual({ version: 1 });
  });

  it('is not told as ignored where it is sent back, while what no field takes is', async () => {
    const { path } = await old(table, BROKEN);
    const { status, headers } = await call('PATCH', path, { json: { last_name: '…', nickname: '…', gender: 'male' } });
    expect([status, headers.get('x-ignored-fields')]).toEqual([200, 'nickname']);
  });

  it('is 412 if it has changed', async () => {
    const { path, body } = await old(table, BROKEN);
    expect((await call('PUT', path, { json: body, headers: { 'if-match': '"7"' } })).status).toBe(412);
    // Where there is no record, the faults stand: 422 comes before 404.
    expect((await call('PUT', `/${table}/${crypto.randomUUID()}`, { json: body })).status).toBe(422);
  });

  it('keeps its rights: who may not update it is refused, who sends valid values costs one round trip', async () => {
    const { path, body } = await old(table, BROKEN);
    expect((await call('PUT', path, { json: body, as: 'none' })).status).toBe(403);
    const valid = { first_name: 'Åsa', middle_name: null, last_name: 'Ek', dob: '1984-02-29' };
    const { user, files: _files, ...fields } = body;
    const account = user && { user: { ...user, username: user.username } };
    const { status, cost } = await call('PUT', path, { json: { ...fields, ...account, ...valid } });
    expect([status, cost.trips]).toEqual([200, 1]);
  });
});

describe('A field with many faults', () => {
  it('is compared with the record once', async () => {
    const bad = { from: '', to: '', department_id: '', slot_minutes: 0 };
    const exceptions = Array.from({ length: 30 }, () => ({ date: '2030-05-06', hours: [bad, bad] }));
    const id = await newDoctor();
    const compared = vi.spyOn(JSON, 'stringify');
    const answer = await putHours(id, { exceptions });
    const times = compared.mock.calls.filter(([value]) => Array.isArray(value) && value.length === 30).length;
    compared.mockRestore();
    expect([answer.status, times]).toEqual([422, 1]);
  });
});

describe('A new record', () => {
  it('must meet every rule', async () => {
    const { body } = await old('patient', { last_name: '-' });
    const answer = await call('POST', '/patient/', { json: body });
    expect([answer.status, faults(answer)]).toEqual([422, [['last_name', 'value_error']]]);
  });
});

describe('Hours from before they were kept apart', () => {
  const overlapping = async () => {
    const department_id = (await make.department()).id;
    const [id, one] = [await newDoctor(), { from: '08:00', to: '12:00', department_id, slot_minutes: 60 }];
    await putHours(id, { weekly: [{ weekday: 1, ...one }], exceptions: [] });
    const weekly = Array.from({ length: 30 }, () => ({ weekday: 1, ...one }));
    await rows('UPDATE doctor_hours SET weekly = ? WHERE id = ?', JSON.stringify(weekly), id);
    return { id, one, weekly };
  };

  it('are read, offer each time once, and can be sent back', async () => {
    const { id, one, weekly } = await overlapping();
    expect((await readHours(id)).body.weekly).toEqual(weekly);
    const slots = await ok('GET', `/calendar/slots?doctor_id=${id}&from=2030-05-06&to=2030-05-07`);
    expect(slots.map(({ schedule }: { schedule: string }) => schedule.slice(11, 13))).toEqual(['08', '09', '10', '11']);
    const exceptions = [{ date: '2030-05-06', off: false, hours: [one], note: null }];
    const { status, body } = await putHours(id, { weekly, exceptions });
    expect([status, body]).toEqual([200, { doctor_id: id, weekly, exceptions }]);
  });

  it('get none that overlap beside them', async () => {
    const { id, one, weekly } = await overlapping();
    expect((await putHours(id, { weekly: [...weekly, { weekday: 2, ...one }] })).status).toBe(422);
    expect((await putHours(id, { weekly: weekly.slice(1) })).status).toBe(422);
    expect((await putHours(id, { weekly, exceptions: [{ date: '2030-05-06', hours: [one, one] }] })).status).toBe(422);
    expect((await putHours(id, { weekly: weekly.slice(29) })).status).toBe(200);
  });
});
