import { consumeAccess } from './access-log/consumer';
import { app } from './app';
import type { Bindings } from './env';
import { consumeExports } from './fhir/export/consumer';
import { runHourlyJob } from './jobs/hourly';

/** The names of other environments' queues go on with theirs. */
const EXPORTS = /(^|-)export(-|$)/;

export default {
  fetch: app.fetch,
  scheduled: (controller, env, ctx) => ctx.waitUntil(runHourlyJob(env, controller.scheduledTime)),
  queue: (batch, env) => (EXPORTS.test(batch.queue) ? consumeExports : consumeAccess)(batch, env),
} satisfies ExportedHandler<Bindings, unknown>;
