// Applies the migrations that the local database lacks. `wrangler d1 migrations apply` would start workerd for each.
import { migrate, migrations } from './storage/migrate.mjs';
import { withStorage } from './storage/open.mjs';

await withStorage({ remote: false }, ({ DB }) => migrate(DB, migrations().at(-1)));
