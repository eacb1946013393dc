// `npm run redeliver -- access|export|import|QUEUE [--env NAME] [--done]`: has messages that were given up delivered again, out of their
// dead-letter queue; run once more it says what is left and, where nothing is, ends that. docs/operations.md
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { accountId, askCloudflare } from './deploy/api.mjs';
import { createDeadQueue, deadQueues, queueBy } from './deploy/queues.mjs';
import { environment } from './environment.mjs';
import { fail } from './lib.mjs';

const options = { env: { type: 'string' }, done: { type: 'boolean', default: false } };
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const target = environment(values.env);
const dead = deadQueues(target);
const chosen = dead.find(({ names }) => names.includes(positionals[0]));
if (!chosen || positionals.length > 1) {
  const names = dead.flatMap(({ names }) => names).join(', ');
  fail(`Usage: npm run redeliver -- QUEUE [--env NAME] [--done], with one of these: ${names}`);
}
const account = accountId(target);
const { queue: name, consumer: wanted } = chosen;

/** Best effort, says Cloudflare. @returns how many messages have not been taken off */
async function waitingIn({ queue_id, queue_name }) {
  const metrics = await askCloudflare(account, `/queues/${queue_id}/metrics`);
  const { backlog_count: count, oldest_message_timestamp_ms: oldest } = metrics;
  const since = count > 0 && oldest > 0 ? `, the oldest since ${new Date(oldest).toISOString()}` : '';
  console.log(`${queue_name}: ${count} ${count === 1 ? 'message waits' : 'messages wait'}${since}.`);
  return count;
}

const isOwn = ({ script, script_name, service }) => [script, script_name, service].includes(wanted.script_name);
/** Somebody may have added it by hand: with Cloudflare's three tries, after which messages are deleted. */
const isWanted = ({ dead_letter_queue, settings }) =>
  dead_letter_queue === wanted.dead_letter_queue &&
  isDeepStrictEqual({ ...settings, ...wanted.settings }, { ...wanted.settings, ...settings });

async function redeliver() {
  const queue = await queueBy(account, name);
  if (!queue) fail(`There is no queue ${name}, so nothing waits in it.`);
  const consumers = `/queues/${queue.queue_id}/consumers`;
  const remove = ({ consumer_id }) => askCloudflare(account, `${consumers}/${consumer_id}`, { method: 'DELETE' });
  const waiting = await waitingIn(queue);
  const consumer = queue.consumers.find(isOwn);
  if (waiting === 0 || values.done) {
    if (consumer) await remove(consumer);
    console.log(consumer ? 'They are no longer delivered: its consumer was removed.' : 'It has no consumer.');
  } else if (consumer && isWanted(consumer)) {
    console.log('They are being delivered. Run it once more until none is left.');
  } else {
    await createDeadQueue(account, target, wanted.dead_letter_queue);
    if (consumer) await remove(consumer);
    await askCloudflare(account, consumers, { method: 'POST', body: wanted });
    console.log(
      `They are delivered to ${wanted.script_name} from now on, up to ${1 + wanted.settings.max_retries} times each; then they wait in ` +
        `${wanted.dead_letter_queue}. Run it once more until none is left.`,
    );
  }
  const next = await queueBy(account, wanted.dead_letter_queue);
  if (next && (await waitingIn(next)) > 0)
    console.log(`They were given up once more. Once the cause is mended: npm run redeliver -- ${next.queue_name}`);
}

await redeliver().catch((error) => fail(error.message));
