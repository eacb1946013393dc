// FHIR over the demo hospital: each resource that is held, read by its pages and by itself, is as R4 defines it. PATIENTS=1000
// makes a larger hospital than the usual one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { validate } from '../support/fhir/in-node.mjs';
import { send } from './lib/accounts.mjs';
import { demo, startService } from './lib/demo.mjs';

const PATIENTS = Number(process.env.PATIENTS || 30);
let service;
/** By role. */
const tokens = {};
before(async () => {
  service = await startService();
  const made = await demo(service, ['--patients', String(PATIENTS)]);
  assert.equal(made.code, 0, made.output);
  const [, doctor] = /doctor\s+(\S+@demo\.example)/.exec(made.output) ?? [];
  for (const [role, email] of Object.entries({ admin: 'admin@demo.example', doctor })) {
    const json = { email, password: 'demo hospital 42!' };
    const { status, body } = await send(service.url, 'POST', '/auth/login', { json });
    assert.equal(status, 200);
    tokens[role] = body.access_token;
  }
});
after(() => service.stop());

async function get(address) {
  const path = address.replace(/^.*(?=\/fhir\/r4\/)/, '');
  // Notes are doctors' alone.
  const token = path.startsWith('/fhir/r4/Composition') ? tokens.doctor : tokens.admin;
  const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } });
  const body = await answer.json();
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(body).slice(0, 500)}`);
  validate(body);
  return body;
}

async function* pagesOf(path) {
  for (let next = path; next; ) {
    const bundle = await get(next);
    yield bundle;
    next = bundle.link.find(({ relation }) => relation === 'next')?.url;
  }
}

const inPages = async (path) => {
  const resources = [];
  for await (const { entry = [] } of pagesOf(path)) resources.push(...entry.map(({ resource }) => resource));
  return resources;
};

test('Every resource is as R4 defines it, and is the same read by itself', async (t) => {
  const { rest } = await get('/fhir/r4/metadata');
  const { resource: types } = rest[0];
  const patients = await inPages('/fhir/r4/Patient?_count=200');
  assert.equal(patients.length, PATIENTS);
  const found = new Map([['Patient', patients]]);
  for (const { type, searchParam = [] } of types) {
    const parameters = searchParam.map(({ name }) => name);
    if (type === 'Patient' || parameters.length === 0) continue;
    const isPart = ['patient', 'schedule'].some((name) => parameters.includes(name)) && !parameters.includes('date');
    if (isPart && type !== 'Slot') {
      const parts = [];
      for (let at = 0; at < patients.length; at += 10) {
        const ids = patients.slice(at, at + 10).map(({ id }) => id);
        parts.push(...(await inPages(`/fhir/r4/${type}?patient=${ids.join()}&_count=200`)));
      }
      found.set(type, parts);
    } else if (type === 'Slot') {
      const [schedule] = found.get('Schedule') ?? [];
      found.set(type, schedule ? await inPages(`/fhir/r4/Slot?schedule=${schedule.id}&_count=200`) : []);
    } else {
      found.set(type, await inPages(`/fhir/r4/${type}?_count=200`));
    }
  }
  for (const [type, resources] of found) {
    const ids = resources.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, `${type}: each once`);
    t.diagnostic(`${type}: ${resources.length}`);
    assert.ok(resources.length > 0, `the demo hospital has ${type}`);
    for (const resource of resources.slice(0, 5))
      assert.deepEqual(await get(`/fhir/r4/${type}/${resource.id}`), resource);
  }
});

test('Everything of a patient is what the searches have of it', async () => {
  const patients = await inPages('/fhir/r4/Patient?_count=20');
  for (const { id } of patients.slice(0, 10)) {
    const all = await inPages(`/fhir/r4/Patient/${id}/$everything`);
    const paged = await inPages(`/fhir/r4/Patient/${id}/$everything?_count=3`);
    assert.deepEqual(paged, all);
    for (const type of ['Condition', 'Appointment', 'Invoice', 'DocumentReference']) {
      const own = all.filter(({ resourceType }) => resourceType === type);
      assert.deepEqual(own, await inPages(`/fhir/r4/${type}?patient=${id}`), type);
    }
  }
});
