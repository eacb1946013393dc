import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../../scripts/lib.mjs';
import { CHECKS, report } from '../../scripts/verify/report.mjs';
import { input } from '../support/input.ts';
import { logIn, register } from './lib/accounts.mjs';
import { makeHospital, newPersistDir, open } from './lib/hospital.mjs';

let service;
let hospital;
before(async () => {
  service = await open(await newPersistDir());
  hospital = { ...(await makeHospital(service)), other: await logIn(service, 'billing') };
  const admin = await logIn(service, 'admin');
  hospital.program = (await register(admin)).client_id;
  hospital.webhook = (await admin.call('POST', '/webhooks/', { json: input.webhook({ disabled: true }) })).body;
  await service.runHourlyJob();
});
after(() => service.stop());

/** What one check finds. */
async function wrong(check, storage = service) {
  const found = [];
  await CHECKS[check](storage, (text) => found.push(text), { files: true });
  return found;
}

/** Text of a trigger or a view, to put it back. */
const textOf = async (name) => (await service.query('SELECT sql FROM sqlite_schema WHERE name = ?', name))[0].sql;

test('What the service has written is sound, and nothing of it is printed', async () => {
  const printed = [];
  assert.equal(await report(service, { print: (line) => printed.push(line) }), true);
  assert.equal(printed.pop(), 'Nothing is wrong.');
  assert.deepEqual(
    printed.map((line) => /^ ✓ (\w+): /.exec(line)?.[1]),
    Object.keys(CHECKS),
  );
  assert.doesNotMatch(printed.join(), /Svensson|Åkesson|Anna/);
});

const MESSAGE = `INSERT INTO message (id, appointment_id, kind, hours_before, channel, starts_at, look_at, state, attempts,
  created_at, changed_at, ended_at)`;

/** Mends by the statement that a text names. */
const asTold = (q, _, [text]) => q(/`(.+)`/.exec(text)[1]);

