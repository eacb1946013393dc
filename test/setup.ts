import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { insertRoleUsers } from './support/users';

// Once per file: empty storage, then the schema. Tests of one file share it, so they use data of their own.
// A request that the last file left running may hold the storage, which then is not emptied: ask again.
for (let tries = 0; (await isMigrated()) || tries === 0; tries++) {
  if (tries === 50) throw new Error('The storage of the file before could not be emptied');
  await reset();
  await scheduler.wait(tries * 20);
}
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await insertRoleUsers();

async function isMigrated(): Promise<boolean> {
  const table = env.DB.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'user'");
  return (await table.first()) !== null;
}
