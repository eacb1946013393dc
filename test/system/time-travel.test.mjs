import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dump } from '../../scripts/storage/dump.mjs';
import { reconcile } from '../../scripts/storage/reconcile.mjs';
import { CHECKS, report } from '../../scripts/verify/report.mjs';
import { input } from '../support/input.ts';
import { countAll, keepAll, look, looksOf, tamper, untilRecorded } from './lib/accesses.mjs';
import { callOf, logIn, PASSWORD, register, send } from './lib/accounts.mjs';
import { keep, makeHospital, newPath, newPersistDir, open } from './lib/hospital.mjs';

const backup = newPath('before');
let service;
/** What was done after the moment that the database is taken back to. */
const since = {};
let hospital;
let deleted;

before(async () => {
  const persistDir = await newPersistDir();
  service = await open(persistDir);
  hospital = await makeHospital(service);
  since.admin = await logIn(service, 'admin');
  since.other = await logIn(service, 'billing');
  since.program = await register(since.admin);
  const invitation = { email: 'invited@system.example', type: 'staff', full_name: 'System Test' };
  since.invited = await callsOf(service, since.admin.token).ask('POST', '/auth/users', { json: invitation });
  // Of what does not happen here: the service itself sends nothing.
  const webhook = input.webhook({ types: ['catalog_item.deleted'] });
  since.webhook = (await since.admin.call('POST', '/webhooks/', { json: webhook })).body.id;
  deleted = await hospital.upload(hospital.patient);
  const days = [NOW - 501 * DAY, NOW - 500 * DAY, NOW - DAY];
  await keepAll(service, days.map(seen));
  await wait(look(NOW));
  await service.stop();
  const takeBack = keep(persistDir);

  service = await open(persistDir);
  const { create, ask } = { ...hospital, ...callsOf(service, hospital.staff.token) };
  since.patient = await create('/patient/', input.patient());
  await create('/invoice/', { ...input.invoice(), patient_id: hospital.patient });
  // Those before the moment are three payments, of which the bill was created with one.
  for (const amount of [1, 2])
    await ask('POST', `/invoice/${hospital.paid}/payments`, { json: input.payment({ amount }) });
  await ask('POST', `/invoice/${hospital.paid}/credit-note`, { json: input.creditNote({ amount: 1 }) });
  await ask('DELETE', `/static/delete_file/${deleted}`);
  // Hides the patient's file, which must come back with the patient.
  await ask('DELETE', `/patient/${hospital.patient}`);
  await callsOf(service, since.admin.token).ask('PATCH', `/auth/users/${since.other.id}`, { json: { disabled: true } });
  const program = `/auth/clients/${since.program.client_id}`;
  const admin = callsOf(service, since.admin.token);
  await admin.ask('PATCH', program, { json: { scope: 'system/Patient.r' } });
  await admin.ask('POST', `${program}/secret`, { json: { revoke_old: true } });
  await admin.ask('POST', `/webhooks/${since.webhook}/secret`, { json: { revoke_old: true } });
  await service.query("UPDATE user SET totp_secret = 'A', recovery_codes = '[]' WHERE id = ?", since.admin.id);
  since.late = await logIn(service, 'staff');
  assert.equal(await useToken(), 204);
  await untilRecorded(service, since.patient);
  await lookOn();
  mkdirSync(backup);
  since.looks = await looksOf(service);
  await dump(service, backup);
  await service.stop();

  takeBack();
  service = await open(persistDir);
});
after(() => service.stop());

/** What stands on paper, and is forgotten. */
const PAPERS = [
  { table: 'payment', from: 'RCP-00000004', last: 'RCP-00000005' },
  { table: 'credit_note', from: 'CRN-00000001', last: 'CRN-00000001' },
];
const NOW = Date.now();
const DAY = 86_400_000;
const seen = (at, patient_id = hospital.patient) => look(at, { patient_id, actor: hospital.staff.id });
/** Has a look wait in D1, as where the queue does not take it. */
const wait = ({ id, at }) =>
  service.query("INSERT INTO access (id, at, action, entity) VALUES (?, ?, 'read', 'patient')", id, at);

