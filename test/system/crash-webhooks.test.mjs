// The service is killed (SIGKILL) before one step after the other of what leads from a write to a receiver: before and after the write's
// batch, the reads behind the cursor, the batch that hands out, the queue, the consumer's read, the request to the receiver and the
// record of it; and of the minute's tick. Each change arrives at least once, by the same id if more than once, and none is invented.
// ROUNDS=n makes it longer: fewer would leave steps out.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { input } from '../support/input.ts';
import { callOf, logIn } from './lib/accounts.mjs';
import { LOOPBACK, register, TICKING, tick } from './lib/receiver.mjs';
import { emptyData, startService } from './lib/service.mjs';

const ROUNDS = Math.max(20, Number(process.env.ROUNDS ?? 0));
const WRITES = 2;
/** Milliseconds after which a message is taken for lost, with some. */
const LEASE = 125_000;

test('Each change arrives, whenever the service is killed', { timeout: 500_000 }, async () => {
  const data = await emptyData();
  const options = { data, vars: LOOPBACK, wrapper: TICKING };
  let service = await startService(options);
  const admin = await logIn(service, 'admin');
  const staff = await logIn(service, 'staff');
  const receiver = await register(service, admin, ['department.*']);
  const kills = Promise.withResolvers();
  let killed = kills;
  const control = createServer((_, response) => {
    void response; // never answered
    killed.resolve();
  });
  control.listen(0, '127.0.0.1');
  await once(control, 'listening');
  const at = `http://127.0.0.1:${control.address().port}/`;

  const done = { killed: 0, acknowledged: 0 };
  const acknowledged = [];
  for (let round = 1; round <= ROUNDS; round++) {
    killed = Promise.withResolvers();
    await fetch(`${service.url}/arm?${new URLSearchParams({ step: String(round), at })}`);
    const work = (async () => {
      for (let n = 0; n < WRITES; n++) {
        const { body } = await callOf(service, staff.token)('POST', '/department/', { json: input.department() });
        acknowledged.push(body.id);
      }
      await tick(service, LEASE);
    })().catch(() => {});
    // What comes behind the writes, too.
    const wasKilled = await Promise.race([killed.promise.then(() => true), work.then(() => sleep(1_500))]);
    if (wasKilled) done.killed++;
    await service.crash();
    await work;
    service = await startService(options);
  }

  // What was under way when the service was killed is sent once it is taken for lost.
  const isOpen = async () =>
    (await service.query('SELECT count(*) AS n FROM webhook_delivery WHERE next_at IS NOT NULL'))[0].n > 0;
  for (let n = 2; n < 6 || (await isOpen()); n++) {
    assert.ok(n < 40, 'deliveries are left');
    await tick(service, n * LEASE);
    await sleep(200);
  }
  const trail = await service.query(
    "SELECT seq, entity_id FROM audit WHERE entity = 'department' AND action = 'create' ORDER BY seq",
  );
  const events = await callOf(service, admin.token)('GET', '/events?types=department.*&limit=1000');
  const ids = receiver.events.map(({ id }) => id);
  await service.stop();
  control.closeAllConnections();
  control.close();
  receiver.stop();

  assert.deepEqual(receiver.refused, []);
  assert.equal(events.body.length, trail.length);
  assert.deepEqual([...new Set(ids)].sort(), events.body.map(({ id }) => id).sort(), 'each event, and no other');
  assert.deepEqual(
    [...new Set(receiver.events.map(({ body }) => body.data.entity_id))].sort(),
    trail.map(({ entity_id }) => entity_id).sort(),
  );
  for (const id of acknowledged)
    assert.ok(
      trail.some(({ entity_id }) => entity_id === id),
      'what was acknowledged',
    );
  const texts = new Map(receiver.events.map(({ id, text }) => [id, text]));
  for (const { id, text } of receiver.events) assert.equal(text, texts.get(id), 'a repetition is the same');
  assert.ok(done.killed >= ROUNDS * 0.8, `only ${done.killed} of ${ROUNDS} rounds were killed at their step`);
  console.log(
    `crash-webhooks: killed ${done.killed} times at a step; ${trail.length} changes (${acknowledged.length} acknowledged), ` +
      `${ids.length} deliveries, ${ids.length - texts.size} of them repetitions`,
  );
});
