import { Database } from '../db/client';
import { StorageError } from '../db/errors';
import type { Bindings } from '../env';
import { log } from '../log';
import { type AccessRecord, writeAccess } from './access';

/** As wrangler.toml has it: after so many deliveries more, a message goes to the dead letter queue. */
const MAX_RETRIES = 100;
const LONGEST_WAIT = 3600;

/** Seconds until the next delivery: 10, doubling up to an hour. */
const waitAfter = (attempts: number): number => Math.min(LONGEST_WAIT, 10 * 2 ** Math.min(attempts - 1, 10));

/** Writes a batch of the queue into the access log. What cannot be written now is delivered again. */
export async function consumeAccess(batch: MessageBatch<AccessRecord>, env: Bindings): Promise<void> {
  const database = new Database(env.DB, 'first-primary');
  const write = async (messages: readonly Message<AccessRecord>[]) => {
    await writeAccess(
      database,
      messages.map(({ body }) => body),
    );
    for (const message of messages) message.ack();
  };
  const again = (messages: readonly Message<AccessRecord>[]) => {
    for (const message of messages) message.retry({ delaySeconds: waitAfter(message.attempts) });
    const dead = messages.filter(({ attempts }) => attempts > MAX_RETRIES).length;
    if (dead > 0) log('error', 'access_dead', { count: dead });
    if (dead < messages.length) log('warn', 'access_delayed', { count: messages.length - dead });
  };

  try {
    await write(batch.messages);
  } catch (error) {
    if (!(error instanceof StorageError && error.kind === 'failed')) return again(batch.messages);
    // One record that the database refuses must not hold up the others.
    const refused: Message<AccessRecord>[] = [];
    for (const message of batch.messages) await write([message]).catch(() => refused.push(message));
    again(refused);
  }
}