/** By what is damaged: how, how it is mended again, and what the check finds. `q` is a statement past the service. */
const DAMAGES = {
  'a deployment without an id': {
    damage: (q) => q('DELETE FROM deployment'),
    mend: (q) => q(`INSERT INTO deployment (one, id) VALUES (1, ?)`, crypto.randomUUID()),
    check: 'deployment',
    finds: () => ['there should be one id: there are 0'],
  },
  'a counter by status': {
    damage: (q) => q(`UPDATE counter SET n = 7 WHERE kind = 'invoice' AND term = 'DRAFT'`),
    mend: (q) => q(`UPDATE counter SET n = 1 WHERE kind = 'invoice' AND term = 'DRAFT'`),
    check: 'counters',
    finds: () => ['counter of invoice, status DRAFT: it says 7, there are 1 rows'],
  },
  'a counter of a tag that is not there': {
    damage: (q) => q(`DELETE FROM counter WHERE kind = 'catalog_item:tag' AND term = 'x-ray'`),
    mend: (q) => q(`INSERT INTO counter VALUES ('catalog_item:tag', 'x-ray', 1)`),
    check: 'counters',
    finds: () => ['counter of catalog_item:tag, a tag: it says 0, there are 1 rows'],
  },
  'a patient whom the full-text index lacks': {
    damage: (q) =>
      q(`INSERT INTO patient_search (patient_search, rowid, words)
        SELECT 'delete', seq, words FROM patient_words WHERE seq = 1`),
    mend: asTold,
    check: 'terms',
    finds: () => [
      "patient_search is not what its view says: `INSERT INTO patient_search (patient_search) VALUES ('rebuild')` makes it anew",
    ],
  },
  'a word too many in the full-text index': {
    damage: (q) => q(`INSERT INTO invoice_search (rowid, words) VALUES (1, 'nobody')`),
    mend: asTold,
    check: 'terms',
    finds: () => [
      "invoice_search is not what its view says: `INSERT INTO invoice_search (invoice_search) VALUES ('rebuild')` makes it anew",
    ],
  },
  'hours that are not found by their department': {
    damage: (q) => q(`INSERT INTO doctor_hours_search (doctor_hours_search) VALUES ('delete-all')`),
    mend: asTold,
    check: 'terms',
    finds: () => [
      "doctor_hours_search is not what its view says: `INSERT INTO doctor_hours_search (doctor_hours_search) VALUES ('rebuild')` makes it anew",
    ],
  },
  'terms that are not those of the record': {
    damage: (q, { patient }) => q(`UPDATE patient SET terms = '["nobody"]' WHERE id = ?`, patient),
    mend: async (...told) => {
      await asTold(...told);
      await service.runHourlyJob();
    },
    check: 'terms',
    finds: ({ patient }) => [
      `patient ${patient}: its terms are not those of its fields: \`UPDATE search_rebuild SET version = 0 WHERE kind = 'patient'\` has the hourly job derive them again`,
    ],
  },
  'terms of a deleted patient that are not those of the name': {
    damage: (q, { removed }) => q(`UPDATE patient SET name_terms = '[]' WHERE id = ?`, removed),
    mend: async (...told) => {
      await asTold(...told);
      await service.runHourlyJob();
    },
    check: 'terms',
    finds: ({ removed }) => [
      `patient ${removed}: its terms are not those of its fields: \`UPDATE search_rebuild SET version = 0 WHERE kind = 'patient'\` has the hourly job derive them again`,
    ],
  },
  'an identifier that does not lead to its patient': {
    damage: async (q, { patient }) => {
      await q(`UPDATE patient SET identifiers = '[{"system":"urn:clinic","value":"4711"}]' WHERE id = ?`, patient);
      await q('DELETE FROM identifier');
    },
    mend: (q, { patient }) => q('UPDATE patient SET identifiers = NULL WHERE id = ?', patient),
    check: 'identifiers',
    finds: ({ patient }) => [`patient ${patient}: the identifiers that it is found by are not those that it has`],
  },
  'an identifier that leads to a deleted patient': {
    damage: (q, { removed }) => q(`INSERT INTO identifier VALUES ('4711', 'urn:clinic', ?)`, removed),
    mend: (q) => q('DELETE FROM identifier'),
    check: 'identifiers',
    finds: ({ removed }) => [`patient ${removed}: the identifiers that it is found by are not those that it has`],
  },
  'a file that a merge has left behind': {
    damage: async (q, { patient, removed, file }) => {
      await q('UPDATE patient SET merged_into = ? WHERE id = ?', patient, removed);
      await q('UPDATE file SET entity_id = ? WHERE id = ?', removed, file);
    },
    mend: async (q, { patient, removed, file }) => {
      await q('UPDATE patient SET merged_into = NULL WHERE id = ?', removed);
      await q('UPDATE file SET entity_id = ? WHERE id = ?', patient, file);
    },
    check: 'merges',
    finds: ({ removed, file }) => [`file ${file}: it belongs to ${removed}, a patient who was merged`],
  },
  'a change past the service': {
    damage: (q, { changed }) => q('UPDATE patient SET version = 3 WHERE id = ?', changed),
    mend: (q, { changed }) => q('UPDATE patient SET version = 2 WHERE id = ?', changed),
    check: 'audit',
    finds: ({ changed }) => [
      `patient ${changed}: it has version 3, the audit trail tells of 2 versions, the last one 2`,
    ],
  },
  'a change taken back': {
    damage: (q, { changed }) => q('UPDATE patient SET version = 1 WHERE id = ?', changed),
    mend: (q, { changed }) => q('UPDATE patient SET version = 2 WHERE id = ?', changed),
    check: 'audit',
    finds: ({ changed }) => [
      `patient ${changed}: it has version 1, the audit trail tells of 2 versions, the last one 2`,
    ],
  },
  'a paid_amount that its payments do not add up to': {
    damage: (q, { paid }) => q('UPDATE invoice SET paid_amount = 4000, remaining_amount = 6000 WHERE id = ?', paid),
    mend: (q, { paid }) => q('UPDATE invoice SET paid_amount = 3450, remaining_amount = 6550 WHERE id = ?', paid),
    check: 'payments',
    finds: ({ paid }) => [`invoice ${paid}: its payments are 3450, its paid_amount 4000`],
  },
  'a remaining_amount that is not the rest': {
    damage: (q, { paid }) => q('UPDATE invoice SET remaining_amount = 0 WHERE id = ?', paid),
    mend: (q, { paid }) => q('UPDATE invoice SET remaining_amount = 6550 WHERE id = ?', paid),
    check: 'payments',
    finds: ({ paid }) => [`invoice ${paid}: its remaining_amount is 0 of 10000 less 3450`],
  },
  'a credited_amount without its credit note': {
    damage: (q, { paid }) => q('UPDATE invoice SET credited_amount = 50, remaining_amount = 6500 WHERE id = ?', paid),
    mend: (q, { paid }) => q('UPDATE invoice SET credited_amount = 0, remaining_amount = 6550 WHERE id = ?', paid),
    check: 'payments',
    finds: ({ paid }) => [`invoice ${paid}: its credit notes are 0, its credited_amount 50`],
  },
  'a payment that is gone': {
    damage: async (q, { paid }) => {
      const text = await textOf('payment_keep_delete');
      await q('DROP TRIGGER payment_keep_delete');
      await q('DELETE FROM payment WHERE invoice_id = ? AND amount = 4000', paid);
      await q(text);
    },
    // As after a rollback to a version that knew no payments, or no totals by method.
    mend: (q) => q(readFileSync(join(root, 'scripts/record-payments.sql'), 'utf8')),
    check: 'payments',
    finds: ({ paid }) => [
      `invoice ${paid}: its payments are -550, its paid_amount 3450`,
      'payment RCP-00000003: its total by the method is not that of the payment before with this one',
    ],
  },
  'a login of a disabled account': {
    damage: async (q, { other }) => {
      await q('UPDATE user SET disabled_at = 1 WHERE id = ?', other.id);
      await q('UPDATE login_session SET revoked_at = NULL WHERE user_id = ?', other.id);
    },
    mend: (q, { other }) => q('UPDATE login_session SET revoked_at = 1 WHERE user_id = ?', other.id),
    check: 'sessions',
    finds: ({ other, session }) => [
      `user ${other.id}: it is deleted or disabled, and its login ${session} is not ended`,
    ],
  },
  'a one-time token of a disabled account': {
    damage: (q, { other }) =>
      q("INSERT INTO password_token (user_id, token_hash, expires_at) VALUES (?, 'a hash', 1)", other.id),
    mend: (q, { other }) => q('DELETE FROM password_token WHERE user_id = ?', other.id),
    check: 'sessions',
    finds: ({ other }) => [`user ${other.id}: it is deleted or disabled, and its one-time token is not ended`],
  },
  'a link of a forgotten password, of a disabled account': {
    damage: (q, { other }) =>
      q("INSERT INTO forgot_token (user_id, token_hash, created_at) VALUES (?, 'a hash', 1)", other.id),
    mend: (q, { other }) => q('DELETE FROM forgot_token WHERE user_id = ?', other.id),
    check: 'sessions',
    finds: ({ other }) => [`user ${other.id}: it is deleted or disabled, and its one-time token is not ended`],
  },
  'a program whose account is deleted': {
    damage: (q, { program }) => q('UPDATE user SET deleted_at = 1 WHERE id = ?', program),
    mend: (q, { program }) => q('UPDATE user SET deleted_at = NULL WHERE id = ?', program),
    check: 'clients',
    finds: ({ program }) => [
      `client ${program}: its account has another role or name, or only one of the two is deleted`,
    ],
  },
  'a program with neither secret nor keys': {
    damage: (q, { program }) => q('UPDATE client SET secret_hash = NULL WHERE id = ?', program),
    mend: (q, { program }) => q("UPDATE client SET secret_hash = 'a hash' WHERE id = ?", program),
    check: 'clients',
    finds: ({ program }) => [`client ${program}: it should have either a secret or keys`],
  },
  'a message that waits for another time': {
    damage: (q) =>
      q(
        `${MESSAGE} SELECT 'm1', id, 'booked', 0, 'email', starts_at - 1, 0, 'waiting', 0, 0, 0, NULL FROM appointment LIMIT 1`,
      ),
    mend: (q) => q(`UPDATE message SET state = 'sent', ended_at = 1`),
    check: 'messages',
    finds: () => ['message m1: it waits for another time than that of its visit'],
  },
  'a message that is claimed for ever': {
    damage: (q) =>
      q(`UPDATE message SET state = 'claimed', ended_at = NULL, starts_at = starts_at + 1, look_at = 600001`),
    mend: (q) => q(`UPDATE message SET state = 'sent', ended_at = 1`),
    check: 'messages',
    finds: () => ['message m1: it is claimed for longer than a lease'],
  },
  'a message that has ended, and waits': {
    damage: (q) => q(`UPDATE message SET state = 'waiting'`),
    mend: (q) => q('DELETE FROM message'),
    check: 'messages',
    finds: () => ['message m1: its state is not that of its end'],
  },
  'a message of a visit that is cancelled': {
    damage: async (q) => {
      await q(
        `${MESSAGE} SELECT 'm2', id, 'booked', 0, 'email', starts_at, 0, 'told', 0, 0, 0, NULL FROM appointment LIMIT 1`,
      );
      await q(`UPDATE appointment SET status = 'CANCELLED' WHERE id IN (SELECT appointment_id FROM message)`);
    },
    mend: async (q) => {
      await q(`UPDATE appointment SET status = 'SCEDULED' WHERE id IN (SELECT appointment_id FROM message)`);
      await q('DELETE FROM message');
    },
    check: 'messages',
    finds: () => ['message m2: it waits, and its visit is over or cancelled'],
  },
  'a webhook without a secret': {
    damage: (q, { webhook }) => q("UPDATE webhook SET secret = '' WHERE id = ?", webhook.id),
    mend: (q, { webhook }) => q('UPDATE webhook SET secret = ? WHERE id = ?', webhook.secret, webhook.id),
    check: 'webhooks',
    finds: ({ webhook }) => [`webhook ${webhook.id}: it has no secret`],
  },
  'a webhook that leaves out what comes': {
    damage: (q) => q('UPDATE webhook SET cursor = cursor + 1000000'),
    mend: (q) => q('UPDATE webhook SET cursor = cursor - 1000000'),
    check: 'webhooks',
    finds: ({ webhook }) => [`webhook ${webhook.id}: it is ahead of the audit trail`],
  },
  'a delivery to no webhook': {
    damage: (q) => q('INSERT INTO webhook_delivery VALUES (4711, 1, 0, NULL, NULL, NULL)'),
    mend: (q) => q('DELETE FROM webhook_delivery WHERE webhook_seq = 4711'),
    check: 'webhooks',
    finds: () => ['webhook number 4711: it has deliveries, and is not there'],
  },
  'an account of a program that there is not': {
    damage: (q, { other }) => q("UPDATE user SET type = 'client' WHERE id = ?", other.id),
    mend: (q, { other }) => q("UPDATE user SET type = 'billing' WHERE id = ?", other.id),
    check: 'clients',
    finds: ({ other }) => [`user ${other.id}: it is a program's, and there is none`],
  },
  'a sequence that is ahead': {
    damage: (q) => q(`UPDATE sqlite_sequence SET seq = 9 WHERE name = 'patient'`),
    mend: (q) => q(`UPDATE sqlite_sequence SET seq = 4 WHERE name = 'patient'`),
    check: 'numbers',
    finds: () => ['patient: the numbers 5 to 9 were given out, and their rows are missing'],
  },
};

