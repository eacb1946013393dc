// workerd is killed in the middle of 12 clients' writes, over and over: what was acknowledged must be there whole, the rest
// whole or not at all, and a repetition must do it once. SEED=n repeats the choices of a run, ROUNDS=n makes it longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contradictions } from '../support/invariants.ts';
import { callOf, logIn, send } from './lib/accounts.mjs';
import { randomOf, seed } from './lib/random.mjs';
import { check } from './lib/recorded.mjs';
import { emptyData, startService } from './lib/service.mjs';
import { Writer, worldOf } from './lib/writers.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 20);
const WRITERS = 12;
/** So many answers come before the kill, but it comes after so many milliseconds at the latest. */
const ANSWERS = [20, 160];
const LATEST = 3_000;

const request = (service, { method, path, as, json, body, headers, requestId }) =>
  send(service.url, method, path, { token: as?.token, json, body, headers: { ...headers, 'x-request-id': requestId } });

/** What the service answered; undefined where it was killed before. */
const attempt = (service, op) => request(service, op).catch(() => undefined);

/** Writes until the service is gone. @returns what was done, the last without an answer */
async function writeUntilKilled(service, writer, answered) {
  const ops = [];
  for (;;) {
    const op = writer.next();
    ops.push(op);
    op.answer = await attempt(service, op);
    if (!op.answer) return ops;
    assert.ok(op.answer.status < 300, `${op.method} ${op.path}: ${op.answer.status} ${op.answer.bytes}`);
    op.record = writer.done(op, op.answer.body?.id ?? null, op.answer);
    answered();
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

/** One run: the service, what is wrong with it, and how much was done. */
class Run {
  faults = [];
  acknowledged = 0;
  cut = 0;
  took = 0;
  lost = 0;
  cutUploads = 0;

  async noting(what, work) {
    try {
      await work();
    } catch (error) {
      this.faults.push(`${what}: ${error.message}`);
    }
  }

  /** Repeats what had no answer. */
  async repeat(writer, op, took) {
    const answer = await request(this.service, op);
    assert.equal(answer.status, op.again(took), `repeated, after it ${took ? 'took' : 'did not take'} place`);
    if (took && op.record?.id) assert.equal(answer.body?.id ?? op.record.id, op.record.id);
    if (!took || op.path === '/auth/login') op.record = writer.done(op, answer.body?.id ?? null, answer);
  }

  /** What became of one write. */
  async settle(writer, op, trail) {
    const took = await tookPlace(this.service, trail, op);
    const title = `${op.method} ${op.path} (${op.requestId})`;
    if (op.answer) {
      this.acknowledged++;
      if (took) return;
      this.lost++;
      this.faults.push(`${title}: lost`);
      return;
    }
    this.cut++;
    if (op.audit?.[1] === 'file') this.cutUploads++;
    if (took) {
      this.took++;
      op.record = writer.done(op, op.audit && rowsOf(trail, op)[0].entity_id);
    }
    const record = op.record ?? op.target;
    if (record) await this.noting(title, () => check(this.service, record));
    await this.noting(title, () => this.repeat(writer, op, took));
  }

  async verify(writers, written, last) {
    const trail = await trailSince(this.service, last);
    const one = async (writer, ops) => {
      for (const op of ops) await this.settle(writer, op, trail);
      for (const record of new Set(ops.flatMap(({ record }) => record ?? []))) {
        await this.noting(record.path, () => check(this.service, record));
      }
    };
    await Promise.all(writers.map((writer, i) => one(writer, written[i])));
    const after = await trailSince(this.service, last);
    for (const op of written.flat()) {
      const made = op.audit?.[0] === 'create' ? rowsOf(after, op).length : 1;
      if (made !== 1) this.faults.push(`${op.method} ${op.path} made ${made} records`);
    }
    this.faults.push(...(await contradictions(this.service.queries)));
    await this.noting('R2', () => checkBytes(this.service, this.cutUploads));
    return after.last;
  }
}

/**
 * Every file has its bytes, and what is on record of the access log its object; bytes without a file are only of uploads that
 * were cut off, and of files that were deleted.
 */
async function checkBytes(service, cut) {
  // Asked for first, as the queue goes on.
  const onRecord = await service.query('SELECT seq, hash FROM access_object');
  const all = new Map((await service.objects()).map(({ key, size }) => [key, size]));
  const ofLog = [...all.keys()].filter((key) => key.startsWith('audit/access/')).join();
  const lost = onRecord.filter(
    ({ seq, hash }) => !ofLog.includes(`${String(seq).padStart(12, '0')}-${hash.slice(0, 16)}`),
  );
  assert.deepEqual(lost, [], 'what is on record of the access log without its object');
  const stored = new Map([...all].filter(([key]) => !key.startsWith('audit/')));
  const files = await service.query('SELECT entity_id, id, extension, size FROM file WHERE deleted_at IS NULL');
  const keyOf = ({ entity_id, id, extension }) => `${entity_id}/${id}${extension}`;
  const without = files.filter((file) => stored.get(keyOf(file)) !== file.size);
  assert.deepEqual(without, [], 'files without their bytes');
  const deleted = await service.query('SELECT id FROM file WHERE deleted_at IS NOT NULL');
  const left = new Set([...files, ...deleted].map(({ id }) => id));
  const others = [...stored.keys()].filter((key) => !left.has(/([^/]+)\.\w+$/.exec(key)?.[1]));
  assert.ok(others.length <= cut, `${others.length} objects without a file`);
}

test('What is acknowledged survives that workerd is killed', { timeout: 500_000 }, async () => {
  console.log(`crash: SEED=${seed}`);
  const random = randomOf(seed);
  const data = await emptyData();
  const run = new Run();
  const start = async () => {
    run.service = await startService({ data });
  };
  await start();
  const admin = await logIn(run.service, 'admin');
  const accounts = await Promise.all(Array.from({ length: 4 }, () => logIn(run.service, 'staff')));
  const world = await worldOf(run.service, accounts[0]);
  const writers = Array.from(
    { length: WRITERS },
    (_, i) => new Writer(accounts[i % accounts.length], admin, world, randomOf(seed + i + 1)),
  );

  let last = 0;
  let rounds = 0;
  while (rounds < ROUNDS && run.faults.length === 0) {
    let left = random.between(...ANSWERS);
    const enough = Promise.withResolvers();
    const answered = () => --left < 0 && enough.resolve();
    const writing = Promise.all(writers.map((writer) => writeUntilKilled(run.service, writer, answered)));
    await Promise.race([enough.promise, sleep(LATEST), writing]);
    await run.service.crash();
    const written = await writing;
    await start();
    run.service.call = callOf(run.service, accounts[0].token);
    last = await run.verify(writers, written, last);
    rounds++;
  }
  await run.service.stop();
  const n = (number) => number.toLocaleString('en');
  console.log(
    `crash: ${rounds} rounds, ${n(run.acknowledged)} acknowledged writes, ${run.lost} lost; ` +
      `${n(run.cut)} cut off, of which ${n(run.took)} had taken place`,
  );
  assert.deepEqual(run.faults, []);
});
