// The largest bodies, files and pages of the contract: they are taken and answered, one byte more is refused, and the
// memory of workerd stays bounded.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../../scripts/lib.mjs';
import { logIn } from './lib/accounts.mjs';
import { JSON_MAX, KINDS, largest, padded } from './lib/largest.mjs';
import { emptyData, startService } from './lib/service.mjs';
import { worldOf } from './lib/writers.mjs';

const MIB = 1024 * 1024;
/** What an answer of many records may have: a page ends at about 4 MB of stored bytes, with the record that reaches it. */
const PAGE_MAX = 6 * MIB;
/** More than a page of the largest records. */
const RECORDS = 12;
/** MiB that workerd may take beyond what it takes when it starts: 550 to 610 are usual, as it is in no hurry to collect. */
const MEMORY_MAX = 700;

/** Letters that count, that JSON escapes, that UTF-8 makes long, or that become many search terms. */
const WORST = { quotes: '"', controls: '\u0001', emoji: '😀', ideographs: '漢' };

let service;
let staff;
let world;
let document;
let sampling;
const memory = { start: 0, peak: 0 };
const counts = { requests: 0 };

const call = (method, path, options) => {
  counts.requests++;
  return staff.call(method, path, options);
};

before(async () => {
  service = await startService({ data: await emptyData() });
  staff = await logIn(service, 'staff');
  world = await worldOf(service, staff);
  document = JSON.parse(readFileSync(join(root, 'public', 'openapi.json'), 'utf8'));
  memory.start = service.memory();
  sampling = setInterval(() => {
    memory.peak = Math.max(memory.peak, service.memory());
  }, 200);
});
after(async () => {
  clearInterval(sampling);
  await service.stop();
  const [start, peak] = [memory.start, memory.peak].map(Math.round);
  console.log(`limits: ${counts.requests} requests; workerd ${start} MiB at the start, ${peak} at most`);
});

const JSON_TYPE = { 'content-type': 'application/json', prefer: 'return=representation' };
const post = (path, text) => call('POST', path, { body: text, headers: JSON_TYPE });

for (const [character, worst] of Object.entries(WORST)) {
  for (const [kind, { path }] of Object.entries(KINDS)) {
    test(`The largest body of ${kind}, of ${character}, is stored and read as it was sent`, async () => {
      const body = largest(document, kind, worst, world);
      // What nobody sees is refused in what an account is called.
      if (body.user && character === 'controls') body.user.username = 'controls';
      const { status, body: made } = await post(path, padded(body, JSON_MAX));
      assert.equal(status, 201, JSON.stringify(made).slice(0, 300));
      assert.equal((await post(path, padded(body, JSON_MAX + 1))).status, 413);
      if (kind === 'appointment') return;
      const { user: { password: _, ...user } = {}, ...fields } = body;
      const expected = body.user ? { ...fields, user } : fields;
      const read = () => call('GET', `${path}${made.id}?view=full`);
      assert.partialDeepStrictEqual((await read()).body, expected);
      if (!document.paths[`${path}{id}`]?.put) return;
      const written = await call('PUT', `${path}${made.id}`, { body: padded(body, JSON_MAX), headers: JSON_TYPE });
      assert.equal(written.status, 200, JSON.stringify(written.body).slice(0, 300));
      assert.partialDeepStrictEqual((await read()).body, expected);
    });
  }
}

test('An array with one element more is refused', async () => {
  const { body } = KINDS.patient;
  const conditions = (length) => ({ ...body(), medical_conditions: Array(length).fill({ condition: 'Asthma' }) });
  assert.equal((await call('POST', '/patient/', { json: conditions(200) })).status, 201);
  assert.equal((await call('POST', '/patient/', { json: conditions(201) })).status, 422);
});

/** Requests all pages. @returns their sizes in bytes, and the ids of their records */
async function pagesOf(path) {
  const sizes = [];
  const ids = [];
  for (let next = path; next; ) {
    const { status, headers, bytes, body } = await call('GET', next);
    assert.equal(status, 200, next);
    sizes.push(bytes.length);
    const rows = Array.isArray(body) ? body : body.data;
    ids.push(...rows.map(({ id }) => id));
    const link = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    if (Array.isArray(body)) next = link?.slice(link.indexOf('/', 'https://'.length));
    else next = rows.length > 0 && ids.length < body.total ? `${path}&offset=${ids.length}` : undefined;
  }
  return { sizes, ids };
}

