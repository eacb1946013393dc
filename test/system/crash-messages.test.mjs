// The service is killed (SIGKILL) before one step after the other of what leads from a due message to a mail: the tick's look and
// its claim, the queue, the consumer's read and its last look, the mail itself and the note of it. Each visit's mail goes out once;
// twice only where the service was killed between the mail and the note of it; and nothing stays claimed.
// ROUNDS=n makes it longer: fewer would leave steps out.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { input } from '../support/input.ts';
import { callOf, logIn } from './lib/accounts.mjs';
import { TICKING, tick } from './lib/receiver.mjs';
import { emptyData, startService } from './lib/service.mjs';

const ROUNDS = Math.max(20, Number(process.env.ROUNDS ?? 0));
const BOOKINGS = 4;
/** Milliseconds after which a message is taken for lost, with some. */
const LEASE = 605_000;

const RULES = { booked: true, reminders: [], quiet: null, channel: 'email', shows: [] };

test('Each mail goes out, and none twice but for the said case', { timeout: 500_000 }, async () => {
  const data = await emptyData();
  const kills = { armed: Promise.withResolvers() };
  const mails = [];
  const control = createServer(async (request, response) => {
    if (request.method !== 'POST') return kills.armed.resolve(); // never answered
    mails.push(JSON.parse(Buffer.concat(await Array.fromAsync(request))));
    response.end();
  });
  control.listen(0, '127.0.0.1');
  await once(control, 'listening');
  const at = `http://127.0.0.1:${control.address().port}/`;
  const vars = { MAIL_FROM: 'no-reply@clinic.example', BASE_URL: 'https://portal.clinic.example', MAILS_AT: at };
  const options = { data, vars, wrapper: TICKING };
  let service = await startService(options);
  const admin = await logIn(service, 'admin');
  const staff = await logIn(service, 'staff');
  const made = async (path, json) => {
    const { status, bytes, body } = await callOf(service, staff.token)('POST', path, { json });
    assert.equal(status, 201, `${path}: ${bytes}`);
    return body.id;
  };
  assert.equal((await admin.call('PUT', '/messages/rules', { json: RULES })).status, 200);
  const doctor_id = await made('/doctor/', input.doctor());
  const department_id = await made('/department/', input.department());
  const schedule = new Date(Date.now() + 7 * 86_400_000).toISOString();

  let patients = 0;
  const book = async () => {
    const email = `patient${++patients}@example.org`;
    const patient_id = await made('/patient/', input.patient({ email, contact: { email: true, sms: false } }));
    await made('/appointment/', input.appointment({ patient_id, doctor_id, department_id, schedule }));
  };

  let killed = 0;
  /** of visits whose mail was out when the service was killed, and not noted */
  const unnoted = new Set();
  /** Those that are under way: each step of it has a time of its own. */
  const claims = async () => {
    const rows = await service.query(
      `SELECT seq || ' at ' || changed_at AS claim FROM message WHERE ended_at IS NULL AND state = 'claimed'`,
    );
    return rows.map(({ claim }) => claim);
  };
  /** Until the consumer is through with what was claimed since `before`: a later tick takes for lost what it still works on. */
  const settle = async (before) => {
    for (const end = Date.now() + 60_000; (await claims()).some((claim) => !before.includes(claim)); await sleep(100))
      assert.ok(Date.now() < end, 'messages stay claimed');
  };
  const OPEN = `SELECT p.email, m.state FROM message m JOIN appointment a ON a.id = m.appointment_id
    JOIN patient p ON p.id = a.patient_id WHERE m.ended_at IS NULL`;
  for (let round = 1; round <= ROUNDS; round++) {
    kills.armed = Promise.withResolvers();
    for (let n = 0; n < BOOKINGS; n++) await book();
    await fetch(`${service.url}/arm?${new URLSearchParams({ step: String(round), at })}`);
    const work = (async () => {
      const before = await claims();
      for (const ahead of [0, LEASE]) {
        await tick(service, ahead);
        await settle(before);
      }
    })().catch(() => {});
    if (await Promise.race([kills.armed.promise.then(() => true), work])) killed++;
    await service.crash();
    await work;
    service = await startService(options);
    const sent = new Set(mails.map(({ to }) => to));
    for (const { email } of await service.query(OPEN)) if (sent.has(email)) unnoted.add(email);
  }

  for (let n = 2; (await service.query(OPEN)).length > 0; n++) {
    const left = await service.query('SELECT * FROM message WHERE ended_at IS NULL');
    assert.ok(n < 10, `messages are left: ${JSON.stringify(left)}`);
    const before = await claims();
    await tick(service, n * LEASE);
    await settle(before);
  }
  const states = await service.query(
    `SELECT p.email, m.state, m.reason FROM message m JOIN appointment a ON a.id = m.appointment_id JOIN patient p ON p.id = a.patient_id`,
  );
  await service.stop();
  control.closeAllConnections();
  control.close();

  const counts = new Map(
    Map.groupBy(mails, ({ to }) => to)
      .entries()
      .map(([to, all]) => [to, all.length]),
  );
  assert.ok(states.length >= ROUNDS, `${states.length} messages`);
  for (const { email, state, reason } of states) {
    const n = counts.get(email) ?? 0;
    assert.ok(n >= 1, `${email} has no mail: ${state} ${reason}`);
    assert.ok(n <= (unnoted.has(email) ? 2 : 1), `${email} has ${n} mails`);
    assert.ok(state === 'sent' || (state === 'failed' && reason === 'lost' && n === 2), `${email}: ${state} ${reason}`);
  }
  assert.ok(killed >= ROUNDS * 0.8, `only ${killed} of ${ROUNDS} rounds were killed at their step`);
  const twice = [...counts.values()].filter((n) => n > 1).length;
  console.log(
    `crash-messages: killed ${killed} times at a step; ${states.length} messages, ${mails.length} mails, ${twice} of them twice, ` +
      `${unnoted.size} were out and not noted`,
  );
});
