import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { insertRoleUsers } from './support/users';

// Once per file: empty storage, then the schema. Tests of one file share it, so they use data of their own.
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await insertRoleUsers();
