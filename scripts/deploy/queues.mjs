// The queues of an environment, by what wrangler.toml says of their consumers.
import { PRODUCTION } from '../environment.mjs';
import { fail, wrangler } from '../lib.mjs';
import { jurisdictionOf } from './settings.mjs';

/** As long as Cloudflare keeps anything: what could not be written for days waits for two weeks (docs/audit.md). */
const KEPT = ['--message-retention-period-secs', '1209600'];

/** Unlike a bucket, queues are not created by `wrangler deploy`. */
export function createQueue({ path, config }, name, ...flags) {
  const ask = (args, stdio) => wrangler(['queues', ...args, '--config', path], { stdio }).status === 0;
  if (ask(['info', name], 'ignore')) return;
  const jurisdiction = jurisdictionOf(config);
  const place = jurisdiction ? ['--jurisdiction', jurisdiction] : [];
  if (!ask(['create', name, ...flags, ...place], 'inherit')) fail('wrangler queues create failed.');
}

export const createDeadQueue = (target, name) => createQueue(target, name, ...KEPT);

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