for (const [what, { damage, mend, check, finds }] of Object.entries(DAMAGES)) {
  test(`Finds ${what}`, async () => {
    const [{ id: session }] = await service.query('SELECT id FROM login_session WHERE user_id = ?', hospital.other.id);
    await damage(service.query, hospital);
    const found = await wrong(check);
    assert.deepEqual(found, finds({ ...hospital, session }));
    await mend(service.query, hospital, found);
    assert.deepEqual(await wrong(check), []);
  });
}

test('What the hourly job has not come to is told, and is not called wrong', async () => {
  const { query } = service;
  await query(`UPDATE search_rebuild SET version = 0 WHERE kind = 'doctor'`);
  await query(`UPDATE doctor SET terms = '["old"]' WHERE id = ?`, hospital.doctor);
  const told = /^6 indexes, \d+ rows; the hourly job has still to derive the terms of doctor$/;
  assert.match(await CHECKS.terms(service, assert.fail), told);

  await service.runHourlyJob();
  assert.match(await CHECKS.terms(service, assert.fail), /^6 indexes, \d+ rows$/);
});

test('Finds a trigger that is missing, and a view that is another', async () => {
  const [trigger, view] = [await textOf('audit_keep_update'), await textOf('patient_words')];
  await service.query('DROP TRIGGER audit_keep_update');
  await service.query('DROP VIEW patient_words');
  await service.query(view.replace('patient.terms, ', ''));
  assert.deepEqual(await wrong('schema'), [
    'the view patient_words is not the one of the migrations',
    'the trigger audit_keep_update is missing',
  ]);
  await service.query('DROP VIEW patient_words');
  for (const sql of [trigger, view]) await service.query(sql);
});

