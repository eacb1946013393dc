// The code of docs/events.md, as it stands there: receivers are sent what Standard Webhooks' own library signs, the others ask the service.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { runScript, startScript, thirdParty } from '../../scripts/third-party.mjs';
import { codeBelow } from './programs/page.mjs';

const STARTED_WITHIN = 10_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const generated = join(thirdParty, 'generated');

/** @returns its path below test/third-party */
function save(section, name) {
  mkdirSync(generated, { recursive: true });
  writeFileSync(join(generated, name), codeBelow(section, 'events.md').code);
  return `generated/${name}`;
}

/** An HTTP server of one test. @param answer by default 200 */
async function listen(onRequest = (_, response) => response.end()) {
  const server = createServer(onRequest).listen(0);
  await once(server, 'listening');
  // A test that fails does not stop it.
  server.unref();
  return { port: server.address().port, stop: () => server.close() };
}

async function freePort() {
  const { port, stop } = await listen();
  stop();
  return port;
}

const EVENT = {
  id: 'evt_4711_9f86d081884c7d65',
  type: 'appointment.updated',
  at: '2027-02-22T13:55:02.911Z',
  entity: 'appointment',
  entity_id: '8405c7ae-8c6b-4f1b-aa5a-c8b267308730',
  version: 3,
  changed: ['schedule'],
};

function delivery(at = new Date(), secret = SECRET) {
  const body = JSON.stringify({ type: EVENT.type, timestamp: EVENT.at, data: EVENT });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': EVENT.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(EVENT.id, at, body),
  };
  return { method: 'POST', headers, body };
}

/** Takes what is signed, twice the same once, and nothing else. */
const receives = (section, name) => async () => {
  const port = await freePort();
  const receiver = startScript(save(section, name), [], { WEBHOOK_SECRET: SECRET, PORT: String(port) });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) receiver[stream].on('data', (text) => (printed[stream] += text));
  const send = (init) => fetch(`http://127.0.0.1:${port}/hook`, init).then(({ status }) => status);
  const sendOnceStarted = async (init) => {
    for (const end = Date.now() + STARTED_WITHIN; ; await setTimeout(100)) {
      const status = await send(init).catch(() => undefined);
      if (status !== undefined) return status;
      assert.ok(Date.now() < end, printed.stderr);
    }
  };
  try {
    assert.equal(await sendOnceStarted(delivery()), 204);
    assert.equal(await send(delivery()), 204);
    const { body, ...signed } = delivery();
    assert.equal(await send({ ...signed, body: body.replace('schedule', 'status') }), 401);
    assert.equal(await send(delivery(new Date(Date.now() - 10 * 60_000))), 401);
    assert.equal(await send(delivery(new Date(), `whsec_${Buffer.alloc(32, 8).toString('base64')}`)), 401);
    assert.equal(printed.stdout, `${EVENT.type} ${EVENT.entity_id} ${EVENT.version}\n`, printed.stderr);
  } finally {
    receiver.kill();
  }
};

const envOf = ({ url }, { client_id, client_secret }, more = {}) => ({
  ...{ BASE: url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret },
  ...more,
});

/** Its settings are read as it is loaded. */
async function load(section, name, env) {
  Object.assign(process.env, env);
  return import(`./${save(section, name)}`);
}

async function sendsTexts(hospital) {
  const program = await hospital.register('Text messages', 'system/Appointment.rs system/Patient.rs', { secret: true });
  const sent = [];
  const provider = await listen(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    sent.push({ key: request.headers['idempotency-key'], ...JSON.parse(Buffer.concat(chunks).toString()) });
    response.end();
  });
  const SMS_URL = `http://127.0.0.1:${provider.port}/messages`;
  const { confirm } = await load('Text messages by a provider', 'texts.mjs', envOf(hospital, program, { SMS_URL }));
  const person = { first_name: 'Maja', last_name: 'Texts', gender: 'female' };
  const patient = await hospital.create('/patient/', { ...person, phone_number: '+46701234567' });
  const silent = await hospital.create('/patient/', person);
  const department = await hospital.create('/department/', { name: 'Texts', code: 'TXT' });
  const user = { email: 'texts@clinic.example', password: 'correct horse!' };
  const doctor = await hospital.create('/doctor/', {
    first_name: 'Ida',
    last_name: 'Berg',
    license_number: 'TXT',
    user,
  });
  const visit = { doctor_id: doctor.id, department_id: department.id };
  await hospital.create('/appointment/', { ...visit, patient_id: patient.id, schedule: '2030-01-07T09:00' });
  await hospital.create('/appointment/', { ...visit, patient_id: silent.id, schedule: '2030-01-07T10:00' });
  const events = await hospital.read('/events/?types=appointment.created&limit=1000');
  const theirs = events.filter(({ patient_id }) => [patient.id, silent.id].includes(patient_id));
  assert.equal(theirs.length, 2);
  for (const event of theirs) await confirm(event);
  assert.deepEqual(sent, [{ key: theirs[0].id, to: '+46701234567', text: 'Your visit: 2030-01-07 09:00' }]);
}

/** An invoice of a new patient. */
async function billed({ create }) {
  const patient = await create('/patient/', { first_name: 'Maja', last_name: 'Bills', gender: 'female' });
  const items = [{ name: 'Visit', unit_price: 100 }];
  return create('/invoice/', { patient_id: patient.id, status: 'ISSUED', items });
}

async function keepsAccounts(hospital) {
  const program = await hospital.register('Accounting', 'system/Invoice.rs system/PaymentNotice.rs', { secret: true });
  const CURSOR = join(generated, 'cursor.txt');
  rmSync(CURSOR, { force: true });
  const script = save('Accounting', 'accounting.mjs');
  const run = async () => {
    const { stdout, stderr } = await runScript(script, [], envOf(hospital, program, { CURSOR }));
    assert.equal(stderr, '');
    return stdout;
  };
  const { id, reg_number } = await billed(hospital);
  assert.ok((await run()).includes(`${reg_number} ISSUED 100\n`));
  assert.equal(await run(), '');
  await hospital.create(`/invoice/${id}/payments`, { amount: 100, method: 'cash' });
  assert.equal(await run(), `${reg_number} PAID 100\n`);
}

async function booksPayments(hospital) {
  const program = await hospital.register('Payment page', 'system/PaymentNotice.c', { secret: true });
  const { book } = await load('A payment page', 'payments.mjs', envOf(hospital, program));
  const { id: invoice_id } = await billed(hospital);
  const payment = { id: 'pay_4711', invoice_id, amount: 60 };
  await Promise.all([book(payment), book(payment)]);
  await book(payment);
  const booked = await hospital.read(`/invoice/${invoice_id}/payments`);
  assert.deepEqual(
    booked.map(({ amount, reference }) => [amount, reference]),
    [[60, 'pay_4711']],
  );
}

/** By the headings of the page. */
export const SECTIONS = {
  'A receiver with Hono': receives('A receiver with Hono', 'receiver-hono.mjs'),
  'A receiver with Express': receives('A receiver with Express', 'receiver-express.mjs'),
  'Text messages by a provider': sendsTexts,
  Accounting: keepsAccounts,
  'A payment page': booksPayments,
};