/** What the access log gets after the moment: looks of a day that has some, those that had waited, and a day is removed. */
async function lookOn() {
  const { query } = service;
  await keepAll(service, [seen(NOW - DAY + 1), seen(NOW - DAY + 2, since.patient), seen(NOW)]);
  await keepAll(service, await query('SELECT id, at, action, entity FROM access'));
  await query('DELETE FROM access');
  since.waiting = look(NOW + 1);
  await wait(since.waiting);
  const day = Math.floor((NOW - 501 * DAY) / DAY);
  const date = new Date(day * DAY).toISOString().slice(0, 10);
  const { objects } = await service.FILES.list({ prefix: `audit/access/${date}/` });
  await service.FILES.delete(objects.map(({ key }) => key));
  await countAll(service);
  await query('UPDATE access_object SET removed_at = 1 WHERE day = ?', day);
  await query('DELETE FROM access_day WHERE day = ?', day);
  await keepAll(service, [seen(NOW - DAY + 3), seen(NOW + 1)]);
}

/** Sets the password of who was invited. @returns the status */
const useToken = async () =>
  (
    await send(service.url, 'POST', '/auth/password-token', {
      json: { token: since.invited.token, password: PASSWORD },
    })
  ).status;

function callsOf(running, token) {
  const call = callOf(running, token);
  const ask = async (method, path, options) => {
    const answer = await call(method, path, options);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.bytes}`);
    return answer.body;
  };
  return { call, ask, create: async (path, json) => (await ask('POST', path, { json })).id };
}

test('The service writes nothing while it is stopped by its secret, as the runbook does it', async () => {
  const dir = await newPersistDir();
  const running = await open(dir);
  const { staff, patient, file } = await makeHospital(running);
  await running.stop();
  const stopped = await open(dir, { vars: { JWT_SECRET_PREVIOUS: 'stopped' }, log: () => {} });
  try {
    const before = await stopped.query('SELECT count(*) AS n FROM audit');
    for (const [method, path, options] of [
      ['POST', '/auth/login', { json: { email: staff.email, password: PASSWORD } }],
      ['POST', '/auth/refresh', { json: { refresh_token: staff.refresh_token } }],
      ['POST', '/auth/signup', { json: { email: 'new@system.example', password: PASSWORD, full_name: 'New' } }],
      ['POST', '/patient/', { json: input.patient() }],
      ['PUT', `/patient/${patient}`, { json: input.patient() }],
      ['DELETE', `/patient/${patient}`],
      ['DELETE', `/static/delete_file/${file}`],
    ]) {
      const { status, headers } = await send(stopped.url, method, path, { token: staff.token, ...options });
      assert.equal(`${status} ${headers.get('retry-after')}`, '503 60', `${method} ${path}`);
    }
    assert.deepEqual(await stopped.query('SELECT count(*) AS n FROM audit'), before);
  } finally {
    await stopped.stop();
  }
});

test('After a restore, the database is reconciled with what it was before', async () => {
  assert.equal((await send(service.url, 'GET', '/department/', { token: hospital.staff.token })).status, 200);
  const done = await reconcile(service, backup);
  assert.deepEqual([done.looks.waiting, done.looks.since], [1, []]);
  assert.ok(done.looks.objects >= 3, `${done.looks.objects} objects`);
  assert.deepEqual(
    done.numbers.filter(({ table }) => ['patient', 'invoice'].includes(table)),
    [
      { table: 'invoice', from: 3, last: 3 },
      { table: 'patient', from: 5, last: 5 },
    ],
  );
  assert.deepEqual(done.again, PAPERS);
  assert.equal(done.files, 1);
  assert.ok(done.sessions >= 3, `${done.sessions} logins`);
  assert.ok(done.undone >= 6, `${done.undone} writes`);
  assert.deepEqual(done.twice, []);
  assert.deepEqual(
    done.accounts.sort(),
    [
      `user ${since.invited.id} has an earlier password again`,
      `user ${since.late.id} (staff) is gone: it was made since`,
      `user ${since.other.id} is billing again; before the restore: billing, disabled`,
      `user ${since.admin.id} has an earlier second factor again, or none`,
      `client ${since.program.client_id} has an earlier scope again, or none`,
      `client ${since.program.client_id} has an earlier secret again, or none`,
      `webhook ${since.webhook} has an earlier secret again, or none`,
    ].sort(),
  );
});

test('Who has seen whom is not forgotten', async () => {
  assert.deepEqual(await looksOf(service), since.looks);
  await countAll(service);
  const [{ n: counted }] = await service.query('SELECT sum(looks) AS n FROM access_day');
  assert.equal(counted, since.looks.length);
  // Those that had waited before the moment wait again: the hourly job finds that they are kept.
  const waiting = await service.query('SELECT id FROM access ORDER BY seq');
  assert.equal(waiting.length, 2);
  assert.equal(waiting[1].id, since.waiting.id);
});

test('Nobody is logged in any more', async () => {
  for (const { refresh_token } of [hospital.staff, since.admin, since.other]) {
    assert.equal((await send(service.url, 'POST', '/auth/refresh', { json: { refresh_token } })).status, 401);
  }
});

test('A one-time token that was used since does not work again', async () => {
  assert.equal(await useToken(), 401);
});

test('Numbers that were given out are not given out again', async () => {
  const { body } = await send(service.url, 'POST', '/auth/login', {
    json: { email: hospital.staff.email, password: PASSWORD },
  });
  const { ask } = callsOf(service, body.access_token);
  const { id, reg_number } = await ask('POST', '/patient/', { json: input.patient() });
  assert.equal(reg_number, 'PAT-00000006');
  await untilRecorded(service, id);
  const invoice = await ask('POST', '/invoice/', { json: { ...input.invoice(), patient_id: hospital.patient } });
  assert.equal(invoice.reg_number, 'INV-00000004');
  // These have no gaps: the same number is on two papers, which reconcile has told of.
  const payment = await ask('POST', `/invoice/${hospital.paid}/payments`, { json: input.payment({ amount: 3 }) });
  assert.equal(payment.receipt_number, PAPERS[0].from);
});

test('A file that was deleted since is deleted, one that was hidden with its patient is back', async () => {
  const status = async (id) => (await send(service.url, 'GET', `/static/${hospital.patient}/${id}.pdf`, {})).status;
  const [{ deleted_at }] = await service.query('SELECT deleted_at FROM file WHERE id = ?', deleted);
  assert.ok(deleted_at !== null);
  assert.equal(await status(deleted), 404);
  assert.equal(await status(hospital.file), 200);
});

test('The audit trail tells of it, and nothing is wrong with the database', async () => {
  const rows = await service.query(`SELECT entity, action, entity_id FROM audit WHERE actor = 'command:reconcile'`);
  const told = rows.map(({ entity, action, entity_id }) => `${action} ${entity} ${entity_id}`);
  assert.ok(told.includes('restore patient numbers:5-5'), told.join());
  assert.ok(told.includes(`delete file ${deleted}`), told.join());
  assert.ok(
    told.some((text) => text.startsWith('restore database audit:')),
    told.join(),
  );
  const printed = [];
  assert.equal(await report(service, { print: (line) => printed.push(line) }), true, printed.join('\n'));
});

test('Run again, it changes nothing more', async () => {
  const [{ n: before }] = await service.query('SELECT count(*) AS n FROM audit');
  const done = await reconcile(service, backup);
  assert.deepEqual([done.numbers, done.files, done.looks], [[], 0, { objects: 0, waiting: 0, since: [] }]);
  assert.deepEqual(done.again, PAPERS, 'also of numbers that were given out again by now');
  assert.equal((await service.query('SELECT count(*) AS n FROM audit'))[0].n, before);
  // By now the service has gone on: what was made since is told of.
  assert.deepEqual(done.twice.map(({ entity }) => entity).sort(), ['invoice', 'patient', 'payment']);
});

test('Where the access log was written since the restore, nothing of it is put back, and somebody is told', async () => {
  const [{ last }] = await service.query('SELECT max(seq) AS last FROM access_object');
  const dir = newPath('later');
  mkdirSync(dir);
  await keepAll(service, [seen(NOW + 2)]);
  await dump(service, dir);
  for (const table of ['access_uncounted', 'access_object'])
    await tamper(service, `DELETE FROM ${table} WHERE seq = ${last + 1}`);
  await keepAll(service, [seen(NOW + 3)]);
  assert.partialDeepStrictEqual((await reconcile(service, dir)).looks, { objects: 0, since: [last + 1] });
});

test('Without it, verify would call a number that is left out a gap', async () => {
  await service.query('DROP TRIGGER audit_keep_delete');
  await service.query(`DELETE FROM audit WHERE entity_id = 'numbers:5-5'`);
  const found = [];
  await CHECKS.numbers(service, (text) => found.push(text));
  assert.ok(found.includes('patient: the numbers 5 to 5 are missing'), found.join());
});

test('The backup of another database is refused', async () => {
  await service.query('UPDATE patient SET version = version');
  const other = newPath('other');
  mkdirSync(other);
  const stranger = await open(await newPersistDir());
  await makeHospital(stranger);
  await dump(stranger, other);
  await stranger.stop();
  await assert.rejects(reconcile(service, other), /not one of this database/);
});