test('Finds bytes that are gone or of another size, and counts those without a row', async () => {
  const { patient, file } = hospital;
  const key = `${patient}/${file}.pdf`;
  const bytes = await (await service.FILES.get(key)).arrayBuffer();
  await service.FILES.delete(key);
  assert.deepEqual(await wrong('files'), [`file ${file} has no bytes`]);
  await service.FILES.put(key, 'short');
  assert.deepEqual(await wrong('files'), [`file ${file} has 5 bytes instead of ${bytes.byteLength}`]);
  await service.FILES.put(key, bytes);
  const orphan = `${patient}/${crypto.randomUUID()}.pdf`;
  await service.FILES.put(orphan, bytes);
  assert.match(await CHECKS.files(service, assert.fail), /^1 files; 1 objects without a row/);
  await service.FILES.delete(orphan);
});

test('Compares every file with its object, on however many pages', async () => {
  const { ask, upload, patients } = hospital;
  const files = [];
  for (const owner of [patients[0], patients[1], patients[1], patients[1], patients[3], hospital.doctor]) {
    files.push({ owner, id: await upload(owner) });
  }
  const FILES = {
    head: (key) => service.FILES.head(key),
    list: (options) => service.FILES.list({ ...options, limit: 2 }),
  };
  const storage = { DB: service.DB, FILES };
  assert.match(await CHECKS.files(storage, assert.fail), /^7 files; 0 objects/);
  const lost = [files[0], files[2], files[5]];
  await service.FILES.delete(lost.map(({ owner, id }) => `${owner}/${id}.pdf`));
  assert.deepEqual((await wrong('files', storage)).sort(), lost.map(({ id }) => `file ${id} has no bytes`).sort());
  for (const { id } of lost) await ask('DELETE', `/static/delete_file/${id}`);
});

