import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../src/auth/permissions';
import { accessRecord, keep } from '../support/access';
import { call, testEnv, tokenOf } from '../support/client';
import { make } from '../support/factories';
import { makeFixtures } from '../support/fixtures';
import { type Entry, ledgerOf, RENEW } from '../support/ledger';
import { toldMessage } from '../support/messages';
import { Meter } from '../support/meter';
import { multiply, UUID } from '../support/multiply';
import ledger from '../support/operations/ledger.md?raw';
import type { Fixtures } from '../support/operations/record';
import { CASES, type Called, requestOf } from '../support/requests';
import { rows } from '../support/rows';
import { insertUser } from '../support/users';

/** Rows in each table besides the fixtures: more than the largest page has. */
const OTHERS = 130;
const DAY = 86_400_000;

let fixtures: Fixtures;
/** What each case costs, and what it costs again where tables hold twice the rows. */
const entries = new Map<string, [Entry, Entry]>();

beforeAll(async () => {
  const account = { email: 'budget@test.example', password: 'correct horse' };
  await insertUser('staff', account);
  fixtures = await makeFixtures({ account });
  await fixtures.newFile();
  await fixtures.newRefreshToken();
  await make.patient({ first_name: 'Bodil' });
  await addOthers(fixtures);
  await storeAccesses(fixtures);
  // A code is of the step of the clock that it was made in, and each other step that it is compared with is an HMAC.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await measureAll();
}, 600_000);

afterAll(() => void vi.useRealTimers());

/** All cases in an order of their own, whichever tests run: reads first, as what writes leave is in their answers. */
async function measureAll(): Promise<void> {
  const isRead = ([, { method }]: (typeof CASES)[number]) => method === 'GET';
  const ordered = [...CASES.filter(isRead), ...CASES.filter((each) => !isRead(each))];
  const first: Entry[] = [];
  for (const [, one] of ordered) first.push(await measure(one));
  // With them a booking costs more.
  await rows('DELETE FROM message_rules');
  await addOthers(fixtures);
  for (const [i, before] of first.entries()) {
    const [title, one] = ordered[i] as (typeof ordered)[number];
    entries.set(title, [before, await measure(one)]);
  }
}

async function addOthers(one: Fixtures): Promise<void> {
  const add = (table: string, id: string | undefined, differing: Record<string, string> = {}, n = OTHERS) =>
    multiply(table, { key: 'id', value: id }, n, { id: UUID, ...differing });
  const other = (table: string) => `(SELECT id FROM ${table} WHERE seq = (SELECT max(seq) FROM ${table}) - i + 1)`;
  const [user] = await rows<{ id: string }>('SELECT user_id AS id FROM doctor');
  const [session] = await rows<{ id: string }>('SELECT id FROM login_session');
  const [bodil] = await rows<{ id: string }>("SELECT id FROM patient WHERE first_name = 'Bodil'");

  const client = (await one.newClient('secret')).split('/').at(-1);
  await add('user', user?.id, { email_key: UUID, username_key: UUID });
  await add('client', client, { id: other('user') });
  const webhook = (await one.newWebhook()).split('/').at(-1);
  await add('webhook', webhook, { deleted_at: '1' });
  await add('department', one.department.id, { code_key: UUID });
  await add('patient', one.patient.id);
  await add('patient', bodil?.id, {}, 19);
  await add('doctor', one.doctor.id, { license_key: UUID, user_id: other('user') });
  await add('file', one.file.id, { entity_id: other('patient') });
  const { id: scan } = await one.newFile(one.department.id);
  await add('file', scan);
  await add('file', scan, { deleted_at: '1' });
  await one.newNote('signed');
  await add('appointment', one.appointment.id, { patient_id: other('patient') });
  const ids = { patient_id: String(bodil?.id), doctor_id: one.doctor.id, department_id: one.department.id };
  const message = (await toldMessage(ids)).split('/').at(-1);
  await add('message', message, { state: `'sent'`, ended_at: '1' });
  const [note] = await rows<{ id: string }>('SELECT id FROM note ORDER BY seq DESC LIMIT 1');
  await add('note', note?.id, { appointment_id: other('appointment'), patient_id: `'${one.patient.id}'` });
  await add('invoice', one.invoice.id, { patient_id: other('patient') });
  const paid = await make.invoice({ patient_id: one.patient.id, status: 'ISSUED', paid_amount: 10 });
  await multiply('payment', { key: 'invoice_id', value: paid.id }, OTHERS, { id: UUID, invoice_id: other('invoice') });
  await add('catalog_item', one.item.id, { code_key: UUID });
  await add('appointment_type', (await make.appointmentType()).id);
  await add('calendar_resource', (await make.calendarResource({ department_id: one.department.id })).id);
  await add('login_session', session?.id);
  await multiply('refresh_token', { key: 'session_id', value: session?.id }, OTHERS, { token_hash: UUID });
  await multiply('audit', { key: 'entity_id', value: one.patient.id }, OTHERS, { entity_id: UUID });
}

