import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { type Body, call } from '../support/client';
import { make } from '../support/factories';
import { fhir, issueOf, pagesOf, resourcesIn } from '../support/fhir/client';
import { makePng } from '../support/files';
import { input } from '../support/input';
import { rows } from '../support/rows';

describe('Everything of a patient', () => {
  let patient: Body;
  let path: string;

  beforeAll(async () => {
    const mother = await make.patient();
    patient = await make.patient(input.person({ mother_id: mother.id, deceased_at: undefined }));
    path = `/Patient/${patient.id}/$everything`;
    const visits = [1, 2].map((day) => make.appointment({ patient_id: patient.id, schedule: `2026-12-0${day}T09:00` }));
    const [first] = await Promise.all(visits);
    const room = await make.calendarResource();
    await rows('UPDATE appointment SET resource_id = ? WHERE id = ?', room.id, first?.id);
    await make.calendarResource();
    const bill = await make.invoice({ patient_id: patient.id, status: 'ISSUED', paid_amount: 0 });
    await call('POST', `/invoice/${bill.id}/payments`, { json: { amount: 1, method: 'cash' } });
    await makePng(patient.id);
    // Of somebody else.
    await make.appointment();
    await make.invoice();
  });

  const typesOf = (resources: Body[]) => resources.map(({ resourceType }) => resourceType);

  it('is all that is held, and nothing of others', async () => {
    const answer = await fhir('GET', path);
    expect(typesOf(resourcesIn(answer))).toEqual([
      ...['Patient', 'Observation', 'Condition', 'Procedure', 'MedicationStatement', 'AllergyIntolerance'],
      ...['RelatedPerson', 'RelatedPerson', 'Appointment', 'Appointment', 'Invoice', 'PaymentNotice'],
      ...['DocumentReference', 'Practitioner', 'Practitioner', 'HealthcareService', 'HealthcareService', 'Location'],
    ]);
    expect(answer.cost.trips).toBe(1);
    expect(accessOf(answer)[0]).toMatchObject({ entity: 'patient', action: 'read', patient_id: patient.id });
  });

  it.each([1, 2, 3, 7])('comes in pages of %i, with the same', async (count) => {
    const pages = await pagesOf(`${path}?_count=${count}`);
    expect(pages.every((page) => page.length <= count)).toBe(true);
    expect(pages.flat()).toEqual(resourcesIn(await fhir('GET', path)));
  });

  it('is narrowed by type and time', async () => {
    expect(typesOf(resourcesIn(await fhir('GET', `${path}?_type=Condition,Invoice`)))).toEqual([
      'Condition',
      'Invoice',
    ]);
    expect(resourcesIn(await fhir('GET', `${path}?_since=2099-01-01T00:00:00Z`))).toEqual([]);
    expect(resourcesIn(await fhir('GET', `${path}?_since=2020-01-01T00:00:00Z&_type=Patient`))).toHaveLength(1);
  });

  it.each([
    ['_type=Encounter', '_type'],
    ['_since=soon', '_since'],
    ['_count=0', '_count'],
    ['_cursor=x', '_cursor'],
  ])('refuses %s', async (query, parameter) => {
    expect(issueOf(await fhir('GET', `${path}?${query}`))).toEqual([400, 'invalid', `http.${parameter}`]);
  });

  it('refuses what it does not know where that is wanted', async () => {
    const strict = { headers: { prefer: 'handling=strict' } };
    expect(issueOf(await fhir('GET', `${path}?_sort=date`, strict))).toEqual([400, 'invalid', 'http._sort']);
    expect((await fhir('GET', `${path}?_sort=date`)).status).toBe(200);
  });

  it('is of somebody who is there', async () => {
    const of = (id: string, query = '') => fhir('GET', `/Patient/${id}/$everything${query}`);
    expect(issueOf(await of(crypto.randomUUID()))).toEqual([404, 'not-found']);
    const { id } = await make.patient();
    await call('DELETE', `/patient/${id}`);
    expect(issueOf(await of(id))).toEqual([410, 'deleted']);
    expect(issueOf(await of(id, '?_type=Invoice'))).toEqual([410, 'deleted']);
    expect(issueOf(await fhir('GET', path, { as: null }))).toEqual([401, 'login']);
    expect(issueOf(await fhir('GET', path, { as: 'none' }))).toEqual([403, 'forbidden']);
  });
});

it.each([
  ['no id', 'nobody'],
  ['an id in other letters', undefined],
  ['a blank', '%20'],
  ['several', undefined],
])('by %s is that of nobody', async (of, given) => {
  const { id } = await make.patient();
  const asked = given ?? (of === 'several' ? `${id},${id}` : id.toUpperCase());
  for (const query of ['', '?_type=Patient', '?_type=Condition', '?_since=2020', '?_count=1&_cursor=1.WzAsMV0']) {
    const answer = await fhir('GET', `/Patient/${asked}/$everything${query}`);
    expect([answer.status, answer.body.issue?.[0]?.code], query).toEqual([404, 'not-found']);
    expect(accessOf(answer)).toEqual([]);
  }
});
