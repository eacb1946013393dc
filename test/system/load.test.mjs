// 200 clients at once, a minute long: nobody gets an error, and workerd holds no more memory at the end than at the start.
// LOAD_SECONDS=n makes it longer or shorter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contradictions } from '../support/invariants.ts';
import { logIn, send } from './lib/accounts.mjs';
import { randomOf, seed } from './lib/random.mjs';
import { emptyData, startService } from './lib/service.mjs';
import { Writer, worldOf } from './lib/writers.mjs';

const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
const CLIENTS = 200;
/** Portals read far more than they write. */
const READS = 0.85;
/** The heap and the caches grow until they are as large as the load needs: so many requests, or seconds, are not measured. */
const WARM_UP = { requests: 5_000, seconds: 30 };
const GROWTH = 1.2;
/** Of the whole process, which is D1, R2 and the queue, too: the rows and messages of the run are in it. */
const PROCESS_GROWTH = 2;
/** MiB of garbage that may lie between two collections. */
const GARBAGE = 5;
/** V8 grows its heap for minutes before it collects what is old: a small one shows sooner what is never collected. */
const V8_FLAGS = '--max-semi-space-size=2 --max-old-space-size=64';

const LISTS = ['/patient/', '/doctor/', '/department/', '/invoice/', '/catalog/'];

/** A page, a search, a record or the own account. */
function nextRead({ random, account, records }) {
  const list = random.pick(LISTS);
  const record = random.pick(records.filter(({ path, state, table }) => path && state !== null && table !== 'user'));
  const path = random.pick([
    `${list}?limit=20`,
    `${list}?limit=20&search=${random.pick(['anna', 'sven', 'cardio', 'cons', '070'])}`,
    '/auth/users/me',
    ...Array(5).fill(record && record.table !== 'appointment' ? record.path : `${list}?limit=1`),
  ]);
  return { method: 'GET', path, as: account };
}

/** Requests one after another until the end. */
async function client(service, writer, isOver, { times, failures }) {
  while (!isOver()) {
    const reads = writer.random.next() < READS;
    const op = reads ? nextRead(writer) : writer.next();
    const start = performance.now();
    const answer = await send(service.url, op.method, op.path, { ...op, token: op.as?.token }).catch((error) => ({
      error,
    }));
    times.push(performance.now() - start);
    if (answer.status < 300) {
      if (!reads) writer.done(op, answer.body?.id ?? null, answer);
    } else failures.push(`${op.method} ${op.path}: ${answer.status ?? answer.error.cause ?? answer.error}`);
  }
}

/** MiB of workerd, and of the Worker's heap, every half a second until the end. */
async function memoryUntil(isOver, service) {
  const samples = [];
  while (!isOver()) {
    samples.push({ all: service.memory(), heap: await service.heap() });
    await sleep(500);
  }
  return samples;
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('200 clients get no error, and memory stays flat', { timeout: (SECONDS + 120) * 1000 }, async () => {
  const service = await startService({ data: await emptyData(), v8Flags: V8_FLAGS });
  const admin = await logIn(service, 'admin');
  const accounts = await Promise.all(Array.from({ length: 8 }, () => logIn(service, 'staff')));
  const world = await worldOf(service, accounts[0]);
  const writers = Array.from(
    { length: CLIENTS },
    (_, i) => new Writer(accounts[i % accounts.length], admin, world, randomOf(seed + i)),
  );
  const result = { times: [], failures: [] };
  const loadUntil = (isOver) =>
    Promise.all([memoryUntil(isOver, service), ...writers.map((writer) => client(service, writer, isOver, result))]);
  const over = (seconds) => {
    const end = performance.now() + seconds * 1000;
    return () => performance.now() > end;
  };
  const late = over(WARM_UP.seconds);
  await loadUntil(() => result.times.length > WARM_UP.requests || late());
  result.times.length = 0;
  const [memory] = await loadUntil(over(SECONDS));
  const wrong = await contradictions(service.queries);
  await service.stop();

  const third = Math.floor(memory.length / 3);
  const [first, last] = [memory.slice(0, third), memory.slice(-third)].map((samples) => ({
    all: mean(samples.map(({ all }) => all)),
    // What is left when V8 has just collected.
    heap: Math.min(...samples.map(({ heap }) => heap)),
  }));
  const times = result.times.sort((a, b) => a - b);
  const at = (part) => `${Math.round(times[Math.floor(times.length * part)])} ms`;
  console.log(
    `load: ${CLIENTS} clients, ${SECONDS} s, ${times.length.toLocaleString('en')} requests, ${result.failures.length} errors; ` +
      `p50 ${at(0.5)}, p99 ${at(0.99)}; from the first third to the last, workerd ${Math.round(first.all)} to ` +
      `${Math.round(last.all)} MiB, the Worker's heap ${first.heap.toFixed(1)} to ${last.heap.toFixed(1)} MiB`,
  );
  assert.deepEqual(result.failures.slice(0, 10), []);
  assert.deepEqual(wrong, []);
  assert.ok(last.heap <= first.heap * GROWTH + GARBAGE, `the heap grew: ${memory.map(({ heap }) => Math.round(heap))}`);
  assert.ok(last.all <= first.all * PROCESS_GROWTH, `workerd grew: ${memory.map(({ all }) => Math.round(all))}`);
});
