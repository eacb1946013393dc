// Who can log in. Locally people sign up by themselves, and `npm run admin` makes one of them an admin; in a deployment there is
// an account already, whose e-mail and password are in the environment.
import { spawn } from 'node:child_process';
import { createHmac, scryptSync } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createHospital, unwrap } from 'hospital-service-client';
import { fail, root } from '../lib.mjs';

/** Known to everybody, so for a service on one's own machine only. */
const LOCAL_PASSWORD = 'demo hospital 42!';
const RECEPTION = { email: 'reception@demo.example', full_name: 'Rosa Reception', type: 'staff' };
const BILLING = { email: 'billing@demo.example', full_name: 'Bo Billing', type: 'billing' };
const ADMIN = { email: 'admin@demo.example', full_name: 'Ada Admin', type: 'admin' };

/** In a minute the limits of the service begin anew: it is waited for. */
const RETRY = { attempts: 10, maxWait: 65_000 };

const newClient = (url) => createHospital({ baseUrl: url, retry: RETRY });

/** Passwords of the accounts of a deployment: only who has the operator's can tell them, and a second run has the same. */
function passwordsOf(url, secret) {
  const key = scryptSync(secret, `demo of ${url}`, 32);
  return (email) => `${createHmac('sha256', key).update(email).digest('base64url').slice(0, 20)}!`;
}

async function signUp(hospital, { email, full_name }) {
  const result = await hospital.POST('/auth/signup', { body: { email, full_name, password: LOCAL_PASSWORD } });
  if (result.status === 403) fail('This service takes no signups (SIGNUP=invited), by which the demo begins.');
  if (result.status !== 409) unwrap(result); // there from an earlier run
}

async function logIn(url, email, password) {
  const hospital = newClient(url);
  const result = await hospital.login({ email, password });
  if (!result.ok) fail(`${email} cannot log in: ${result.error.detail}`);
  return { hospital, account: unwrap(await hospital.GET('/auth/users/me')) };
}

/** An admin makes an account, whose owner sets the password by a one-time token. */
async function invite({ hospital }, key, { type, ...person }, password) {
  for await (const account of hospital.list('/auth/users')) {
    if (account.email === person.email && account.password_set) return;
  }
  const invited = unwrap(
    await hospital.POST('/auth/users', {
      params: { header: { 'idempotency-key': `${key}-${person.email}` } },
      body: { ...person, type },
    }),
  );
  unwrap(await hospital.POST('/auth/password-token', { body: { token: invited.token, password } }));
}

/** `npm run admin` changes the database in PERSIST_DIR: whether that is this service's shows at the next login. */
async function becomeAdmin(url) {
  const before = await logIn(url, ADMIN.email, LOCAL_PASSWORD);
  if (before.account.type === 'admin') return before;
  const command = [join(root, 'scripts', 'admin.mjs'), ADMIN.email];
  await once(spawn(process.execPath, command, { cwd: root, stdio: 'ignore' }), 'exit');
  const after = await logIn(url, ADMIN.email, LOCAL_PASSWORD);
  return after.account.type === 'admin' ? after : undefined;
}

async function openLocal(url, key) {
  await signUp(newClient(url), RECEPTION);
  const { hospital, account } = await logIn(url, RECEPTION.email, LOCAL_PASSWORD);
  if (account.type !== 'staff')
    fail(`${account.email} is ${account.type}, not staff: the demo needs SIGNUP_ROLE=staff.`);
  return {
    hospital,
    passwordOf: () => LOCAL_PASSWORD,
    async admitPeople() {
      await signUp(newClient(url), ADMIN);
      const admin = await becomeAdmin(url);
      if (!admin) return [RECEPTION];
      await invite(admin, key, BILLING, LOCAL_PASSWORD);
      return [RECEPTION, BILLING, ADMIN];
    },
  };
}

async function openRemote(url, key) {
  const { DEMO_EMAIL: email, DEMO_PASSWORD: password } = process.env;
  if (!email || !password) fail('DEMO_EMAIL and DEMO_PASSWORD in the environment say who fills the deployment.');
  const operator = await logIn(url, email, password);
  const { type } = operator.account;
  if (!['admin', 'staff'].includes(type)) fail(`${email} is ${type}: the demo needs an admin or a staff account.`);
  const passwordOf = passwordsOf(url, password);
  return {
    hospital: operator.hospital,
    passwordOf,
    async admitPeople() {
      const people = type === 'admin' ? [RECEPTION, BILLING] : [];
      for (const person of people) await invite(operator, key, person, passwordOf(person.email));
      return people;
    },
  };
}

/**
 * @param key begins the keys of what is created
 * @returns a client of somebody who may create all that a hospital has; `passwordOf` and `clientOf` an e-mail; and `admitPeople`, which makes
 * the other accounts and says who can log in
 */
export async function openAccounts({ url, key, isRemote }) {
  const accounts = await (isRemote ? openRemote(url, key) : openLocal(url, key));
  const clientOf = async (email) => (await logIn(url, email, accounts.passwordOf(email))).hospital;
  return { ...accounts, clientOf };
}
