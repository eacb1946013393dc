import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../src/context';
import type { Bindings, ExportMessage } from '../../src/env';
import { resumeAndRemoveExports } from '../../src/fhir/export/upkeep';
import { accessSent, type Body, call, exportsSent, testEnv } from '../support/client';
import { deliverExports, finishExports } from '../support/deliver';
import { make } from '../support/factories';
import { bucketWith, databaseThrough, logged } from '../support/fakes';
import { begun, idsIn, jobIn, kickOff, linesOf, manifest, newAdmin, pathOf } from '../support/fhir/exports';
import { multiply, UUID } from '../support/multiply';
import { rows, trail } from '../support/rows';
import { newDatabase } from '../support/trail';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Copies of one patient: more than a chunk has. */
const COPIES = 5_200;

const keysOf = async (path: string) =>
  (await env.FILES.list({ prefix: `export/${jobIn(path)}/` })).objects.map(({ key }) => key);

const patientIds = async () =>
  (await rows<{ id: string }>('SELECT id FROM patient WHERE deleted_at IS NULL ORDER BY id')).map(({ id }) => id);

beforeAll(async () => {
  const conditions = [{ condition: 'Asthma', description: 'mild', diagnozed_date: '2020-01-02' }];
  const patient = await make.patient({ blood_group: 'A_POS', medical_conditions: conditions });
  await multiply('patient', { key: 'id', value: patient.id }, COPIES, { id: UUID, national_id_key: 'null' });
  await call('DELETE', `/patient/${(await make.patient()).id}`);
  await make.doctor();
});

