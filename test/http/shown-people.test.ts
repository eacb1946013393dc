import { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { recordAccess } from '../../src/http/access-log';
import type { AppEnv } from '../../src/http/context';
import { disclosureOf, PEOPLE_MAX } from '../../src/http/disclosure';
import { endpoint } from '../../src/http/endpoint';
import { Doctor } from '../../src/resources/doctor/schemas';
import { Invoice } from '../../src/resources/invoice/schemas';
import { ListedPatient, Patient } from '../../src/resources/patient/schemas';
import { accessOf, keep, patientsIn } from '../support/access';
import { type Body, call, ok, type Result, testEnv, tokenOf } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { large } from '../support/large';
import { noted } from '../support/limits';
import { multiply, UUID } from '../support/multiply';
import { actorOf } from '../support/users';

/** Each of whom has an invoice. */
const PEOPLE = 250;
let doctor: Body;

beforeAll(async () => {
  const patient = await make.patient();
  await multiply('patient', { key: 'id', value: patient.id }, PEOPLE - 1, { id: UUID });
  const nth = (n: string) => `(SELECT id FROM patient WHERE seq = ${n})`;
  const invoice = await make.invoice({ patient_id: patient.id });
  await multiply('invoice', { key: 'id', value: invoice.id }, PEOPLE - 1, { id: UUID, patient_id: nth('i + 1') });
  doctor = await make.doctor();
  const visit = await make.appointment({ patient_id: patient.id, doctor_id: doctor.id });
  await multiply('appointment', { key: 'id', value: visit.id }, 149, { id: UUID, patient_id: nth('1 + i % 2') });
});

/** The rows of the log, the patients whom each names, and those whom the answer shows, by the field that names them. */
async function look(path: string, field: 'id' | 'patient_id') {
  const answer: Result = await call('GET', path);
  expect(answer.status).toBe(200);
  const shown: Body[] = answer.body.data ?? answer.body;
  const records = accessOf(answer);
  return {
    records,
    counts: records.map(({ count }) => count),
    named: records.map(patientsIn),
    shown: shown.map((one) => one[field]),
  };
}
const once = (ids: string[]) => [...new Set(ids)].sort();

describe('A row of the access log', () => {
  it('names every patient of a list, if they are not too many', async () => {
    const { records, named, shown } = await look(`/patient/?limit=${PEOPLE_MAX}`, 'id');
    expect(records).toMatchObject([{ action: 'list', entity: 'patient', patient_id: null, count: PEOPLE_MAX }]);
    expect(named).toEqual([shown]);
  });

  it('says of a reduced list of more people how many they are', async () => {
    const { records } = await look(`/patient/?limit=${PEOPLE_MAX + 1}`, 'id');
    expect(records).toMatchObject([{ count: PEOPLE_MAX + 1, patient_id: null, detail: null }]);
  });

  it('is one of several for the whole records of more people, which name all of them', async () => {
    for (const [path, field] of [
      [`/patient/?limit=${PEOPLE}&view=full`, 'id'],
      [`/invoice/?limit=${PEOPLE}`, 'patient_id'],
      [`/invoice/?limit=${PEOPLE}&view=full`, 'patient_id'],
    ] as const) {
      const { counts, named, shown } = await look(path, field);
      expect([counts, shown.length], path).toEqual([[100, 100, 50], PEOPLE]);
      expect(once(named.flat()), path).toEqual(once(shown));
    }
  });

  it('is none of the bytes that an account may write, however long the list', async () => {
    const { counted, env } = noted();
    const answer = await call('GET', `/patient/?limit=${PEOPLE}&view=full`, { env });
    expect([answer.status, accessOf(answer).length]).toEqual([200, 3]);
    expect(counted.filter((key) => key.startsWith('WRITTEN'))).toEqual([]);
  });

  it('names each patient once, however many appointments are shown', async () => {
    const { counts, named, shown } = await look(`/calendar/appointments/?doctor_id=${doctor.id}`, 'patient_id');
    expect(counts).toEqual([150]);
    expect(named.map((ids) => ids.length)).toEqual([2]);
    expect(once(named.flat())).toEqual(once(shown));
  });

  it('is found under the patient where a list shows one alone', async () => {
    const { id, first_name } = await make.patient({ first_name: unique('Rita') });
    for (const [query, action] of [
      [`search=${first_name}`, 'search'],
      [`search=&search=${first_name}`, 'search'],
      ['limit=1', 'list'],
      ['search=&limit=1', 'list'],
    ]) {
      const { records } = await look(`/patient/?${query}`, 'id');
      expect(records, query).toMatchObject([{ action, entity: 'patient', patient_id: id, count: 1, detail: null }]);
    }
  });

  it('is one for the patient who has possible duplicates, and one for each of them', async () => {
    const twin = { first_name: unique('Twin'), last_name: unique('Same'), dob: '1955-05-05' };
    const [one, two, three] = [await make.patient(twin), await make.patient(twin), await make.patient(twin)];
    const look = { action: 'duplicates', entity: 'patient', entity_id: one.id, detail: null };
    const records = accessOf(await call('GET', `/patient/${one.id}/duplicates`));
    expect(records).toMatchObject([
      { ...look, patient_id: one.id, count: 2 },
      { ...look, patient_id: three.id, count: 1 },
      { ...look, patient_id: two.id, count: 1 },
    ]);
    const { id } = await make.patient({ dob: null, phone_number: null, alt_phone_number: null });
    const none = accessOf(await call('GET', `/patient/${id}/duplicates`));
    expect(none).toMatchObject([{ action: 'duplicates', entity_id: id, patient_id: id, count: 0 }]);
  });

  it('is found under a patient whom somebody has asked for by a made-up twin', async () => {
    const { id, first_name, last_name, dob } = await make.patient({ first_name: unique('Real'), dob: '1955-05-07' });
    const made = await call('POST', '/patient/', { json: input.patient({ first_name, last_name, dob }), as: 'doctor' });
    expect(made.headers.get('link')).toContain(id);
    const listed = await call('GET', `/patient/${made.body.id}/duplicates`, { as: 'doctor' });
    expect(listed.body).toMatchObject([{ patient: { id } }]);
    await keep([...accessOf(made), ...accessOf(listed)]);
    const days = await ok('GET', `/audit/access?patient_id=${id}`, { as: 'admin' });
    expect(days).toMatchObject([{ actor: actorOf('doctor').id, looks: 2, kinds: ['patient:duplicates'] }]);
  });

  it('names those whom the answer to a create links to, beside the row of the audit trail', async () => {
    const twin = { first_name: unique('Twin'), last_name: unique('Linked'), dob: '1955-05-06' };
    const one = await make.patient(twin);
    const json = input.patient(twin);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answer = await call('POST', '/patient/', { json, headers });
    expect(answer.headers.get('link')).toContain(one.id);
    const named = { action: 'duplicates', entity_id: answer.body.id, patient_id: one.id, count: 1 };
    expect(accessOf(answer)).toMatchObject([named]);
    const again = accessOf(await call('POST', '/patient/', { json, headers }));
    expect(again).toMatchObject([named, { action: 'read', entity_id: answer.body.id }]);
    const nobody = { dob: null, phone_number: null, alt_phone_number: null };
    expect(accessOf(await call('POST', '/patient/', { json: input.patient(nobody) }))).toEqual([]);
  });

  it('comes for each part of a page that is sent in parts', async () => {
    const tag = unique('large');
    const invoice = await large.invoice(tag);
    const other = '(SELECT id FROM patient WHERE seq = i)';
    await multiply('invoice', { key: 'id', value: invoice.id }, 79, { id: UUID, patient_id: other });
    const { records, counts, named, shown } = await look(`/invoice/?limit=1000&tags=${tag}`, 'patient_id');
    expect(records.length).toBeGreaterThan(1);
    expect(new Set(records.map(({ action }) => action))).toEqual(new Set(['search']));
    expect([counts.reduce((sum, n) => (sum ?? 0) + (n ?? 0), 0), shown.length]).toEqual([80, 80]);
    expect(once(named.flat())).toEqual(once(shown));
  });
});

describe('An endpoint', () => {
  const spec = { operationId: 'getOne', summary: 'One', permission: 'account' } as const;
  const answering = (body: z.ZodType) => ({ ...spec, answers: { 200: { description: 'One', body } } });

  it('that shows a patient cannot answer past the log', async () => {
    const { id } = await make.patient();
    const app = new Hono<AppEnv>()
      .get('/past', endpoint(answering(Patient)), (c) => c.json({ id }))
      .get('/by', endpoint(answering(Patient)), (c) => {
        recordAccess(c, { id });
        return c.json({ id });
      });
    app.onError((error, c) => c.json(error.message, 500));
    const headers = { authorization: `Bearer ${await tokenOf('staff')}` };
    const ctx = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
    const get = async (path: string) => {
      const answer = await app.request(path, { headers }, testEnv, ctx);
      return [answer.status, await answer.json()];
    };
    expect(await get('/by')).toEqual([200, { id }]);
    expect(await get('/past')).toEqual([500, expect.stringContaining('getOne')]);
  });

  it('shows what its schema says, wherever the body has it', () => {
    const lookAt = (body: z.ZodType) => disclosureOf(answering(body));
    expect(lookAt(z.object({ found: z.array(z.object({ patient: ListedPatient.nullable() })) }))).toMatchObject({
      entity: 'patient',
      action: 'list',
    });
    expect(lookAt(z.union([Patient, z.string()]))).toMatchObject({ entity: 'patient', action: 'read' });
    // Its files are its own.
    expect(lookAt(Doctor)).toBeUndefined();
    expect(() => lookAt(z.object({ patient: Patient, invoices: z.array(Invoice) }))).toThrow('getOne');
  });
});
