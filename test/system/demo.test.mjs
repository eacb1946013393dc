// `npm run demo`: a hospital that hangs together, made once, and only where it may be.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { report } from '../../scripts/verify/report.mjs';
import { send } from './lib/accounts.mjs';
import { counts, demo, flaky, pictureOf, startService, textOf } from './lib/demo.mjs';

const PASSWORD = 'demo hospital 42!';
let service;
let first;
before(async () => {
  service = await startService();
  first = await demo(service);
});
after(() => service.stop());

async function logIn({ url }, email, password = PASSWORD) {
  const { status, body } = await send(url, 'POST', '/auth/login', { json: { email, password } });
  assert.equal(status, 200, `${email} logs in`);
  const get = async (path) => (await send(url, 'GET', path, { token: body.access_token })).body;
  return { get, account: await get('/auth/users/me') };
}

const namesIn = async ({ query }, table) =>
  (await query(`SELECT first_name || ' ' || last_name AS name FROM ${table}`)).map(({ name }) => name).sort();

/** When the demo was begun, by the hospital's clocks. */
async function begun() {
  const [{ description }] = await service.query(`SELECT description FROM catalog_item WHERE tags LIKE '%"demo"%'`);
  return /start (\S{16})/.exec(description)[1];
}

test('It makes as many patients as it is told, with histories, and all that belongs to them', async () => {
  assert.equal(first.code, 0, first.output);
  const made = await counts(service);
  assert.equal(made.patient, 30);
  assert.equal(made.doctor, 6);
  assert.equal(made.department, 6);
  for (const table of ['appointment', 'invoice', 'payment', 'file'])
    assert.ok(made[table] > 10, `${table}: ${made[table]}`);
  const [{ ill, taking, living }] = await service.query(
    `SELECT sum(medical_conditions <> '[]') AS ill, sum(current_medications <> '[]') AS taking, sum(addresses <> '[]') AS living FROM patient`,
  );
  assert.ok(ill > 5 && taking > 3, `${ill} ill, ${taking} taking something`);
  assert.equal(living, 30);
  assert.doesNotMatch(first.output, /\u2588|\r/, 'no bar where there is no terminal');
});

test('Some have allergies and next of kin, one is registered twice, and days are closed behind the appointments', async () => {
  const [{ allergic, none, kin }] = await service.query(
    `SELECT sum(json_array_length(allergies) > 0) AS allergic, sum(allergies = '[]') AS none, count(next_of_kin) AS kin FROM patient`,
  );
  const [{ insured, dead, born }] = await service.query(
    'SELECT count(payer) AS insured, count(deceased_at) AS dead, count(mother_id) AS born FROM patient',
  );
  assert.ok(insured > 1, `${insured} insured`);
  assert.deepEqual({ dead, born }, { dead: 1, born: 1 });
  assert.ok(
    allergic > 1 && none > 3 && kin > 5,
    `${allergic} allergic, ${none} of whom none are known, ${kin} with kin`,
  );
  const twice = await service.query(
    'SELECT min(id) AS id FROM patient GROUP BY first_name, last_name, dob HAVING count(*) > 1',
  );
  assert.equal(twice.length, 1);
  const { get } = await logIn(service, 'reception@demo.example');
  const duplicates = await get(`/patient/${twice[0].id}/duplicates`);
  assert.ok(duplicates[0].reasons.length > 1, 'the service finds the pair');
  assert.match(first.output, /Closures\D+2$/m);
  const { closures } = await get('/calendar/closures');
  assert.deepEqual(closures.map(({ name }) => name).sort(), ['Leave', 'Staff training']);
  const [last] = await get('/calendar/appointments/?order_by=-schedule&limit=1');
  for (const { from } of closures) assert.ok(from > last.schedule, `${from} is after ${last.schedule}`);
});

test('Visits that take longer have a type, which costs more, and types have the rooms that they need', async () => {
  const { get } = await logIn(service, 'reception@demo.example');
  const types = await get('/calendar/types/');
  const long = types.find(({ name }) => name === 'First visit');
  const visits = (await get('/calendar/appointments/')).filter(({ type_id }) => type_id === long.id);
  assert.ok(visits.length > 0 && visits.every(({ type }) => type === 'First visit'));
  const { code } = await get(`/catalog/${long.catalog_id}?view=full`);
  assert.equal(code, 'CONS-LONG');
  const kinds = (await get('/calendar/resources/')).map(({ kind }) => kind);
  const needed = types.map(({ needs }) => needs).filter(Boolean);
  assert.ok(needed.length > 1);
  for (const kind of needed) assert.ok(kinds.includes(kind), kind);
});

test('People come from many countries, and their names are in several scripts', async () => {
  const rows = await service.query(
    `SELECT first_name, phone_number, addresses ->> '$[0].country' AS country FROM patient`,
  );
  assert.ok(new Set(rows.map(({ country }) => country)).size >= 8);
  const scripts = ['Latin', 'Arabic', 'Han', 'Hangul', 'Greek', 'Cyrillic', 'Devanagari', 'Hebrew', 'Thai'];
  const found = scripts.filter((script) =>
    rows.some(({ first_name }) => new RegExp(`\\p{Script=${script}}`, 'u').test(first_name)),
  );
  assert.ok(found.length >= 4, found.join());
  const codes = { Sverige: '+46', 日本: '+81', भारत: '+91', مصر: '+20', Polska: '+48' };
  for (const { country, phone_number } of rows) assert.ok(phone_number.startsWith(codes[country] ?? '+'), country);
});

