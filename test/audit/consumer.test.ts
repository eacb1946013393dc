import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import type { AccessRecord } from '../../src/audit/access';
import { consumeAccess } from '../../src/audit/consumer';
import type { Bindings } from '../../src/env';
import { PEOPLE_MAX } from '../../src/http/look';
import { accessRecord } from '../support/access';
import { call, testEnv } from '../support/client';
import { make } from '../support/factories';
import { brokenDatabase, databaseWith, logged } from '../support/fakes';
import { makePng } from '../support/files';
import { count, row, rows } from '../support/rows';

const QUEUE = 'hospital-access';

/** Delivers a batch to the consumer. */
async function deliver(
  bodies: readonly unknown[],
  { attempts = 1, ...broken }: Partial<Bindings> & { attempts?: number } = {},
) {
  const messages = bodies.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts, body }));
  const batch = createMessageBatch<unknown>(QUEUE, messages);
  const retries = batch.messages.map((message) => vi.spyOn(message, 'retry'));
  await consumeAccess(batch, { ...testEnv, ...broken });
  const waits = retries.flatMap(({ mock }) => mock.calls.map(([options]) => options?.delaySeconds));
  return { ...(await getQueueResult(batch, createExecutionContext())), waits };
}
const records = (n: number, given: Partial<AccessRecord> = {}) => Array.from({ length: n }, () => accessRecord(given));
const countOf = (batch: AccessRecord[]) =>
  count('access WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(batch.map(({ id }) => id)));
/** The real database, and how many statements were sent to it. */
function countedDatabase() {
  let statements = 0;
  const DB = databaseWith((session) => ({
    prepare: (sql: string) => {
      statements++;
      return session.prepare(sql);
    },
  }));
  return { DB, sent: () => statements };
}

describe('A batch of the access queue', () => {
  it('is written whole, in one trip', async () => {
    const batch = records(100, { patient_id: crypto.randomUUID() });
    const { explicitAcks, retryMessages } = await deliver(batch);
    expect([explicitAcks.length, retryMessages.length]).toEqual([100, 0]);
    expect(await countOf(batch)).toBe(100);
    const { seq: _, ...written } = (await row('SELECT * FROM access WHERE id = ?', batch[0]?.id)) ?? {};
    const { owner_id: __, ...sent } = batch[0] ?? accessRecord();
    expect(written).toEqual(sent);
  });

  it('is written whole where each names as many people as it may, within what D1 and the queue take', async () => {
    const patients = Array.from({ length: PEOPLE_MAX }, () => crypto.randomUUID());
    const batch = records(100, { detail: JSON.stringify({ patients }), address: '2001:db8::'.padEnd(45, 'f') });
    expect(JSON.stringify(batch[0]).length).toBeLessThan(128_000);
    expect(JSON.stringify(batch).length).toBeLessThan(2_000_000);
    expect((await deliver(batch)).explicitAcks).toHaveLength(100);
    expect(await countOf(batch)).toBe(100);
  });

  it('is written whole where its messages hold many records, in several statements', async () => {
    const patients = Array.from({ length: PEOPLE_MAX }, () => crypto.randomUUID());
    const batch = records(500, { detail: JSON.stringify({ patients }) });
    const { DB, sent } = countedDatabase();
    const messages = Array.from({ length: 50 }, (_, i) => batch.slice(i * 10, (i + 1) * 10));
    expect((await deliver(messages, { DB })).explicitAcks).toHaveLength(50);
    expect([sent(), await countOf(batch)]).toEqual([9, 500]);
  });

  it('is written but for the records of a message that are none', async () => {
    const good = records(3);
    const lines = await logged(async () => {
      expect((await deliver([[], [good[0], null, good[1]], [{}], good[2]])).explicitAcks).toHaveLength(4);
    });
    expect(JSON.parse(lines)).toMatchObject({ event: 'access_malformed', count: 2 });
    expect(await countOf(good)).toBe(3);
  });

  it('is written once, however often it is delivered', async () => {
    const [one, two, three] = records(3);
    await deliver([one, two, two, one] as AccessRecord[]);
    const { explicitAcks } = await deliver([two, three] as AccessRecord[]);
    expect(explicitAcks).toHaveLength(2);
    expect(await countOf([one, two, three] as AccessRecord[])).toBe(3);
  });

  it('cannot replace a row by one with its id', async () => {
    const [one] = records(1);
    await deliver([one] as AccessRecord[]);
    const replace = "INSERT OR REPLACE INTO access (id, at, action, entity) VALUES (?, 0, 'x', 'x')";
    await expect(rows(replace, one?.id)).rejects.toThrow('append-only');
  });

  it('is delivered again, after ever longer waits, while the database does not answer', async () => {
    const DB = brokenDatabase(new Error('D1_ERROR: Network connection lost.'));
    const [batch, waits] = [records(5), [] as (number | undefined)[]];
    for (const attempts of [1, 2, 5, 50, 100]) {
      const lines = await logged(async () => {
        const { retryMessages, explicitAcks, waits: given } = await deliver(batch, { DB, attempts });
        expect([retryMessages.length, explicitAcks.length]).toEqual([5, 0]);
        waits.push(given[0]);
      });
      const cause = 'storage: unavailable';
      expect(JSON.parse(lines)).toEqual({ level: 'warn', event: 'access_delayed', count: 5, cause });
    }
    expect(waits).toEqual([10, 20, 160, 3600, 3600]);
    const lines = await logged(async () => void (await deliver(batch, { DB, attempts: 101 })));
    expect(JSON.parse(lines)).toMatchObject({ level: 'error', event: 'access_dead', count: 5 });
  });

  it('is written in one statement without the messages that are none, which are set aside', async () => {
    const malformed: unknown[] = [
      null,
      'text',
      [[]],
      {},
      { ...accessRecord(), id: undefined },
      { ...accessRecord(), id: 'x' },
      { ...accessRecord(), at: '2026-11-22' },
      { ...accessRecord(), action: null },
      { ...accessRecord(), entity: 7 },
      { ...accessRecord(), entity_id: {} },
      { ...accessRecord(), count: 1.5 },
      { ...accessRecord(), address: 'x'.repeat(1_001) },
      { ...accessRecord(), detail: 'no JSON' },
      { ...accessRecord(), detail: JSON.stringify('x'.repeat(131_072)) },
      // What the log could not show.
      { ...accessRecord(), at: 9e15 },
      { ...accessRecord(), detail: '[1]' },
      { ...accessRecord(), detail: '{"patients":[1,null]}' },
      { ...accessRecord(), detail: '['.repeat(60_000) + ']'.repeat(60_000) },
    ];
    const good = [...records(3), accessRecord({ entity: 'of_a_later_version', detail: '{"patients":["a"]}' })];
    const { DB, sent } = countedDatabase();
    const lines = await logged(async () => {
      const { explicitAcks, retryMessages } = await deliver(
        [...malformed.slice(0, 7), ...good, ...malformed.slice(7)],
        { DB },
      );
      expect([explicitAcks.length, retryMessages]).toEqual([malformed.length + good.length, []]);
    });
    expect(JSON.parse(lines)).toEqual({ level: 'error', event: 'access_malformed', count: malformed.length });
    expect([sent(), await countOf(good)]).toEqual([1, 4]);
  });

  it('sets aside what is malformed also while the database does not answer', async () => {
    const DB = brokenDatabase(new Error('D1_ERROR: Network connection lost.'));
    const lines = await logged(async () => {
      const { explicitAcks, retryMessages } = await deliver([null, ...records(2)], { DB });
      expect([explicitAcks.length, retryMessages.length]).toEqual([1, 2]);
    });
    expect(lines).toContain('access_malformed');
  });

  it('of which nothing is a record asks no database', async () => {
    const { DB, sent } = countedDatabase();
    const lines = await logged(async () => {
      expect((await deliver([null, null], { DB })).explicitAcks).toHaveLength(2);
    });
    expect([JSON.parse(lines).count, sent()]).toEqual([2, 0]);
  });

  it('names the patient that a file is of, by what it is attached to', async () => {
    const patient_id = (await make.patient()).id;
    const invoice = await make.invoice({ patient_id });
    const appointment = await make.appointment({ patient_id });
    const batch = [patient_id, invoice.id, appointment.id, (await make.department()).id].map((owner_id) =>
      accessRecord({ entity: 'file', owner_id }),
    );
    await deliver(batch);
    const found = await Promise.all(batch.map(({ id }) => row('SELECT patient_id FROM access WHERE id = ?', id)));
    expect(found.map((one) => one?.patient_id)).toEqual([patient_id, patient_id, patient_id, null]);
  });

  it('costs a row, and an index row for its id, its account and its patient', async () => {
    const cost = async (given: Partial<AccessRecord>) => {
      const written = vi.fn();
      const DB = new Proxy(env.DB, {
        get: (db, name) =>
          name !== 'withSession'
            ? Reflect.get(db, name)
            : () => {
                const session = db.withSession('first-primary');
                const prepare = (sql: string) => {
                  const statement = session.prepare(sql);
                  return {
                    bind: (...values: unknown[]) => ({
                      all: async () => {
                        const result = await statement.bind(...values).all();
                        written(result.meta.rows_written);
                        return result;
                      },
                    }),
                  };
                };
                return { prepare };
              },
      });
      await deliver(records(10, given), { DB });
      return written.mock.calls[0]?.[0];
    };
    expect(await cost({ patient_id: 'p' })).toBe(40);
    expect(await cost({ count: 1_000 })).toBe(30);
  });
});

describe('A read of a patient', () => {
  it('is in the access log soon after, by the queue', async () => {
    const { id } = await make.patient();
    const file = await makePng(id);
    const real = { env: { ACCESS_QUEUE: env.ACCESS_QUEUE as Queue<AccessRecord[]> } };
    await call('GET', `/patient/${id}`, real);
    await call('GET', new URL(file.url).pathname, real);
    await vi.waitFor(async () => expect(await count('access WHERE patient_id = ?', id)).toBe(2), {
      timeout: 60_000,
      interval: 200,
    });
    expect(
      await rows('SELECT entity, action, entity_id, count FROM access WHERE patient_id = ? ORDER BY id', id),
    ).toEqual([
      { entity: 'patient', action: 'read', entity_id: id, count: null },
      { entity: 'file', action: 'read', entity_id: file.id, count: null },
    ]);
  });
});
