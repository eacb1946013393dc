// workerd is killed amid holds that become visits, by clients who want the same times: what was acknowledged is there, a hold is
// either a hold or a visit, and a repetition does it once. SEED=n repeats the choices of a run, ROUNDS=n makes it longer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { input } from '../support/input.ts';
import { contradictions } from '../support/invariants.ts';
import { logIn, send } from './lib/accounts.mjs';
import { randomOf, seed } from './lib/random.mjs';
import { emptyData, startService } from './lib/service.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 6);
const CLIENTS = 8;
/** So many answers come before the kill, but it comes after so many milliseconds at the latest. */
const ANSWERS = [15, 90];
const LATEST = 3_000;
const HALF_HOUR = 30 * 60_000;
const BEGIN = Date.parse('2030-01-07T08:00Z');
const vars = { DOUBLE_BOOKING: 'reject' };

const visitOf = ({ patient_id }, { doctor_id, schedule }) => [
  'SELECT id FROM appointment WHERE patient_id = ? AND doctor_id = ? AND schedule = ?',
  patient_id,
  doctor_id,
  schedule,
];

/** One who holds a time after the other, and books or gives back each. */
class Client {
  /** what was asked, the last without an answer */
  asked = [];

  constructor(given) {
    Object.assign(this, given);
  }

  /** @returns the answer; undefined where the service was killed before */
  async ask(service, op) {
    this.asked.push(op);
    op.headers = { 'idempotency-key': randomUUID() };
    op.answer = await this.send(service, op).catch(() => undefined);
    return op.answer;
  }

  send = ({ url }, { method, path, json, headers }) => send(url, method, path, { token: this.token, json, headers });

  /** Each wants what others want, too: one of the next times that nobody had when the round began. */
  next(from) {
    const time = from + Math.floor(this.random.between(0, 12)) * HALF_HOUR;
    return { doctor_id: this.random.pick(this.doctors), schedule: new Date(time).toISOString().slice(0, 16) };
  }

  async workUntilKilled(service, from, answered) {
    this.asked = [];
    for (;;) {
      const time = { ...this.next(from), department_id: this.department_id, minutes: 30 };
      const hold = { what: 'hold', method: 'POST', path: '/calendar/holds', json: { ...time, ttl: 900 } };
      const held = await this.ask(service, hold);
      if (!held) return;
      answered();
      if (held.status !== 201) {
        assert.ok([409, 429].includes(held.status), `a hold: ${held.status} ${held.bytes}`);
        continue;
      }
      const { id } = held.body;
      const ends = { hold: id, time };
      const isBooked = this.random.next() < 0.7;
      const op = isBooked
        ? {
            ...ends,
            what: 'visit',
            method: 'POST',
            path: '/appointment/',
            json: { hold_id: id, patient_id: this.patient_id },
          }
        : { ...ends, what: 'end', method: 'DELETE', path: `/calendar/holds/${id}` };
      const ended = await this.ask(service, op);
      if (!ended) return;
      assert.equal(ended.status, isBooked ? 201 : 200, `${op.what}: ${ended.bytes}`);
      answered();
    }
  }

