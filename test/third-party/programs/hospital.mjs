// What an admin does for the programs of others: an account of its own, records to be found, and a registration for each.
import assert from 'node:assert/strict';

export const FILE = '%PDF-1.4 blood test';

export const idsIn = (resources) => resources.map(({ id }) => id).toSorted();
export const resourcesIn = (ndjson) => ndjson.trim().split('\n').map(JSON.parse);

/** @param makeAdmin what the operator of the service does for an account, by its e-mail address */
export async function openHospital(url, makeAdmin) {
  const fhirUrl = `${url}/fhir/r4`;
  const sendTo = async (path, init) => {
    const response = await fetch(`${url}${path}`, init);
    const answer = await response.json();
    assert.ok(response.ok, `${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const json = (body, headers) => ({
    ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
  });
  const account = { email: 'ada@clinic.example', password: 'correct horse', full_name: 'Ada Admin' };
  await sendTo('/auth/signup', json(account));
  await makeAdmin(account.email);
  const { access_token } = await sendTo('/auth/login', json(account));
  const headers = { authorization: `Bearer ${access_token}` };

  const create = (path, body) => sendTo(path, json(body, headers));
  const read = (path) => sendTo(path, { headers });

  async function addPatients(last_name, count) {
    const body = { first_name: 'Maja', last_name, gender: 'female', date_of_birth: '1987-11-14' };
    const patients = Array.from({ length: count }, () => create('/patient/', body));
    return idsIn(await Promise.all(patients));
  }

  function attachFile(patient) {
    const body = new FormData();
    body.set('entity_id', patient);
    body.set('file', new File([FILE], 'blood-test.pdf', { type: 'application/pdf' }));
    return sendTo('/static/upload_file', { method: 'POST', headers, body });
  }

  /** @returns ids of what an admin finds, which is one page here */
  async function idsOf(type) {
    const { entry, link } = await read(`/fhir/r4/${type}?_count=100`);
    assert.ok(link.every(({ relation }) => relation !== 'next'));
    return idsIn(entry.map(({ resource }) => resource));
  }

  /** @param credentials `{ secret: true }` or `{ jwks }` */
  const register = (name, scope, credentials) => create('/auth/clients', { name, scope, ...credentials });

  /** What a program that was just registered by a secret is answered for it. */
  function getToken({ client_id, client_secret }) {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    return sendTo('/auth/token', { method: 'POST', body });
  }

  return { url, fhirUrl, create, read, addPatients, attachFile, idsOf, register, getToken };
}
