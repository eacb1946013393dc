// MedplumClient (@medplum/core) as a program: the hour of docs/programs.md, then each way to say who it is.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MedplumClient } from '@medplum/core';
import { runScript, thirdParty } from '../../../scripts/third-party.mjs';
import { idsIn } from './hospital.mjs';
import { makeKey, signAssertion } from './keys.mjs';
import { codeBelow } from './page.mjs';

const SCOPE = 'system/Patient.crus';

const patient = {
  resourceType: 'Patient',
  name: [{ family: 'Medplum', given: ['Maja'] }],
  gender: 'female',
  birthDate: '1987-11-14',
};

async function runHour(BASE, { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }) {
  const { code, printed } = codeBelow("First hour by Medplum's client");
  writeFileSync(join(thirdParty, 'generated', 'medplum-hour.mjs'), code);
  const { stdout, stderr } = await runScript('generated/medplum-hour.mjs', [], { BASE, CLIENT_ID, CLIENT_SECRET });
  assert.equal(stdout, printed, stderr);
}

export async function runMedplum({ url, addPatients, register }) {
  const program = await register('Medplum', SCOPE, { secret: true });
  const { client_id, client_secret } = program;
  await runHour(url, program);

  const options = { baseUrl: url, tokenUrl: 'auth/token', fhirUrlPath: 'fhir/r4' };
  const medplum = new MedplumClient(options);
  await medplum.startClientLogin(client_id, client_secret);
  const others = await addPatients('Medplum', 2);
  const created = await medplum.createResource(patient);
  const moved = await medplum.updateResource({ ...created, address: [{ use: 'home', city: 'Stockholm' }] });
  assert.equal(moved.address[0].city, 'Stockholm');
  const pages = await Array.fromAsync(medplum.searchResourcePages('Patient', { family: 'Medplum', _count: 2 }));
  assert.deepEqual(idsIn(pages.flat()), [...others, created.id].toSorted());
  await assert.rejects(medplum.search('Invoice'), ({ outcome }) => outcome.issue[0].code === 'forbidden');
  await assert.rejects(
    new MedplumClient(options).startClientLogin(client_id, `${client_secret}x`),
    /Client authentication failed/,
  );

  const byHeader = new MedplumClient({ ...options, authCredentialsMethod: 'header' });
  await byHeader.startClientLogin(client_id, client_secret);
  assert.equal((await byHeader.readResource('Patient', created.id)).id, created.id);

  const key = makeKey('RS384');
  const { client_id: keyed } = await register('Medplum by a key', SCOPE, { jwks: { keys: [key.publicJwk] } });
  const byKey = new MedplumClient(options);
  await byKey.startJwtAssertionLogin(signAssertion(key, keyed, `${url}/auth/token`));
  assert.equal((await byKey.readResource('Patient', created.id)).id, created.id);
}
