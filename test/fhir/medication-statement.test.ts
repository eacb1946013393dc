import { expect, it } from 'vitest';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { found, get, idsOfPages, meta } from '../support/fhir/client';
import { expectGone, expectLooks, expectRefusals } from '../support/fhir/promises';

const MEDICATIONS = [
  { medication: 'Salbutamol', dosage: '100 µg', frequency: 'as needed', prescribed_by: 'Dr. Ek' },
  { medication: 'Ibuprofen', dosage: null, frequency: 'daily', prescribed_by: null },
  { medication: null, dosage: ' ', frequency: null, prescribed_by: null },
];

it('is what the patient takes, with what is known of it', async () => {
  const { id } = await make.patient({ current_medications: MEDICATIONS });
  const answered = await found(`MedicationStatement?patient=${id}`);
  const always = {
    ...{ resourceType: 'MedicationStatement', id: expect.stringMatching(`^${id}\\.m\\.[0-9a-f]{12}$`), meta },
    ...{ status: 'active', subject: { reference: `Patient/${id}` } },
  };
  const unknown = { url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' };
  expect(answered).toEqual([
    {
      ...always,
      medicationCodeableConcept: { text: 'Salbutamol' },
      note: [{ text: 'Prescribed by Dr. Ek' }],
      dosage: [{ text: '100 µg, as needed', timing: { code: { text: 'as needed' } } }],
    },
    {
      ...always,
      medicationCodeableConcept: { text: 'Ibuprofen' },
      dosage: [{ text: 'daily', timing: { code: { text: 'daily' } } }],
    },
    { ...always, medicationCodeableConcept: { extension: [unknown] } },
  ]);
  for (const resource of answered) expect((await get(`MedicationStatement/${resource.id}`)).body).toEqual(resource);
});

it('is answered by its patient and by its id, in pages', async () => {
  const { id } = await make.patient({ current_medications: MEDICATIONS });
  const all = await found(`MedicationStatement?subject=Patient/${id}`);
  const ids = all.map((one) => one.id);
  expect(await found(`MedicationStatement?_id=${ids[1]}`)).toEqual([all[1]]);
  expect(await idsOfPages(`MedicationStatement?patient=${id}&_count=1`)).toEqual(ids.map((one) => [one]));
});

it('is shown to whoever may read patients, and leaves with its patient', async () => {
  const patient = await make.patient();
  const [{ id }] = await found(`MedicationStatement?patient=${patient.id}`);
  await expectRefusals(`MedicationStatement/${id}`);
  const look = { entity: 'patient', entity_id: patient.id, patient_id: patient.id };
  await expectLooks('MedicationStatement', id, `patient=${patient.id}`, look);
  await ok('DELETE', `/patient/${patient.id}`);
  await expectGone('MedicationStatement', id);
});