test('Those it names can log in, and are what it says', async () => {
  const named = [...first.output.matchAll(/^ {2}(\w+) +(\S+@\S+) +(.+)$/gm)];
  assert.deepEqual(
    named.map(([, role]) => role),
    ['staff', 'billing', 'admin', 'doctor'],
  );
  for (const [, role, email, password] of named) {
    assert.equal((await logIn(service, email, password)).account.type, role);
  }
});

test('Appointments are on both sides of today, within hours, and none of a doctor at the same time', async () => {
  const { get } = await logIn(service, 'reception@demo.example');
  const [appointments, doctors] = [await get('/calendar/appointments/'), await get('/doctor/')];
  const today = (await begun()).slice(0, 10);
  const onDay = (is) => appointments.filter(({ schedule }) => is(schedule.slice(0, 10)));
  assert.ok(onDay((day) => day < today).length > 10);
  assert.ok(onDay((day) => day === today).length >= 6);
  assert.ok(onDay((day) => day > today).length > 10);
  const statuses = (list) => new Set(list.map(({ status }) => status));
  assert.deepEqual([...statuses(onDay((day) => day < today))].sort(), ['CANCELLED', 'COMPLETED', 'NO_SHOW']);
  for (const { status, cancel_reason } of appointments) assert.equal(cancel_reason !== null, status === 'CANCELLED');
  for (const name of ['reason', 'tags']) {
    const some = appointments.filter((appointment) => appointment[name]).length;
    assert.ok(some > 0 && some < appointments.length, `${some} have ${name}`);
  }

  const minutes = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  for (const { id } of doctors) {
    const hours = await get(`/calendar/doctors/${id}/hours`);
    let end = '';
    for (const { schedule, expected_duration_minutes } of await get(
      `/calendar/appointments/?doctor_id=${id}&order_by=schedule`,
    )) {
      const [day, time] = schedule.split('T');
      const weekday = new Date(day).getUTCDay() || 7;
      const exception = hours.exceptions.find(({ date }) => date === day);
      const blocks = exception?.hours ?? hours.weekly.filter((it) => it.weekday === weekday);
      const [from, to] = [minutes(time), minutes(time) + expected_duration_minutes];
      assert.ok(
        blocks.some((it) => minutes(it.from) <= from && to <= minutes(it.to)),
        `${schedule} is within hours`,
      );
      assert.ok(schedule >= end, `${schedule} begins after ${end}`);
      end = new Date(Date.parse(`${schedule}Z`) + expected_duration_minutes * 60_000).toISOString().slice(0, 19);
    }
  }
});

test('Doctors have written about some visits, and signed most of it', async () => {
  const [{ drafts, signed }] = await service.query(
    'SELECT sum(signed_at IS NULL) AS drafts, count(signed_at) AS signed FROM note JOIN appointment ON appointment.id = appointment_id AND appointment.doctor_id = note.doctor_id',
  );
  assert.ok(drafts > 0 && signed > drafts, `${drafts} drafts, ${signed} signed`);
});

test('Invoices are in every status, and their payments add up', async () => {
  const rows = await service.query(
    `SELECT status, paid_amount AS paid, (SELECT coalesce(sum(amount), 0) FROM payment WHERE invoice_id = invoice.id) AS sum FROM invoice`,
  );
  assert.deepEqual([...new Set(rows.map(({ status }) => status))].sort(), [
    ...['DRAFT', 'ISSUED', 'PAID', 'PARTIALY_PAID', 'VOID', 'WRITTEN_OFF'],
  ]);
  for (const { paid, sum } of rows) assert.equal(paid, sum);
  const [{ refunds, adjustments }] = await service.query(
    `SELECT sum(amount < 0) AS refunds, sum(method = 'adjustment') AS adjustments FROM payment`,
  );
  assert.ok(refunds > 0);
  assert.equal(adjustments, 0);
});

test('The price list has what a cashier may sell, and nothing else', async () => {
  assert.deepEqual(await service.query('SELECT code FROM catalog_item WHERE default_price = 0'), []);
  assert.deepEqual(
    await service.query(
      `SELECT code FROM catalog_item WHERE code LIKE '%demo%' OR name LIKE '%demo%' OR category LIKE '%demo%'`,
    ),
    [],
  );
});

