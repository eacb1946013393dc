import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf, accessRecord, keep } from '../support/access';
import { type Body, call, faults, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { rows } from '../support/rows';
import { actorOf, insertUser } from '../support/users';

const admin = { as: 'admin' } as const;
const days = (query: string): Promise<Body[]> => ok('GET', `/audit/access?${query}`, admin);
const allDays = async (query: string): Promise<Body[]> => (await pages(`/audit/access?${query}`, admin)).flat();
const doctor = actorOf('doctor').id;
const nurse = actorOf('staff').id;
let anna: string;
let bodil: string;

/** A look of the doctor at Anna. */
const look = (time: string, given: Parameters<typeof accessRecord>[0] = {}) =>
  accessRecord({ at: Date.parse(time), actor: doctor, patient_id: anna, ...given });

beforeAll(async () => {
  anna = (await make.patient()).id;
  bodil = (await make.patient()).id;
  await keep([
    look('2026-11-20T08:00Z'),
    look('2026-11-20T23:59:59.999Z', { entity: 'file' }),
    look('2026-11-20T12:00Z', { patient_id: bodil, action: 'list', entity: 'appointment', count: 1 }),
    look('2026-11-21T00:00Z', { actor: nurse }),
  ]);
  await keep([
    look('2026-11-22T09:00Z', { patient_id: null, action: 'search', count: 2, detail: '{"patients":["x","y"]}' }),
    look('2026-11-22T10:00Z', { patient_id: crypto.randomUUID(), actor: crypto.randomUUID() }),
    look('2026-11-22T11:00Z', { patient_id: null, action: 'refused', detail: '{"permission":"patient:read"}' }),
    look('2026-11-22T12:00Z', { patient_id: null, actor: null, action: 'login_failed', entity: 'user' }),
    look('2026-11-20T07:00Z', { action: 'search', entity: 'invoice' }),
  ]);
});

/** What tells rows apart: `22 anna doctor`. */
const shortly = (found: Body[]) => {
  const names = new Map([
    [anna, 'anna'],
    [bodil, 'bodil'],
    [doctor, 'doctor'],
    [nurse, 'nurse'],
    [null, '-'],
  ]);
  return found.map(({ day, patient_id, actor }) => `${day.slice(8)} ${names.get(patient_id)} ${names.get(actor)}`);
};

const EVERY = ['22 - doctor', '22 - -', '21 anna nurse', '20 bodil doctor', '20 anna doctor'];

describe('GET /audit/access', () => {
  it('answers who has seen whom on which day, how often and how, the newest first', async () => {
    const found = await days('');
    expect(shortly(found)).toEqual(EVERY);
    expect(found.at(-1)).toEqual({
      ...{ day: '2026-11-20', patient_id: anna, actor: doctor, looks: 3 },
      ...{ first_at: '2026-11-20T07:00:00.000Z', last_at: '2026-11-20T23:59:59.999Z' },
      kinds: ['patient:read', 'invoice:search', 'file:read'],
    });
    expect(found[0]).toMatchObject({ looks: 2, kinds: ['refused', 'patient:search'] });
    expect(found[1]).toMatchObject({ looks: 2, kinds: ['login_failed', 'patient:read'] });
  });

  it('finds by patient and by account, also by both', async () => {
    expect(shortly(await days(`patient_id=${anna}`))).toEqual(['21 anna nurse', '20 anna doctor']);
    expect(shortly(await days(`patient_id=${anna.toUpperCase()}&actor=${doctor}`))).toEqual(['20 anna doctor']);
    expect(shortly(await days(`actor=${doctor}`))).toEqual(['22 - doctor', '20 bodil doctor', '20 anna doctor']);
    expect(shortly(await days(`actor=${nurse}`))).toEqual(['21 anna nurse']);
    for (const query of ['actor=nobody', 'patient_id=nobody', `patient_id=${doctor}`, `actor=${anna}`]) {
      expect(await days(query), query).toEqual([]);
    }
  });

  it('finds by kinds of looks', async () => {
    for (const [query, expected] of [
      ['entity=patient', EVERY.filter((one) => one !== '20 bodil doctor')],
      ['entity=appointment', ['20 bodil doctor']],
      ['action=search', ['22 - doctor', '20 anna doctor']],
      ['action=search&entity=invoice', ['20 anna doctor']],
      [`action=read&actor=${doctor}`, ['20 anna doctor']],
      [`action=read&entity=patient&patient_id=${anna}`, ['21 anna nurse', '20 anna doctor']],
      ['action=refused', ['22 - doctor']],
      ['action=login_failed', ['22 - -']],
      ['action=juggle', []],
      ['entity=patient&action=login_failed', []],
      ['entity=refused', []],
    ] as const) {
      expect(shortly(await allDays(query)), query).toEqual(expected);
    }
  });

  it('takes whole days: that of the first time, up to that of the last moment', async () => {
    for (const [query, expected] of [
      ['from=2026-11-21T23:00Z', EVERY.slice(0, 3)],
      ['from=2026-11-22', EVERY.slice(0, 2)],
      ['to=2026-11-22', EVERY.slice(2)],
      ['to=2026-11-22T00:00:00.001Z', EVERY],
      ['from=2026-11-21&to=2026-11-22', ['21 anna nurse']],
      ['from=2026-11-22&to=2026-11-21', []],
      [`from=2026-11-21&patient_id=${anna}`, ['21 anna nurse']],
      [`to=2026-11-21&patient_id=${anna}`, ['20 anna doctor']],
      [`from=2026-11-21&actor=${doctor}`, ['22 - doctor']],
      [`to=2026-11-21&actor=${doctor}`, ['20 bodil doctor', '20 anna doctor']],
      ['from=0001-01-01&to=9999-12-31', EVERY],
    ] as const) {
      expect(shortly(await days(query)), query).toEqual(expected);
    }
  });

  it('knows the days of the hospital', async () => {
    const env = { TIME_ZONE: 'America/New_York' };
    const { id } = await make.patient();
    // Midnight there is 04:00 in UTC.
    const times = ['2027-06-01T03:59:59.999Z', '2027-06-01T04:00Z', '2027-06-02T03:59:59.999Z', '2027-06-02T04:00Z'];
    await keep(
      times.map((time) => look(time, { patient_id: id })),
      env.TIME_ZONE,
    );
    const asked = async (query: string): Promise<Body[]> =>
      (await ok('GET', `/audit/access?patient_id=${id}&${query}`, { ...admin, env })).map(({ day, looks }: Body) => [
        day,
        looks,
      ]);
    const [second, first, before] = [
      ['2027-06-02', 1],
      ['2027-06-01', 2],
      ['2027-05-31', 1],
    ];
    expect(await asked('')).toEqual([second, first, before]);
    expect(await asked('from=2027-06-01&to=2027-06-02')).toEqual([first]);
    expect(await asked('from=2027-06-01T03:59Z&to=2027-06-01T04:00Z')).toEqual([before]);
    expect(await asked('from=2027-06-01T04:00Z')).toEqual([second, first]);
  });

  it('names those who were deleted', async () => {
    const { id } = await make.patient();
    const one = await insertUser('staff');
    await keep([look('2027-07-01T10:00Z', { patient_id: id, actor: one.id })]);
    expect((await call('DELETE', `/patient/${id}`)).status).toBeLessThan(300);
    await rows('UPDATE user SET deleted_at = 1 WHERE id = ?', one.id);
    for (const query of [`patient_id=${id}`, `actor=${one.id}`, 'from=2027-07-01&to=2027-07-02']) {
      expect(await days(query), query).toMatchObject([{ patient_id: id, actor: one.id, looks: 1 }]);
    }
  });

  it('refuses what cannot be asked', async () => {
    for (const query of ['cursor=4711', 'cursor=1.2.x', 'from=soon', 'limit=1001', 'limit=0']) {
      const answer = await call('GET', `/audit/access?${query}`, admin);
      expect([answer.status, faults(answer)[0]?.[0]]).toEqual([422, query.split('=')[0]]);
    }
  });

  it('is recorded itself', async () => {
    const answer = await call('GET', `/audit/access?patient_id=${anna}`, admin);
    expect(accessOf(answer)).toMatchObject([
      { entity: 'access', action: 'list', patient_id: anna, count: 2, role: 'admin', actor: actorOf('admin').id },
    ]);
  });
});

describe('Many days of the access log', () => {
  const DAYS = 200;
  const ACCOUNTS = 20;
  const PATIENTS = 5;
  const BUSY = 8;
  const range = 'from=2000-01-01&to=2001-01-01';
  let rare: string;
  let busy: string;
  let seen: string;

  // Every day 20 accounts see six patients each; the service knows only the last of these. Of its own accounts one sees two
  // patients on each tenth day, and one eight on each day.
  beforeAll(async () => {
    [rare, busy, seen] = [(await insertUser('staff')).id, (await insertUser('staff')).id, (await make.patient()).id];
    const numbers = (n: number) => `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${n - 1})`;
    await rows(`${numbers(DAYS * ACCOUNTS * PATIENTS)} INSERT INTO access_day
      SELECT 10000000 + i % ${PATIENTS}, 10957 + i / ${ACCOUNTS * PATIENTS}, 10000 + i / ${PATIENTS} % ${ACCOUNTS}, 1, i, i, 8 FROM n`);
    await rows(
      `${numbers(DAYS * ACCOUNTS)} INSERT INTO access_day
        SELECT (SELECT seq FROM patient WHERE id = ?), 10957 + i / ${ACCOUNTS}, 10000 + i % ${ACCOUNTS}, 1, i, i, 8 FROM n`,
      seen,
    );
    const ofAccount = (id: string, every: number, patients: number) =>
      rows(
        `${numbers((DAYS / every) * patients)} INSERT INTO access_day
          SELECT 20000000 + i % ${patients}, 10957 + i / ${patients} * ${every}, (SELECT seq FROM user WHERE id = ?), 1, i, i, 8 FROM n`,
        id,
      );
    await ofAccount(rare, 10, 2);
    await ofAccount(busy, 1, BUSY);
  });

  it('are answered page by page, each once', async () => {
    const found = await allDays(`limit=999&${range}`);
    expect(found).toHaveLength(DAYS * (ACCOUNTS * (PATIENTS + 1) + BUSY) + 40);
    expect(found.map(({ day }) => day)).toEqual(
      found
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
    const ofPatient = await allDays(`limit=7&patient_id=${seen}&to=2000-02-01`);
    expect(ofPatient).toHaveLength(31 * ACCOUNTS);
    expect(new Set(ofPatient.map(({ first_at }) => first_at)).size).toBe(31 * ACCOUNTS);
    const ofBusy = await allDays(`limit=1000&actor=${busy}&action=read`);
    expect(ofBusy).toHaveLength(DAYS * BUSY);
    expect(new Set(ofBusy.map(({ first_at }) => first_at)).size).toBe(DAYS * BUSY);
    expect(await allDays(`actor=${busy}&action=list`)).toEqual([]);
    for (const limit of [1, 3, 1000]) {
      const ofAccount = await allDays(`limit=${limit}&actor=${rare}`);
      expect(ofAccount.map(({ day }) => day)).toEqual(
        Array.from({ length: 40 }, (_, n) =>
          new Date(Date.UTC(2000, 0, 1 + 10 * (19 - Math.floor(n / 2)))).toISOString().slice(0, 10),
        ),
      );
    }
  });

  it('take a bounded number of rows, whatever is asked for', async () => {
    for (const query of [
      'limit=1000',
      'action=search&limit=1000',
      'entity=file',
      `${range}&action=list`,
      `actor=${rare}&limit=1000`,
      `actor=${busy}&limit=1000`,
      `actor=${busy}&action=list`,
      `actor=${doctor}&${range}`,
      `actor=${rare}&action=list`,
      `patient_id=${seen}&actor=${rare}`,
      `patient_id=${seen}&action=list&limit=1000`,
      'action=juggle',
    ]) {
      const { status, cost } = await call('GET', `/audit/access?${query}`, admin);
      expect([status, cost.trips, cost.r2], query).toEqual([200, 1, 0]);
      expect(cost.rows_read, query).toBeLessThan(10_000);
    }
    for (const [query, most] of [
      ['', 60],
      [`&patient_id=${seen}`, 60],
      [`&actor=${busy}`, 120],
      [`&actor=${rare}`, 300],
    ] as const) {
      const { cost } = await call('GET', `/audit/access?limit=5${query}`, admin);
      expect(cost.rows_read, query).toBeLessThan(most);
    }
  });
});
