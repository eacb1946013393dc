import { describe, expect, it } from 'vitest';
import { type Body, call } from '../support/client';
import { make } from '../support/factories';
import { fhir, get, idsOf, pagesOf, URL } from '../support/fhir/client';
import { expectRefusals, looksOf } from '../support/fhir/promises';
import { putHours } from '../support/hours';
import { input } from '../support/input';
import { rows } from '../support/rows';

const today = () => new Date().toISOString().slice(0, 10);

async function workingDoctor(overrides: Record<string, unknown> = {}) {
  const [{ id }, { id: department_id }] = [await make.doctor(), await make.department()];
  expect((await putHours(id, input.hours({ department_id, ...overrides }))).status).toBe(200);
  return { id, department_id };
}

async function onlyOn(...dates: string[]) {
  const { id: department_id } = await make.department();
  const hours = [{ from: '08:00', to: '12:00', department_id, slot_minutes: 30 }];
  return workingDoctor({ weekly: [], exceptions: dates.map((date) => ({ date, off: false, hours })) });
}

describe('Schedule as a resource', () => {
  it('is of a doctor, and of the departments where the doctor has hours, and has no end', async () => {
    const { id, department_id } = await workingDoctor();
    const { body, headers } = await get(`Schedule/${id}`);
    expect(headers.get('etag')).toBe('W/"1"');
    expect(body).toEqual({
      resourceType: 'Schedule',
      id,
      meta: { versionId: '1', lastUpdated: expect.any(String) },
      active: true,
      actor: [{ reference: `Practitioner/${id}` }, { reference: `HealthcareService/${department_id}` }],
      planningHorizon: { start: today() },
    });
  });

  it('ends with the last of single days', async () => {
    const future = await onlyOn('2031-05-01', '2031-04-01');
    expect((await get(`Schedule/${future.id}`)).body.planningHorizon).toEqual({ start: today(), end: '2031-05-01' });
    const past = await onlyOn('2021-05-01');
    expect((await get(`Schedule/${past.id}`)).body.planningHorizon).toEqual({
      start: '2021-05-01',
      end: '2021-05-01',
    });
  });

  it('is gone with the doctor, and with the hours', async () => {
    const [left, idle] = [await workingDoctor(), await workingDoctor()];
    await rows('UPDATE doctor SET deleted_at = 1 WHERE id = ?', left.id);
    await putHours(idle.id, { weekly: [], exceptions: [] });
    for (const { id } of [left, idle]) {
      expect((await get(`Schedule/${id}`)).status).toBe(410);
      expect(await idsOf(`Schedule?_id=${id}`)).toEqual([]);
    }
    expect((await get(`Schedule/${(await make.doctor()).id}`)).status).toBe(404);
  });
});

describe('A search for schedules', () => {
  it('finds by each parameter', async () => {
    const { id, department_id } = await workingDoctor();
    const days = await onlyOn('2031-05-01');
    const searches: [string, string[]][] = [
      [`_id=${id}`, [id]],
      [`actor=Practitioner/${id}`, [id]],
      [`actor=${URL}/Practitioner/${id}`, [id]],
      [`actor:Practitioner=${id},${days.id}`, [id, days.id]],
      [`actor=Practitioner/${department_id}`, []],
      [`actor=PractitionerRole/${id}`, [id]],
      [`actor:PractitionerRole=${id},${days.id}`, [id, days.id]],
      [`actor=HealthcareService/${department_id}`, [id]],
      [`actor=${department_id}`, [id]],
      [`actor=PractitionerRole/${days.id},HealthcareService/${department_id}`, [id, days.id]],
      [`actor=PractitionerRole/${department_id}`, []],
      [`actor=Location/${id}`, []],
      [`actor=PractitionerRole/${id}&date=2041-01-01`, [id]],
      [`actor=PractitionerRole/${days.id}&date=2041`, []],
      [`actor=PractitionerRole/${days.id}&date=2031-05-01T23:00`, [days.id]],
      [`actor=PractitionerRole/${days.id}&date=lt2020-01-01`, []],
      [`actor=PractitionerRole/${days.id}&_lastUpdated=ge2026`, [days.id]],
    ];
    for (const [search, ids] of searches) expect(await idsOf(`Schedule?${search}`), search).toEqual(ids);
  });

  it('finds by the participants of an appointment, and an actor that it answers takes part in one', async () => {
    const { id, department_id } = await workingDoctor();
    const { actor } = (await get(`Schedule/${id}`)).body;
    const patient = await make.patient();
    const taking = [{ reference: `Patient/${patient.id}` }, ...actor];
    const json = {
      ...{ resourceType: 'Appointment', status: 'booked', start: '2031-05-05T09:00:00Z', end: '2031-05-05T09:30:00Z' },
      participant: taking.map((actor) => ({ actor, status: 'accepted' })),
    };
    const booked = await fhir('POST', '/Appointment', { json });
    expect([booked.status, booked.body.issue]).toEqual([201, undefined]);
    const [, practitioner, service] = booked.body.participant.map(({ actor }: Body) => actor.reference);
    expect([practitioner, service]).toEqual([`Practitioner/${id}`, `HealthcareService/${department_id}`]);
    for (const one of [practitioner, service]) expect(await idsOf(`Schedule?actor=${one}`)).toEqual([id]);
  });

  it('pages by next, in one trip', async () => {
    const made = [(await workingDoctor()).id, (await workingDoctor()).id];
    const search = `actor=${made.map((id) => `PractitionerRole/${id}`)}&_count=1`;
    expect((await pagesOf(`Schedule?${search}`)).map(([one]) => one.id)).toEqual(made);
    const { cost } = await get(`Schedule?${search}`);
    expect([cost.trips, cost.rows_read < 30]).toEqual([1, true]);
  });
});

it('is refused without a token or permission, and is no look at a patient', async () => {
  const { id } = await workingDoctor();
  await expectRefusals(`Schedule/${id}`);
  expect(looksOf(await call('GET', `/fhir/r4/Schedule/${id}`))).toEqual([]);
});
