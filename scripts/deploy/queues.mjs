// The queues of an environment, by what wrangler.toml says of their consumers.
import { PRODUCTION } from '../environment.mjs';
import { askCloudflare } from './api.mjs';
import { jurisdictionOf } from './settings.mjs';

/** As long as Cloudflare keeps anything: what could not be written for days waits for two weeks (docs/audit.md). */
const KEPT = { message_retention_period: 1_209_600 };

export async function queueBy(account, name) {
  const queues = await askCloudflare(account, `/queues?name=${name}`);
  return queues.find(({ queue_name }) => queue_name === name);
}

/** Unlike a bucket, queues are not created by `wrangler deploy`. By the API, as each start of wrangler takes more than a second. */
export async function createQueue(account, { config }, queue_name, settings) {
  if (await queueBy(account, queue_name)) return;
  const body = { queue_name, settings, jurisdiction: jurisdictionOf(config) };
  await askCloudflare(account, '/queues', { method: 'POST', body });
  console.log(`Created the queue ${queue_name}.`);
}

export const createDeadQueue = (account, target, name) => createQueue(account, target, name, KEPT);

/** `hospital-access-dead-2-staging`: with 2 at the end it could be that of an environment `staging-2`. */
function secondName(queue, { name }) {
  const own = name === PRODUCTION ? '' : `-${name}`;
  return queue.endsWith(own) ? `${queue.slice(0, queue.length - own.length)}-2${own}` : `${queue}-2`;
}

/**
 * The queues of messages that were given up, each with the consumer that delivers them again as from the queue that they were given
 * up in. What is given up once more goes into a second one, and from that back into the first: none of it is ever deleted, but by age.
 */
export const deadQueues = (target) =>
  target.config.queues.consumers.flatMap(({ queue, dead_letter_queue: first, ...consumer }) => {
    if (!first) return [];
    const { binding } = target.config.queues.producers.find((producer) => producer.queue === queue);
    const second = secondName(first, target);
    const of = (dead_letter_queue) => ({
      ...{ type: 'worker', script_name: target.config.name, dead_letter_queue },
      settings: {
        batch_size: consumer.max_batch_size,
        max_retries: consumer.max_retries,
        max_wait_time_ms: 1000 * consumer.max_batch_timeout,
        max_concurrency: consumer.max_concurrency,
      },
    });
    return [
      { queue: first, names: [binding.replace('_QUEUE', '').toLowerCase(), first], consumer: of(second) },
      { queue: second, names: [second], consumer: of(first) },
    ];
  });
