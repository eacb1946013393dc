import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ok, type Result } from '../support/client';
import { create, make } from '../support/factories';
import { makePng, pathOf } from '../support/files';
import { kindOf, optionsOf, requestsOf, type World } from '../support/fuzz/requests';
import { csvOf, prepared } from '../support/imports';
import { input } from '../support/input';
import { type Ask, contradictions } from '../support/invariants';
import { invite, newLogin, PASSWORD } from '../support/logins';
import { newUnsubscribeLink, toldMessage } from '../support/messages';
import { newVisit } from '../support/notes';
import { operations } from '../support/openapi';
import { OPERATIONS } from '../support/operations';
import { nobodyElses } from '../support/operations/appointment';
import { newClient } from '../support/programs';
import { rows } from '../support/rows';
import { newFactor } from '../support/totp';
import { insertUser } from '../support/users';

/** Requests in all; those that hash a password, which takes 150 ms of CPU, are fewer. */
const REQUESTS = Number(env.FUZZ_REQUESTS) || 20_000;
const HASHING: Record<string, number> = {
  'POST /auth/signup': 60,
  'POST /auth/login': 60,
  'POST /auth/totp': 60,
  'POST /auth/totp/disable': 60,
  'PATCH /auth/users/me': 60,
  'PUT /auth/users/me/password': 60,
  'POST /doctor/': 80,
  'PUT /doctor/{id}': 80,
  'PATCH /doctor/{id}': 80,
};
const others = operations.length - Object.keys(HASHING).length;
const runsOf = (name: string) =>
  HASHING[name] ?? Math.ceil((REQUESTS - Object.values(HASHING).reduce((sum, n) => sum + n)) / others);

/** The same requests in every run, unless FUZZ_SEED names another seed or `random`. */
const seed = env.FUZZ_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(env.FUZZ_SEED) || 1;
const world: World = {
  ...{ patient: [], doctor: [], department: [], appointment: [], invoice: [], catalog: [], auth: [], file: [] },
  ...{ type: [], resource: [], series: [], holds: [] },
  ...{
    account: { email: 'fuzz@test.example', password: PASSWORD },
    tokens: [],
    invited: [],
    clients: [],
    logins: [],
    sessions: [],
    active: [],
    pending: [],
  },
  ...{ paths: [], numbers: ['PAT-00000001', 'DOC-00000001', 'PAT-0', 'INV-00000001'], notes: [], payments: [] },
  ...{ drafts: [], left: [], webhooks: [], feeds: [], calendars: [], messages: [], links: [], twins: [], imports: [] },
};

/** Deletes come last: the others need records. */
const inOrder = [...operations].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

/** What each operation answered, how often. */
const answered: Record<string, Record<number, number>> = {};

