// workerd is killed amid series by clients who want the same doctors and the same rooms: a series is there with all of its visits or
// not at all, no room is taken twice, and a repetition does it once. SEED=n repeats the choices of a run, ROUNDS=n makes it longer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { input } from '../support/input.ts';
import { contradictions } from '../support/invariants.ts';
import { logIn, send } from './lib/accounts.mjs';
import { randomOf, seed } from './lib/random.mjs';
import { emptyData, startService } from './lib/service.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 4);
const CLIENTS = 8;
/** So many answers come before the kill, but it comes after so many milliseconds at the latest. */
const ANSWERS = [8, 50];
const LATEST = 3_000;
const HALF_HOUR = 30 * 60_000;
const BEGIN = Date.parse('2030-01-07T00:00Z');
const COUNT = 4;
const vars = { DOUBLE_BOOKING: 'reject' };

/** Pairs of visits of one room, or of one doctor, at one time. */
const TWICE = ['resource_id', 'doctor_id'].map(
  (whose) => `SELECT a.id FROM appointment a JOIN appointment b ON b.${whose} = a.${whose} AND b.id > a.id
    AND b.busy_from < a.busy_until AND b.busy_until > a.busy_from`,
);

/** One who books series until the service is gone. */
class Client {
  /** what was asked, the last without an answer */
  asked = [];

  constructor(given) {
    Object.assign(this, given);
  }

  send = ({ url }, { json, headers }) => send(url, 'POST', '/calendar/series', { token: this.token, json, headers });

  next(from) {
    const { random, body } = this;
    const time = from + Math.floor(random.between(0, 8)) * HALF_HOUR;
    return {
      ...{ ...body, doctor_id: random.pick(this.doctors), schedule: new Date(time).toISOString().slice(0, 16) },
      ...{ every_weeks: 1, count: COUNT, on_conflict: random.pick(['refuse', 'skip']) },
    };
  }

  async workUntilKilled(service, from, answered) {
    this.asked = [];
    for (;;) {
      const op = { json: this.next(from), headers: { 'idempotency-key': randomUUID() } };
      this.asked.push(op);
      op.answer = await this.send(service, op).catch(() => undefined);
      if (!op.answer) return;
      assert.ok([201, 409].includes(op.answer.status), `a series: ${op.answer.status} ${op.answer.bytes}`);
      answered();
    }
  }

  /** @returns whether the one without an answer had taken place */
  async settle(service) {
    const visits = async (id) => (await service.query('SELECT id FROM appointment WHERE series_id = ?', id)).length;
    const requireWhole = async ({ id, appointments, skipped }) => {
      assert.equal(appointments.length + skipped.length, COUNT, 'what was planned');
      assert.equal(await visits(id), appointments.length, 'visits of a series');
      for (const { resource_id } of appointments) assert.ok(resource_id, 'a visit without its room');
    };
    for (const { answer } of this.asked) if (answer?.status === 201) await requireWhole(answer.body);
    const cut = this.asked.at(-1);
    const key = cut.headers['idempotency-key'];
    const [made] = await service.query('SELECT entity_id FROM idempotency_key WHERE key = ?', key);
    const again = await this.send(service, cut);
    if (made) assert.deepEqual([again.status, again.body.id], [201, made.entity_id], 'repeated');
    else assert.ok([201, 409].includes(again.status), `repeated: ${again.status} ${again.bytes}`);
    if (again.status === 201) await requireWhole(again.body);
    return made !== undefined;
  }
}

test('A series is there whole or not at all, whenever workerd is killed', { timeout: 500_000 }, async () => {
  console.log(`crash-series: SEED=${seed}`);
  const random = randomOf(seed);
  const data = await emptyData();
  let service = await startService({ data, vars });
  const accounts = await Promise.all(Array.from({ length: CLIENTS }, () => logIn(service, 'staff')));
  const make = async (path, json) => (await accounts[0].call('POST', path, { json })).body.id;
  const department_id = await make('/department/', input.department());
  const doctors = [];
  for (let n = 0; n < 4; n++) doctors.push(await make('/doctor/', input.doctor()));
  for (const name of ['One', 'Two']) await make('/calendar/resources/', { name, kind: 'Ultrasound' });
  const type = { name: 'Scan', minutes: 30, buffer_before: 5, buffer_after: 5, needs: 'ultrasound' };
  const type_id = await make('/calendar/types/', type);
  const clients = [];
  for (const [n, { token }] of accounts.entries()) {
    const patient_id = await make('/patient/', input.patient());
    const body = { patient_id, department_id, type_id };
    clients.push(new Client({ token, body, doctors, random: randomOf(seed + n + 1) }));
  }

  const done = { answers: 0, booked: 0, took: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    let left = random.between(...ANSWERS);
    const enough = Promise.withResolvers();
    const answered = () => --left < 0 && enough.resolve();
    const from = BEGIN + round * 8 * HALF_HOUR;
    const working = Promise.all(clients.map((client) => client.workUntilKilled(service, from, answered)));
    await Promise.race([enough.promise, sleep(LATEST), working]);
    await service.crash();
    await working;
    service = await startService({ data, vars });
    for (const client of clients) {
      if (await client.settle(service)) done.took++;
      done.answers += client.asked.length - 1;
      done.booked += client.asked.filter(({ answer }) => answer?.status === 201).length;
    }
    for (const twice of TWICE) assert.deepEqual(await service.query(twice), [], 'two at one time');
    assert.deepEqual(await contradictions(service.queries), []);
  }
  await service.stop();
  assert.ok(done.answers > ROUNDS * CLIENTS, `only ${done.answers} answers`);
  assert.ok(done.booked >= ROUNDS, `only ${done.booked} series`);
  console.log(
    `crash-series: ${ROUNDS} rounds, ${done.answers} answers, ${done.booked} series; ${ROUNDS * CLIENTS} cut off, of which ${done.took} had taken place`,
  );
});