/** Fills the list of a kind with large records, and requests all its pages. */
async function allOf(kind) {
  const { path } = KINDS[kind];
  for (let i = 0; i < RECORDS; i++) await post(path, JSON.stringify(largest(document, kind, '"', world)));
  return pagesOf(`${path}?view=full&limit=1000`);
}

for (const kind of ['department', 'patient', 'doctor']) {
  test(`The largest page of ${kind} is bounded in bytes, and pages have every record once`, async () => {
    const { sizes, ids } = await allOf(kind);
    const [{ n }] = await service.query(`SELECT count(*) AS n FROM ${kind}`);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, n);
    assert.ok(Math.max(...sizes) <= PAGE_MAX, `pages of ${sizes} bytes`);
  });
}

for (const kind of ['invoice', 'catalog_item']) {
  test(`The largest page of ${kind} has as many records as it was asked for`, async () => {
    const { sizes, ids } = await allOf(kind);
    const [{ n }] = await service.query(`SELECT count(*) AS n FROM ${kind}`);
    assert.deepEqual([sizes.length, ids.length, new Set(ids).size], [1, n, n]);
  });
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const picture = (size) => Buffer.concat([PNG, Buffer.alloc(size - PNG.length, 7)]);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const uploadForm = (bytes) => {
  const body = new FormData();
  body.set('entity_id', world.patient_id);
  body.set('file', new File([bytes], 'scan.png'));
  return call('POST', '/static/upload_file', { body });
};
const rawPath = () => `/static/upload_file?entity_id=${world.patient_id}&filename=scan.png`;
const uploadRaw = (body) => call('POST', rawPath(), { body });

/** The answer to a request that only announces its body: who goes on sending may find the connection closed. */
async function announce(path, length) {
  const headers = { authorization: `Bearer ${staff.token}`, 'content-length': length };
  const sent = request(service.url + path, { method: 'POST', headers });
  sent.flushHeaders();
  const [{ statusCode }] = await once(sent, 'response');
  sent.on('error', () => {}).destroy();
  return { status: statusCode };
}

for (const [how, max, send, sendMore] of [
  ['a form', 25 * MIB, uploadForm, (size) => uploadForm(picture(size))],
  ['a body', 100 * MIB, uploadRaw, (size) => announce(rawPath(), size)],
]) {
  test(`The largest file as ${how} is stored and read, one byte more is refused`, async () => {
    const bytes = picture(max);
    const { status, body } = await send(bytes);
    assert.equal(status, 201);
    const read = await call('GET', new URL(body.url).pathname);
    assert.equal(sha256(read.bytes), sha256(bytes));
    assert.equal((await sendMore(max + 1)).status, 413);
  });
}

test('The longest search, url and headers are answered', async () => {
  const search = (length) => `/patient/?limit=1&search=${encodeURIComponent('漢'.repeat(length))}`;
  assert.equal((await call('GET', search(200))).status, 200);
  assert.equal((await call('GET', search(201))).status, 422);
  const tags = Array(20).fill(`tags=${encodeURIComponent('😀'.repeat(200))}`);
  assert.equal((await call('GET', `/invoice/?${tags.join('&')}`)).status, 200);
  assert.equal((await call('GET', `/invoice/?${[...tags, tags[0]].join('&')}`)).status, 422);
  const json = () => KINDS.department.body();
  const keyed = (length) => ({ json: json(), headers: { 'idempotency-key': 'k'.repeat(length) } });
  assert.equal((await call('POST', '/department/', keyed(200))).status, 201);
  assert.equal((await call('POST', '/department/', keyed(201))).status, 422);
  assert.equal((await call('GET', '/department/', { headers: { 'x-long': 'x'.repeat(16_000) } })).status, 200);
});

test('The memory of workerd stays bounded', () => {
  assert.ok(memory.peak - memory.start < MEMORY_MAX, `${memory.peak - memory.start} MiB more than at the start`);
});
