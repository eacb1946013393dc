import { expect, it } from 'vitest';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { found, get, idsOfPages, meta } from '../support/fhir/client';
import { expectGone, expectLooks, expectRefusals } from '../support/fhir/promises';

const SURGERIES = [
  { surgery: 'Appendectomy', date: '2001-11-30', surgeon: 'Dr. Ek', hospital: 'Akademiska' },
  { surgery: null, date: null, surgeon: null, hospital: ' ' },
];

it('is a surgery of the past, with what is known of it', async () => {
  const { id } = await make.patient({ past_surgeries: SURGERIES });
  const subject = { reference: `Patient/${id}` };
  const answered = await found(`Procedure?patient=${id}`);
  expect(answered).toEqual([
    {
      ...{ resourceType: 'Procedure', id: expect.stringMatching(`^${id}\\.p\\.[0-9a-f]{12}$`), meta },
      ...{ status: 'completed', code: { text: 'Appendectomy' }, subject, performedDateTime: '2001-11-30' },
      performer: [{ actor: { display: 'Dr. Ek' } }],
      location: { display: 'Akademiska' },
    },
    { resourceType: 'Procedure', id: expect.stringContaining(`${id}.p.`), meta, status: 'completed', subject },
  ]);
  for (const resource of answered) expect((await get(`Procedure/${resource.id}`)).body).toEqual(resource);
});

it('is answered by its patient and by its id, in pages', async () => {
  const { id } = await make.patient({ past_surgeries: SURGERIES });
  const all = await found(`Procedure?subject=Patient/${id}`);
  const ids = all.map((one) => one.id);
  expect(await found(`Procedure?_id=${ids[1]}`)).toEqual([all[1]]);
  expect(await idsOfPages(`Procedure?patient=${id}&_count=1`)).toEqual(ids.map((one) => [one]));
});

it('is shown to whoever may read patients, and leaves with its patient', async () => {
  const patient = await make.patient();
  const [{ id }] = await found(`Procedure?patient=${patient.id}`);
  await expectRefusals(`Procedure/${id}`);
  const look = { entity: 'patient', entity_id: patient.id, patient_id: patient.id };
  await expectLooks('Procedure', id, `patient=${patient.id}`, look);
  await ok('DELETE', `/patient/${patient.id}`);
  await expectGone('Procedure', id);
});
