// The built service, with cheap passwords, beside the portal's files from the disk under the policy that `npm start` serves them
// with: for suites that need neither wrangler nor the reference, and for what `npm start` cannot do.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib.mjs';
import { buildPortal } from '../../../scripts/portal.mjs';
import { emptyData, startService } from '../../system/lib/service.mjs';
import { browserSuite } from './suite.mjs';

const files = join(root, 'public');
const [, policy] = /^\/portal\/\*\n.*\n +Content-Security-Policy: (.*)$/m.exec(
  readFileSync(join(files, '_headers'), 'utf8'),
);

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
        const path = join(files, pathname, pathname.endsWith('/') ? 'index.html' : '');
        return route.fulfill({ path, headers: { 'content-security-policy': policy } });
      }),
  });
