// fhirclient (SMART's own) with the token of a program: pages, and references that it follows by itself.
import assert from 'node:assert/strict';
import fhirclient from 'fhirclient';
import { idsIn } from './hospital.mjs';

const SCOPE = 'system/Patient.rs system/DocumentReference.rs';

export async function runFhirclient({ fhirUrl, addPatients, attachFile, register, getToken }) {
  const ids = await addPatients('Smart', 3);
  await attachFile(ids[0]);
  const { access_token } = await getToken(await register('fhirclient', SCOPE, { secret: true }));
  const client = fhirclient().client({ serverUrl: fhirUrl, tokenResponse: { access_token } });

  const found = await client.request('Patient?family=Smart&_count=2', { pageLimit: 0, flat: true });
  assert.deepEqual(idsIn(found), ids);
  const options = { resolveReferences: 'subject', graph: false, flat: true };
  const { data, references } = await client.request(`DocumentReference?patient=${ids[0]}`, options);
  assert.equal(references[data[0].subject.reference].name[0].family, 'Smart');
  await assert.rejects(client.request('Invoice?_count=1'), ({ status }) => status === 403);
}
