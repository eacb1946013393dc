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
