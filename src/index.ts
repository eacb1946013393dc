import { app } from './app';
import type { Bindings } from './env';
import { sweep } from './maintenance';

export default {
  fetch: app.fetch,
  scheduled: (controller, env, ctx) => ctx.waitUntil(sweep(env, controller.scheduledTime)),
} satisfies ExportedHandler<Bindings>;
