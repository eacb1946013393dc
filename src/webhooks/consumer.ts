import * as z from 'zod';
import { Database } from '../db/client';
import type { Bindings } from '../env';
import { failureOf, log } from '../log';
import { deliver } from './deliver';

/** Milliseconds for which receivers hold up the messages behind theirs. */
const PATIENCE = 1_000;

const Message = z.object({ webhook: z.int().min(1), event: z.int().min(1), attempt: z.int().min(0) });

/**
 * A receiver that takes longer than the others is waited for beside the next messages (`queue_consumer_no_wait_for_wait_until`). What
 * is lost comes again by the minute's tick, so a message is never repeated.
 */
export async function consumeWebhooks(
  { messages }: MessageBatch<unknown>,
  env: Bindings,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
): Promise<void> {
  const work = async (body: unknown): Promise<void> => {
    const { data } = Message.safeParse(body);
    if (!data) return log('error', 'webhook_malformed', { count: 1 });
    try {
      await deliver(new Database(env.DB, 'first-primary'), env, data, 'queue');
    } catch (error) {
      log('warn', 'webhook_delayed', { ...failureOf(error) });
    }
  };
  const all = Promise.all(messages.map(({ body }) => work(body))).then(() => {});
  ctx.waitUntil(all);
  await Promise.race([all, scheduler.wait(PATIENCE)]);
}
