// Whatever is sent, work grows no faster than the bytes: of every operation and of all that FHIR serves, everything that can be
// repeated is, and the CPU of workerd is measured. CPU is known on Linux alone.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../../scripts/lib.mjs';
import { OPERATIONS } from '../support/operations/index.ts';
import { everyField } from '../support/operations/record.ts';
import { logIn, PASSWORD, send } from './lib/accounts.mjs';
import { KINDS } from './lib/largest.mjs';
import {
  MULTIPART,
  parametersOfSearch,
  repeatedInHeaders,
  repeatedInJson,
  repeatedParameters,
  repeatedParts,
} from './lib/repeated.mjs';
import { emptyData, startService } from './lib/service.mjs';
import { worldOf } from './lib/writers.mjs';

/** Of a body, which may have 1 MiB with what else is in it, and of an address or a header. */
const BODY = 1020 * 1024;
const LINE = 60 * 1024;
/** Milliseconds of CPU, where 1 MiB is parsed in 50 and a password hashed in 150. Less says nothing. */
const FLOOR = 250;
const MOST = 2_000;
const HASHED = 150;
/** How many times the CPU four times the bytes may take: four, were there no noise. Where it grows with their square, 16. */
const FACTOR = 8;
/** Milliseconds until a request is given up. */
const PATIENCE = 20_000;