beforeAll(async () => {
  await insertUser('staff', world.account);
  for (let i = 0; i < 3; i++) {
    const { access_token } = await newLogin();
    world.logins.push({ access_token, password: PASSWORD });
  }
  for (let i = 0; i < 3; i++) {
    const { sub, sid } = decodeJwt((await newLogin()).access_token);
    world.sessions.push(`/auth/users/${sub}/sessions/${sid}`);
  }
  for (let i = 0; i < 2; i++) world.twins.push((await make.patient()).id);
  for (let i = 0; i < 5; i++) world.invited.push((await invite()).token);
  for (let i = 0; i < 3; i++) {
    const { client_id, client_secret } = await newClient();
    world.clients.push({ client_id, client_secret });
  }
  for (let i = 0; i < 3; i++) {
    const { id: doctor_id } = await make.doctor();
    const { id } = await create('/calendar/holds', { doctor_id, schedule: nobodyElses() });
    world.holds.push(`/calendar/holds/${id}`);
  }
  for (let i = 0; i < 3; i++) {
    const { id } = await ok('POST', '/webhooks/', { as: 'admin', json: input.webhook() });
    world.webhooks.push(`/webhooks/${id}`);
    const { id: doctor_id } = await make.doctor();
    const feed = await create('/auth/feeds', { doctor_id });
    world.feeds.push(`/auth/feeds/${feed.id}`);
    const file = csvOf([{ Name: 'Ward', Code: `W${i}`, Nr: '1' }]);
    const { mapping } = input.import();
    const { id: importId } = await prepared('department', { as: 'admin', file, settings: { mapping } });
    world.imports.push(`/imports/${importId}`);
    const calendar = await create('/auth/feeds', { doctor_id });
    world.calendars.push(new URL(calendar.url).pathname);
  }
  // Those runs may take longer than a hold lasts.
  await rows('UPDATE calendar_hold SET expires_at = expires_at + 86400000');
  const gone = await newVisit();
  await gone.put();
  await ok('DELETE', `/doctor/${gone.doctor.id}`);
  world.left.push(gone.doctor.id);
  for (const state of ['active', 'pending'] as const) world[state].push(await newFactor(state, PASSWORD));
  for (let i = 0; i < 5; i++) {
    const { id, patient_id, doctor_id, department_id } = await make.appointment();
    const file = await makePng(patient_id);
    world.patient.push(patient_id);
    world.doctor.push(doctor_id);
    world.department.push(department_id);
    world.appointment.push(id);
    world.invoice.push((await make.invoice({ patient_id })).id);
    const issued = `/invoice/${(await make.invoice({ patient_id, status: 'ISSUED' })).id}`;
    const note = await create(`${issued}/credit-note`, { amount: 0.01, reason: 'Billed twice' });
    world.notes.push(`${issued}/credit-note/${note.id}`);
    const payment = await create(`${issued}/payments`, { amount: 0.01, method: 'cash' });
    world.payments.push(`${issued}/payments/${payment.id}`);
    const { path, as, put } = await newVisit();
    await put();
    world.drafts.push({ path, as });
    world.messages.push(await toldMessage({ patient_id, doctor_id, department_id }));
    world.links.push(await newUnsubscribeLink(patient_id));
    world.catalog.push((await make.catalogItem()).id);
    world.type.push((await make.appointmentType()).id);
    world.resource.push((await make.calendarResource()).id);
    const visits = { patient_id, doctor_id, department_id, schedule: nobodyElses(), every_weeks: 2, count: 2 };
    world.series.push((await create('/calendar/series', visits)).id);
    world.auth.push((await insertUser('staff')).id);
    world.file.push(file.id);
    world.paths.push(pathOf(file).slice('/static/'.length));
  }
});

/** What a create made can be referred to from then on. */
function remember(path: string, { status, body }: Result): void {
  if (body?.refresh_token) world.tokens.push(body.refresh_token);
  if (status !== 201 || typeof body?.id !== 'string') return;
  const kind = path === '/static/upload_file' ? 'file' : kindOf('', `${path}/`);
  // Below a record are payments, notes and the like.
  if (kind && !path.includes('{')) world[kind].push(body.id);
  if (body.reg_number) world.numbers.push(body.reg_number);
  if (kind === 'file') world.paths.push(pathOf(body).slice('/static/'.length));
}

describe('Requests made from the document, valid to hostile', () => {
  it.each(inOrder.map((operation) => [operation.name, operation] as const))(
    'are answered as documented: %s',
    async (name, { method, path, operation }) => {
      const record = OPERATIONS[name];
      if (!record) throw new Error(`${name} has no record`);
      const statuses: Record<number, number> = {};
      answered[name] = statuses;
      const property = fc.asyncProperty(requestsOf(name, path, operation, record, world), async (request) => {
        // `call` fails for whatever is not documented.
        const answer = await call(method, request.path, { ...optionsOf(request), env: record.env ?? {} });
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        remember(path, answer);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      });
      await fc.assert(property, { seed, numRuns: runsOf(name), endOnFailure: true });
      const successes = Object.entries(statuses).filter(([status]) => Number(status) < 400);
      expect(successes.length, `no request succeeded: ${JSON.stringify(statuses)}`).toBeGreaterThan(0);
    },
    120_000,
  );

  it('leave nothing in the database that contradicts something else in it', async () => {
    const ask: Ask = (statements) => Promise.all(statements.map((sql) => rows(sql)));
    expect(await contradictions(ask)).toEqual([]);
  });

  afterAll(() => {
    const all = Object.values(answered).flatMap((statuses) => Object.entries(statuses));
    const sum = (from: number) =>
      all.reduce((n, [status, times]) => n + (Math.floor(Number(status) / 100) === from ? times : 0), 0);
    const total = all.reduce((n, [, times]) => n + times, 0);
    console.log(
      `fuzz: seed ${seed}, ${total} requests: ${sum(2)} succeeded, ${sum(4)} were refused, ${sum(5)} answered 5xx`,
    );
  });
});