/** Looks of an account: at others on one day, in two objects, and at one patient on that day and 20 before. */
async function storeAccesses({ patient, doctor }: Fixtures): Promise<void> {
  const look = (at: number, patient_id: string) => accessRecord({ at, patient_id, actor: doctor.user.id });
  const others = await rows<{ id: string }>('SELECT id FROM patient ORDER BY seq DESC LIMIT ?', OTHERS);
  const begin = Date.parse('2026-11-23T08:00Z');
  const ofDay = others.map(({ id }, n) => look(begin + n, id));
  await keep(Array.from({ length: 20 }, (_, n) => look(begin - (n + 1) * DAY, patient.id)));
  await keep(ofDay.slice(0, 90));
  await keep([...ofDay.slice(90), look(begin + OTHERS, patient.id)]);
}

const meter = new Meter(testEnv);
const tokens = new Map<string, Promise<string>>();
/** The same token for all calls of a role, as an isolate keeps what it knows of it. */
function sameToken(role: Role): Promise<string> {
  const token = tokens.get(role) ?? tokenOf(role);
  tokens.set(role, token);
  return token;
}

async function measure(one: Called): Promise<Entry> {
  const { as, path, env: own, headers: given, ...options } = await requestOf(one, fixtures);
  const headers = { ...(as && { authorization: `Bearer ${await sameToken(as as Role)}` }), ...given };
  const metered = { as: null, meter: own ? new Meter({ ...testEnv, ...own }) : meter };
  const send = () => call(one.method, path, { ...metered, ...options, headers });
  const { authorization } = headers;
  if (authorization) await call('GET', '/auth/users/me', { ...metered, headers: { authorization } });
  // A case has an environment of its own so that nothing is kept of it.
  if (one.method === 'GET' && !own) await send();
  const answer = await send();
  return { name: one.name, what: one.what, answer, counts: metered.meter.counts };
}

describe('The cost of a call', () => {
  it.each(CASES)('does not grow with the tables: %s', (title, { one, what }) => {
    const [before, after] = entries.get(title) ?? [];
    for (const entry of [before, after])
      expect(entry?.answer.status, JSON.stringify(entry?.answer.body)).toBeLessThan(305);
    const [, listed] = /^(\d+) rows/.exec(what) ?? [];
    const list = before?.answer.body?.data ?? before?.answer.body;
    if (listed)
      expect(list, `${title}: \`addOthers\` in test/db/budget.test.ts adds no rows to its table`).toHaveLength(
        Number(listed),
      );
    const grown = (after?.answer.cost.rows_read ?? 0) - (before?.answer.cost.rows_read ?? 0);
    const shown = (after?.answer.body?.length ?? 0) - (before?.answer.body?.length ?? 0);
    if (shown === 0 && !one.boundedBy) expect(grown, 'more rows read').toBeLessThan(OTHERS / 2);
  });

  it('is what the ledger says', async () => {
    const now = ledgerOf(
      CASES.flatMap(([title]) => entries.get(title)?.slice(0, 1) ?? []),
      ledger,
    );
    await expect(now, `\`${RENEW}\` writes the ledger anew`).toMatchFileSnapshot('../support/operations/ledger.md');
  });

  it('is in Server-Timing, in development only', async () => {
    const path = `/patient/${fixtures.patient.id}`;
    expect((await call('GET', path)).headers.get('server-timing')).toMatch(/^trips;desc="1", statements;desc="\d+", /);
    for (const ENVIRONMENT of ['production', undefined]) {
      const { status, headers } = await call('GET', path, { env: { ENVIRONMENT } });
      expect(status).toBe(200);
      expect(headers.has('server-timing')).toBe(false);
    }
  });
});
