// Whoever asks for a link to set another password learns nothing from how long the answer takes, seen from outside.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { emptyData, startService } from './lib/service.mjs';

const ROUNDS = 40;
/** Milliseconds by which the answers may differ: five, where what is done beside the answer began before that had left. */
const DIFFERENCE = 2;
/** For what is done beside an answer, so that the next one does not wait for that. */
const BETWEEN = 100;

let service;
before(async () => {
  const vars = { MAIL_FROM: 'no-reply@clinic.example', BASE_URL: 'https://portal.clinic.example' };
  service = await startService({ data: await emptyData(), vars });
});
after(() => service.stop());

async function newAccount({ password_hash = 'of no password', disabled_at = null, email_set_by = null } = {}) {
  const id = randomUUID();
  const email = `${id}@system.example`;
  await service.query(
    `INSERT INTO user (id, version, created_at, updated_at, email, email_key, username, username_key, type,
      password_hash, disabled_at, email_set_by) VALUES (?1, 1, 0, 0, ?2, ?2, ?2, ?2, 'staff', ?3, ?4, ?5)`,
    ...[id, email, password_hash, disabled_at, email_set_by],
  );
  return email;
}

/** E-mails to ask with, each for one request. */
const KINDS = {
  'of an account': () => newAccount(),
  'of no account': () => `${randomUUID()}@system.example`,
  'of a disabled account': () => newAccount({ disabled_at: 1 }),
  'of an account without a password': () => newAccount({ password_hash: '' }),
  'that somebody else has chosen': () => newAccount({ email_set_by: 'somebody' }),
};

async function ask(email) {
  const began = performance.now();
  const answer = await fetch(`${service.url}/auth/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const took = performance.now() - began;
  assert.deepEqual([answer.status, await answer.text()], [202, '']);
  return took;
}

const countTokens = async () => (await service.query('SELECT count(*) AS n FROM forgot_token'))[0].n;

test('The answer takes as long for any e-mail', async () => {
  const times = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
  await ask(await newAccount());
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, emailOf] of Object.entries(KINDS)) {
      const email = await emailOf();
      times[kind].push(await ask(email));
      await pause(BETWEEN);
    }
  }
  // A busy machine only ever adds to what an answer takes.
  const fast = Object.entries(times).map(([kind, all]) => [kind, all.sort((a, b) => a - b)[Math.floor(ROUNDS / 4)]]);
  console.log(`forgot: ${fast.map(([kind, ms]) => `${ms.toFixed(2)} ms for one ${kind}`).join(', ')}`);
  const [quickest, slowest] = [Math.min, Math.max].map((of) => of(...fast.map(([, ms]) => ms)));
  assert.ok(slowest - quickest < DIFFERENCE, JSON.stringify(fast));
  assert.equal(await countTokens(), ROUNDS + 1, 'accounts that were mailed a link');
});