describe('An export', () => {
  it('has each resource once, in files of NDJSON, and says how far it is', async () => {
    const as = await newAdmin();
    const since = accessSent.length;
    const path = await begun('?_type=Patient,Observation&_type=Condition', as);
    const running = await call('GET', path, { as });
    expect([running.status, running.headers.get('x-progress')]).toEqual([202, 'Patient, 0 files so far']);
    expect(Number(running.headers.get('retry-after'))).toBeGreaterThan(0);
    await finishExports();

    const { status, body, headers } = await call('GET', path, { as });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(Date.parse(headers.get('expires') ?? '')).toBeGreaterThan(Date.now() + DAY - HOUR);
    expect(body).toMatchObject({ requiresAccessToken: true, error: [] });
    expect(body.request).toBe('http://localhost/fhir/r4/$export?_type=Patient%2CObservation&_type=Condition');
    expect(Date.parse(body.transactionTime)).toBeLessThan(Date.now());
    expect(body.output.filter(({ type }: Body) => type === 'Patient')).toHaveLength(2);

    const lines = await linesOf(body.output, as);
    const ids = await patientIds();
    expect(idsIn(lines.Patient)).toEqual(ids);
    const of = (type: string) => (lines[type] ?? []).map((line) => JSON.parse(line).subject.reference.slice(8)).sort();
    expect([of('Observation'), of('Condition')]).toEqual([ids, ids]);
    const [first = ''] = lines.Patient ?? [];
    const read = await call('GET', `/fhir/r4/Patient/${JSON.parse(first).id}`);
    expect(JSON.parse(first)).toEqual(read.body);

    expect(await trail(jobIn(path))).toEqual(['export 1']);
    const looks = accessSent.slice(since).filter(({ detail }) => detail?.includes(jobIn(path)));
    expect(looks.map(({ entity, action, count, actor }) => [entity, action, count, actor])).toEqual(
      body.output.map(({ count }: Body) => ['patient', 'list', count, as.id]),
    );
  });

  it('of doctors is no look at patients', async () => {
    const as = await newAdmin();
    const path = await begun('?_type=Practitioner', as);
    await finishExports();
    const since = accessSent.length;
    expect((await linesOf((await manifest(path, as)).output, as)).Practitioner).toHaveLength(1);
    expect(accessSent.slice(since)).toEqual([]);
  });

  it('since a time has what was changed since, wherever it is among the rows', async () => {
    const as = await newAdmin();
    const old = await begun('?_since=2100-01-01T00:00:00Z', as);
    await finishExports();
    expect((await manifest(old, as)).output).toEqual([]);

    await rows('UPDATE patient SET updated_at = ?', Date.parse('2020-01-01'));
    const changed = (await rows<{ id: string }>('SELECT id FROM patient WHERE seq IN (3, 4000) ORDER BY id')).map(
      ({ id }) => id,
    );
    await rows('UPDATE patient SET updated_at = ? WHERE seq IN (3, 4000)', Date.parse('2024-05-01T10:00:00Z'));
    for (const [from, expected] of [
      ['2024-05-01T12:00:00%2B02:00', changed],
      ['2024-05-01T12:00:00+02:00', changed],
      ['2024-05-01T10:00:00.001Z', []],
    ]) {
      const path = await begun(`?_type=Patient&_since=${from}`, as);
      await finishExports();
      expect(idsIn((await linesOf((await manifest(path, as)).output, as)).Patient)).toEqual(expected);
    }
  });

  it('is made by the queue that is bound', async () => {
    const as = await newAdmin();
    const bound = env.EXPORT_QUEUE ? { EXPORT_QUEUE: env.EXPORT_QUEUE } : {};
    const { headers } = await kickOff('?_type=Practitioner', { as, env: bound });
    const path = pathOf(headers.get('content-location') ?? '');
    await vi.waitFor(async () => expect((await call('GET', path, { as })).status).toBe(200), {
      timeout: 30_000,
      interval: 200,
    });
  });

  it('is asked for by a Parameters resource, too', async () => {
    const as = await newAdmin();
    const parameter = [
      { name: '_type', valueString: 'Practitioner' },
      { name: '_since', valueInstant: '2001-01-01T00:00:00Z' },
    ];
    const { headers } = await call('POST', '/fhir/r4/$export', {
      as,
      json: { resourceType: 'Parameters', parameter },
      headers: { prefer: 'respond-async', 'content-type': 'application/fhir+json' },
    });
    await finishExports();
    const { output, request } = await manifest(pathOf(headers.get('content-location') ?? ''), as);
    expect(output).toMatchObject([{ type: 'Practitioner', count: 1 }]);
    expect(request).toBe('http://localhost/fhir/r4/$export?_type=Practitioner&_since=2001-01-01T00%3A00%3A00Z');
  });
});

/** What a redelivery, or a death in between, must not change. */
async function expectWhole(path: string, as: Actor) {
  const { output } = await manifest(path, as);
  expect(idsIn((await linesOf(output, as)).Patient)).toEqual(await patientIds());
}

