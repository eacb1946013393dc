import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { accessOf } from '../support/access';
import { newCalendar, patch } from '../support/calendar';
import { type Body, call, faults, ok, type Result, refusal, testEnv } from '../support/client';
import { make } from '../support/factories';
import { eventsIn, newFeed, readFeed, statusOf, textOf, tokenIn } from '../support/feeds';
import { noted, three, withinMinute } from '../support/limits';
import { row, rows, trail } from '../support/rows';
import { actorOf, insertUser, programOf, type TestUser } from '../support/users';

const DAY = 86_400_000;
/** Eight days before the clocks of Stockholm go forward. */
const NOW = Date.UTC(2027, 2, 20, 10);

let owner: TestUser;
let world: Awaited<ReturnType<typeof newCalendar>>;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  owner = await insertUser('doctor');
  world = await newCalendar();
});
afterEach(() => void vi.useRealTimers());

const ofDoctor = () => newFeed(owner, { doctor_id: world.ids.doctor_id });
const at = (days: number) => new Date(NOW + days * DAY).toISOString();
const uidsIn = (answer: Result) => eventsIn(answer).map(({ uid }) => uid);

describe('GET /feeds/….ics', () => {
  it('has the visits of a doctor, or of a department, from 7 days ago to 90 ahead', async () => {
    const { ids, booked } = world;
    const elsewhere = { doctor_id: (await make.doctor()).id };
    await booked({ schedule: '2027-03-12T23:59Z' });
    const first = await booked({ schedule: '2027-03-13T00:00Z' });
    const other = await booked({ schedule: at(1), ...elsewhere });
    const last = await booked({ schedule: '2027-06-18T23:59Z' });
    await booked({ schedule: '2027-06-19T00:00Z' });
    const { path } = await ofDoctor();
    const { path: ofDepartment } = await newFeed(owner, { department_id: ids.department_id });
    expect(uidsIn(await readFeed(path))).toEqual([first.id, last.id]);
    expect(uidsIn(await readFeed(ofDepartment))).toEqual([first.id, other.id, last.id]);
  });

  it('says when, in UTC, on both sides of a change of the clocks, and nothing else', async () => {
    const env = { TIME_ZONE: 'Europe/Stockholm' };
    const details = {
      expected_duration_minutes: 30,
      reason: 'Palpitations',
      tags: ['first-visit'],
      type: 'Ultrasound',
    };
    for (const day of ['27', '28']) await world.booked({ schedule: `2027-03-${day}T09:00`, ...details }, { env });
    const answer = await readFeed((await ofDoctor()).path, { env });
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
    const times = eventsIn(answer).map(({ startDate, endDate }) => [startDate, endDate].map(String));
    expect(times).toEqual([
      ['2027-03-27T08:00:00Z', '2027-03-27T08:30:00Z'],
      ['2027-03-28T07:00:00Z', '2027-03-28T07:30:00Z'],
    ]);
    const shown = new Set(eventsIn(answer).flatMap(({ component }) => component.getAllProperties().map((p) => p.name)));
    expect([...shown].sort()).toEqual([
      'dtend',
      'dtstamp',
      'dtstart',
      'sequence',
      'status',
      'summary',
      'transp',
      'uid',
    ]);
    const [patient, doctor, department] = await Promise.all([
      ok('GET', `/patient/${world.ids.patient_id}`),
      ok('GET', `/doctor/${world.ids.doctor_id}`),
      ok('GET', `/department/${world.ids.department_id}`),
    ]);
    const words = [
      patient.id,
      patient.first_name,
      patient.last_name,
      doctor.last_name,
      department.name,
      department.code,
    ];
    const text = textOf(answer);
    expect([...words, details.reason, details.type, 'first-visit'].filter((word) => text.includes(word))).toEqual([]);
  });

  it('tells a moved visit by its id and a higher number, and leaves out what went elsewhere', async () => {
    const visit = await world.booked({ schedule: at(1) });
    const { path } = await ofDoctor();
    const [before] = eventsIn(await readFeed(path));
    await patch(visit.id, { schedule: at(3) });
    const [moved] = eventsIn(await readFeed(path));
    expect([moved?.uid, moved?.startDate.toJSDate().getTime()]).toEqual([visit.id, NOW + 3 * DAY]);
    expect(moved?.sequence).toBeGreaterThan(before?.sequence ?? Number.NaN);
    await patch(visit.id, { doctor_id: (await make.doctor()).id });
    expect(eventsIn(await readFeed(path))).toEqual([]);
  });

  it.each(['CANCELLED', 'Canceled', 'no-show'])('has one that is %s as CANCELLED, for seven days', async (status) => {
    const visit = await world.booked({ schedule: at(30) });
    const { path } = await ofDoctor();
    expect(eventsIn(await readFeed(path)).map(statusOf)).toEqual(['CONFIRMED']);
    await patch(visit.id, { status });
    vi.setSystemTime(NOW + 7 * DAY - 1);
    expect(eventsIn(await readFeed(path)).map((event) => [event.uid, statusOf(event)])).toEqual([
      [visit.id, 'CANCELLED'],
    ]);
    vi.setSystemTime(NOW + 7 * DAY);
    expect(eventsIn(await readFeed(path))).toEqual([]);
  });

  it('keeps what has taken place, and leaves out the visits of deleted patients', async () => {
    const visit = await world.booked({ schedule: at(-1), status: 'COMPLETED' });
    const { path } = await ofDoctor();
    expect(eventsIn(await readFeed(path)).map((event) => [event.uid, statusOf(event)])).toEqual([
      [visit.id, 'CONFIRMED'],
    ]);
    await ok('DELETE', `/patient/${world.ids.patient_id}`);
    expect(eventsIn(await readFeed(path))).toEqual([]);
  });

  it('is 304 until a visit changes, or a day has gone', async () => {
    const visit = await world.booked({ schedule: '2027-03-13T08:00Z' });
    const { path } = await ofDoctor();
    const first = await readFeed(path);
    const poll = (to = path) => readFeed(to, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    vi.setSystemTime(NOW + DAY / 2);
    const again = await poll();
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, first.headers.get('etag')]);
    expect(again.headers.get('cache-control')).toBe('private, max-age=300');
    expect((await poll((await ofDoctor()).path)).status).toBe(200); // no other feed has its tag
    vi.setSystemTime(NOW + DAY);
    expect(eventsIn(await poll())).toEqual([]);
    vi.setSystemTime(NOW);
    await patch(visit.id, { status: 'COMPLETED' });
    expect((await poll()).status).toBe(200);
  });

  it('answers HEAD', async () => {
    const { path } = await ofDoctor();
    const [read, head] = [await readFeed(path), await call('HEAD', path, { as: null })];
    expect([head.status, head.bytes.length, head.headers.get('etag')]).toEqual([200, 0, read.headers.get('etag')]);
  });

  it('has 2,000 visits, the first ones', async () => {
    const { ids } = world;
    await rows(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2009)
       INSERT INTO appointment (id, version, created_at, updated_at, type, status, patient_id, doctor_id, department_id, schedule,
         is_follow_up, starts_at, ends_at)
       SELECT 'busy-' || i, 1, 0, 0, 'visit', 'SCEDULED', ?1, ?2, ?3, '', 0, ?4 + i * 60000, ?4 + i * 60000 + 60000 FROM n`,
      ids.patient_id,
      ids.doctor_id,
      ids.department_id,
      NOW,
    );
    const answer = await readFeed((await ofDoctor()).path);
    expect([uidsIn(answer).length, uidsIn(answer).at(-1)]).toEqual([2_000, 'busy-1999']);
    expect(answer.cost.rows_read).toBeLessThanOrEqual(2 * 2_000 + 5);
    expect(answer.bytes.length).toBeLessThan(600_000);
    const { id } = await ok('GET', `/doctor/${ids.doctor_id}`);
    await rows('DELETE FROM appointment WHERE doctor_id = ?', id); // others of this file would be slow
  });

  it('reads a row of the index, of the table and of the patient for each visit, in two trips', async () => {
    const { path } = await ofDoctor();
    const empty = (await readFeed(path)).cost;
    for (const day of [1, 2, 3]) await world.booked({ schedule: at(day) });
    for (const far of [-40, -30, 200, 300]) await world.booked({ schedule: at(far) });
    const { cost } = await readFeed(path);
    expect([empty.trips, cost.trips, cost.rows_written]).toEqual([2, 2, 0]);
    expect(empty.rows_read).toBeLessThanOrEqual(4);
    expect(cost.rows_read - empty.rows_read).toBeLessThanOrEqual(3 * 3);
  });
});

describe('A look at a feed', () => {
  it('is on record as a list of appointments by its account, and not when it is 304 or empty', async () => {
    const { path, id } = await ofDoctor();
    const empty = await readFeed(path);
    for (const day of [1, 2]) await world.booked({ schedule: at(day) });
    const shown = await readFeed(path);
    const unchanged = await readFeed(path, { headers: { 'if-none-match': shown.headers.get('etag') ?? '' } });
    expect([accessOf(empty), accessOf(unchanged), unchanged.status]).toEqual([[], [], 304]);
    expect(accessOf(shown)).toEqual([
      expect.objectContaining({
        ...{ actor: owner.id, role: 'doctor', action: 'list', entity: 'appointment', count: 2 },
        ...{ patient_id: null, entity_id: null, detail: JSON.stringify({ feed: id }) },
      }),
    ]);
  });
});

/** What differs of any two answers. */
const OWN_HEADERS = /^(x-request-id|x-d1-bookmark|server-timing)$/;
const refusalOf = ({ status, body, headers }: Result) => ({
  ...{ status, body },
  headers: [...headers].filter(([name]) => !OWN_HEADERS.test(name)),
});

describe('A feed that has ended', () => {
  const ENDS: Record<string, (feed: Body) => Promise<unknown>> = {
    'was deleted': ({ id }) => ok('DELETE', `/auth/feeds/${id}`, { as: owner }),
    'is of an account that is disabled': () =>
      ok('PATCH', `/auth/users/${owner.id}`, { as: 'admin', json: { disabled: true } }),
    'is of an account without a role': () =>
      ok('PATCH', `/auth/users/${owner.id}`, { as: 'admin', json: { type: 'none' } }),
    'is of an account that is deleted': () => rows('UPDATE user SET deleted_at = 1 WHERE id = ?', owner.id),
    'is of a doctor who is deleted': () => rows('UPDATE doctor SET deleted_at = 1 WHERE id = ?', world.ids.doctor_id),
  };
  it.each(Object.entries(ENDS))('because it %s is as one that never was', async (_, end) => {
    await world.booked({ schedule: at(1) });
    const feed = await ofDoctor();
    const never = refusalOf(await readFeed(`/feeds/${'A'.repeat(43)}.ics`));
    expect((await readFeed(feed.path)).status).toBe(200);
    await end(feed);
    const ended = await readFeed(feed.path);
    expect(refusalOf(ended)).toEqual(never);
    expect([ended.status, ended.body, accessOf(ended)]).toEqual([404, refusal('not_found', 'Feed not found'), []]);
  });

  it('because its department is deleted', async () => {
    const { id } = await make.department();
    const { path } = await newFeed(owner, { department_id: id });
    await ok('DELETE', `/department/${id}`, { as: 'admin' });
    expect((await readFeed(path)).status).toBe(404);
  });

  it('goes on with its account', async () => {
    const { path } = await ofDoctor();
    const statusAfter = async (disabled: boolean) => {
      await ok('PATCH', `/auth/users/${owner.id}`, { as: 'admin', json: { disabled } });
      return (await readFeed(path)).status;
    };
    expect([await statusAfter(true), await statusAfter(false)]).toEqual([404, 200]);
  });
});

describe('An address of a feed', () => {
  it('is what was answered, and no other spelling of it', async () => {
    const { path } = await ofDoctor();
    const token = tokenIn(path);
    const flipped = `${token.slice(0, -1)}${String.fromCharCode(token.charCodeAt(42) + 1)}`; // the same 256 bits
    const others = [token, `${token}.ICS`, `${token}=.ics`, `${token.toLowerCase()}.ics`, `${token.slice(1)}.ics`];
    for (const other of [...others, `${flipped}.ics`, `${token}.ics.ics`, `%20${token}.ics`, '.ics'])
      expect([other, (await readFeed(`/feeds/${other}`)).status]).toEqual([other, 404]);
    expect((await readFeed(path)).status).toBe(200);
  });

  it('is answered once, by the name of the service, and only its hash is stored', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const make = () =>
      call('POST', '/auth/feeds', {
        as: owner,
        json: { doctor_id: world.ids.doctor_id },
        headers: key,
        env: { BASE_URL: 'https://clinic.example' },
      });
    const [first, again] = [await make(), await make()];
    const { url, ...feed } = first.body;
    expect(url).toMatch(/^https:\/\/clinic\.example\/feeds\/[\w-]{43}\.ics$/);
    expect([first.status, again.status, again.body]).toEqual([201, 201, feed]);
    expect(await ok('GET', '/auth/feeds', { as: owner })).toEqual([feed]);
    const stored = await row('SELECT * FROM calendar_feed WHERE id = ?', feed.id);
    const token = tokenIn(new URL(url).pathname);
    expect(stored?.token_hash).toBe(await sha256(token));
    expect(JSON.stringify([stored, await rows('SELECT * FROM audit WHERE entity_id = ?', feed.id)])).not.toContain(
      token,
    );
  });
});

describe('Feeds of an account', () => {
  it('are its own, newest first, and in the trail', async () => {
    const [first, second] = [await ofDoctor(), await newFeed(owner, { department_id: world.ids.department_id })];
    await newFeed(await insertUser('staff'), { doctor_id: world.ids.doctor_id });
    const listed = await ok('GET', '/auth/feeds', { as: owner });
    expect(listed.map(({ id, doctor_id, department_id }: Body) => [id, doctor_id, department_id])).toEqual([
      [second.id, null, world.ids.department_id],
      [first.id, world.ids.doctor_id, null],
    ]);
    const stranger = await call('DELETE', `/auth/feeds/${first.id}`, { as: 'admin' });
    expect([stranger.status, stranger.body]).toEqual([404, refusal('not_found', `Feed not found: ${first.id}`)]);
    await ok('DELETE', `/auth/feeds/${first.id}`, { as: owner });
    expect((await call('DELETE', `/auth/feeds/${first.id}`, { as: owner })).status).toBe(404);
    expect((await ok('GET', '/auth/feeds', { as: owner })).map(({ id }: Body) => id)).toEqual([second.id]);
    expect(await trail(first.id)).toEqual(['create 1', 'delete 2 deleted_at']);
  });

  it('are 20 at most, also of requests that come together', async () => {
    const make = () => call('POST', '/auth/feeds', { as: owner, json: { doctor_id: world.ids.doctor_id } });
    const answers = await Promise.all(Array.from({ length: 23 }, make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body);
    expect(refused).toEqual(Array(3).fill(refusal('too_many', 'The account has 20 feeds already: delete one first')));
    await ok('DELETE', `/auth/feeds/${answers.find(({ status }) => status === 201)?.body.id}`, { as: owner });
    expect([(await make()).status, (await make()).status]).toEqual([201, 400]);
  });

  it('are of one doctor, or of one department, that is there', async () => {
    const { doctor_id, department_id } = world.ids;
    const send = (json: object) => call('POST', '/auth/feeds', { as: owner, json });
    for (const wrong of [{}, { doctor_id, department_id }, { doctor_id: null }]) {
      const { status, body } = await send(wrong);
      expect([status, body.detail[0]?.msg]).toEqual([
        422,
        'Exactly one of doctor_id and department_id should be given',
      ]);
    }
    expect(faults(await send({ doctor_id: 'x', department_id: null }))).toEqual([['doctor_id', 'uuid_parsing']]);
    const id = crypto.randomUUID();
    const missing = await send({ department_id: id });
    expect([missing.status, missing.body]).toEqual([
      404,
      refusal('reference_not_found', `Department not found: ${id}`),
    ]);
  });

  it('are made by people whose login is not narrowed, and who are still there', async () => {
    const json = { doctor_id: world.ids.doctor_id };
    const statusOfMake = async (as: Parameters<typeof call>[2] & object) =>
      (await call('POST', '/auth/feeds', { ...as, json })).status;
    expect(await statusOfMake({ as: { ...owner, scope: 'user/Appointment.rs user/Schedule.rs' } })).toBe(403);
    expect(await statusOfMake({ as: programOf('system/*.cruds') })).toBe(403);
    expect(await statusOfMake({ as: 'none' })).toBe(403);
    expect(await statusOfMake({ as: actorOf('billing') })).toBe(201);
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', owner.id);
    expect(await statusOfMake({ as: owner })).toBe(401);
  });
});

describe('The limit of feeds', () => {
  it('counts by account, and by address where there is no feed', async () => {
    const { path } = await ofDoctor();
    const { counted, env } = noted();
    const headers = { 'cf-connecting-ip': '203.0.113.9' };
    await readFeed(path, { env, headers });
    await readFeed(`/feeds/${'A'.repeat(43)}.ics`, { env, headers });
    expect(counted).toEqual([`ACCOUNT feeds ${owner.id}`, 'ACCOUNT 203.0.113.9']);
  });

  it('refuses before a visit is read', () =>
    withinMinute(async () => {
      vi.useRealTimers();
      const { path } = await ofDoctor();
      const env = { ...testEnv, ACCOUNT_RATE_LIMIT: three() };
      const answers = [];
      for (let n = 0; n < 4; n++) answers.push(await readFeed(path, { env }));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(answers[3]?.cost.trips).toBe(1);
    }));
});
