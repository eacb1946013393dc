// `npm run admin -- EMAIL [--remote]`: makes an existing account an admin, as the first one of a deployment must be.
import { fail, persistDir, wrangler } from './lib.mjs';
import { setup } from './setup.mjs';

const args = process.argv.slice(2);
const remote = args.includes('--remote');
const [email, ...rest] = args.filter((arg) => arg !== '--remote');
if (!email || rest.length > 0) fail('Usage: npm run admin -- EMAIL [--remote]');
if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) || email.length > 320) fail(`Not an e-mail address: ${email}`);

setup();

// As uniqueKey() in src/rules/unique-key.ts, which the Node that starts this script may be too old to import.
const key = `'${email.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC').replaceAll("'", "''")}'`;
const now = Date.now();
const account = `email_key = ${key} AND deleted_at IS NULL`;
const others = `${account} AND type <> 'admin'`;
// The audit row comes first, as it has the role before, and with a real change only. A trigger ends the logins; the last
// statement says what there is now.
const sql = [
  `INSERT INTO audit (at, actor, action, entity, entity_id, version, changed, detail) ` +
    `SELECT ${now}, 'command:admin', 'update', 'user', id, version + 1, '["type"]', json_object('type', json_array(type, 'admin')) FROM user WHERE ${others}`,
  `UPDATE user SET type = 'admin', pending_type = NULL, version = version + 1, updated_at = ${now} WHERE ${others}`,
  `SELECT email, type, disabled_at, updated_at = ${now} AS changed FROM user WHERE ${account}`,
].join('; ');

const place = remote ? ['--remote', '--yes'] : ['--local', '--persist-to', persistDir];
const { status, stdout, stderr } = wrangler(['d1', 'execute', 'hospital', ...place, '--json', '--command', sql], {
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