  /** What became of the last thing that was asked, and that it is done once if it is asked again. */
  async settle(service) {
    const isHeld = async (id) => (await service.query('SELECT id FROM calendar_hold WHERE id = ?', id)).length;
    const visits = async (op) => (await service.query(...visitOf(this, op.time))).length;
    for (const [n, op] of this.asked.entries()) {
      if (op.what === 'hold' && op.answer?.status === 201 && !this.asked[n + 1])
        assert.equal(await isHeld(op.answer.body.id), 1, 'a hold that was acknowledged');
      if (op.what === 'visit' && op.answer)
        assert.deepEqual([await visits(op), await isHeld(op.hold)], [1, 0], 'a visit');
      if (op.what === 'end' && op.answer) assert.equal(await isHeld(op.hold), 0, 'a hold that was given back');
    }
    const cut = this.asked.at(-1);
    if (cut.what === 'hold') {
      const [key] = await service.query(
        'SELECT entity_id FROM idempotency_key WHERE key = ?',
        cut.headers['idempotency-key'],
      );
      if (key) assert.equal(await isHeld(key.entity_id.slice('hold:'.length)), 1, 'a key with its hold');
      const again = await this.send(service, cut);
      if (key) assert.deepEqual([again.status, `hold:${again.body.id}`], [201, key.entity_id]);
      else assert.ok([201, 409, 429].includes(again.status), `held again: ${again.status} ${again.bytes}`);
      if (again.status === 201)
        await this.send(service, { method: 'DELETE', path: `/calendar/holds/${again.body.id}` });
      return key !== undefined;
    }
    const took = cut.what === 'visit' ? await visits(cut) : 1 - (await isHeld(cut.hold));
    if (cut.what === 'visit') assert.equal(took + (await isHeld(cut.hold)), 1, 'either hold or visit');
    const again = await this.send(service, cut);
    const expected = cut.what === 'visit' ? 201 : took ? 404 : 200;
    assert.equal(again.status, expected, `${cut.what} again, after it ${took ? 'took' : 'did not take'} place`);
    if (cut.what === 'visit') assert.deepEqual([await visits(cut), await isHeld(cut.hold)], [1, 0], 'a visit, once');
    return took === 1;
  }
}

/** Two of one doctor at one time. */
const OVERLAPS = `WITH taken AS (
    SELECT id, doctor_id, busy_from, busy_until FROM appointment
    UNION ALL SELECT id, doctor_id, busy_from, busy_until FROM calendar_hold)
  SELECT one.id FROM taken one JOIN taken other ON other.doctor_id = one.doctor_id AND other.id > one.id
    AND other.busy_from < one.busy_until AND other.busy_until > one.busy_from`;

test('A hold is either there or a visit, whenever workerd is killed', { timeout: 500_000 }, async () => {
  console.log(`crash-holds: SEED=${seed}`);
  const random = randomOf(seed);
  const data = await emptyData();
  let service = await startService({ data, vars });
  const accounts = await Promise.all(Array.from({ length: CLIENTS }, () => logIn(service, 'staff')));
  const make = async (path, json) => (await accounts[0].call('POST', path, { json })).body.id;
  const department_id = await make('/department/', input.department());
  const doctors = [await make('/doctor/', input.doctor()), await make('/doctor/', input.doctor())];
  const clients = [];
  for (const [n, { token }] of accounts.entries()) {
    const patient_id = await make('/patient/', input.patient());
    clients.push(new Client({ token, patient_id, department_id, doctors, random: randomOf(seed + n + 1) }));
  }

  const done = { acknowledged: 0, cut: 0, took: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    let left = random.between(...ANSWERS);
    const enough = Promise.withResolvers();
    const answered = () => --left < 0 && enough.resolve();
    const from = BEGIN + round * 12 * HALF_HOUR;
    const working = Promise.all(clients.map((client) => client.workUntilKilled(service, from, answered)));
    await Promise.race([enough.promise, sleep(LATEST), working]);
    await service.crash();
    await working;
    service = await startService({ data, vars });
    for (const client of clients) {
      const took = await client.settle(service);
      done.acknowledged += client.asked.length - 1;
      done.cut++;
      if (took) done.took++;
    }
    assert.deepEqual(await service.query(OVERLAPS), [], 'two at one time');
    assert.deepEqual(await contradictions(service.queries), []);
  }
  await service.stop();
  const [{ n }] = [{ n: done.acknowledged }];
  assert.ok(n > ROUNDS * CLIENTS, `only ${n} answers`);
  console.log(
    `crash-holds: ${ROUNDS} rounds, ${n} answers; ${done.cut} cut off, of which ${done.took} had taken place`,
  );
});