const JSON_TYPE = { 'content-type': 'application/json' };
const FHIR_TYPE = { 'content-type': 'application/fhir+json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

let service;
let admin;
let world;
const counts = { requests: 0, cpu: 0 };

async function begin() {
  service = await startService({ data: await emptyData() });
  admin = await logIn(service, 'admin');
  world = await worldOf(service, admin);
  const { path, body } = KINDS.appointment;
  await admin.call('POST', path, { json: body(world) });
  // Code that has not run yet is compiled first.
  for (let n = 0; n < 5; n++) await admin.call('POST', '/patient/', { body: ' '.repeat(BODY), headers: JSON_TYPE });
}

/** @returns how many times the usual CPU this machine takes now: by the middle of five logins, as it may be busy for a moment */
async function slowness() {
  const taken = [];
  for (let n = 0; n < 5; n++) {
    const earlier = service.cpu();
    await send(service.url, 'POST', '/auth/login', { json: { email: admin.email, password: PASSWORD } });
    taken.push(service.cpu() - earlier);
  }
  return Math.max(1, taken.sort((one, other) => one - other)[2] / HASHED);
}

const agent = new Agent({ keepAlive: true });

/**
 * Not by `fetch`, which takes no answer with as long a `Link`. @returns the status: 0 of a body that the service did not want to
 * read to its end, undefined where none comes in time
 */
async function statusOf({ method, path, headers, body }) {
  const sent = request(service.url + path, {
    ...{ method, agent, timeout: PATIENCE, maxHeaderSize: BODY },
    headers: { authorization: `Bearer ${admin.token}`, ...headers },
  });
  let isLate = false;
  sent.on('timeout', () => {
    isLate = true;
    sent.destroy();
  });
  sent.on('error', () => {}); // also behind the answer
  sent.end(body);
  try {
    const [answer] = await once(sent, 'response');
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  } catch {
    return isLate ? undefined : 0;
  }
}

/** @returns milliseconds of CPU that a request takes */
async function costOf(requested) {
  counts.requests++;
  const earlier = service.cpu();
  const status = await statusOf(requested);
  const cpu = service.cpu() - earlier;
  counts.cpu += cpu;
  return { cpu, status };
}

/** @param requestOf by the bytes of what is repeated @returns what is wrong with it */
async function faultOf(max, requestOf) {
  const { cpu, status } = await costOf(requestOf(max));
  if (status === undefined) {
    await service.crash();
    await begin();
    return `no answer in ${PATIENCE / 1000} s`;
  }
  if (status === 500) return 'answered by 500';
  const slow = cpu > FLOOR ? await slowness() : 1;
  const floor = FLOOR * slow;
  if (cpu <= floor) return undefined;
  const steps = [];
  // What else the machine does only adds: the least of several counts.
  for (const size of [max / 16, max / 4, max]) {
    const taken = size === max ? [cpu] : [];
    for (let n = taken.length; n < 3; n++) taken.push((await costOf(requestOf(size))).cpu);
    steps.push(Math.min(...taken));
  }
  const growsFaster = steps.some((one, n) => n > 0 && one > FACTOR * Math.max(steps[n - 1], floor / 4));
  return steps[2] > MOST * slow || growsFaster
    ? `${steps.map(Math.round).join(', ')} ms of CPU for a 16th, a quarter and all`
    : undefined;
}

/** @param cases what is repeated: its name, the most bytes of it, and the request by its bytes */
async function holds(cases) {
  const wrong = [];
  for (const [what, max, requestOf] of cases) {
    const fault = await faultOf(max, requestOf);
    if (fault) wrong.push(`${what}: ${fault}`);
  }
  assert.deepEqual(wrong, []);
}

const onLinux = { skip: process.platform !== 'linux' && 'the CPU of a process is known on Linux alone' };

before(begin, onLinux);
after(async () => {
  await service?.stop();
  console.log(`growth: ${counts.requests} requests took ${Math.round(counts.cpu / 1000)} s of CPU in workerd`);
});

/** Records that are there, by the beginning of an operation's path; what is deleted is not there. */
const idOf = (method, path) => {
  if (method === 'DELETE') return crypto.randomUUID();
  if (path.startsWith('/calendar/doctors')) return world.doctor_id;
  const [, resource] = path.split('/');
  return world[`${resource === 'invoice' ? 'bill' : resource}_id`] ?? crypto.randomUUID();
};

const known = new Set();
const isNew = (what) => !known.has(what) && known.add(what);

function* casesOf(method, template, { parameters = [], requestBody }) {
  const path = template.replace(/\{\w+\}/g, () => idOf(method, template));
  const empty = method === 'GET' ? {} : { headers: JSON_TYPE, body: '{}' };
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  for (const [what, make] of repeatedParameters(query))
    yield [`?${what}`, LINE, (bytes) => ({ method, path: `${path}?${make(bytes)}`, ...empty })];
  const declared = parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase());
  for (const [what, make] of repeatedInHeaders())
    if (declared.includes(what) || isNew(`${method} with ${what}`))
      yield [what, LINE, (bytes) => ({ method, path, ...empty, headers: { ...empty.headers, ...make(bytes) } })];
  if (template.includes('{'))
    yield ['its path', LINE, (bytes) => ({ method, path: template.replace(/\{\w+\}/, 'a'.repeat(bytes)), ...empty })];

  const record = OPERATIONS[`${method} ${template}`] ?? {};
  if (record.body) {
    const whole = JSON.parse(JSON.stringify(everyField(record)), (name, value) => world[name] ?? value);
    // PUT and PATCH have the fields of POST.
    const resource = template.replace(/\{\w+\}$/, '');
    for (const [what, make] of repeatedInJson(whole, (place) => isNew(`${resource} ${place}`)))
      yield [what, BODY, (bytes) => ({ method, path, headers: JSON_TYPE, body: make(bytes) })];
  }
  for (const type of Object.keys(requestBody?.content ?? {})) {
    const form = { method, path, headers: FORM_TYPE };
    if (type === FORM_TYPE['content-type'])
      for (const [what, make] of repeatedParameters(['username', 'password', 'scope']))
        yield [`a form, ${what}`, BODY, (bytes) => ({ ...form, body: make(bytes) })];
    if (type === 'multipart/form-data')
      for (const [what, make] of repeatedParts())
        yield [
          `a form, ${what}`,
          BODY,
          (bytes) => ({ ...form, headers: { 'content-type': MULTIPART }, body: make(bytes) }),
        ];
  }
}

test('Of no operation work grows faster than what is sent', onLinux, async (t) => {
  const { paths } = JSON.parse(readFileSync(join(root, 'public', 'openapi.json'), 'utf8'));
  for (const [template, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations))
      await t.test(`${method.toUpperCase()} ${template}`, () =>
        holds(casesOf(method.toUpperCase(), template, operation)),
      );

  await t.test('A login by a browser of many', () => {
    const body = JSON.stringify({ email: admin.email, password: PASSWORD });
    const cases = [...repeatedInHeaders()].filter(([name]) => name === 'cookie');
    const login = (make) => (bytes) => ({
      ...{ method: 'POST', path: '/auth/login', body },
      headers: { ...JSON_TYPE, ...make(bytes) },
    });
    return holds(cases.map(([what, make]) => [what, LINE, login(make)]));
  });
});