test('An invoice is issued when its visit is over, and paid then: nothing is dated in the future', async () => {
  const latest = Date.parse(`${await begun()}Z`) + 60_000;
  const { get } = await logIn(service, 'reception@demo.example');
  const invoices = (await get('/invoice/?limit=100')).data;
  assert.ok(invoices.length > 10);
  for (const { id, issue_date, appointment_id } of invoices) {
    const { schedule, expected_duration_minutes } = await get(`/calendar/appointments/${appointment_id}`);
    const end = Date.parse(`${schedule}Z`) + expected_duration_minutes * 60_000;
    assert.equal(new Date(`${issue_date}Z`).getTime(), end);
    for (const { paid_at } of await get(`/invoice/${id}/payments`)) {
      const paid = new Date(paid_at).getTime();
      assert.ok(paid >= end && paid <= latest && paid - end <= 60_000, `${paid_at} after ${schedule}`);
    }
  }
});

test('Some have a tax, a deposit, an insurance that pays or a credit note, and what is left adds up', async () => {
  const [found] = await service.query(
    `SELECT sum(tax_amount > 0) AS taxed, sum(status = 'DRAFT' AND paid_amount > 0) AS deposits, sum(credited_amount > 0) AS credited,
       (SELECT count(*) FROM payment WHERE payer ->> '$.kind' = 'insurance') AS insured FROM invoice`,
  );
  for (const [what, count] of Object.entries(found)) assert.ok(count > 0, `${what}: ${count}`);
  const settled = await service.query(`SELECT status, remaining_amount AS due FROM invoice WHERE credited_amount > 0`);
  for (const one of settled) assert.deepEqual(one, { status: 'PAID', due: 0 });
});

test('Files are PDFs that can be read and pictures that can be seen', async () => {
  const { get } = await logIn(service, 'reception@demo.example');
  const owners = await service.query(`SELECT DISTINCT entity_id AS id FROM file`);
  const files = (await Promise.all(owners.map(({ id }) => get(`/static/?entity_id=${id}`)))).flat();
  const bytes = async ({ url }) => Buffer.from(await (await fetch(url)).arrayBuffer());
  const texts = { lab_report: /Haemoglobin/, referral: /Dear colleague/, invoice: /Total\nUSD[\s\u00a0]\d+\.\d\d/ };
  for (const [type, expected] of Object.entries(texts)) {
    const found = files.find((file) => file.type === type);
    const text = textOf(await bytes(found));
    assert.match(text, expected);
    assert.match(text, /PAT-\d{8}/);
  }
  for (const type of ['ecg', 'portrait']) {
    const { width, height, colors } = pictureOf(await bytes(files.find((file) => file.type === type)));
    assert.ok(width >= 300 && height >= 300 && colors >= 4, `${type}: ${width} × ${height}, ${colors} colours`);
  }
});

test('npm run verify finds nothing wrong', async () => {
  const printed = [];
  assert.equal(await report(service, { print: (line) => printed.push(line) }), true, printed.join('\n'));
});

test('A second run adds nothing, and another demo is refused', async () => {
  const made = await counts(service);
  const again = await demo(service);
  assert.equal(again.code, 0, again.output);
  assert.match(again.output, /It is there already/);
  for (const args of [
    ['--seed', '2'],
    ['--patients', '31'],
  ]) {
    const { code, output } = await demo(service, args);
    assert.equal(code, 1);
    assert.match(output, /has a demo already: seed 1, 30 patients/);
  }
  assert.deepEqual(await counts(service), made);
});

test('A run that is killed goes on, and ends in the same hospital as one of the same seed', async () => {
  const other = await startService();
  try {
    for (const [after, signal] of [
      ['Doctors:', 'SIGKILL'],
      ['Patients:', 'SIGINT'],
    ]) {
      const whenPrinted = (child, output) => output.includes(after) && child.kill(signal);
      const killed = await demo(other, [], { whenPrinted });
      assert.notEqual(killed.code, 0);
      assert.doesNotMatch(killed.output, /Who can log in/);
    }
    assert.ok((await counts(other)).patient > 0);
    const finished = await demo(other);
    assert.equal(finished.code, 0, finished.output);
    const [made, wanted] = [await counts(other), await counts(service)];
    for (const table of ['patient', 'doctor', 'department', 'catalog_item', 'user'])
      assert.equal(made[table], wanted[table], table);
    for (const table of ['patient', 'doctor']) {
      assert.deepEqual(await namesIn(other, table), await namesIn(service, table));
    }
    const twice = await other.query(
      'SELECT schedule FROM appointment GROUP BY doctor_id, schedule HAVING count(*) > 1',
    );
    assert.deepEqual(twice, []);
  } finally {
    await other.stop();
  }
});

test('Told to wait, or without an answer, it asks again and makes nothing twice', async () => {
  const other = await startService();
  const network = await flaky(other);
  try {
    const { code, output } = await demo({ ...other, url: network.url });
    assert.equal(code, 0, output);
    assert.ok(network.done.refused > 5 && network.done.lost > 5, JSON.stringify(network.done));
    const [made, wanted] = [await counts(other), await counts(service)];
    for (const table of ['patient', 'doctor', 'department', 'catalog_item'])
      assert.equal(made[table], wanted[table], table);
    const twice = await other.query(
      'SELECT schedule FROM appointment GROUP BY doctor_id, schedule HAVING count(*) > 1',
    );
    assert.deepEqual(twice, []);
    assert.equal(await report(other, { print: () => {} }), true);
  } finally {
    network.close();
    await other.stop();
  }
});
