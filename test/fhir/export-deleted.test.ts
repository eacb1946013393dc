import { describe, expect, it } from 'vitest';
import type { ExportStep } from '../../src/db/schema/export-job';
import { readerOf } from '../../src/fhir/export/exported';
import { deploymentAt } from '../../src/fhir/http/deployment';
import { FHIR_SCAN_MAX } from '../../src/fhir/search/bounds';
import { SERVED } from '../../src/fhir/served';
import { type Body, call, testEnv } from '../support/client';
import { finishExports } from '../support/deliver';
import { make } from '../support/factories';
import { begun, idsIn, linesOf, manifest, newAdmin } from '../support/fhir/exports';
import { validate } from '../support/fhir/validate';
import { makePng } from '../support/files';
import { putHours } from '../support/hours';
import { input } from '../support/input';
import { merge, unmerge } from '../support/merges';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';
import { newDatabase } from '../support/trail';

const HOUR = 3_600_000;

describe('What was deleted since', () => {
  /** Addresses that the Bundles of an export say are gone. */
  async function deletedIn(query: string) {
    const as = await newAdmin();
    const path = await begun(query, as);
    await finishExports();
    const { deleted, output } = await manifest(path, as);
    const bundles = ((await linesOf(deleted, as)).Bundle ?? []).map((line) => JSON.parse(line));
    for (const bundle of bundles) {
      validate(bundle);
      expect([bundle.type, new Set(bundle.entry.map((one: Body) => one.request.method))]).toEqual([
        'transaction',
        new Set(['DELETE']),
      ]);
    }
    const urls: string[] = bundles.flatMap(({ entry }) => entry.map(({ request }: Body) => request.url));
    return { urls, output, as };
  }
  const withConditions = () => {
    const conditions = [{ condition: 'Gout', description: 'once', diagnozed_date: '2020-01-02' }];
    return make.patient({ medical_conditions: conditions });
  };
  /** The time of an export is a minute early. */
  const aWhileAgo = (table: string, id: string) =>
    rows(`UPDATE ${table} SET deleted_at = deleted_at - 120000 WHERE id = ?`, id);

  it('is named: patients, who was merged, and the parts of their records', async () => {
    const since = new Date(Date.now() - HOUR).toISOString();
    const [deleted, kept, merged, young] = [
      await withConditions(),
      await make.patient(),
      await withConditions(),
      await make.patient(),
    ];
    await call('DELETE', `/patient/${deleted.id}`);
    expect((await merge(kept.id, merged.id)).status).toBe(200);
    for (const { id } of [deleted, merged]) await aWhileAgo('patient', id);
    await call('DELETE', `/patient/${young.id}`);

    const { urls, output, as } = await deletedIn(`?_type=Patient,Condition&_since=${since}`);
    expect(urls).toHaveLength(4);
    for (const { id } of [deleted, merged]) {
      expect(urls).toContain(`Patient/${id}`);
      expect(urls.filter((url) => url.startsWith(`Condition/${id}.c.`))).toHaveLength(1);
    }
    const exported = idsIn((await linesOf(output, as)).Patient);
    expect(exported).toContain(kept.id);
    expect(exported.filter((id) => urls.includes(`Patient/${id}`))).toEqual([]);

    expect((await deletedIn(`?_type=Condition&_since=${since}`)).urls).toHaveLength(2);
    expect((await unmerge(kept.id, merged.id)).status).toBe(200);
    expect((await deletedIn(`?_type=Patient&_since=${since}`)).urls).toEqual([`Patient/${deleted.id}`]);
    expect((await deletedIn(`?_type=Patient&_since=${new Date().toISOString()}`)).urls).toEqual([]);
  });

  it('is named of each type whose records are ever deleted', async () => {
    const since = new Date(Date.now() - HOUR).toISOString();
    const [doctor, department, item] = [await make.doctor(), await make.department(), await make.catalogItem()];
    const of = { doctor: ['Practitioner', 'PractitionerRole'], department: ['Organization', 'HealthcareService'] };
    for (const [path, table, { id }, types] of [
      ['doctor', 'doctor', doctor, of.doctor],
      ['department', 'department', department, of.department],
      ['catalog', 'catalog_item', item, ['ChargeItemDefinition']],
    ] as const) {
      expect((await call('DELETE', `/${path}/${id}`)).status).toBeLessThan(300);
      await aWhileAgo(table, id);
      expect((await deletedIn(`?_type=${types}&_since=${since}`)).urls).toEqual(types.map((type) => `${type}/${id}`));
    }
  });

  it('is named of a file, and of hours that were all taken back', async () => {
    const since = new Date(Date.now() - HOUR).toISOString();
    const [{ id: doctor }, { id: department_id }] = [await make.doctor(), await make.department()];
    const file = await makePng((await make.patient()).id, 'arm.png');
    await putHours(doctor, input.hours({ department_id }));
    expect((await call('DELETE', `/static/delete_file/${file.id}`)).status).toBe(200);
    await aWhileAgo('file', file.id);
    await putHours(doctor, { weekly: [], exceptions: [] });
    await rows('UPDATE doctor_hours SET updated_at = updated_at - 120000 WHERE id = ?', doctor);
    expect((await deletedIn(`?_type=DocumentReference,Schedule&_since=${since}`)).urls.sort()).toEqual([
      `DocumentReference/${file.id}`,
      `Schedule/${doctor}`,
    ]);
  });

  it('is named of a room', async () => {
    const since = new Date(Date.now() - HOUR).toISOString();
    const { id } = await make.calendarResource();
    expect((await call('DELETE', `/calendar/resources/${id}`)).status).toBeLessThan(300);
    await aWhileAgo('calendar_resource', id);
    expect((await deletedIn(`?_type=Location&_since=${since}`)).urls).toEqual([`Location/${id}`]);
  });

  it('is never an appointment, a note, a bill or a payment', () => {
    const kept = SERVED.filter((served) => served.export && !served.exportDeleted).map(({ type }) => type);
    expect(kept).toEqual(['Appointment', 'Composition', 'Invoice', 'PaymentNotice']);
  });

  it('of patients is looked for among those alone, of others among so many for a page', async () => {
    await multiply('patient', { key: 'id', value: (await make.patient()).id }, 600, {
      id: UUID,
      national_id_key: 'null',
    });
    await multiply('catalog_item', { key: 'id', value: (await make.catalogItem()).id }, 2_500, {
      id: UUID,
      code_key: 'i',
    });
    const read = async (step: ExportStep) => {
      const database = newDatabase();
      const deployment = await deploymentAt(testEnv, 'http://localhost/fhir/r4', newDatabase());
      const time = { since: Date.now() - HOUR, until: Date.now() };
      await readerOf(step)?.(database, deployment, null, time);
      return database.cost.rows_read;
    };
    expect(await read('Patient')).toBeGreaterThan(1_000);
    expect(await read('deleted Patient')).toBeLessThan(50);
    // Each is looked at, joined, and counted up to where the next page begins.
    expect(await read('deleted ChargeItemDefinition')).toBeLessThanOrEqual(3 * FHIR_SCAN_MAX);
  });

  it('is said to be nothing where nothing was, and not at all without a time', async () => {
    const as = await newAdmin();
    const path = await begun('?_type=Practitioner&_since=2100-01-01T00:00:00Z', as);
    await finishExports();
    expect(await manifest(path, as)).toMatchObject({ output: [], deleted: [], error: [] });
  });
});
