// The built service beside the portal's files from the disk: for what `npm start` cannot do.
import { join } from 'node:path';
import { root } from '../../../scripts/lib.mjs';
import { buildPortal } from '../../../scripts/portal.mjs';
import { emptyData, startService } from '../../system/lib/service.mjs';
import { browserSuite } from './suite.mjs';

/** @param vars variables of the service @returns a suite whose `service` has `query`, which makes admins */
export const builtSuite = (vars = {}) =>
  browserSuite({
    async start() {
      await buildPortal();
      return startService({ data: await emptyData(), vars });
    },
    prepare: (context) =>
      context.route('**/portal/**', (route) => {
        const { pathname } = new URL(route.request().url());
        return route.fulfill({ path: join(root, 'public', pathname, pathname.endsWith('/') ? 'index.html' : '') });
      }),
  });
