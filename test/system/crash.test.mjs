// workerd is killed in the middle of 12 clients' writes, over and over: what was acknowledged must be there whole, the rest
// whole or not at all, and a repetition must do it once. SEED=n repeats the choices of a run, ROUNDS=n makes it longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { input } from '../support/input.ts';
import { contradictions } from '../support/invariants.ts';
import { callOf, logIn, send } from './lib/accounts.mjs';
import { randomOf, seed } from './lib/random.mjs';
import { check } from './lib/recorded.mjs';
import { emptyData, startService } from './lib/service.mjs';
import { Writer } from './lib/writers.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 20);
const WRITERS = 12;
/** How long they write, in milliseconds. */
const WRITING = [400, 1_600];

const request = (service, { method, path, as, json, body, headers, requestId }) =>
  send(service.url, method, path, { token: as?.token, json, body, headers: { ...headers, 'x-request-id': requestId } });

/** What the service answered; undefined where it was killed before. */
const attempt = (service, op) => request(service, op).catch(() => undefined);

/** Writes until the service is gone. @returns what was done, the last without an answer */
async function writeUntilKilled(service, writer) {
  const ops = [];
  for (;;) {
    const op = writer.next();
    ops.push(op);
    op.answer = await attempt(service, op);
    if (!op.answer) return ops;
    assert.ok(op.answer.status < 300, `${op.method} ${op.path}: ${op.answer.status} ${op.answer.bytes}`);
    op.record = writer.done(op, op.answer.body?.id ?? null, op.answer);
  }
}

/** The audit rows since one, by the request that wrote them. */
async function trailSince(service, seq) {
  const rows = await service.query('SELECT seq, request_id, action, entity, entity_id FROM audit WHERE seq > ?', seq);
  return { last: rows.at(-1)?.seq ?? seq, of: Map.groupBy(rows, ({ request_id }) => request_id) };
}
const rowsOf = ({ of }, { requestId, audit: [action, entity] }) =>
  (of.get(requestId) ?? []).filter((row) => row.action === action && (!entity || row.entity === entity));

/** Whether a write took place: by its audit row, which a refresh has not. */
async function tookPlace(service, trail, op) {
  if (op.audit) return rowsOf(trail, op).length > 0;
  const [token] = await service.query('SELECT used_at FROM refresh_token WHERE token_hash = ?', op.used);
  return token.used_at !== null;
}

/** Repeats what had no answer. */
async function repeat(service, writer, op, took) {
  const answer = await request(service, op);
  assert.equal(answer.status, op.again(took), `the repetition of what ${took ? 'took' : 'did not take'} place`);
  if (took && op.record?.id) assert.equal(answer.body?.id ?? op.record.id, op.record.id, 'the repetition made another');
  if (!took || op.path === '/auth/login') op.record = writer.done(op, answer.body?.id ?? null, answer);
}

/** Every file has its bytes; bytes without a file are only of uploads and deletes that were cut off. */
async function checkBytes(service, cut) {
  const stored = new Map((await service.objects()).map(({ key, size }) => [key, size]));
  const files = await service.query('SELECT entity_id, id, extension, size FROM file');
  const keys = files.map(({ entity_id, id, extension }) => `${entity_id}/${id}${extension}`);
  assert.deepEqual(
    files.filter(({ size }, i) => stored.get(keys[i]) !== size),
    [],
    'files without their bytes',
  );
  assert.ok(stored.size - files.length <= cut, `${stored.size - files.length} objects without a file`);
}

test('What is acknowledged survives that workerd is killed', { timeout: 280_000 }, async () => {
  console.log(`crash: SEED=${seed}`);
  const random = randomOf(seed);
  const data = await emptyData();
  let service = await startService({ data });
  const admin = await logIn(service, 'admin');
  const accounts = await Promise.all(Array.from({ length: 4 }, () => logIn(service, 'staff')));
  const make = async (path, json) => (await accounts[0].call('POST', path, { json })).body.id;
  const world = {
    patient_id: await make('/patient/', input.patient()),
    doctor_id: await make('/doctor/', input.doctor()),
    department_id: await make('/department/', input.department()),
  };
  const writers = Array.from(
    { length: WRITERS },
    (_, i) => new Writer(accounts[i % accounts.length], admin, world, randomOf(seed + i + 1)),
  );

  const { paths } = (await admin.call('GET', '/openapi.json')).body;
  /** Uploads are done once from the version on that says so. */
  const isOnce = ({ audit: [, entity] }) =>
    entity !== 'file' || paths['/static/upload_file'].post.parameters.some(({ name }) => name === 'idempotency-key');

  const total = { acknowledged: 0, cut: 0, took: 0, cutFiles: 0 };
  const faults = [];
  const noting = async (op, work) => {
    try {
      await work();
    } catch (error) {
      faults.push(`${op.method} ${op.path} ${op.requestId}: ${error.message}`);
    }
  };
  let last = 0;
  for (let round = 0; round < ROUNDS && faults.length === 0; round++) {
    const writing = writers.map((writer) => writeUntilKilled(service, writer));
    await Promise.race([sleep(random.between(...WRITING)), Promise.all(writing)]);
    await service.crash();
    const written = await Promise.all(writing);
    service = await startService({ data });
    const reader = { call: callOf(service, accounts[0].token), query: service.query };
    const before = await trailSince(service, last);

    const settle = async (writer, ops) => {
      for (const op of ops) {
        const took = await tookPlace(service, before, op);
        if (op.answer) {
          total.acknowledged++;
          if (!took) faults.push(`lost: ${op.method} ${op.path} ${op.requestId}`);
          continue;
        }
        total.cut++;
        if (took) total.took++;
        if (op.audit?.[1] === 'file') total.cutFiles++;
        if (took) op.record = writer.done(op, op.audit && rowsOf(before, op)[0].entity_id);
        const record = op.record ?? op.target;
        if (record) await noting(op, () => check(reader, record));
        await noting(op, () => repeat(service, writer, op, took));
      }
      const touched = new Set(ops.flatMap(({ record }) => record ?? []));
      for (const record of touched) await noting(record, () => check(reader, record));
    };
    await Promise.all(writers.map((writer, i) => settle(writer, written[i])));

    const after = await trailSince(service, last);
    for (const op of written.flat()) {
      const made = op.audit?.[0] === 'create' ? rowsOf(after, op).length : 1;
      if (made !== 1 && isOnce(op)) faults.push(`${op.method} ${op.path} made ${made} records`);
    }
    last = after.last;
    faults.push(...(await contradictions(service.queries)));
    await noting({ path: 'R2' }, () => checkBytes(service, total.cutFiles));
  }
  await service.stop();
  const n = (number) => number.toLocaleString('en');
  console.log(
    `crash: ${ROUNDS} rounds, ${n(total.acknowledged)} acknowledged writes, ${n(total.cut)} cut off (of which ${total.took} ` +
      `had taken place), ${faults.filter((fault) => fault.startsWith('lost')).length} lost`,
  );
  assert.deepEqual(faults, []);
});