describe('Each row is exported once', () => {
  const deliverNext = (options: Partial<Bindings> & { attempts?: number } = {}) => {
    const message = exportsSent.shift() as ExportMessage;
    return { message, delivered: deliverExports([message], options) };
  };

  it('where each message comes twice, one after the other', async () => {
    const as = await newAdmin();
    const path = await begun('?_type=Patient', as);
    while (exportsSent.length > 0) {
      const { message, delivered } = deliverNext();
      await delivered;
      await deliverExports([message, message]);
    }
    await expectWhole(path, as);
  });

  it('where a message comes twice at the same time, and the rows change meanwhile', async () => {
    const as = await newAdmin();
    const path = await begun('?_type=Patient', as);
    const message = exportsSent.shift() as ExportMessage;
    // The second reads and writes its object before the first one moves the job on.
    let read = 0;
    const DB = databaseThrough(async (method, run) => {
      const result = await run();
      // The job, the id of the deployment, then the first page.
      if (method === 'all' && ++read === 3) {
        await rows("UPDATE patient SET first_name = 'Changed' WHERE seq = 5");
        await deliverExports([message]);
      }
      return result;
    });
    await deliverExports([message], { DB });
    expect(exportsSent).toHaveLength(1);
    await finishExports();
    await expectWhole(path, as);
    const { output } = await manifest(path, as);
    expect((await keysOf(path)).length).toBe(output.length + 1);
  });

  it('where the consumer dies between the object and the job', async () => {
    const as = await newAdmin();
    const path = await begun('?_type=Patient', as);
    const message = exportsSent.shift() as ExportMessage;
    let written = false;
    const FILES = bucketWith({
      put: async (key: string, value: ArrayBuffer) => {
        await env.FILES.put(key, value);
        written = true;
        throw new Error('died');
      },
    });
    await logged(async () => {
      const { retryMessages } = await deliverExports([message], { FILES });
      expect([written, retryMessages.length]).toEqual([true, 1]);
    });
    await deliverExports([message], { attempts: 2 });
    await finishExports();
    await expectWhole(path, as);
    expect(await keysOf(path)).toHaveLength(2);
  });

  it('where it dies between the job and the next message: the redelivered message sends it', async () => {
    const as = await newAdmin();
    const path = await begun('?_type=Patient', as);
    const { message, delivered } = deliverNext();
    await delivered;
    exportsSent.length = 0;
    await deliverExports([message], { attempts: 2 });
    expect(exportsSent).toEqual([{ ...message, chunk: 1 }]);
    await finishExports();
    await expectWhole(path, as);
  });

  it.each(['the hourly job', 'whoever asks for the status'])(
    'where a message is lost: %s sends it again',
    async (by) => {
      const as = await newAdmin();
      const path = await begun('?_type=Patient', as);
      await deliverNext().delivered;
      exportsSent.length = 0;
      const again = () =>
        by === 'the hourly job'
          ? resumeAndRemoveExports(newDatabase(), testEnv, Date.now())
          : call('GET', path, { as });
      await again();
      expect(exportsSent).toEqual([]);
      await rows('UPDATE export_job SET progressed_at = ? WHERE id = ?', Date.now() - HOUR, jobIn(path));
      const lines = await logged(async () => {
        await again();
        await again();
      });
      expect(lines).toContain('export_resumed');
      expect(exportsSent).toEqual([{ job: jobIn(path), chunk: 1 }]);
      await finishExports();
      await expectWhole(path, as);
    },
  );

  it('where rows are added and removed meanwhile', async () => {
    const as = await newAdmin();
    const before = await patientIds();
    const path = await begun('?_type=Patient', as);
    await deliverNext().delivered;
    const [last] = await rows<{ id: string }>('SELECT id FROM patient WHERE deleted_at IS NULL ORDER BY seq DESC');
    await call('DELETE', `/patient/${last?.id}`);
    const { id } = await make.patient();
    await finishExports();
    const found = idsIn((await linesOf((await manifest(path, as)).output, as)).Patient);
    expect(found).toEqual([...before.filter((one) => one !== last?.id), id].sort());
  });
});