test('Once all is mended, nothing is wrong', async () => {
  assert.equal(await report(service, { print: () => {} }), true);
});

// It leaves traces.
test('Finds a record that was removed, and an audit row', async () => {
  const { patients, changed } = hospital;
  const text = await textOf('audit_keep_delete');
  await service.query('DROP TRIGGER audit_keep_delete');
  await service.query(`DELETE FROM audit WHERE entity_id = ? AND action = 'update'`, changed);
  await service.query(text);
  const [{ seq }] = await service.query(`SELECT seq FROM audit WHERE entity_id = ?`, patients[3]);
  await service.query('DELETE FROM patient WHERE id = ?', patients[3]);

  assert.deepEqual(await wrong('audit'), [
    `patient ${changed}: it has version 2, the audit trail tells of 1 versions, the last one 1`,
    `patient ${patients[3]}: the audit trail (${seq}) tells of its creation, but it is not there`,
  ]);
  const [gone, gap] = await wrong('numbers');
  assert.equal(gone, 'patient: the numbers 4 to 4 were given out, and their rows are missing');
  assert.match(gap, /^audit: the numbers (\d+) to \1 are missing$/);
  assert.equal((await wrong('terms')).length > 0, true, 'its terms are left');
});

test('Finds nothing wrong with a record that was merged, parted again and merged', async () => {
  const { ask, upload, patients } = hospital;
  const { id } = await ask('POST', '/patient/', { json: input.patient() });
  const file = await upload(id);
  for (const step of ['merge', 'unmerge', 'merge'])
    await ask('POST', `/patient/${patients[0]}/${step}`, { json: { from: id } });
  const found = (await Promise.all(['audit', 'files', 'terms'].map((check) => wrong(check)))).flat();
  assert.deepEqual(
    found.filter((text) => [id, file, patients[0]].some((one) => text.includes(one))),
    [],
  );
});
