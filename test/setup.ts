import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { emptyStorage } from './support/storage';
import { insertRoleUsers } from './support/users';

// For each test file. Its tests share the storage, so each of them creates its own records.
await emptyStorage();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await insertRoleUsers();
