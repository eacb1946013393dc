import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { countUp } from '../../src/access-log/queries';
import type { AccessRecord } from '../../src/access-log/record';
import { PEOPLE_MAX } from '../../src/http/disclosure';
import worker from '../../src/index';
import { MAX_RETRIES } from '../../src/rules/redelivery';
import toml from '../../wrangler.toml?raw';
import { accessRecord } from '../support/access';
import { call, testEnv } from '../support/client';
import { deliver } from '../support/deliver';
import { make } from '../support/factories';
import { brokenDatabase, databaseThrough, logged } from '../support/fakes';
import { makePng } from '../support/files';
import { count, row } from '../support/rows';
import { keptAccesses } from '../support/stored-accesses';
import { newDatabase } from '../support/trail';

const records = (n: number, given: Partial<AccessRecord> = {}) => Array.from({ length: n }, () => accessRecord(given));
/** Those of a batch that are on record, in its order. */
async function keptOf(batch: readonly AccessRecord[]) {
  const kept = new Map((await keptAccesses()).map((look) => [look.id, look]));
  return batch.flatMap(({ id }) => kept.get(id) ?? []);
}
const countOf = async (batch: readonly AccessRecord[]) => (await keptOf(batch)).length;
const objects = () => count('access_object');
/** The real database, and how many calls were sent to it. */
function countedDatabase() {
  let calls = 0;
  const DB = databaseThrough((_, run) => {
    calls++;
    return run();
  });
  return { DB, sent: () => calls };
}

describe('A batch of the access queue', () => {
  it.each(['hospital-access', 'hospital-access-dead', 'hospital-access-export', 'hospital-access-dead-import-webhook'])(
    'is kept by the Worker, of whichever environment: %s',
    async (queue) => {
      const looks = records(2);
      const messages = looks.map((body) => ({ id: body.id, timestamp: new Date(), attempts: 1, body }));
      const batch = createMessageBatch<unknown>(queue, messages);
      const ctx = createExecutionContext();
      await worker.queue(batch, testEnv, ctx);
      expect((await getQueueResult(batch, ctx)).explicitAcks).toHaveLength(2);
      expect(await countOf(looks)).toBe(2);
    },
  );

  it('is kept whole, in one object and two trips', async () => {
    const batch = records(100, { patient_id: crypto.randomUUID(), count: 3, request_id: 'r', address: '10.0.0.1' });
    const [{ DB, sent }, before] = [countedDatabase(), await objects()];
    const { explicitAcks, retryMessages } = await deliver(batch, { DB });
    expect([explicitAcks.length, retryMessages.length, sent()]).toEqual([100, 0, 2]);
    expect([await countOf(batch), await objects()]).toEqual([100, (before ?? 0) + 1]);
    const [look] = await keptOf(batch.slice(0, 1));
    expect(look).toEqual(Object.fromEntries(Object.entries(batch[0] ?? {}).filter(([, value]) => value !== null)));
  });

  it('is kept whole where each names as many people as it may, within what the queue takes', async () => {
    const patients = Array.from({ length: PEOPLE_MAX }, () => crypto.randomUUID());
    const batch = records(100, { detail: JSON.stringify({ patients }), address: '2001:db8::'.padEnd(45, 'f') });
    expect(JSON.stringify(batch[0]).length).toBeLessThan(128_000);
    expect((await deliver(batch)).explicitAcks).toHaveLength(100);
    expect(await countOf(batch)).toBe(100);
  });

  it('is kept whole where its messages hold many records, in several objects', async () => {
    const patients = Array.from({ length: PEOPLE_MAX }, () => crypto.randomUUID());
    const batch = records(500, { detail: JSON.stringify({ patients }) });
    const before = (await objects()) ?? 0;
    const messages = Array.from({ length: 50 }, (_, i) => batch.slice(i * 10, (i + 1) * 10));
    expect((await deliver(messages)).explicitAcks).toHaveLength(50);
    expect([await objects(), await countOf(batch)]).toEqual([before + 3, 500]);
  });

  it('is kept but for the records of a message that are none', async () => {
    const good = records(3);
    const lines = await logged(async () => {
      expect((await deliver([[], [good[0], null, good[1]], [{}], good[2]])).explicitAcks).toHaveLength(4);
    });
    expect(JSON.parse(lines)).toMatchObject({ event: 'access_malformed', count: 2 });
    expect(await countOf(good)).toBe(3);
  });

  it('is kept once, however often it is delivered', async () => {
    const [one, two, three] = records(3);
    await deliver([one, two, two, one] as AccessRecord[]);
    const { explicitAcks } = await deliver([two, three] as AccessRecord[]);
    expect(explicitAcks).toHaveLength(2);
    expect(await countOf([one, two, three] as AccessRecord[])).toBe(3);
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

  it.each(['hospital-access-dead', 'hospital-access-dead-2-staging'])(
    'is not said to be safe where it was given up before, as nobody knows how often it comes again: %s',
    async (queue) => {
      const batch = records(2);
      const DB = brokenDatabase(new Error('D1_ERROR: Network connection lost.'));
      const lines = await logged(async () => {
        expect((await deliver(batch, { DB, queue })).waits).toEqual([10, 10]);
      });
      expect(JSON.parse(lines)).toMatchObject({ level: 'error', event: 'access_dead', count: 2 });
      expect((await deliver(batch, { queue })).explicitAcks).toHaveLength(2);
      expect(await countOf(batch)).toBe(2);
    },
  );

  it('is given up after as many tries as wrangler.toml says, as are chunks of exports and imports', () => {
    const tables = toml.split('[[queues.consumers]]').slice(1);
    const retries = tables.flatMap((table) => {
      const [, queue, n] = /^queue = "hospital-(\w+)"[^[]*^max_retries = (\d+)/m.exec(table) ?? [];
      return n === '0' ? [] : [[queue, Number(n)]];
    });
    expect(Object.fromEntries(retries)).toEqual(MAX_RETRIES);
  });

  it('is kept in one object without the messages that are none, which are set aside', async () => {
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
    expect([sent(), await countOf(good)]).toEqual([2, 4]);
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
    expect((await keptOf(batch)).map((look) => look.patient_id)).toEqual([
      patient_id,
      patient_id,
      patient_id,
      undefined,
    ]);
  });
});

async function looksAt(patient: string) {
  await newDatabase().run(countUp());
  const of = 'patient_seq = (SELECT seq FROM patient WHERE id = ?)';
  return (await row<{ n: number }>(`SELECT sum(looks) AS n FROM access_day WHERE ${of}`, patient))?.n;
}

describe('A read of a patient', () => {
  it('is in the access log soon after, by the queue', async () => {
    const { id } = await make.patient();
    const file = await makePng(id);
    const real = { env: { ACCESS_QUEUE: env.ACCESS_QUEUE as Queue<AccessRecord[]> } };
    await call('GET', `/patient/${id}`, real);
    await call('GET', new URL(file.url).pathname, real);
    await vi.waitFor(async () => expect(await looksAt(id)).toBe(2), {
      timeout: 60_000,
      interval: 200,
    });
    const looks = (await keptAccesses()).filter(({ patient_id }) => patient_id === id);
    expect(looks).toMatchObject([
      { entity: 'patient', action: 'read', entity_id: id },
      { entity: 'file', action: 'read', entity_id: file.id },
    ]);
  });
});
