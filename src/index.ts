import { app } from './app';
import { consumeAccess } from './audit/consumer';
import type { Bindings } from './env';
import { consumeExports } from './fhir/export/consumer';
import { sweepExports } from './fhir/export/sweep';
import { sweep } from './maintenance';
import { SEARCH_FILLS, SEARCH_REBUILDS } from './resources/search-rebuilds';
import { ZONE_TIMES } from './resources/zone-times';

/** The names of other environments' queues go on with theirs. */
const EXPORTS = /(^|-)export(-|$)/;

export default {
  fetch: app.fetch,
  scheduled: (controller, env, ctx) =>
    ctx.waitUntil(
      sweep(env, controller.scheduledTime, [...SEARCH_FILLS, ...SEARCH_REBUILDS], ZONE_TIMES, {
        export_job: sweepExports,
      }),
    ),
  queue: (batch, env) => (EXPORTS.test(batch.queue) ? consumeExports : consumeAccess)(batch, env),
} satisfies ExportedHandler<Bindings, unknown>;
