// Deliveries to receivers that are processes' own, over loopback: one that hangs, one that fails for a day, and what a whole hospital's
// writes tell a receiver.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { input } from '../support/input.ts';
import { logIn } from './lib/accounts.mjs';
import { demo, startService as startDemo } from './lib/demo.mjs';
import { LOOPBACK, register, startReceiver, TICKING, tick } from './lib/receiver.mjs';
import { emptyData, startService } from './lib/service.mjs';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function start() {
  const service = await startService({ data: await emptyData(), vars: LOOPBACK, wrapper: TICKING });
  const [admin, staff] = [await logIn(service, 'admin'), await logIn(service, 'staff')];
  const write = async () => {
    const { status, body } = await staff.call('POST', '/department/', { json: input.department() });
    assert.equal(status, 201);
    return { id: body.id, at: Date.now() };
  };
  return { service, admin, staff, write };
}

async function until(what, isSo, within = 30_000) {
  const end = Date.now() + within;
  while (!(await isSo())) {
    assert.ok(Date.now() < end, `${what}: not within ${within} ms`);
    await sleep(50);
  }
}

test('A receiver that hangs makes no other one wait', { timeout: 200_000 }, async () => {
  const { service, admin, write } = await start();
  const [hanging, prompt] = [
    await register(service, admin, ['department.*']),
    await register(service, admin, ['department.*']),
  ];
  hanging.answer = null;
  const written = [];
  const ticking = setInterval(() => tick(service).catch(() => {}), 5_000);
  for (let n = 0; n < 30; n++) {
    written.push(await write());
    await sleep(1_000);
  }
  clearInterval(ticking);
  await until('All arrive', () => prompt.events.length === written.length);
  const atOf = new Map(prompt.events.map(({ body, at }) => [body.data.entity_id, at]));
  const waits = written.map(({ id, at }) => atOf.get(id) - at).sort((one, other) => one - other);
  const [{ failing_since, asked }] = await service.query(
    'SELECT failing_since, (SELECT sum(attempts) FROM webhook_delivery WHERE webhook_seq = w.seq) AS asked FROM webhook w WHERE seq = ?',
    hanging.seq,
  );
  console.log(
    `webhooks: beside a receiver that hangs the other one has events after ${waits[15]} ms (median), ${waits.at(-1)} ms at most; ` +
      `${asked} attempts at the first were given up, ${hanging.asked} begun`,
  );
  assert.ok(waits.at(-1) < 5_000, `an event came ${waits.at(-1)} ms late`);
  assert.ok(waits[15] < 1_500, `half of the events came ${waits[15]} ms late`);
  assert.ok(failing_since > 0 && hanging.events.length === 0);
  assert.deepEqual(prompt.refused, []);
  hanging.stop();
  prompt.stop();
  await service.stop();
});

test('A receiver that fails for a day has everything afterwards, by the ids that it refused', {
  timeout: 300_000,
}, async () => {
  const { service, admin, write } = await start();
  const receiver = await register(service, admin, ['department.*']);
  receiver.answer = 503;
  const written = [];
  for (let n = 0; n < 12; n++) written.push((await write()).id);
  for (let ahead = 2 * MINUTE; ahead < DAY; ahead += 2 * MINUTE) await tick(service, ahead);
  assert.deepEqual(receiver.events, []);
  const attempts = await service.query('SELECT attempts, status FROM webhook_delivery ORDER BY event_seq');
  assert.equal(attempts.length, written.length);
  // 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h: the next one would be 14 h later. A tick makes one attempt, so that some come later.
  for (const { attempts: n, status } of attempts) assert.ok(status === 503 && n >= 6 && n <= 7, `${n}: ${status}`);
  assert.equal(
    receiver.asked,
    attempts.reduce((sum, { attempts: n }) => sum + n, 0),
  );
  assert.notEqual((await admin.call('GET', `/webhooks/${receiver.id}`)).body.failing_since, null);

  receiver.answer = 200;
  for (let ahead = DAY; ahead < 2 * DAY && receiver.events.length < written.length; ahead += 2 * MINUTE) {
    await tick(service, ahead);
    await sleep(20);
  }
  assert.deepEqual(receiver.events.map(({ body }) => body.data.entity_id).sort(), written.sort());
  const { body } = await admin.call('GET', `/webhooks/${receiver.id}`);
  assert.deepEqual([body.failing_since, body.disabled_at], [null, null]);
  const deliveries = await admin.call('GET', `/webhooks/${receiver.id}/deliveries?limit=100`);
  assert.deepEqual(new Set(deliveries.body.map(({ state }) => state)), new Set(['delivered']));
  assert.deepEqual(receiver.refused, []);
  receiver.stop();
  await service.stop();
});

