import { beforeAll, describe, expect, it } from 'vitest';
import { FHIR_TYPES } from '../../src/fhir-types';
import { accessOf, patientsIn } from '../support/access';
import { call } from '../support/client';
import { newFixtures } from '../support/fixtures';
import type { Fixtures } from '../support/operations/record';
import { CASES, requestOf, takes } from '../support/requests';
import { count } from '../support/rows';
import { actorOf } from '../support/users';

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await newFixtures();
});

const updates = CASES.filter(([, { name }]) => /^(PUT|PATCH) /.test(name) && takes(name, 'if-match'));
/** Its hash is another one each time. */
const setsPassword = ({ json }: { json?: unknown }) => JSON.stringify(json).includes('"password":');
const FULL = 'return=representation';
const changes = () => count('audit');

describe('An update that changes nothing', () => {
  it.each(updates)('writes nothing, and keeps the version: %s', async (_, one) => {
    const request = await requestOf(one, fixtures);
    const { path, headers, ...options } = request;
    const first = await call(one.method, path, request);
    const etag = first.headers.get('etag') ?? '';
    const before = await changes();
    const again = await call(one.method, path, { ...options, headers: { ...headers, 'if-match': etag } });
    expect([first.status, again.status]).toEqual([200, 200]);
    if (setsPassword(request)) {
      expect(again.headers.get('etag')).not.toBe(etag);
      return;
    }
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.cost.rows_written).toBe(0);
    expect(await changes()).toBe(before);
    expect(again.body).toEqual(first.body);
  });

  it.each(updates)('is a look at what it shows: %s', async (_, one) => {
    const request = await requestOf(one, fixtures);
    if (setsPassword(request)) return;
    const { path, headers, ...options } = request;
    const prefer = { ...headers, ...(takes(one.name, 'prefer') && { prefer: FULL }) };
    await call(one.method, path, request);
    const shown = await call(one.method, path, { ...options, headers: prefer });
    const { id, patient_id, reg_number } = Object(shown.body);
    const patient = patient_id ?? (/^PAT-/.test(reg_number) ? id : undefined);
    expect(accessOf(shown).flatMap(patientsIn)).toEqual(patient === undefined ? [] : [patient]);
    // The contract's answer, a message.
    const message = await call(one.method, path, request);
    if (message.body?.message) expect(accessOf(message)).toEqual([]);
  });

  it.each(updates)('is refused as any other where the version is an old one: %s', async (_, one) => {
    const { path, headers, ...options } = await requestOf(one, fixtures);
    const answer = await call(one.method, path, { ...options, headers: { ...headers, 'if-match': '"99"' } });
    expect(answer.status).toBe(412);
  });
});

describe('A login whose scope has no read', () => {
  const types = ['Patient', 'Observation', 'Condition', 'Procedure', 'MedicationStatement', 'AllergyIntolerance'];
  const others = [
    'RelatedPerson',
    'Appointment',
    'Invoice',
    'Organization',
    'HealthcareService',
    'Schedule',
    'Slot',
    'Location',
  ];
  const scope = [...types, ...others, 'ChargeItemDefinition'].map((type) => `user/${type}.u`).join(' ');
  // A doctor's account, a note, and that for which FHIR has no type, is written by whoever may do everything.
  const subjects = new Set<string>(Object.values(FHIR_TYPES)).add('calendar');
  const narrowed = updates.filter(([, { name }]) => {
    const [, resource = ''] = name.split('/');
    return resource !== 'doctor' && !name.endsWith('/note') && subjects.has(resource);
  });

  it.each(narrowed)('gets no representation: %s', async (_, one) => {
    const { path, headers, ...options } = await requestOf(one, fixtures);
    const sent = { ...options, as: { ...actorOf('admin'), scope }, headers: { ...headers, prefer: FULL } };
    // The first may have something to write.
    for (const _ of [1, 2]) {
      const answer = await call(one.method, path, sent);
      expect([200, 204]).toContain(answer.status);
      expect(answer.headers.get('etag')).toMatch(/^"\d+"$/);
      expect(answer.headers.get('preference-applied')).toBeNull();
      expect(['id', 'reg_number', 'message']).toEqual(expect.arrayContaining(Object.keys(Object(answer.body))));
      expect(accessOf(answer)).toEqual([]);
    }
  });
});
