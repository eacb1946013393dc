// `npm run migrate`, and a part of `npm start`: applies the migrations that the local database lacks.
// `wrangler d1 migrations apply` would start workerd for each.
import { fail, persistDir } from './lib.mjs';
import { migrate, migrations } from './storage/migrate.mjs';
import { withStorage } from './storage/open.mjs';
import { changedZone } from './storage/time-zone.mjs';

const HERE = { remote: false };
await withStorage(HERE, async (storage) => {
  const applied = await migrate(storage.DB, migrations().at(-1)).catch((error) =>
    fail(`The database in ${persistDir} could not be migrated: ${error.message}.`),
  );
  if (applied.length > 0) console.log(`Migrations are applied, up to ${applied.at(-1)}.`);
  const changed = await changedZone(storage, HERE);
  if (changed) console.log(changed);
});
