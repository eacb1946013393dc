// Whoever asks for a link to set another password learns nothing from how long the answer takes, seen from outside.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { emptyData, startService } from './lib/service.mjs';

const ROUNDS = 40;
/** At most, until one shows no difference. */
const MEASUREMENTS = 4;
/** Milliseconds by which the answers may differ: five, where what is done beside the answer began before that had left. */
const DIFFERENCE = 2;
/** Of what the answers of one kind differ by among themselves: more of it tells kinds apart on a busy machine, too. */
const PART = 0.5;
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
  'of no account': async () => `no-${await newAccount()}`, // an account is made for each, so that nothing else tells them apart
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

/** @returns whether the kinds are told apart by the quarter of their answers that were the quickest */
async function tellsApart() {
  const times = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
  for (let round = 0; round < ROUNDS; round++) {
    // In any order, as what is done beside an answer may last into the next one.
    for (const [kind, emailOf] of Object.entries(KINDS).sort(() => Math.random() - 0.5)) {
      const email = await emailOf();
      times[kind].push(await ask(email));
      await pause(BETWEEN);
    }
  }
  const quarters = Object.entries(times).map(([kind, all]) => {
    all.sort((a, b) => a - b);
    return { kind, quick: all[ROUNDS / 4], slow: all[(ROUNDS * 3) / 4] };
  });
  console.log(
    `forgot: ${quarters.map(({ kind, quick, slow }) => `${quick.toFixed(2)} to ${slow.toFixed(2)} ms for one ${kind}`).join(', ')}`,
  );
  const quick = quarters.map((quarter) => quarter.quick);
  const spread = Math.max(...quarters.map((quarter) => quarter.slow - quarter.quick));
  return Math.max(...quick) - Math.min(...quick) > Math.max(DIFFERENCE, PART * spread);
}

test('The answer takes as long for any e-mail', async () => {
  await ask(await newAccount());
  // What tells kinds apart does so each time, and a busy machine now and then.
  let measured = 1;
  while (await tellsApart()) assert.ok(++measured <= MEASUREMENTS, 'each measurement tells the kinds apart');
  assert.equal(await countTokens(), measured * ROUNDS + 1, 'accounts that were mailed a link');
});
