// Applies the migrations that the local database lacks in one process: `wrangler d1 migrations apply` starts workerd for each.
import { migrate, migrations } from './storage/migrate.mjs';
import { withStorage } from './storage/open.mjs';

await withStorage({ remote: false }, ({ DB }) => migrate(DB, migrations().at(-1)));
