import { describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { found, get, idsOf, pagesOf } from '../support/fhir/client';
import { expectRefusals, looksOf } from '../support/fhir/promises';
import { row, rows } from '../support/rows';
import { addAudit } from '../support/trail';
import { actorOf, insertUser } from '../support/users';

const AS = { as: 'admin' } as const;
const { user: USER } = SYSTEMS;

/** A patient who was created, changed and deleted. */
async function changedPatient(): Promise<string> {
  const { id } = await make.patient();
  await ok('PATCH', `/patient/${id}`, { json: { gender: 'male', email: 'bo@family.example' } });
  await ok('DELETE', `/patient/${id}`);
  return id;
}
const idOf = async (entity_id: string, action: string) =>
  `a.${(await row<{ seq: number }>('SELECT seq FROM audit WHERE entity_id = ? AND action = ?', entity_id, action))?.seq}`;

describe('AuditEvent as a resource', () => {
  it('says who changed what of which record', async () => {
    const patient = await changedPatient();
    const id = await idOf(patient, 'update');
    const { body } = await get(`AuditEvent/${id}`, AS);
    expect(body).toEqual({
      resourceType: 'AuditEvent',
      id,
      meta: { versionId: '1', lastUpdated: expect.any(String) },
      type: {
        system: 'http://terminology.hl7.org/CodeSystem/audit-event-type',
        code: 'rest',
        display: 'RESTful Operation',
      },
      subtype: [{ system: 'http://hl7.org/fhir/restful-interaction', code: 'update' }],
      action: 'U',
      recorded: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      outcome: '0',
      agent: [
        {
          who: { identifier: { system: USER, value: actorOf('staff').id } },
          requestor: true,
          network: { address: expect.stringMatching(/^10\./), type: '2' },
        },
      ],
      source: { observer: { display: 'hospital-service' } },
      entity: [
        {
          what: { reference: `Patient/${patient}` },
          detail: expect.arrayContaining([
            { type: 'changed', valueString: 'gender' },
            { type: 'changed', valueString: 'email' },
          ]),
        },
      ],
    });
  });

  it('says no more than is known of what nobody did who was logged in, to what is no resource', async () => {
    await rows(
      `INSERT INTO audit (at, action, entity, entity_id, version, changed)
        VALUES (1000, 'login', 'user', 'u-1', 1, '[]'), (1000, 'create', 'credit_note', 'c-1', 1, '[]')`,
    );
    const [login, note] = [await idOf('u-1', 'login'), await idOf('c-1', 'create')];
    expect((await get(`AuditEvent/${login}`, AS)).body).toMatchObject({
      action: 'E',
      subtype: [{ display: 'login' }],
      recorded: '1970-01-01T00:00:01Z',
      agent: [{ requestor: true }],
      entity: [{ what: { identifier: { system: USER, value: 'u-1' }, display: 'user' } }],
    });
    const { agent, entity } = (await get(`AuditEvent/${note}`, AS)).body;
    expect([agent, entity]).toEqual([
      [{ requestor: true }],
      [{ what: { identifier: { value: 'c-1' }, display: 'credit_note' } }],
    ]);
  });
});

describe('A search for audit events', () => {
  it('finds by each parameter, newest first', async () => {
    const patient = await changedPatient();
    const [created, updated, deleted] = [
      await idOf(patient, 'create'),
      await idOf(patient, 'update'),
      await idOf(patient, 'delete'),
    ];
    const all = [deleted, updated, created];
    const of = `entity=Patient/${patient}`;
    const searches: [string, string[]][] = [
      [of, all],
      [`entity:Patient=${patient}`, all],
      [`entity=${patient}&date=ge2026`, all],
      [`${of}&date=lt2026`, []],
      [`${of}&date=gt9999`, []],
      [`${of}&_lastUpdated=ge2026,lt2020`, all],
      [`${of}&action=C`, [created]],
      [`${of}&action=U,http://hl7.org/fhir/audit-event-action|D`, [deleted, updated]],
      [`${of}&action=E`, []],
      [`${of}&entity=Patient/${crypto.randomUUID()}`, []],
      [`entity=Practitioner/${patient}`, []],
      [`entity=Basic/${patient}`, []],
      [`_id=${created},${deleted},x`, [deleted, created]],
      [`_id=${created}&action=D`, []],
    ];
    for (const [search, ids] of searches) expect(await idsOf(`AuditEvent?${search}`, AS), search).toEqual(ids);
    const [{ id: latest } = { id: '' }] = await found('AuditEvent?_count=1', AS);
    expect(Number(latest.slice(2))).toBeGreaterThanOrEqual(Number(deleted.slice(2)));
    for (const search of [`entity=${patient},${patient}`, 'date=soon', 'agent=x', 'action=R'])
      expect((await get(`AuditEvent?${search}`, AS)).status, search).toBe(400);
  });

  it('pages by next, reading a bounded part of the trail', async () => {
    const patient = await changedPatient();
    await addAudit(2_500);
    const search = `AuditEvent?entity=Patient/${patient}&_count=1`;
    expect((await pagesOf(search, AS)).map(([one]) => one.action)).toEqual(['D', 'U', 'C']);
    const merged = await get('AuditEvent?action=E&_count=200', AS);
    expect([merged.cost.trips, merged.cost.rows_read < 6_000]).toEqual([1, true]);
    expect(merged.body.link.map(({ relation }: { relation: string }) => relation)).toContain('next');
  });
});

describe('Who reads the trail', () => {
  it('is on record', async () => {
    const id = await idOf(await changedPatient(), 'create');
    expect(looksOf(await get(`AuditEvent/${id}`, AS))).toEqual([['audit', 'read', id, []]]);
    expect(looksOf(await get('AuditEvent?_count=2', AS))).toEqual([['audit', 'list', null, []]]);
  });

  it('is an admin, still', async () => {
    const id = await idOf(await changedPatient(), 'create');
    await expectRefusals(`AuditEvent/${id}`, AS);
    expect((await get(`AuditEvent/${id}`)).status).toBe(403);
    expect((await get('AuditEvent/a.9999999')).status).toBe(403);
    expect((await get('AuditEvent/a.9999999', AS)).status).toBe(404);
    const former = await insertUser('staff');
    const as = { ...former, role: 'admin' as const };
    expect((await call('GET', '/fhir/r4/AuditEvent', { as })).status).toBe(401);
    expect((await call('GET', `/fhir/r4/AuditEvent/${id}`, { as })).status).toBe(401);
  });
});
