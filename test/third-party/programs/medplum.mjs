// MedplumClient (@medplum/core) as a program: by a secret in the form, by Basic, and by an assertion.
import assert from 'node:assert/strict';
import { MedplumClient } from '@medplum/core';
import { idsIn, resourcesIn } from './hospital.mjs';
import { makeKey, signAssertion } from './keys.mjs';

const SCOPE = 'system/Patient.cruds system/DocumentReference.rs';

const patient = {
  resourceType: 'Patient',
  name: [{ family: 'Medplum', given: ['Maja'] }],
  gender: 'female',
  birthDate: '1987-11-14',
};

export async function runMedplum({ url, addPatients, attachFile, idsOf, register }) {
  const { client_id, client_secret } = await register('Medplum', SCOPE, { secret: true });
  const options = { baseUrl: url, tokenUrl: 'auth/token', fhirUrlPath: 'fhir/r4', cacheTime: 0 };
  const medplum = new MedplumClient(options);
  await medplum.startClientLogin(client_id, client_secret);

  const others = await addPatients('Medplum', 2);
  const created = await medplum.createResource(patient);
  const read = await medplum.readResource('Patient', created.id);
  const moved = await medplum.updateResource({ ...read, address: [{ use: 'home', city: 'Stockholm' }] });
  assert.equal(moved.address[0].city, 'Stockholm');
  const pages = await Array.fromAsync(medplum.searchResourcePages('Patient', { family: 'Medplum', _count: 2 }));
  assert.deepEqual(idsIn(pages.flat()), [...others, created.id].toSorted());
  await assert.rejects(medplum.search('Invoice'), ({ outcome }) => outcome.issue[0].code === 'forbidden');

  await attachFile(created.id);
  const { output } = await medplum.bulkExport('', undefined, undefined, { pollStatusOnAccepted: true });
  assert.deepEqual(output.map(({ type }) => type).toSorted(), ['DocumentReference', 'Patient']);
  const file = await medplum.download(output.find(({ type }) => type === 'Patient').url);
  assert.deepEqual(idsIn(resourcesIn(await file.text())), await idsOf('Patient'));

  const byHeader = new MedplumClient({ ...options, authCredentialsMethod: 'header' });
  await byHeader.startClientLogin(client_id, client_secret);
  assert.equal((await byHeader.readResource('Patient', created.id)).id, created.id);
  await assert.rejects(new MedplumClient(options).startClientLogin(client_id, `${client_secret}x`));

  const key = makeKey('RS384');
  const { client_id: keyed } = await register('Medplum by a key', SCOPE, { jwks: { keys: [key.publicJwk] } });
  const byKey = new MedplumClient(options);
  await byKey.startJwtAssertionLogin(signAssertion(key, keyed, `${url}/auth/token`));
  assert.equal((await byKey.readResource('Patient', created.id)).id, created.id);
}
