// Where `npm run demo` may not go, how it goes there when told, and what it plans for any day on which it may be started.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { appointmentsOf } from '../../scripts/demo/appointments.mjs';
import { addDays, doctorCount, doctorOf } from '../../scripts/demo/doctors.mjs';
import { invoiceOf } from '../../scripts/demo/invoices.mjs';
import { patientOf } from '../../scripts/demo/patients.mjs';
import { createProgress } from '../../scripts/demo/progress.mjs';
import { input } from '../support/input.ts';
import { logIn, PASSWORD, send } from './lib/accounts.mjs';
import { counts, demo, startService } from './lib/demo.mjs';
import { newPersistDir } from './lib/hospital.mjs';

test('Another machine is refused without being asked for anything', async () => {
  for (const url of ['https://hospital.example', 'http://10.0.0.7:8787', 'http://127.0.0.1.nip.example']) {
    const { code, output } = await demo({ url, persistDir: 'unused' });
    assert.equal(code, 1);
    assert.match(output, /is not on this machine[\s\S]*--allow-remote/);
  }
});

test('Where no service runs, it says how to start one', async () => {
  const { code, output } = await demo({ url: 'http://127.0.0.1:9', persistDir: 'unused' });
  assert.equal(code, 1);
  assert.match(output, /run npm start in another terminal/);
});

