import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { type Body, call, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { rows } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

const admin = { as: 'admin' } as const;
const ENTRIES = 4_000;
const START = Date.parse('2025-03-01T00:00:00Z');
const MINUTE = 60_000;
const iso = (time: number) => new Date(time).toISOString();
const audit = (query: string) => ok('GET', `/audit/?${query}`, admin);

/** A row each minute: of 4,000 a rare action and a rare account, of which no index knows. */
beforeAll(async () => {
  await rows(
    `WITH RECURSIVE i(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n < ?2 - 1)
     INSERT INTO audit (at, actor, action, entity, entity_id, version, changed)
     SELECT ?1 + n * 60000, iif(n % 1000 = 5, 'rare', 'often'), iif(n % 2, 'update', 'create'), 'ward', 'ward-' || (n / 10), 1, '["floor"]' FROM i`,
    ...[START, ENTRIES],
  );
  await rows(
    "INSERT INTO audit (at, action, entity, entity_id, version, changed) VALUES (?, 'late', 'ward', 'ward-late', 1, '[]')",
    START + (ENTRIES - 59) * MINUTE,
  );
});

describe('GET /audit/', () => {
  it('answers the newest rows first, page by page, each once', async () => {
    const found = (await pages('/audit/?limit=999&to=2025-03-02T00:00:00Z', admin)).flat();
    expect(found.map(({ seq }: Body) => seq)).toEqual(Array.from({ length: 1440 }, (_, i) => 1440 - i));
    expect(found.at(-1)).toEqual({
      ...{ seq: 1, at: iso(START), actor: 'often', action: 'create', entity: 'ward', entity_id: 'ward-0', version: 1 },
      ...{ changed: ['floor'], request_id: null, address: null, detail: null },
    });
    expect(await audit('limit=1')).toHaveLength(1);
  });

  it('has the filters that the log has columns for', async () => {
    const { id } = await make.patient();
    expect(await audit(`entity_id=${id.toUpperCase()}`)).toMatchObject([
      { action: 'create', entity: 'patient', entity_id: id },
    ]);
    expect(await audit(`entity_id=${id}&action=update`)).toEqual([]);
    expect(await audit('entity_id=ward-7&action=update')).toHaveLength(5);
    expect(await audit(`entity=patient&actor=${actorOf('staff').id}&action=create`)).toHaveLength(1);
    const rare = (await pages('/audit/?actor=rare', admin)).flat();
    expect(rare.map(({ seq }: Body) => seq)).toEqual([3006, 2006, 1006, 6]);
  });

  it('takes a time from its beginning up to, and without, its end', async () => {
    const at = (from: number, to: number) => `from=${iso(START + from * MINUTE)}&to=${iso(START + to * MINUTE)}`;
    const seqs = async (query: string) => (await pages(`/audit/?${query}`, admin)).flat().map(({ seq }: Body) => seq);
    expect(await seqs(at(100, 103))).toEqual([103, 102, 101]);
    expect(await seqs(at(0, 1))).toEqual([1]);
    expect(await seqs(at(-500, 0))).toEqual([]);
    expect(await seqs(at(3000, 3100))).toHaveLength(100);
    expect(await seqs(`${at(0, ENTRIES)}&actor=rare`)).toEqual([3006, 2006, 1006, 6]);
    expect(await seqs(`${at(70, 90)}&entity_id=ward-8`)).toEqual([90, 89, 88, 87, 86, 85, 84, 83, 82, 81]);
    expect(await seqs('from=2025-03-01&to=2025-03-01T00:02')).toEqual([2, 1]);
  });

  it('finds a row that was written long after its request came', async () => {
    const from = START + (ENTRIES - 59) * MINUTE;
    const found = (await pages(`/audit/?from=${iso(from)}&to=${iso(from + MINUTE)}`, admin)).flat();
    expect(found.map(({ seq, action }: Body) => [seq, action])).toEqual([
      [ENTRIES + 1, 'late'],
      [ENTRIES - 58, 'update'],
    ]);
  });

  it('reads a bounded number of rows, whatever is asked for', async () => {
    const late = iso(START + 3000 * MINUTE);
    const times = `from=${iso(START)}&to=${late}`;
    for (const query of [
      'actor=nobody',
      'limit=1000',
      'action=update&limit=1000',
      `${times}&actor=x`,
      `to=${late}`,
      'entity_id=ward-3&actor=x',
      `cursor=3000&entity=x`,
    ]) {
      const { status, cost } = await call('GET', `/audit/?${query}`, admin);
      expect([status, cost.trips], query).toEqual([200, 1]);
      expect(cost.rows_read, query).toBeLessThan(5_000);
    }
    expect((await call('GET', '/audit/?limit=10', admin)).cost.rows_read).toBeLessThan(60);
    expect((await call('GET', '/audit/?entity_id=ward-3&limit=5', admin)).cost.rows_read).toBeLessThan(40);
  });

  it('is for those who are admins now', async () => {
    const all = ['/audit/?limit=1', '/audit/access', '/audit/access/2026-11-23'];
    const one = await insertUser('admin');
    expect((await call('GET', '/audit/?limit=1', { as: one })).status).toBe(200);
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', one.id);
    for (const path of all) {
      const { status, body } = await call('GET', path, { as: one });
      expect([status, Array.isArray(body)]).toEqual([401, false]);
    }
  });
});

describe('The audit trail', () => {
  it('leaves a look in the access log where it is read', async () => {
    const trail = await call('GET', '/audit/?limit=3', admin);
    expect(accessOf(trail)).toMatchObject([{ entity: 'audit', action: 'list', count: 3, actor: actorOf('admin').id }]);
  });
});

describe('With view=full the audit trail', () => {
  const latest = async (entity_id: string) => (await audit(`view=full&limit=1&entity_id=${entity_id}`))[0];

  it('says what each kind of record is called, and whose it is', async () => {
    const patient = await make.patient();
    const { id, reg_number, first_name, last_name } = patient;
    const brief = { id, reg_number, first_name, last_name };
    const visit = await make.appointment({ patient_id: id });
    const bill = await make.invoice({ patient_id: id, status: 'ISSUED', paid_amount: 0 });
    const payment = await ok('POST', `/invoice/${bill.id}/payments`, { json: { amount: 1, method: 'cash' } });
    const none = { number: null, name: null, starts_at: null, patient: null };
    expect(await latest(id)).toMatchObject({ patient_id: id, record: { ...none, patient: brief } });
    const starts_at = expect.stringMatching(/Z$/);
    expect((await latest(visit.id)).record).toEqual({ ...none, starts_at, patient: brief });
    for (const one of [bill.id, payment.id])
      expect((await latest(one)).record).toEqual({ ...none, number: bill.reg_number, patient: brief });
    const department = await make.department();
    const { number, name } = (await latest(department.id)).record;
    expect([number, name]).toEqual([department.code, department.name]);
    const doctor = await make.doctor();
    const named = { number: doctor.reg_number, name: `${doctor.first_name} ${doctor.last_name}` };
    expect((await latest(doctor.id)).record).toEqual({ ...none, ...named });
    expect((await latest('ward-7')).record).toEqual(none);
    expect((await audit(`limit=1&entity_id=${id}`))[0]).not.toHaveProperty('record');
  });

  it('still does so once the record is deleted', async () => {
    const { id, reg_number } = await make.patient();
    await ok('DELETE', `/patient/${id}`, admin);
    expect(await latest(id)).toMatchObject({ action: 'delete', record: { patient: { reg_number } } });
  });

  it('names those whom it shows in the access log', async () => {
    const { id } = await make.patient();
    const answer = await call('GET', `/audit/?view=full&entity_id=${id}`, admin);
    expect(accessOf(answer)).toMatchObject([{ entity: 'audit', action: 'list', count: 1, patient_id: id }]);
  });

  it('reads a bounded number of rows more', async () => {
    const cost = async (view: string) => (await call('GET', `/audit/?limit=50&view=${view}`, admin)).cost;
    const [plain, named] = [await cost('reduced'), await cost('full')];
    expect(named.trips).toBe(1);
    expect(named.rows_read - plain.rows_read).toBeLessThanOrEqual(50 * 6);
  });
});
