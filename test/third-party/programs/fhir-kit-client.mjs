// fhir-kit-client as a program: what it is told of the service, and searches that go on from page to page.
import assert from 'node:assert/strict';
import { Client } from 'fhir-kit-client';
import { idsIn } from './hospital.mjs';

const SCOPE = 'system/*.read';

export async function runFhirKitClient({ url, fhirUrl, addPatients, register, getToken }) {
  const ids = await addPatients('Kit', 3);
  const { access_token, scope } = await getToken(await register('fhir-kit-client', SCOPE, { secret: true }));
  assert.equal(scope, SCOPE);
  const client = new Client({ baseUrl: fhirUrl, bearerToken: access_token });

  const { tokenUrl } = await client.smartAuthMetadata();
  assert.equal(String(tokenUrl), `${url}/auth/token`);
  const { rest } = await client.capabilityStatement();
  assert.ok(rest[0].resource.some(({ type }) => type === 'Patient'));

  const found = [];
  let page = await client.search({ resourceType: 'Patient', searchParams: { family: 'Kit', _count: 2 } });
  while (page) {
    found.push(...(page.entry ?? []).map(({ resource }) => resource));
    page = page.link.some(({ relation }) => relation === 'next') && (await client.nextPage({ bundle: page }));
  }
  assert.deepEqual(idsIn(found), ids);
  const read = await client.read({ resourceType: 'Patient', id: ids[0] });
  assert.equal(read.name[0].family, 'Kit');
  const refusal = await client.create({ resourceType: 'Patient', body: read }).catch(({ response }) => response);
  assert.deepEqual([refusal.status, refusal.data.issue[0].code], [403, 'forbidden']);
}
