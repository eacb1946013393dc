import { describe, expect, it } from 'vitest';
import { MERGES_IN_A_ROW } from '../../src/resources/patient/merge/rules';
import { type Body, ok } from '../support/client';
import { make } from '../support/factories';
import { expressionsOf, fhir, get, idsOf, resourcesIn } from '../support/fhir/client';
import { input, unique } from '../support/input';
import { merge, unmerge } from '../support/merges';

const SYSTEM = 'urn:oid:1.2.36.146.595.217.0.1';
const identifiers = (n: number) => Array.from({ length: n }, () => ({ system: SYSTEM, value: unique('other') }));
const readPatient = async (id: string): Promise<Body> => (await get(`Patient/${id}`)).body;
const foreignOf = ({ identifier }: Body): string[] =>
  identifier.flatMap((one: Body) => (one.system === SYSTEM ? [one.value] : []));
const put = (resource: Body, sent: object[]) =>
  fhir('PUT', `/Patient/${resource.id}`, { json: { ...resource, identifier: sent } });

/** @returns the id */
async function withIdentifiers(n: number): Promise<string> {
  const { id } = await make.patient({ ...input.person(), mother_id: null, national_id: null });
  if (n > 0) expect((await put(await readPatient(id), identifiers(n))).status).toBe(200);
  return id;
}

/** Each merged into the next one. */
async function chain(length: number, n: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < length; i++) {
    const id = await withIdentifiers(n);
    const last = ids.at(-1);
    if (last) expect((await merge(id, last)).status).toBe(200);
    ids.push(id);
  }
  return ids;
}

describe('Identifiers of merged records', () => {
  it('are read once, however many merges they have come through', async () => {
    const [length, n] = [MERGES_IN_A_ROW + 1, 15];
    const [many, none] = [await chain(length, n), await chain(length, 0)];
    const cost = async (ids: string[]) => (await get(`Patient?_id=${ids}`)).cost.rows_read;
    expect((await cost(many)) - (await cost(none))).toBeLessThanOrEqual(3 * length * n);
    expect(foreignOf(await readPatient(many.at(-1) ?? '')).length).toBe(length * n);
    expect(foreignOf(await readPatient(many.at(-2) ?? '')).length, 'who was merged has its own').toBe(n);
  });

  it('lead through so many merges at most that a search by them stays cheap', async () => {
    const ids = await chain(MERGES_IN_A_ROW + 1, 0);
    const [last, next] = [ids.at(-1) as string, await withIdentifiers(0)];
    const refused = await merge(next, last);
    expect([refused.status, refused.body.detail?.[0]?.loc]).toEqual([422, ['body', 'from']]);
    expect((await merge(last, next)).status, 'the other way round').toBe(200);
    const [other, third] = await chain(2, 0);
    expect((await merge(last, third as string)).status, 'a shorter one beside it').toBe(200);
    expect((await get(`Patient/${other}`)).body.link[0].type).toBe('replaced-by');
    expect((await unmerge(last, third as string)).status).toBe(200);
    expect((await unmerge(last, next)).status).toBe(200);
    expect((await unmerge(last, ids.at(-2) as string)).status).toBe(200);
    expect((await merge(next, last)).status).toBe(200);
  });

  it('are as many as can be sent back', async () => {
    const [patient, other, third] = [await withIdentifiers(120), await withIdentifiers(80), await withIdentifiers(1)];
    expect((await merge(patient, other)).status).toBe(200);
    const resource = await readPatient(patient);
    expect(foreignOf(resource).length).toBe(200);
    for (const [id, from] of [
      [patient, third],
      [third, patient],
    ] as const) {
      const refused = await merge(id, from);
      expect([refused.status, refused.body.detail?.[0]?.loc]).toEqual([422, ['body', 'from']]);
    }
    expect((await put(resource, [...resource.identifier.slice(0, 1), ...resource.identifier.slice(2)])).status).toBe(
      200,
    );
    expect((await unmerge(patient, other)).status).toBe(200);
  });

  it('cost an update a look-up of each one that is sent', async () => {
    const [patient, other] = [await withIdentifiers(100), await withIdentifiers(100)];
    expect((await merge(patient, other)).status).toBe(200);
    const changed = await ok('PATCH', `/patient/${patient}`, { json: { last_name: unique('Ny') } });
    expect(changed).toBeDefined();
    const resource = await readPatient(patient);
    const answer = await put({ ...resource, birthDate: '1970-05-05' }, resource.identifier.slice(1));
    expect(answer.status).toBe(200);
    expect(answer.cost.rows_read).toBeLessThan(3_000);
  });

  it('stay when they are left out, and the answer says so', async () => {
    const [patient, other] = [await withIdentifiers(1), await withIdentifiers(1)];
    expect((await merge(patient, other)).status).toBe(200);
    const resource = await readPatient(patient);
    for (const birthDate of [resource.birthDate, '1970-05-06']) {
      const answer = await put({ ...resource, birthDate }, []);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(await readPatient(patient));
      expect(foreignOf(answer.body)).toEqual(foreignOf(await readPatient(other)));
    }
  });

  it('have the survivor found by the national id of each, as by a list of patients', async () => {
    const people = await Promise.all(
      Array.from({ length: 3 }, () =>
        make.patient({ ...input.person(), mother_id: null, national_id: unique('NI 1') }),
      ),
    );
    const [first, second, survivor] = people as [Body, Body, Body];
    const system = (await readPatient(first.id)).identifier[1].system;
    await merge(second.id, first.id);
    await merge(survivor.id, second.id);
    for (const { national_id } of people) {
      for (const value of [national_id, `${system}|${national_id}`, `${system}|nobody-1,${system}|${national_id}`]) {
        expect(await idsOf(`Patient?identifier=${encodeURIComponent(value)}`), value).toEqual([survivor.id]);
      }
      const json = { resourceType: 'Patient', name: [{ family: unique('Ek'), given: ['A'] }] };
      const headers = { 'if-none-exist': `identifier=${encodeURIComponent(`${system}|${national_id}`)}` };
      const there = await fhir('POST', '/Patient', { json, headers });
      expect([there.status, there.body.id]).toEqual([200, survivor.id]);
    }
    expect(resourcesIn(await get(`Patient?identifier=${system}|nobody-2`))).toEqual([]);
  });
});

describe('An identifier', () => {
  it.each([' 4711', '4711 ', '\u00014711', ' '])('is not taken with what no answer shows: %j', async (value) => {
    const json = {
      resourceType: 'Patient',
      name: [{ family: 'Ek', given: ['A'] }],
      identifier: [{ system: SYSTEM, value }],
    };
    const answer = await fhir('POST', '/Patient', { json });
    expect([answer.status, expressionsOf(answer)]).toEqual([422, ['Patient.identifier[0].value']]);
  });
});
