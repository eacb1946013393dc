// Applies the migrations that the database of this machine lacks, for `npm start`: in one process, where
// `wrangler d1 migrations apply` (`npm run migrate`) starts workerd anew for each of them.
import { migrate, migrations } from './storage/migrate.mjs';
import { withStorage } from './storage/open.mjs';

await withStorage({ remote: false }, ({ DB }) => migrate(DB, migrations().at(-1)));
