import { expect, it } from 'vitest';
import { call } from '../support/client';
import { make } from '../support/factories';

it('reads a patient, and finds it by each parameter', async () => {
  const made = await make.patient({ dob: '1984-02-29', gender: 'Female' });
  const { body, headers } = await call('GET', `/fhir/r4/Patient/${made.id}`);
  expect(headers.get('etag')).toBe('W/"1"');
  expect(body).toMatchObject({ resourceType: 'Patient', id: made.id, gender: 'female', birthDate: '1984-02-29' });
  const searches = [
    `_id=${made.id}`,
    `identifier=${made.reg_number}`,
    `family=${made.last_name.slice(0, -1)}`,
    `family=${made.last_name}&given=ann&birthdate=1984-02`,
    `name=${made.last_name}&gender=female`,
  ];
  for (const search of searches) {
    const found = await call('GET', `/fhir/r4/Patient?${search}`, { headers: { prefer: 'handling=strict' } });
    expect(
      found.body.entry?.map(({ resource }: { resource: object }) => resource),
      search,
    ).toEqual([body]);
  }
});

it('gives everything of a patient, page by page', async () => {
  const made = await make.patient();
  const whole = await call('GET', `/fhir/r4/Patient/${made.id}/$everything`);
  const types = whole.body.entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType);
  expect(types).toEqual(['Patient', 'Observation', 'Condition']);
  expect(whole.cost.trips).toBe(1);
  const seen: unknown[] = [];
  for (let path: string | undefined = `/fhir/r4/Patient/${made.id}/$everything?_count=1`; path; ) {
    const { body } = await call('GET', path);
    expect(body.entry).toHaveLength(1);
    seen.push(...body.entry);
    const next = body.link.find(({ relation }: { relation: string }) => relation === 'next')?.url;
    path = next && next.slice('http://localhost'.length);
  }
  expect(seen).toEqual(whole.body.entry);
});
