// Read replication of D1: wrangler has no command for it, so Cloudflare's API is asked.
import { fail, wrangler } from '../lib.mjs';

/** As wrangler has it. */
const api = process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4';

/** @param login asks what `wrangler whoami --json` says */
export function accountId({ config }, login) {
  const named = process.env.CLOUDFLARE_ACCOUNT_ID ?? config.account_id;
  if (named) return named;
  const { accounts } = login();
  if (accounts.length === 1) return accounts[0].id;
  return fail('--replication: your login has several accounts. Set CLOUDFLARE_ACCOUNT_ID to the one that is meant.');
}

export async function setReplication(account, database, mode) {
  const answer = await fetch(`${api}/accounts/${account}/d1/database/${database}`, {
    method: 'PATCH',
    headers: { ...credentials(), 'content-type': 'application/json' },
    body: JSON.stringify({ read_replication: { mode } }),
  });
  if (!answer.ok) fail(`Everything is deployed but the read replication: ${answer.status} ${await answer.text()}`);
  console.log(`Read replication of the database: ${mode}.`);
}

/** Of `wrangler login` as well as of CLOUDFLARE_API_TOKEN. */
function credentials() {
  const { status, stdout, stderr } = wrangler(['auth', 'token', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) fail(stdout + stderr);
  const { token, key, email } = JSON.parse(stdout);
  return token ? { authorization: `Bearer ${token}` } : { 'x-auth-key': key, 'x-auth-email': email };
}