/** Columns with what nobody but the hospital may know; of accounts, too. */
const PRIVATE = {
  patient: [
    'first_name',
    'middle_name',
    'last_name',
    'email',
    'dob',
    'phone_number',
    'alt_phone_number',
    'national_id',
  ],
  doctor: ['first_name', 'middle_name', 'last_name', 'alt_phone_number', 'license_number'],
  user: ['full_name', 'email', 'username', 'phone_number'],
  file: ['name'],
};

/** Of columns of JSON: addresses, histories, who pays, next of kin. */
const textsIn = (value) =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];

test('No delivery of a whole hospital holds a name, a phone number or an e-mail', { timeout: 300_000 }, async () => {
  const document = JSON.parse(readFileSync('public/openapi.json', 'utf8'));
  const patterns = document.components.schemas.EventPattern.enum;
  const service = await startDemo(LOOPBACK);
  const receiver = await startReceiver(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  await service.query(
    `INSERT INTO webhook (id, version, created_at, updated_at, url, types, secret, cursor)
      VALUES ('00000000-0000-4000-8000-000000000000', 1, 0, 0, ?, ?, ?, 0)`,
    receiver.url,
    JSON.stringify(patterns.filter((pattern) => pattern.endsWith('.*'))),
    receiver.secret,
  );
  const { code, output } = await demo(service, ['--patients', '30']);
  assert.equal(code, 0, output);
  await until(
    'All are delivered',
    async () => {
      const [{ open, n }] = await service.query('SELECT count(next_at) AS open, count(*) AS n FROM webhook_delivery');
      return n > 100 && open === 0;
    },
    60_000,
  );

  const values = new Set();
  for (const [table, columns] of Object.entries(PRIVATE)) {
    for (const found of await service.query(`SELECT ${columns.join(', ')} FROM "${table}"`))
      for (const text of Object.values(found)) if (text) values.add(String(text));
  }
  const json = 'addresses, allergies, medical_conditions, past_surgeries, current_medications, next_of_kin, payer';
  for (const found of await service.query(`SELECT ${json} FROM patient`))
    for (const column of Object.values(found))
      if (column) for (const text of textsIn(JSON.parse(column))) values.add(text);
  // Words of fewer letters are in ids, too, and `MALE` is a value of a list.
  const searched = [...values].filter((text) => text.length >= 4 && !/^[A-Z_]+$/.test(text));
  assert.ok(searched.length > 200, `only ${searched.length} texts`);
  assert.deepEqual(receiver.refused, []);
  const types = new Set(receiver.events.map(({ body }) => body.type));
  assert.ok(types.size > 12, `only ${[...types]}`);
  const told = receiver.events
    .flatMap(({ text, headers }) => [text, ...Object.values(headers)])
    .join('\n')
    .toLowerCase();
  const found = searched.filter((text) =>
    new RegExp(`(?<![a-z0-9_])${RegExp.escape(text.toLowerCase())}(?![a-z0-9_])`).test(told),
  );
  console.log(
    `webhooks: ${receiver.events.length} deliveries of ${types.size} types, searched for ${searched.length} texts`,
  );
  assert.deepEqual(found, []);
  receiver.stop();
  await service.stop();
});
