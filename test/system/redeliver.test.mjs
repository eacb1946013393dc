// `npm run redeliver` against a stand-in for Cloudflare: lib/deployment.mjs says what that shows and what not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startDeployment } from './lib/deployment.mjs';

let it;
before(async () => {
  it = await startDeployment();
  it.write('environments/x-2.toml', '');
  const bucket = 'bucket_name = "hospital-files"';
  it.write('wrangler.toml', it.read('wrangler.toml').replace(bucket, `${bucket}\njurisdiction = "eu"`));
  // As `npm run deploy` makes them (deploy.test.mjs).
  for (const name of ['access-dead', 'export-dead', 'import-dead-x-2']) {
    it.made.queues.push({ queue_id: name, queue_name: `hospital-${name}`, producers: [], consumers: [], backlog: [] });
  }
});
after(() => it?.stop());

const queue = (name) => it.made.queues.find(({ queue_name }) => queue_name === name);
const consumersOf = (name) => queue(name).consumers.map(({ consumer_id: _, script_name: __, ...consumer }) => consumer);
const redeliver = (...args) => it.succeeds('redeliver.mjs', ...args);
const OLDEST = Date.parse('2026-11-20T10:00:00Z');
const SETTINGS = { batch_size: 100, max_retries: 100, max_wait_time_ms: 60_000, max_concurrency: 1 };

test('Nothing is done where nothing waits, or for a queue that is none', async () => {
  await it.refused(/QUEUE .*: access, hospital-access-dead, hospital-access-dead-2, export, .*import/, [
    'redeliver.mjs',
  ]);
  await it.refused(/Usage/, ['redeliver.mjs', 'webhook']);
  await it.refused(/no queue hospital-access-dead-2/, ['redeliver.mjs', 'hospital-access-dead-2']);
  const before = it.names();
  const output = await redeliver('access');
  assert.match(output, /^hospital-access-dead: 0 messages wait\.\nIt has no consumer\.$/m);
  assert.deepEqual([it.names(), consumersOf('hospital-access-dead')], [before, []]);
});

test('Messages are delivered as from their own queue, and kept where they are given up again', async () => {
  queue('hospital-access-dead').backlog = [OLDEST, OLDEST + 1];
  assert.match(
    await redeliver('access'),
    /^hospital-access-dead: 2 messages wait, the oldest since 2026-11-20T10:00:00\.000Z\.$[\s\S]*up to 101 times each; then they wait in hospital-access-dead-2/m,
  );
  const [consumer] = consumersOf('hospital-access-dead');
  assert.deepEqual(consumer, {
    ...{ type: 'worker', script: 'hospital-service', dead_letter_queue: 'hospital-access-dead-2' },
    settings: SETTINGS,
  });
  assert.partialDeepStrictEqual(queue('hospital-access-dead-2'), {
    ...{ consumers: [], settings: { message_retention_period: 1_209_600 }, jurisdiction: 'eu' },
  });
  const [{ consumer_id }] = queue('hospital-access-dead').consumers;
  assert.match(await redeliver('hospital-access-dead'), /They are being delivered/);
  assert.equal(queue('hospital-access-dead').consumers[0].consumer_id, consumer_id);
});

test('The consumer goes once the queue is empty, and what was given up again is told', async () => {
  queue('hospital-access-dead').backlog = [];
  queue('hospital-access-dead-2').backlog = [OLDEST];
  const output = await redeliver('access');
  assert.match(output, /its consumer was removed/);
  assert.match(output, /hospital-access-dead-2: 1 message waits[\s\S]*npm run redeliver -- hospital-access-dead-2/);
  assert.deepEqual(consumersOf('hospital-access-dead'), []);
  await redeliver('hospital-access-dead-2');
  assert.partialDeepStrictEqual(consumersOf('hospital-access-dead-2'), [{ dead_letter_queue: 'hospital-access-dead' }]);
  assert.match(await redeliver('hospital-access-dead-2', '--done'), /1 message waits[\s\S]*its consumer was removed/);
  assert.deepEqual(consumersOf('hospital-access-dead-2'), []);
});

test('A consumer that was added by hand, after whose three tries messages are deleted, is replaced', async () => {
  const dead = queue('hospital-export-dead');
  dead.backlog = [OLDEST];
  dead.consumers = [
    { consumer_id: 'by-hand', type: 'worker', script: 'hospital-service', settings: { max_retries: 3 } },
  ];
  await redeliver('export');
  assert.deepEqual(consumersOf('hospital-export-dead'), [
    {
      ...{ type: 'worker', script: 'hospital-service', dead_letter_queue: 'hospital-export-dead-2' },
      settings: { batch_size: 1, max_retries: 8, max_wait_time_ms: 0, max_concurrency: 1 },
    },
  ]);
});

test("An environment has queues of its own, also where its name ends as another's second queue", async () => {
  queue('hospital-import-dead-x-2').backlog = [OLDEST];
  await redeliver('import', '--env', 'x-2');
  assert.partialDeepStrictEqual(consumersOf('hospital-import-dead-x-2'), [
    { script: 'hospital-service-x-2', dead_letter_queue: 'hospital-import-dead-2-x-2' },
  ]);
});