const BASE = '/fhir/r4';

function* casesOfType({ type, interaction, searchParam = [] }, resource) {
  const can = (code) => interaction.some((one) => one.code === code);
  const path = `${BASE}/${type}`;
  const names = parametersOfSearch(searchParam);
  const form = { method: 'POST', path: `${path}/_search`, headers: FORM_TYPE };
  if (can('search-type'))
    for (const [what, make] of repeatedParameters(names)) {
      yield [`?${what}`, LINE, (bytes) => ({ method: 'GET', path: `${path}?${make(bytes)}` })];
      if (!what.includes(',')) yield [`a form, ${what}`, BODY, (bytes) => ({ ...form, body: make(bytes) })];
    }
  for (const [what, make] of repeatedInHeaders())
    if (resource && isNew(`FHIR with ${what}`))
      yield [what, LINE, (bytes) => ({ method: 'GET', path: `${path}/${resource.id}`, headers: make(bytes) })];
  yield ['its path', LINE, (bytes) => ({ method: 'GET', path: `${path}/${'a'.repeat(bytes)}` })];

  if (!can('create') || !resource) return;
  const updated = can('update') ? [['PUT', `${path}/${resource.id}`]] : [];
  for (const [method, address] of [['POST', path], ...updated])
    for (const [what, make] of repeatedInJson(resource, (place) => isNew(`${type} ${place}`)))
      yield [`${method}, ${what}`, BODY, (bytes) => ({ method, path: address, headers: FHIR_TYPE, body: make(bytes) })];
  const body = JSON.stringify(resource);
  for (const [what, make] of repeatedParameters(names))
    yield [
      `If-None-Exist, ${what}`,
      LINE,
      (bytes) => ({ method: 'POST', path, body, headers: { ...FHIR_TYPE, 'if-none-exist': make(bytes) } }),
    ];
}

const fullUrl = 'urn:uuid:5b1e9d3c-7f6a-4c54-9c1b-2f2a4f0e8d11';
const batch = {
  ...{ resourceType: 'Bundle', type: 'batch' },
  entry: [
    {
      fullUrl,
      resource: { resourceType: 'Patient', generalPractitioner: [{ reference: fullUrl }] },
      request: { method: 'POST', url: 'Patient', ifNoneExist: 'identifier=urn:a|1' },
    },
  ],
};

const EXPORT = { ...JSON_TYPE, prefer: 'respond-async' };
const parameters = { resourceType: 'Parameters', parameter: [{ name: '_type', valueString: 'Patient' }] };

test('Of nothing that FHIR serves work grows faster than what is sent', onLinux, async (t) => {
  const read = async (path) => JSON.parse((await admin.call('GET', BASE + path)).bytes);
  const [{ resource: types }] = (await read('/metadata')).rest;
  for (const served of types)
    await t.test(served.type, async () => {
      const { entry: [one] = [] } = await read(`/${served.type}?_count=1`);
      await holds(casesOfType(served, one?.resource));
    });

  await t.test('$everything', () =>
    holds(
      [...repeatedParameters(['_type', '_since', '_count', '_cursor'])].map(([what, make]) => [
        what,
        LINE,
        (bytes) => ({ method: 'GET', path: `${BASE}/Patient/${world.patient_id}/$everything?${make(bytes)}` }),
      ]),
    ),
  );
  await t.test('A batch', () =>
    holds(
      [...repeatedInJson(batch, () => true)].map(([what, make]) => [
        what,
        BODY,
        (bytes) => ({ method: 'POST', path: BASE, headers: FHIR_TYPE, body: make(bytes) }),
      ]),
    ),
  );
  await t.test('$export', () =>
    holds([
      ...[...repeatedParameters(['_type', '_since', '_outputFormat'])].map(([what, make]) => [
        what,
        LINE,
        (bytes) => ({ method: 'GET', path: `${BASE}/$export?${make(bytes)}`, headers: EXPORT }),
      ]),
      ...[...repeatedInJson(parameters, () => true)].map(([what, make]) => [
        what,
        BODY,
        (bytes) => ({ method: 'POST', path: `${BASE}/$export`, headers: EXPORT, body: make(bytes) }),
      ]),
    ]),
  );
});
