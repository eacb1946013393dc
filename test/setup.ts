import './support/schemas-run'; // before anything makes a schema
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, expect } from 'vitest';
import { takeExcess, watchLimits } from './support/d1-limits';
import { nameDeployment } from './support/deployment';
import { forgetAll, leaks, watchConsole } from './support/log-watch';
import { forgetMails } from './support/mails';
import { requireMigrated } from './support/migrated';
import { emptyStorage } from './support/storage';
import { insertRoleUsers } from './support/users';

// For each test file. Its tests share the storage, so each of them creates its own records.
watchConsole();
// Tests of what is sent put a receiver in its place.
globalThis.fetch = async () => {
  throw new TypeError('No test reaches the network');
};
await emptyStorage();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await requireMigrated();
await nameDeployment();
const unwatchLimits = watchLimits();
await insertRoleUsers();

afterAll(() => {
  const found = leaks();
  forgetAll();
  expect(found, 'what was logged that tells what a test handed out').toEqual([]);
});

beforeEach(forgetMails);

// `npm test -- resources/patient` also runs what is asked of every operation, of those below /patient alone (`ONLY` has the
// beginnings of their paths), and whether all that a resource must have is there.
const OF_EACH = /^test\/(operations\/(?!complete)|http\/bad-input)/;
beforeEach(({ task, skip }) => {
  const title = `${task.suite?.name} ${task.name}`;
  const concerns = env.ONLY === '' || env.ONLY.split(' ').some((path) => title.includes(` /${path}`));
  skip(!concerns && OF_EACH.test(task.file.name));
});

// Whatever a file sends to D1 is checked: the local runtime takes more than D1 does.
afterAll(async () => {
  unwatchLimits();
  expect(await takeExcess(), 'more than D1 takes').toEqual([]);
});
