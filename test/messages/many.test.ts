// Many reminders that are due at once, most of them past the service: rows are copies of a visit's.
import { expect, it, vi } from 'vitest';
import { Database } from '../../src/db/client';
import type { Bindings } from '../../src/env';
import { runMessagesTick } from '../../src/messages/tick';
import {
  consume,
  DUE,
  HOUR,
  MINUTE,
  patientToTell,
  setClock,
  setRules,
  toSend,
  useMessages,
  visitOf,
  withMessages,
} from '../support/due-messages';
import { logged } from '../support/fakes';
import { rows } from '../support/rows';
import { isFull } from '../support/volume';

useMessages();

const MANY = isFull ? 10_000 : 700;
const TIMEOUT = 600_000;

/** The real binding takes a file for each. */
const mails = new Map<string, number>();
const env: Bindings = {
  ...withMessages,
  EMAIL: {
    send: async (mail) => {
      const to = 'to' in mail ? String(mail.to) : '';
      mails.set(to, (mails.get(to) ?? 0) + 1);
      return { messageId: '' };
    },
  },
};

const copies = (table: string, changed: Record<string, string>, n: number, id: string) =>
  rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'seq'`).then((columns) => {
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => changed[name] ?? name);
    return rows(
      `INSERT INTO ${table} (${names.join()}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${n})
        SELECT ${values.join()} FROM ${table}, n WHERE id = ?`,
      id,
    );
  });

let booked = 0;
/** So many patients, of whom each tenth agrees to nothing, with a visit each. */
async function book(n: number): Promise<void> {
  const from = booked;
  booked += n;
  await setRules();
  const patient = await patientToTell();
  const visit = await visitOf(patient);
  await copies(
    'patient',
    {
      id: `printf('%08d-0000-4000-8000-000000000000', i + ${from})`,
      email: "'many' || i || '@example.org'",
      contact: `iif(i % 10 = 0, NULL, '{"email":true,"sms":false}')`,
      national_id_key: 'NULL',
      identifiers: 'NULL',
    },
    n,
    patient.id,
  );
  await copies(
    'appointment',
    {
      id: `printf('%08d-0000-4000-8000-000000000001', i + ${from})`,
      patient_id: `printf('%08d-0000-4000-8000-000000000000', i + ${from})`,
      identifiers: 'NULL',
    },
    n,
    visit.id,
  );
  await rows('DELETE FROM message WHERE appointment_id = ?', visit.id);
}

const states = async () =>
  Object.fromEntries(
    (
      await rows<{ it: string; n: number }>(
        "SELECT trim(state || ' ' || coalesce(reason, '')) AS it, count(*) AS n FROM message GROUP BY it",
      )
    ).map(({ it, n }) => [it, n]),
  );

it(`${MANY} that are due at once are sent, or dropped with a reason, by ticks of bounded work`, {
  timeout: TIMEOUT,
}, async () => {
  await book(MANY);
  mails.clear();
  expect(await states()).toEqual({ waiting: MANY });
  const enough = { ...env, MAIL_PER_DAY: '20000' };
  let ticks = 0;
  for (let now = DUE; (await states()).waiting; now += MINUTE, ticks++) {
    setClock(now);
    const line = JSON.parse(await logged(() => runMessagesTick(enough, now)));
    expect(line).toMatchObject({ level: 'info', looked: Math.min(2_000, MANY - ticks * 2_000) });
    // A read and a write for each hundred, and one that finds no more.
    expect(line.trips).toBeLessThanOrEqual(2 * 20 + 1);
    expect(line.rows_read).toBeLessThanOrEqual(12 * line.looked + 10);
    expect(line.rows_written).toBeLessThanOrEqual(3 * line.looked);
    await logged(async () => {
      while (toSend.length > 0) await consume(toSend.splice(0, 50), enough);
    });
  }
  expect(ticks).toBe(Math.ceil(MANY / 2_000));
  expect(await states()).toEqual({ sent: MANY - MANY / 10, 'dropped no_consent': MANY / 10 });
  expect(mails.size).toBe(MANY - MANY / 10);
  expect(Math.max(...mails.values())).toBe(1);
});

it('more than the day has room for wait in bulk, and are dropped when they are late', {
  timeout: TIMEOUT,
}, async () => {
  await book(MANY);
  mails.clear();
  const few = { ...env, MAIL_PER_DAY: '300' };
  let written = 0;
  for (let now = DUE; now <= DUE + 2 * HOUR + 10 * MINUTE; now += MINUTE) {
    setClock(now);
    const lines = (await logged(() => runMessagesTick(few, now))).split('\n').filter(Boolean);
    written += lines.map((line) => JSON.parse(line).rows_written ?? 0).reduce((sum, n) => sum + n, 0);
    await logged(async () => {
      while (toSend.length > 0) await consume(toSend.splice(0, 50), few);
    });
  }
  const { sent = 0, 'dropped quota': quota = 0, 'dropped no_consent': refused = 0, ...others } = await states();
  expect(others).toEqual({});
  expect(sent).toBe(270);
  expect(sent + quota + refused).toBe(MANY);
  expect(mails.size).toBe(270);
  expect(written).toBeLessThanOrEqual(16 * MANY);
});

it('costs at most 12 rows written, and 32 read: a message, from the tick that finds it due on', async () => {
  await book(20);
  setClock(DUE);
  await logged(() => runMessagesTick(env, DUE)); // statements are made
  await logged(() => consume(toSend.splice(0), env));
  await rows(
    "UPDATE message SET state = 'waiting', ended_at = NULL, claimed_until = NULL, attempts = 0, look_at = ?",
    DUE,
  );
  const cost = { trips: 0, rows_read: 0, rows_written: 0 };
  const { run } = Database.prototype;
  const databases = new Set<Database>();
  vi.spyOn(Database.prototype, 'run').mockImplementation(function (this: Database, ...given) {
    databases.add(this);
    return run.apply(this, given);
  });
  await logged(() => runMessagesTick(env, DUE));
  await logged(() => consume(toSend.splice(0), env));
  for (const { cost: one } of databases) {
    for (const name of ['trips', 'rows_read', 'rows_written'] as const) cost[name] += one[name];
  }
  expect(await states()).toEqual({ sent: 18, 'dropped no_consent': 2 });
  expect(cost.trips).toBeLessThanOrEqual(2 + 3 * 18 + 2 * 2);
  expect(cost.rows_written / 20).toBeLessThanOrEqual(12);
  expect(cost.rows_read / 20).toBeLessThanOrEqual(32);
});