describe('An export that cannot be made', () => {
  it('is tried again, and fails for good after the last time', async () => {
    const as = await newAdmin();
    const path = await begun('?_type=Patient', as);
    const message = exportsSent.shift() as ExportMessage;
    const FILES = bucketWith({ put: () => Promise.reject(new Error('put: unavailable (10043)')) });
    const lines = await logged(async () => {
      for (const attempts of [1, 2, 8]) {
        const { waits } = await deliverExports([message], { FILES, attempts });
        expect(waits).toEqual([10 * 2 ** (attempts - 1)]);
      }
      expect((await call('GET', path, { as })).status).toBe(202);
      await deliverExports([message], { FILES, attempts: 9 });
    });
    expect(lines).toContain('export_failed');
    const { status, body } = await call('GET', path, { as });
    expect([status, body.resourceType, body.issue[0].code]).toEqual([500, 'OperationOutcome', 'exception']);
    await deliverExports([message]);
    expect(exportsSent).toEqual([]);
    expect((await kickOff('?_type=Practitioner', { as })).status).toBe(202);
    exportsSent.length = 0;
  });

  it('goes on where the queue did not take its first message', async () => {
    const as = await newAdmin();
    const EXPORT_QUEUE = { send: () => Promise.reject(new Error('no')) } as unknown as Queue;
    await logged(async () => {
      const { status, headers } = await kickOff('?_type=Practitioner', { as, env: { EXPORT_QUEUE } });
      expect(status).toBe(202);
      await rows('UPDATE export_job SET progressed_at = 0 WHERE actor = ?', as.id);
      const path = pathOf(headers.get('content-location') ?? '');
      await call('GET', path, { as });
      await finishExports();
      expect((await call('GET', path, { as })).status).toBe(200);
    });
  });

  it('is refused where there is no queue, and a message that is none is dropped', async () => {
    const { status, body } = await kickOff('', {
      as: await newAdmin(),
      env: { EXPORT_QUEUE: undefined as never },
    });
    expect([status, body.issue[0].diagnostics]).toEqual([503, 'This service has no queue for exports']);
    const lines = await logged(async () => {
      expect((await deliverExports([null, { job: 'x', chunk: 0 }])).explicitAcks).toHaveLength(2);
    });
    expect(lines).toContain('export_malformed');
  });
});

describe('What an export has made', () => {
  async function finished(as: Actor) {
    const path = await begun('?_type=Practitioner', as);
    await finishExports();
    const [{ url }] = (await manifest(path, as)).output;
    return { path, file: pathOf(url) };
  }

  it('is for its account alone, while that is active', async () => {
    const as = await newAdmin();
    const { path, file } = await finished(as);
    for (const one of [path, file]) {
      expect((await call('GET', one, { as: 'admin' })).status).toBe(404);
      expect((await call('GET', one, { as: 'staff' })).status).toBe(403);
      expect((await call('GET', one, { as: null })).status).toBe(401);
    }
    expect((await call('DELETE', path, { as: 'admin' })).status).toBe(404);
    expect((await call('GET', `${file}x`, { as })).status).toBe(404);
    expect((await call('GET', file, { as })).status).toBe(200);
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', as.id);
    expect((await call('GET', file, { as })).status).toBe(401);
  });

  it('is removed when its account asks for it, also while it runs', async () => {
    const as = await newAdmin();
    const { path, file } = await finished(as);
    expect((await call('DELETE', path, { as })).status).toBe(202);
    expect(await keysOf(path)).toEqual([]);
    for (const one of [path, file]) expect((await call('GET', one, { as })).status).toBe(404);
    expect(await trail(jobIn(path))).toEqual(['export 1', 'delete 1']);

    const other = await begun('?_type=Patient', as);
    const message = exportsSent.shift() as ExportMessage;
    const FILES = bucketWith({
      put: async (key: string, value: ArrayBuffer) => {
        await call('DELETE', other, { as });
        return env.FILES.put(key, value);
      },
    });
    await deliverExports([message], { FILES });
    expect([exportsSent, await keysOf(other)]).toEqual([[], []]);
  });

  it('is removed by the hourly job after a day, and what no export has after two', async () => {
    const as = await newAdmin();
    const { path, file } = await finished(as);
    const orphan = `export/${crypto.randomUUID()}/0.Patient.x.ndjson`;
    await env.FILES.put(orphan, '{}\n');
    await resumeAndRemoveExports(newDatabase(), testEnv, Date.now() + DAY - HOUR);
    expect(await keysOf(path)).toHaveLength(1);
    await resumeAndRemoveExports(newDatabase(), testEnv, Date.now() + DAY + HOUR);
    expect([await keysOf(path), (await call('GET', path, { as })).status]).toEqual([[], 404]);
    expect((await call('GET', file, { as })).status).toBe(404);
    expect(await env.FILES.head(orphan)).not.toBeNull();
    await resumeAndRemoveExports(newDatabase(), testEnv, Date.now() + 2 * DAY + HOUR);
    expect(await env.FILES.head(orphan)).toBeNull();
  });
});
