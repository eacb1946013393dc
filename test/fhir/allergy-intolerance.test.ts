import { expect, it } from 'vitest';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { found, get, idsOfPages, meta } from '../support/fhir/client';
import { expectGone, expectLooks, expectRefusals } from '../support/fhir/promises';

const NOTHING = { reaction: null, severity: null, noted_date: null };
const ALLERGIES = [
  { substance: 'Penicillin', reaction: 'Rash', severity: 'severe', noted_date: '2011-03-02' },
  { ...NOTHING, substance: 'Latex' },
  { ...NOTHING, substance: 'Birch', severity: 'only in May' },
  { ...NOTHING, substance: 'Peanut', reaction: 'Hives', severity: ' Mild' },
  { ...NOTHING, substance: 'Nickel', reaction: ' ', severity: ' ' },
];

const clinicalStatus = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
};
const unknown = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
};
const original = (valueString: string) => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/originalText', valueString }],
});

it('is an allergy that is known, with what is known of it', async () => {
  const { id } = await make.patient({ allergies: ALLERGIES });
  const answered = await found(`AllergyIntolerance?patient=${id}`);
  const always = {
    ...{ resourceType: 'AllergyIntolerance', id: expect.stringMatching(`^${id}\\.a\\.[0-9a-f]{12}$`), meta },
    ...{ clinicalStatus, patient: { reference: `Patient/${id}` } },
  };
  expect(answered).toEqual([
    {
      ...{ ...always, code: { text: 'Penicillin' }, recordedDate: '2011-03-02' },
      reaction: [{ manifestation: [{ text: 'Rash' }], severity: 'severe' }],
    },
    { ...always, code: { text: 'Latex' } },
    {
      ...{ ...always, code: { text: 'Birch' } },
      reaction: [{ manifestation: [unknown], _severity: original('only in May') }],
    },
    {
      ...{ ...always, code: { text: 'Peanut' } },
      reaction: [{ manifestation: [{ text: 'Hives' }], severity: 'mild', _severity: original('Mild') }],
    },
    { ...always, code: { text: 'Nickel' } },
  ]);
  for (const resource of answered) expect((await get(`AllergyIntolerance/${resource.id}`)).body).toEqual(resource);
});

it.each([null, []])('is nothing where allergies are %j', async (allergies) => {
  const { id } = await make.patient({ allergies });
  expect(await found(`AllergyIntolerance?patient=${id}`)).toEqual([]);
});

it('is answered by its patient and by its id, in pages', async () => {
  const { id } = await make.patient({ allergies: ALLERGIES });
  const all = await found(`AllergyIntolerance?patient=Patient/${id}`);
  const ids = all.map((one) => one.id);
  expect(await found(`AllergyIntolerance?_id=${ids[1]}`)).toEqual([all[1]]);
  expect(await idsOfPages(`AllergyIntolerance?patient=${id}&_count=2`)).toEqual([
    ids.slice(0, 2),
    ids.slice(2, 4),
    ids.slice(4),
  ]);
});

it('is shown to whoever may read patients, and leaves with its patient', async () => {
  const patient = await make.patient({ allergies: ALLERGIES });
  const [{ id }] = await found(`AllergyIntolerance?patient=${patient.id}`);
  await expectRefusals(`AllergyIntolerance/${id}`);
  const look = { entity: 'patient', entity_id: patient.id, patient_id: patient.id };
  await expectLooks('AllergyIntolerance', id, `patient=${patient.id}`, look);
  await ok('DELETE', `/patient/${patient.id}`);
  await expectGone('AllergyIntolerance', id);
});
