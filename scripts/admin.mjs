// `npm run admin -- EMAIL [--remote [--env NAME]]`: makes an account an admin, as the first one of a deployment must be.
import { parseArgs } from 'node:util';
import { fail, onModernNode, persistDir, wrangler } from './lib.mjs';
import { setup } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false, // what is unknown is answered by the usage
  options: { remote: { type: 'boolean' }, env: { type: 'string' } },
});
const { remote, env, ...unknown } = values;
const [email, ...rest] = positionals;
if (!email || rest.length > 0 || Object.keys(unknown).length > 0 || (env !== undefined && !(remote && env !== true))) {
  fail('Usage: npm run admin -- EMAIL [--remote [--env NAME]]');
}
if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) || email.length > 320) fail(`Not an e-mail address: ${email}`);

setup();
onModernNode();
const { environment } = await import('./environment.mjs');

// As src/rules/unique-key.ts, which the Node that starts this script may be too old to import.
const key = `'${email.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC').replaceAll("'", "''")}'`;
const now = Date.now();
const account = `email_key = ${key} AND deleted_at IS NULL`;
const others = `${account} AND type <> 'admin'`;
// The audit row comes first, as it has the role before, and only with a real change. A trigger ends the logins.
const sql = [
  `INSERT INTO audit (at, actor, action, entity, entity_id, version, changed, detail) ` +
    `SELECT ${now}, 'command:admin', 'update', 'user', id, version + 1, '["type"]', json_object('type', json_array(type, 'admin')) FROM user WHERE ${others}`,
  `UPDATE user SET type = 'admin', email_set_by = NULL, version = version + 1, updated_at = ${now} WHERE ${others}`,
  `SELECT email, type, disabled_at, updated_at = ${now} AS changed FROM user WHERE ${account}`,
].join('; ');

const place = remote
  ? ['--remote', '--yes', '--config', environment(env).path]
  : ['--local', '--persist-to', persistDir];
const { status, stdout, stderr } = wrangler(['d1', 'execute', 'DB', ...place, '--json', '--command', sql], {
  stdio: [remote ? 'inherit' : 'ignore', 'pipe', 'pipe'],
});
if (/no such (table|column)/.test(stdout + stderr)) {
  fail(
    `The ${remote ? 'remote' : 'local'} database is empty or of an older version: run npm ${remote ? 'run deploy' : 'start'} first.`,
  );
}
if (status !== 0) fail(`${stdout}${stderr}`);

const user = JSON.parse(stdout).at(-1).results[0];
if (!user) fail(`No account has the e-mail ${email}: sign up first (POST /auth/signup).`);
console.log(
  `${user.email} ${user.changed ? 'is now' : 'already was'} an admin (${remote ? 'remote' : 'local'} database).`,
);
if (user.changed) console.log('Its logins have ended: it takes effect at the next one.');
if (user.disabled_at !== null) console.log('The account is disabled: an admin has to enable it.');
