// `npm run admin` where nobody can log in any more, beside a service that takes no signups.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { logIn, PASSWORD, send } from './lib/accounts.mjs';
import { command } from './lib/command.mjs';
import { newPersistDir, open } from './lib/hospital.mjs';

const OTHER = 'a new stethoscope';

let persistDir;
let service;
/** What the only admin, Ada, is known by. */
let ada;
before(async () => {
  persistDir = await newPersistDir();
  const first = await open(persistDir);
  ada = await logIn(first, 'admin');
  await first.stop();
  service = await open(persistDir, { vars: { SIGNUP: 'invited' } });
});
after(() => service?.stop());

const admin = (...args) => command(persistDir, 'admin', ...args);
const tokenIn = (output) => /"token": "([\w-]{43})"/.exec(output)?.[1];
const post = (path, json) => send(service.url, 'POST', path, { json });
const setPassword = (token, password) => post('/auth/password-token', { token, password });
const login = (email, password) => post('/auth/login', { email, password });
const trail = (id) =>
  service.query('SELECT actor, action, entity FROM audit WHERE entity_id = ? AND actor = ?', id, 'command:admin');

test('the only admin sets another password by a token that works once', async () => {
  const { status, output } = await admin(ada.email, '--token');
  assert.equal(status, 0, output);
  assert.match(output, /already was an admin \(local database\)/);
  const token = tokenIn(output);
  assert.equal((await login(ada.email, PASSWORD)).status, 200, 'the former password works until the token is used');

  const stored = await service.query('SELECT token_hash FROM password_token WHERE user_id = ?', ada.id);
  assert.equal(stored.length, 1);
  assert.ok(!JSON.stringify(stored).includes(token), 'the token itself is stored nowhere');
  assert.equal((await setPassword(token, OTHER)).status, 204);
  assert.equal((await setPassword(token, OTHER)).status, 401);
  assert.equal((await login(ada.email, PASSWORD)).status, 401);
  assert.equal((await login(ada.email, OTHER)).status, 200);
  assert.deepEqual(await trail(ada.id), [{ actor: 'command:admin', action: 'create', entity: 'password_token' }]);
});

test('another token ends the one before', async () => {
  const first = tokenIn((await admin(ada.email, '--token')).output);
  const second = tokenIn((await admin(ada.email, '--token')).output);
  assert.equal((await setPassword(first, PASSWORD)).status, 401);
  assert.equal((await setPassword(second, PASSWORD)).status, 204);
});

test('where no account is left that can be reached, one is made', async () => {
  const email = "o'brien@system.example";
  const missing = await admin(email, '--token');
  assert.equal(missing.status, 1);
  assert.match(missing.output, /No account has the e-mail .* --create/);

  const { status, output } = await admin(email, '--create');
  assert.equal(status, 0, output);
  assert.match(output, /was made, an admin/);
  assert.equal((await setPassword(tokenIn(output), OTHER)).status, 204);
  const { body } = await login(email, OTHER);
  const me = await send(service.url, 'GET', '/auth/users/me', { token: body.access_token });
  assert.equal(me.body.type, 'admin');
  assert.deepEqual(
    (await trail(me.body.id)).map(({ action, entity }) => [action, entity]),
    [
      ['create', 'user'],
      ['create', 'password_token'],
    ],
  );
  // Nothing is odd about the account: it may do what admins may, and the checks find nothing.
  const invited = { email: 'new@system.example', type: 'staff', full_name: 'New' };
  const answer = await send(service.url, 'POST', '/auth/users', { token: body.access_token, json: invited });
  assert.equal(answer.status, 201);
  const verified = await command(persistDir, 'verify');
  assert.equal(verified.status, 0, verified.output);
});

test('an account that is there is not made again, nor changed', async () => {
  const { status, output } = await admin('new@system.example', '--create');
  assert.equal(status, 1);
  assert.match(output, /nothing was changed/);
  const rows = await service.query('SELECT type, version FROM user WHERE email = ?', 'new@system.example');
  assert.deepEqual(rows, [{ type: 'staff', version: 1 }]);
});

test('a username that is taken, and an account that is disabled, are said', async () => {
  await service.query("UPDATE user SET username = 'x@y.example', username_key = 'x@y.example' WHERE id = ?", ada.id);
  const taken = await admin('x@y.example', '--create');
  assert.equal(taken.status, 1);
  assert.match(taken.output, /is the username of an account that has another e-mail: nothing was changed/);

  await service.query('UPDATE user SET disabled_at = 1 WHERE id = ?', ada.id);
  const { status, output } = await admin(ada.email, '--token');
  assert.equal(status, 0, output);
  assert.match(output, /disabled: an admin has to enable it\. No token was issued/);
  assert.equal(tokenIn(output), undefined);
  assert.deepEqual(await service.query('SELECT 1 FROM password_token WHERE user_id = ?', ada.id), []);
});

test('--token and --create together are answered by the usage', async () => {
  const { status, output } = await admin('a@b.example', '--token', '--create');
  assert.equal(status, 1);
  assert.match(output, /Usage: npm run admin/);
});
