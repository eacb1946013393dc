// `npm run admin -- EMAIL [--token | --create] [--remote [--env NAME]]`: makes an account an admin, as the first one of a deployment
// must be, and lets it in where nobody else can: by a one-time token for a password, or as a new account.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fail, onModernNode, persistDir, wrangler } from './lib.mjs';
import { setup } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false, // what is unknown is answered by the usage
  options: {
    remote: { type: 'boolean' },
    env: { type: 'string' },
    token: { type: 'boolean' },
    create: { type: 'boolean' },
  },
});
const { remote, env, token: forOwner, create, ...unknown } = values;
const [email, ...rest] = positionals;
const isMisused =
  !email ||
  rest.length > 0 ||
  Object.keys(unknown).length > 0 ||
  (forOwner && create) ||
  (env !== undefined && !(remote && env !== true));
if (isMisused) {
  fail(`Usage: npm run admin -- EMAIL [--token | --create] [--remote [--env NAME]]

makes the account with this e-mail an admin.
  --token    prints a one-time token, too, by which its owner sets a password
  --create   makes the account, which is an admin at once, and prints its token`);
}
if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) || email.length > 320) fail(`Not an e-mail address: ${email}`);

setup();
onModernNode();
const { environment } = await import('./environment.mjs');

const text = (value) => `'${value.replaceAll("'", "''")}'`;
// As src/rules/unique-key.ts, which the Node that starts this script may be too old to import.
const key = text(
  email.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC'),
);
const now = Date.now();
const id = randomUUID();
const account = `email_key = ${key} AND deleted_at IS NULL`;
const others = `${account} AND type <> 'admin'`;
const AUDIT = 'INSERT INTO audit (at, actor, action, entity, entity_id, version, changed, detail) SELECT';

// The audit row comes first, as it has the role before, and only with a real change. A trigger ends the logins.
const promote = [
  `${AUDIT} ${now}, 'command:admin', 'update', 'user', id, version + 1, '["type"]', json_object('type', json_array(type, 'admin')) FROM user WHERE ${others}`,
  `UPDATE user SET type = 'admin', email_set_by = NULL, version = version + 1, updated_at = ${now} WHERE ${others}`,
];
// Without a password: nobody logs in before the token is used.
const make = [
  'INSERT INTO user (id, version, created_at, updated_at, email, email_key, username, username_key, type, password_hash) ' +
    `SELECT '${id}', 1, ${now}, ${now}, ${text(email)}, ${key}, ${text(email)}, ${key}, 'admin', '' ` +
    `WHERE NOT EXISTS (SELECT 1 FROM user WHERE ${account})`,
  `${AUDIT} ${now}, 'command:admin', 'create', 'user', id, 1, '[]', NULL FROM user WHERE id = '${id}'`,
];
// As the service issues one (src/resources/auth/invitations), but that the former password works until it is used.
const token = forOwner || create ? randomBytes(32).toString('base64url') : undefined;
const expires = now + 72 * 3_600_000;
const served = `${account} AND disabled_at IS NULL${create ? ` AND id = '${id}'` : ''}`;
const issue = token
  ? [
      `INSERT INTO password_token (user_id, token_hash, expires_at) SELECT id, '${createHash('sha256').update(token).digest('hex')}', ${expires} ` +
        `FROM user WHERE ${served} ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      `${AUDIT} ${now}, 'command:admin', 'create', 'password_token', id, 1, '[]', NULL FROM user WHERE ${served}`,
    ]
  : [];
const sql = [
  ...(create ? make : promote),
  ...issue,
  `SELECT id, email, type, disabled_at, updated_at = ${now} AS changed FROM user WHERE ${account}`,
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
if (/UNIQUE constraint failed: user\.username_key/.test(stdout + stderr)) {
  fail(`${email} is the username of an account that has another e-mail: nothing was changed.`);
}
if (status !== 0) fail(`${stdout}${stderr}`);

const user = JSON.parse(stdout).at(-1).results[0];
if (!user) fail(`No account has the e-mail ${email}: sign up first (POST /auth/signup), or have it made by --create.`);
if (create && user.id !== id) fail(`An account has the e-mail ${email}: nothing was changed. --token lets it in.`);
const becomes = create ? 'was made,' : user.changed ? 'is now' : 'already was';
console.log(`${user.email} ${becomes} an admin (${remote ? 'remote' : 'local'} database).`);
if (user.changed && !create) console.log('Its logins have ended: it takes effect at the next one.');
if (user.disabled_at !== null) {
  console.log(`The account is disabled: an admin has to enable it.${token ? ' No token was issued.' : ''}`);
} else if (token) {
  console.log(`
Its owner sets a password by this one-time token, until ${new Date(expires).toISOString()}, in the portal at

  /portal/#/password?token=${token}

or by POST /auth/password-token with {"token": "${token}", "password": "…"}.`);
}
