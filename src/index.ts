import { app } from './app';
import type { AccessRecord } from './audit/access-record';
import { consumeAccess } from './audit/consumer';
import type { Bindings } from './env';
import { sweep } from './maintenance';
import { SEARCH_FILLS, SEARCH_REBUILDS } from './resources/search-rebuilds';
import { ZONE_TIMES } from './resources/zone-times';

export default {
  fetch: app.fetch,
  scheduled: (controller, env, ctx) =>
    ctx.waitUntil(sweep(env, controller.scheduledTime, [...SEARCH_FILLS, ...SEARCH_REBUILDS], ZONE_TIMES)),
  queue: consumeAccess,
} satisfies ExportedHandler<Bindings, AccessRecord[]>;