test('What is no hospital service is refused', async () => {
  const server = createServer((_, response) => response.end('<h1>Something else</h1>'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { code, output } = await demo({ url: `http://127.0.0.1:${server.address().port}`, persistDir: 'unused' });
  server.close();
  assert.equal(code, 1);
  assert.match(output, /is not ready/);
});

for (const wrong of [['--patients', '5'], ['--patients', 'many'], ['--seed', 'a b'], ['--fast'], ['--password', 'x']]) {
  test(`${wrong.join(' ')} is answered by the usage`, async () => {
    const { code, output } = await demo({ url: 'http://127.0.0.1:9', persistDir: 'unused' }, wrong);
    assert.equal(code, 1);
    assert.match(output, /Usage: npm run demo/);
  });
}

test('--help is the usage, and no error', async () => {
  const { code, output } = await demo({ url: 'http://127.0.0.1:9', persistDir: 'unused' }, ['--help']);
  assert.equal(code, 0);
  assert.match(output, /Usage: npm run demo/);
});

test('A deployment on this machine is refused; told to, it gets passwords that are not known', async () => {
  const service = await startService({});
  try {
    const refused = await demo(service);
    assert.equal(refused.code, 1);
    assert.match(refused.output, /is a deployment/);
    const anonymous = await demo(service, ['--allow-remote']);
    assert.equal(anonymous.code, 1);
    assert.match(anonymous.output, /DEMO_EMAIL and DEMO_PASSWORD/);
    assert.equal((await counts(service)).user, 0);

    const { email, token } = await logIn(service, 'admin');
    const env = { DEMO_EMAIL: email, DEMO_PASSWORD: PASSWORD };
    const patient = await send(service.url, 'POST', '/patient/', { token, json: input.patient() });
    const written = await counts(service);
    const crowded = await demo(service, ['--allow-remote'], { env });
    assert.equal(crowded.code, 1);
    assert.match(crowded.output, /has patients, who may be real/);
    assert.deepEqual(await counts(service), written);
    await send(service.url, 'DELETE', `/patient/${patient.body.id}`, { token });

    const { code, output } = await demo(service, ['--allow-remote'], { env });
    assert.equal(code, 0, output);
    assert.ok(!output.includes(PASSWORD) && !output.includes('demo hospital 42!'), output);
    const named = [...output.matchAll(/^ {2}(\w+) +(\S+@\S+) +(\S{21})$/gm)];
    assert.deepEqual(
      named.map(([, role]) => role),
      ['staff', 'billing', 'doctor'],
    );
    assert.equal(new Set(named.map(([, , , password]) => password)).size, 3);
    for (const [, , email, password] of named) {
      assert.equal((await send(service.url, 'POST', '/auth/login', { json: { email, password } })).status, 200);
    }
    const again = await demo(service, ['--allow-remote'], { env });
    assert.match(again.output, /It is there already/);
  } finally {
    await service.stop();
  }
});

test('Where the database is another one it does without an admin, and says how to have one', async () => {
  const service = await startService();
  try {
    const { code, output } = await demo(service, [], { env: { PERSIST_DIR: await newPersistDir() } });
    assert.equal(code, 0, output);
    assert.match(output, /There is no admin[\s\S]*PERSIST_DIR/);
    assert.doesNotMatch(output, /^ {2}admin/m);
    assert.match((await demo(service)).output, /^ {2}admin/m);
  } finally {
    await service.stop();
  }
});

test('The demo that version 1.1.0 made, with an item of its own in the price list, is known', async () => {
  const service = await startService();
  try {
    const { token } = await logIn(service, 'admin');
    const tags = ['demo', 'seed 1', 'patients 30', 'start 2026-11-26T09:30', 'complete'];
    const json = { code: 'DEMO', name: 'Demo data', default_price: 0, tags };
    assert.equal((await send(service.url, 'POST', '/catalog/', { token, json })).status, 201);
    const { output } = await demo(service);
    assert.match(output, /It is there already, since 2026-11-26 09:30/);
    assert.match((await demo(service, ['--seed', 'complete'])).output, /has a demo already: seed 1, 30 patients/);
  } finally {
    await service.stop();
  }
});

test('Where its first price is somebody else’s, it says so and makes nothing', async () => {
  const service = await startService();
  try {
    const { token } = await logIn(service, 'admin');
    const json = { code: 'CONS', name: 'A consultation', default_price: 1 };
    assert.equal((await send(service.url, 'POST', '/catalog/', { token, json })).status, 201);
    const { code, output } = await demo(service);
    assert.equal(code, 1);
    assert.match(output, /The price list has an item CONS that is not the demo's/);
    assert.equal((await counts(service)).department, 0);
  } finally {
    await service.stop();
  }
});

test('Elsewhere than on a terminal there is a line for each tenth of the way', () => {
  const lines = [];
  const progress = createProgress(40, { write: (text) => lines.push(text) });
  progress.begin('Departments');
  for (let n = 0; n < 6; n++) progress.step();
  progress.begin('Patients');
  for (let n = 0; n < 34; n++) progress.step();
  progress.end();
  assert.deepEqual(lines.slice(0, 3), [
    '10 %, Departments: 4 so far\n',
    'Departments: 6\n',
    '20 %, Patients: 2 so far\n',
  ]);
  assert.equal(lines.length, 12);
});

test('An account that may not create patients is refused', async () => {
  const service = await startService({});
  try {
    const { email } = await logIn(service, 'billing');
    const env = { DEMO_EMAIL: email, DEMO_PASSWORD: PASSWORD };
    const { code, output } = await demo(service, ['--allow-remote'], { env });
    assert.equal(code, 1);
    assert.match(output, /needs an admin or a staff account/);
  } finally {
    await service.stop();
  }
});

/** The plan of a demo that is begun at a moment. */
function planOf(count, start) {
  const day = start.slice(0, 10);
  const numbers = (length) => Array.from({ length }, (_, n) => n);
  const doctors = numbers(doctorCount(count)).map((n) => doctorOf('1', n, day));
  const patients = numbers(count).map((n) => patientOf('1', n, day));
  const appointments = appointmentsOf('1', start, doctors, patients);
  return { day, doctors, patients, appointments };
}

test('Whatever the weekday, today is full and every doctor and patient is in one place at a time', () => {
  for (const count of [30, 1000]) {
    for (let days = 0; days < 7; days++) {
      const { day, appointments } = planOf(count, `${addDays('2027-03-01', days)}T11:10`);
      const today = appointments.filter(({ date }) => date === day);
      assert.ok(today.length >= (count === 30 ? 6 : 60), `${day}: ${today.length} of ${count} patients`);
      assert.ok(new Set(today.map(({ doctor }) => doctor)).size >= 3, day);
      assert.equal(new Set(today.map(({ patient }) => patient)).size, today.length);
      assert.equal(new Set(appointments.map((it) => `${it.doctor} ${it.body.schedule}`)).size, appointments.length);
      const statuses = new Set(today.map(({ body }) => body.status));
      assert.ok(statuses.has('COMPLETED') && statuses.has('SCEDULED'), `${day}: ${[...statuses]}`);
      const visits = appointments.filter(({ body }) => body.status === 'COMPLETED');
      const courses = new Set(visits.map((visit, n) => invoiceOf('1', n, visit, String).ends));
      assert.ok(courses.has('VOID') && courses.has('WRITTEN_OFF'));
    }
  }
});

test('The same seed makes the same plan, another one another, and more patients begin with the same ones', () => {
  const start = '2027-03-03T11:10';
  assert.deepEqual(planOf(40, start), planOf(40, start));
  assert.deepEqual(planOf(60, start).patients.slice(0, 40), planOf(40, start).patients);
  assert.notDeepEqual(patientOf('2', 0, '2027-03-03').body, patientOf('1', 0, '2027-03-03').body);
});
