import { describe, expect, it } from 'vitest';
import { type Body, call, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { row, rows } from '../support/rows';

const DOB = {
  patient: { make: make.patient, body: input.patient },
  doctor: { make: make.doctor, body: input.doctor },
};

describe.each(['patient', 'doctor'] as const)('The date of birth of a %s', (table) => {
  it.each(['0001-01-01', '0022-05-01', '1849-12-31'])('is not %s, which may mean that it is unknown', async (dob) => {
    const created = await call('POST', `/${table}/`, { json: DOB[table].body({ dob }) });
    expect([created.status, faults(created)]).toEqual([422, [['dob', 'value_error']]]);
    expect(created.body.detail[0].msg).toMatch(/1850.*"unknown"/);
    const { id } = await DOB[table].make();
    for (const method of ['PUT', 'PATCH']) {
      const json = { ...(await ok('GET', `/${table}/${id}?view=full`)), dob };
      const answer = await call(method, `/${table}/${id}`, { json: method === 'PUT' ? json : { dob } });
      expect([answer.status, faults(answer)], method).toEqual([422, [['dob', 'value_error']]]);
    }
  });

  it('may be of 1850, and is sent back where it is older', async () => {
    expect((await DOB[table].make({ dob: '1850-01-01' })).dob).toBe('1850-01-01');
    const { id } = await DOB[table].make();
    await rows(`UPDATE ${table} SET dob = '0022-05-01' WHERE id = ?`, id);
    const path = `/${table}/${id}`;
    const body = { ...(await ok('GET', `${path}?view=full`)), gender: 'other' };
    expect((await call('PUT', path, { json: body })).status).toBe(200);
    expect((await call('PATCH', path, { json: { dob: '0022-05-01', gender: 'male' } })).status).toBe(200);
    expect(await ok('GET', `${path}?view=full`)).toEqual({ ...body, gender: 'male' });
    expect(faults(await call('PATCH', path, { json: { dob: '0022-05-02' } }))).toEqual([['dob', 'value_error']]);
  });
});

/** A visit and a bill with such times, as they may be stored. */
const WORK = {
  appointment: {
    path: (id: string) => `/calendar/appointments/${id}`,
    times: ['schedule'],
    store: `UPDATE appointment SET schedule = ?2, starts_at = -62135596800000, ends_at = -62135595900000 WHERE id = ?1`,
    change: { is_follow_up: true },
  },
  invoice: {
    path: (id: string) => `/invoice/${id}`,
    times: ['issue_date', 'due_date'],
    store: `UPDATE invoice SET issue_date = ?2, due_date = ?2, issue_at = -62135596800000, due_at = -62135596800000 WHERE id = ?1`,
    change: { tags: ['old'] },
  },
};
const OLD = '0001-01-01T00:00';

describe.each(['appointment', 'invoice'] as const)('The times of an %s', (kind) => {
  const { path, times, store, change } = WORK[kind];
  /** The valid body of a create. */
  async function newBody() {
    const { id, files: _, ...made } = await make[kind]();
    return { id, body: { ...input[kind](), ...made } as Body };
  }

  it.each(times)('are of the years 1900 to 2199: %s', async (name) => {
    const { id, body } = await newBody();
    for (const time of ['1899-12-31T23:59:59', '0022-05-01T09:00', '2200-01-01', '9999-12-31T23:59:59Z']) {
      const created = await call('POST', `/${kind}/`, { json: { ...body, [name]: time } });
      expect([created.status, faults(created)], time).toEqual([422, [[name, 'value_error']]]);
      expect(created.body.detail[0].msg).toContain('1900 to 2199');
      const patched = await call('PATCH', path(id), { json: { [name]: time } });
      expect([patched.status, faults(patched)], time).toEqual([422, [[name, 'value_error']]]);
    }
    for (const time of ['1900-01-01', '2199-12-31T23:59:59']) {
      const others = Object.fromEntries(times.map((other) => [other, time]));
      expect((await call('POST', `/${kind}/`, { json: { ...body, ...others } })).status, time).toBe(201);
    }
  });

  it('are sent back as they are stored, with another change', async () => {
    const { id } = await newBody();
    await rows(store, id, OLD);
    const stored = await ok('GET', path(id));
    const sent = Object.fromEntries(times.map((name) => [name, OLD]));
    expect(stored).toMatchObject(sent);
    const { status, body, headers } = await call('PATCH', path(id), { json: { ...sent, ...change } });
    expect([status, body]).toEqual([200, { ...stored, ...change, updated_at: body.updated_at }]);
    expect(headers.get('x-ignored-fields')).toBeNull();
    for (const name of times) {
      const other = await call('PATCH', path(id), { json: { ...sent, [name]: '0001-01-02' } });
      expect([other.status, faults(other)]).toEqual([422, [[name, 'value_error']]]);
    }
    // Who sends none of them reads nothing more than before.
    const { cost } = await call('PATCH', path(id), { json: change });
    expect(cost.trips).toBe(2);
  });
});

it('An old invoice is sent back by PUT, also once it is a document', async () => {
  const { id } = await make.invoice({ items: [], paid_amount: 0, status: 'ISSUED' });
  await rows(WORK.invoice.store, id, OLD);
  const json = { ...(await ok('GET', `/invoice/${id}`)), tags: ['old'] };
  const { status, body } = await call('PUT', `/invoice/${id}`, { json });
  expect([status, body]).toEqual([200, { ...json, updated_at: body.updated_at }]);
});

describe('A death before the birth', () => {
  const DEAD = { dob: '2026-01-02', deceased_at: '2026-01-02T04:10' };
  const refusedAt = (field: string) => [422, [[field, 'value_error']]];
  const told = (answer: Awaited<ReturnType<typeof call>>) => [answer.status, faults(answer)];
  const change = (id: string, json: Body, method = 'PATCH') => call(method, `/patient/${id}`, { json });

  it.each(['2026-01-01', '2026-01-01T23:59:59', '2025-12-31T23:59Z', '2026-01-02T00:30+01:00'])(
    'is refused: %s',
    async (deceased_at) => {
      const json = input.patient({ ...DEAD, deceased_at });
      const created = await call('POST', '/patient/', { json });
      expect(told(created)).toEqual(refusedAt('deceased_at'));
      expect(created.body.detail[0].msg).not.toContain('2026');
      const { id } = await make.patient(DEAD);
      expect(told(await change(id, { deceased_at }))).toEqual(refusedAt('deceased_at'));
      expect(told(await change(id, { ...json, dob: '2026-01-03' }, 'PUT'))).toEqual(refusedAt('deceased_at'));
      expect(await row('SELECT version FROM patient WHERE id = ?', id)).toEqual({ version: 1 });
    },
  );

  it.each(['2026-01-02', '2026-01-02T00:00', '2026-01-02T00:00Z', '2026-01-03T01:00+14:00'])(
    'is not one on the same day: %s',
    async (deceased_at) => {
      const { id } = await make.patient({ ...DEAD, deceased_at });
      expect((await change(id, { deceased_at: null })).status).toBe(200);
      expect((await change(id, { deceased_at })).status).toBe(200);
    },
  );

  it('has the days of the hospital', async () => {
    const env = { TIME_ZONE: 'Asia/Tokyo' };
    const died = (deceased_at: string) =>
      call('POST', '/patient/', { json: input.patient({ ...DEAD, deceased_at }), env });
    expect((await died('2026-01-01T15:00Z')).status).toBe(201);
    expect(told(await died('2026-01-01T14:59Z'))).toEqual(refusedAt('deceased_at'));
  });

  it('is refused where only the birth is sent, by a body of all that the interface has, too', async () => {
    const { id } = await make.patient(DEAD);
    const contract = input.patient({ dob: DEAD.dob });
    const dob = '2026-01-03';
    expect(told(await change(id, { dob }))).toEqual(refusedAt('dob'));
    expect(told(await change(id, { ...contract, dob }, 'PUT'))).toEqual(refusedAt('dob'));
    const put = await change(id, { ...contract, dob: '2025-12-31' }, 'PUT');
    expect([put.status, put.cost.trips]).toEqual([200, 1]);
    expect((await change(id, { dob: null })).status).toBe(200);
  });

  it('is sent back where it is stored, as long as neither changes', async () => {
    const { id } = await make.patient(DEAD);
    await rows(`UPDATE patient SET dob = '2026-01-05' WHERE id = ?`, id);
    const stored = await ok('GET', `/patient/${id}?view=full`);
    expect((await change(id, { ...stored, gender: 'other' }, 'PUT')).status).toBe(200);
    const { deceased_at: _, ...contract } = stored;
    expect((await change(id, { ...contract, gender: 'male' }, 'PUT')).status).toBe(200);
    expect((await change(id, { gender: 'female' })).status).toBe(200);
    expect(told(await change(id, { dob: '2026-01-04' }))).toEqual(refusedAt('dob'));
    expect(told(await change(id, { deceased_at: '2026-01-03' }))).toEqual(refusedAt('deceased_at'));
    expect((await change(id, { dob: '2026-01-02' })).status).toBe(200);
  });

  it('is told before a national id that another patient has', async () => {
    const { national_id } = await make.patient({ national_id: 'X 4711' });
    const { id } = await make.patient(DEAD);
    expect(told(await change(id, { national_id, dob: '2026-01-03' }))).toEqual(refusedAt('dob'));
    const taken = await change(id, { national_id, dob: '2026-01-01' });
    expect([taken.status, taken.body.field]).toEqual([400, 'national_id']);
  });
});
