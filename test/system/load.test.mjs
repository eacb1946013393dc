// 200 clients at once, a minute long: nobody gets an error, and workerd holds no more memory at the end than at the start.
// LOAD_SECONDS=n makes it longer or shorter.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contradictions } from '../support/invariants.ts';
import { CLIENTS, crowdOf, memoryUntil, over } from './lib/crowd.mjs';
import { emptyData, startService } from './lib/service.mjs';

const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
/** The heap and the caches grow until they are as large as the load needs: so many requests, or seconds, are not measured. */
const WARM_UP = { requests: 5_000, seconds: 30 };
/** On a slow machine one takes seconds: the run is as long as so many need, whatever LOAD_SECONDS says. */
const SAMPLES_MIN = 9;
/** Of the whole process, which is D1, R2 and the queue, too: the rows and messages of the run are in it. */
const PROCESS_GROWTH = 2;
/** MiB: the requests under way hold more in one moment than in another. */
const HEAP_GROWTH = 2;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('200 clients get no error, and memory stays flat', { timeout: (SECONDS + 300) * 1000 }, async () => {
  const service = await startService({ data: await emptyData() });
  const { result, load } = await crowdOf(service);
  const memory = [];
  const loadUntil = (isOver) => Promise.all([memoryUntil(isOver, service, memory), load(isOver)]);
  const warm = over(WARM_UP.seconds);
  await loadUntil(() => result.times.length > WARM_UP.requests || warm());
  result.times.length = 0;
  memory.length = 0;
  const late = over(SECONDS);
  await loadUntil(() => late() && memory.length >= SAMPLES_MIN);
  const wrong = await contradictions(service.queries);
  await service.stop();

  const third = Math.floor(memory.length / 3);
  const [first, last] = [memory.slice(0, third), memory.slice(-third)].map((samples) => ({
    all: mean(samples.map(({ all }) => all)),
    heap: Math.min(...samples.map(({ heap }) => heap)),
  }));
  const times = result.times.sort((a, b) => a - b);
  const at = (part) => `${Math.round(times[Math.floor(times.length * part)])} ms`;
  console.log(
    `load: ${CLIENTS} clients, ${SECONDS} s at least, ${times.length.toLocaleString('en')} requests, ${result.failures.length} errors; ` +
      `p50 ${at(0.5)}, p99 ${at(0.99)}; from the first third to the last, workerd ${Math.round(first.all)} to ` +
      `${Math.round(last.all)} MiB, the Worker's heap ${first.heap.toFixed(1)} to ${last.heap.toFixed(1)} MiB`,
  );
  assert.deepEqual(result.failures.slice(0, 10), []);
  assert.deepEqual(wrong, []);
  assert.ok(last.heap <= first.heap + HEAP_GROWTH, `the heap grew: ${memory.map(({ heap }) => Math.round(heap))}`);
  assert.ok(last.all <= first.all * PROCESS_GROWTH, `workerd grew: ${memory.map(({ all }) => Math.round(all))}`);
});
