import { consumeAccess } from './access-log/consumer';
import { app } from './app';
import type { Bindings } from './env';
import { consumeExports } from './fhir/export/consumer';
import { consumeImports } from './imports/consumer';
import { runHourlyJob } from './jobs/hourly';
import { consumeMessages } from './messages/consumer';
import { runMessagesTick } from './messages/tick';
import { kindOfQueue, type QueueKind } from './rules/queue-kind';
import { consumeWebhooks } from './webhooks/consumer';
import { runMinuteTick } from './webhooks/tick';

const CONSUMERS = {
  access: consumeAccess,
  export: consumeExports,
  import: consumeImports,
  webhook: consumeWebhooks,
  message: consumeMessages,
} satisfies Record<QueueKind, unknown>;

/** As in wrangler.toml. Any other cron is the hourly job's. */
const EACH_MINUTE = '* * * * *';

/** Neither waits for the other, and neither fails. */
async function eachMinute(env: Bindings): Promise<void> {
  const now = Date.now();
  await Promise.all([runMinuteTick(env, now), runMessagesTick(env, now)]);
}

export default {
  fetch: app.fetch,
  scheduled: ({ cron, scheduledTime }, env, ctx) =>
    ctx.waitUntil(cron === EACH_MINUTE ? eachMinute(env) : runHourlyJob(env, scheduledTime)),
  queue: (batch, env, ctx) => CONSUMERS[kindOfQueue(batch.queue) ?? 'access'](batch, env, ctx),
} satisfies ExportedHandler<Bindings, unknown>;
