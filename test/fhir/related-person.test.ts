import { expect, it } from 'vitest';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { found, get, idsOfPages, meta } from '../support/fhir/client';
import { expectGone, expectLooks, expectRefusals } from '../support/fhir/promises';

/** A part of the record: another person has another id. */
const idIn = (patient: string) => expect.stringMatching(new RegExp(`^${patient}\\.r\\.[0-9a-f]{12}$`));

const KIN = { name: 'Bo Svensson', relation: 'husband', phone: '+46 70 123 45 68' };

it('is the next of kin, and the mother', async () => {
  const mother = await make.patient();
  const { id } = await make.patient({ next_of_kin: KIN, mother_id: mother.id });
  const always = { resourceType: 'RelatedPerson', meta, patient: { reference: `Patient/${id}` } };
  const MTH = { system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode', code: 'MTH', display: 'mother' };
  const answered = await found(`RelatedPerson?patient=${id}`);
  expect(answered).toEqual([
    {
      ...{ ...always, id: idIn(id), relationship: [{ text: 'husband' }], name: [{ text: 'Bo Svensson' }] },
      telecom: [{ system: 'phone', value: '+46 70 123 45 68', rank: 1 }],
    },
    {
      ...{ ...always, id: idIn(id), relationship: [{ coding: [MTH] }] },
      identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${mother.id}` }],
    },
  ]);
  for (const resource of answered) expect((await get(`RelatedPerson/${resource.id}`)).body).toEqual(resource);
});

it('has a name alone where that is all that is known, and is nobody where nobody is named', async () => {
  const { id } = await make.patient({ next_of_kin: { name: 'Bo', relation: null, phone: null } });
  expect(await found(`RelatedPerson?patient=${id}`)).toEqual([
    {
      ...{ resourceType: 'RelatedPerson', id: idIn(id), meta },
      ...{ patient: { reference: `Patient/${id}` }, name: [{ text: 'Bo' }] },
    },
  ]);
  expect(await found(`RelatedPerson?patient=${(await make.patient()).id}`)).toEqual([]);
});

it('is answered by its patient and by its id, in pages', async () => {
  const { id } = await make.patient({ next_of_kin: KIN, mother_id: (await make.patient()).id });
  const [[kin], [mother]] = (await idsOfPages(`RelatedPerson?patient=Patient/${id}&_count=1`)) as [[string], [string]];
  expect([kin, mother]).toEqual([idIn(id), idIn(id)]);
  expect(await idsOfPages(`RelatedPerson?_id=${mother}`)).toEqual([[mother]]);
  await ok('PATCH', `/patient/${id}`, { json: { next_of_kin: { ...KIN, name: 'Eva Svensson' } } });
  expect((await get(`RelatedPerson/${kin}`)).status).toBe(404);
});

it('is shown to whoever may read patients, and leaves with its patient', async () => {
  const patient = await make.patient({ next_of_kin: KIN });
  const [{ id }] = await found(`RelatedPerson?patient=${patient.id}`);
  await expectRefusals(`RelatedPerson/${id}`);
  const look = { entity: 'patient', entity_id: patient.id, patient_id: patient.id };
  await expectLooks('RelatedPerson', id, `patient=${patient.id}`, look);
  await ok('DELETE', `/patient/${patient.id}`);
  await expectGone('RelatedPerson', id);
});
