import * as z from 'zod';
import { Database } from '../db/client';
import type { Bindings } from '../env';
import { type Failure, failureOf, log } from '../log';
import { nudge } from '../webhooks/nudge';
import { deliver } from './deliver';

/** As wrangler.toml's `max_batch_size`, and what a Worker waits for at once. */
const Message = z.object({ message: z.int().min(1), attempt: z.int().min(0) });

/** What is lost comes again by the minute's tick, once its lease is over, so a message is never repeated. Never fails. */
export async function consumeMessages(
  { messages }: MessageBatch<unknown>,
  env: Bindings,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
): Promise<void> {
  const failures: Failure[] = [];
  const work = async (body: unknown) => {
    const { data } = Message.safeParse(body);
    if (!data) return log('error', 'message_malformed', { count: 1 });
    try {
      // Beside the others: each is a session and a mail of its own.
      if ((await deliver(new Database(env.DB, 'first-primary'), env, data)) === 'told') nudge(env, ctx);
    } catch (error) {
      failures.push(failureOf(error));
    }
  };
  await Promise.all(messages.map(({ body }) => work(body)));
  const [first] = failures;
  if (first) log('warn', 'messages_delayed', { count: failures.length, ...first });
}
