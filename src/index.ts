import { consumeAccess } from './access-log/consumer';
import { app } from './app';
import type { Bindings } from './env';
import { consumeExports } from './fhir/export/consumer';
import { consumeImports } from './imports/consumer';
import { runHourlyJob } from './jobs/hourly';
import { consumeMessages } from './messages/consumer';
import { runMessagesTick } from './messages/tick';
import { consumeWebhooks } from './webhooks/consumer';
import { runMinuteTick } from './webhooks/tick';

/** The names of other environments' queues go on with theirs. */
const EXPORTS = /(^|-)export(-|$)/;
const IMPORTS = /(^|-)import(-|$)/;
const WEBHOOKS = /(^|-)webhook(-|$)/;
const MESSAGES = /(^|-)message(-|$)/;

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
  queue: (batch, env, ctx) => {
    if (IMPORTS.test(batch.queue)) return consumeImports(batch, env);
    if (WEBHOOKS.test(batch.queue)) return consumeWebhooks(batch, env, ctx);
    if (MESSAGES.test(batch.queue)) return consumeMessages(batch, env, ctx);
    return (EXPORTS.test(batch.queue) ? consumeExports : consumeAccess)(batch, env);
  },
} satisfies ExportedHandler<Bindings, unknown>;
