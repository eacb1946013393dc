import { consumeAccess } from './access-log/consumer';
import { app } from './app';
import type { Bindings } from './env';
import { consumeExports } from './fhir/export/consumer';
import { runHourlyJob } from './jobs/hourly';
import { consumeWebhooks } from './webhooks/consumer';
import { runMinuteTick } from './webhooks/tick';

/** The names of other environments' queues go on with theirs. */
const EXPORTS = /(^|-)export(-|$)/;
const WEBHOOKS = /(^|-)webhook(-|$)/;

/** As in wrangler.toml. Any other cron is the hourly job's. */
const EACH_MINUTE = '* * * * *';

export default {
  fetch: app.fetch,
  scheduled: ({ cron, scheduledTime }, env, ctx) =>
    ctx.waitUntil(cron === EACH_MINUTE ? runMinuteTick(env, Date.now()) : runHourlyJob(env, scheduledTime)),
  queue: (batch, env, ctx) => {
    if (WEBHOOKS.test(batch.queue)) return consumeWebhooks(batch, env, ctx);
    return (EXPORTS.test(batch.queue) ? consumeExports : consumeAccess)(batch, env);
  },
} satisfies ExportedHandler<Bindings, unknown>;
