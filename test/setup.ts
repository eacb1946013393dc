import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { insertRoleUsers } from './support/users';

// For each test file: empty the storage, then create the schema. The tests of a file share the storage, so each of them
// creates its own records. A request that the previous file left running can keep the storage from being emptied: try
// again.
for (let tries = 0; (await isMigrated()) || tries === 0; tries++) {
  if (tries === 50) throw new Error('The storage of the previous file could not be emptied');
  await reset();
  await scheduler.wait(tries * 20);
}
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await insertRoleUsers();

async function isMigrated(): Promise<boolean> {
  const table = env.DB.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'user'");
  return (await table.first()) !== null;
}
