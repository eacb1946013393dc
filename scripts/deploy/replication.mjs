// Read replication of D1: wrangler has no command for it, so Cloudflare's API is asked.
import { fail } from '../lib.mjs';
import { askCloudflare } from './api.mjs';

export async function setReplication(account, database, mode) {
  const body = { read_replication: { mode } };
  await askCloudflare(account, `/d1/database/${database}`, { method: 'PATCH', body }).catch(({ message }) =>
    fail(`Everything is deployed but the read replication. ${message}`),
  );
  console.log(`Read replication of the database: ${mode}.`);
}
