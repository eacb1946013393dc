// Calls against the real Worker: results by status, pages of both styles, uploads, versions.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createHospital, etagOf, HospitalError, pageOf, unwrap } from 'hospital-service-client';
import { all, PASSWORD, PATIENT, startHospital } from './lib/hospital.mjs';

const suite = await startHospital();
const { hospital } = await suite.newClient();

const newPatient = async (fields) => unwrap(await hospital.POST('/patient/', { body: { ...PATIENT, ...fields } }));
const REPRESENTATION = { prefer: 'return=representation' };
const byId = (id, more) => ({ params: { path: { id }, ...more } });

test('A call answers its data, told by status', async () => {
  const created = await hospital.POST('/patient/', { body: PATIENT });
  assert.equal(created.status, 201);
  assert.equal(created.ok, true);
  assert.match(created.data.reg_number, /^PAT-/);
  const read = await hospital.GET('/patient/{id}', byId(created.data.id));
  assert.equal('addresses' in read.data, false);
  const full = await hospital.GET('/patient/{id}', byId(created.data.id, { query: { view: 'full' } }));
  assert.deepEqual(full.data, created.data);
  const gone = await hospital.DELETE('/patient/{id}', byId(created.data.id));
  assert.equal(gone.status, 200);
});

test('An error is a value, and unwrap throws it', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const result = await hospital.GET('/patient/{id}', byId(id));
  assert.equal(result.ok, false);
  assert.equal(result.status, 404);
  assert.equal(result.data, undefined);
  assert.equal(typeof result.error.detail, 'string');
  assert.throws(
    () => unwrap(result),
    (error) => {
      assert.ok(error instanceof HospitalError);
      assert.equal(error.status, 404);
      assert.equal(error.code, 'not_found');
      assert.equal(error.message, result.error.detail);
      assert.equal(error.requestId, result.response.headers.get('x-request-id'));
      assert.equal(error.retryAfter, undefined);
      return true;
    },
  );
});

test('A table comes as its bytes, and an error in its place as what it is', async () => {
  const saved = await hospital.GET('/payment/', { params: { query: { format: 'csv', bom: 'true' } } });
  assert.equal(saved.status, 200);
  const bytes = Buffer.from(await saved.data.arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.match(bytes.toString(), /receipt_number,date,created_at/);
  const refused = await hospital.GET('/payment/', { params: { query: { format: 'csv', from: 'soon' } } });
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.error.detail[0].loc, ['query', 'from']);
  const { items } = pageOf(await hospital.GET('/payment/', { params: { query: { format: 'json' } } }));
  assert.deepEqual(items, []);
});

for (const id of ['.', '..', '%2e', '.%2E', '%2e%2E', '']) {
  test(`A path part that would make another address of it is refused without a request: "${id}"`, async () => {
    suite.network.reset();
    const result = await hospital.PATCH('/patient/{id}', { ...byId(id), body: { middle_name: 'Maria' } });
    assert.equal(result.status, 422);
    assert.equal(result.response.status, 422);
    assert.deepEqual(
      result.error.detail.map(({ loc, type }) => [loc, type]),
      [[['path', 'id'], 'path_part']],
    );
    await assert.rejects(all(hospital.list('/invoice/{id}/payments', byId(id))), { status: 422, code: 'invalid' });
    assert.equal(suite.network.seen.length, 0);
  });
}

test('A path part that only looks like a way up is sent as it is', async () => {
  suite.network.reset();
  const sent = ['...', '../doctor', 'a/../b', '/'];
  for (const reg_number of sent) {
    const result = await hospital.GET('/patient/reg_number/{reg_number}', { params: { path: { reg_number } } });
    assert.equal(result.status, 404);
  }
  assert.deepEqual(
    suite.network.seen.map(({ url }) => url),
    sent.map((part) => `/patient/reg_number/${encodeURIComponent(part)}`),
  );
});

test('Every fault of an invalid body is in the error, and no value that was sent', async () => {
  const result = await hospital.POST('/patient/', { body: { first_name: 'Secret', gender: 7, dob: 'Secret' } });
  assert.equal(result.status, 422);
  const error = new HospitalError(result);
  assert.equal(error.code, 'invalid');
  assert.deepEqual(error.faults.map(({ loc }) => loc.join('.')).sort(), ['body.dob', 'body.gender', 'body.last_name']);
  assert.match(error.message, /body\.last_name: Field required/);
  assert.doesNotMatch(JSON.stringify(error) + error.stack, /Secret/);
});

test('A list by cursor gives every item once, whatever the page', async () => {
  const name = `Cursor${Date.now()}`;
  for (let made = 0; made < 7; made++) await newPatient({ last_name: name });
  const query = { search: name, limit: 3, view: 'full' };
  const items = await all(hospital.list('/patient/', { params: { query } }));
  assert.equal(items.length, 7);
  assert.equal(new Set(items.map(({ id }) => id)).size, 7);
  assert.ok(items.every(({ last_name, addresses }) => last_name === name && Array.isArray(addresses)));

  const first = await hospital.GET('/patient/', { params: { query } });
  const page = pageOf(first, query);
  assert.equal(page.items.length, 3);
  assert.equal(page.total, undefined);
  assert.equal(page.incomplete, false);
  assert.equal(page.approximate, false);
  assert.deepEqual(page.next, { ...query, cursor: page.next.cursor });
  assert.equal(typeof page.next.cursor, 'string');
  const second = pageOf(await hospital.GET('/patient/', { params: { query: page.next } }));
  assert.deepEqual(
    second.next,
    { ...query, limit: '3', cursor: second.next.cursor },
    'also where the query is not given',
  );
  const third = pageOf(await hospital.GET('/patient/', { params: { query: second.next } }));
  assert.deepEqual([...page.items, ...second.items, ...third.items], items);
  assert.equal(third.next, undefined);
});

test('A list by offset gives every item once, with its total', async () => {
  const tag = `offset${Date.now()}`;
  for (let made = 0; made < 5; made++) {
    const body = { code: `${tag}-${made}`, name: 'Offset', default_price: 1, tags: [tag, 'two words'] };
    unwrap(await hospital.POST('/catalog/', { body }));
  }
  const query = { tags: [tag, 'two words'], limit: 2, order_by: '-code' };
  const codes = (await all(hospital.list('/catalog/', { params: { query } }))).map(({ code }) => code);
  assert.deepEqual(
    codes,
    [4, 3, 2, 1, 0].map((made) => `${tag}-${made}`),
  );
  const page = pageOf(await hospital.GET('/catalog/', { params: { query } }), query);
  assert.equal(page.total, 5);
  assert.deepEqual(page.next, { ...query, offset: 2 });
  assert.equal(pageOf(await hospital.GET('/catalog/', { params: { query: { ...query, offset: 4 } } })).next, undefined);
});

test('A search by offset gives every item once, though its total is a lower bound', async () => {
  const word = `many${Date.now()}`;
  const body = { code: word, name: word, default_price: 1 };
  const { id } = unwrap(await hospital.POST('/catalog/', { body, params: { header: REPRESENTATION } }));
  const [copied] = await suite.service.query('SELECT * FROM catalog_item WHERE id = ?', id);
  const columns = Object.keys(copied).filter((name) => !['seq', 'id', 'code', 'code_key'].includes(name));
  await suite.service.query(
    `WITH RECURSIVE copy (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < 2500)
     INSERT INTO catalog_item (id, code, code_key, ${columns}) SELECT 'copy-' || n, code || n, code_key || n, ${columns}
     FROM catalog_item, copy WHERE id = ?`,
    id,
  );
  const query = { search: word, limit: 500 };
  const page = pageOf(await hospital.GET('/catalog/', { params: { query } }), query);
  assert.equal(page.incomplete, true);
  assert.ok(page.total < 2501, `${page.total} counted`);
  const codes = (await all(hospital.list('/catalog/', { params: { query } }))).map(({ code }) => code);
  assert.equal(codes.length, 2501);
  assert.equal(new Set(codes).size, 2501);
});

for (const [why, asked, next] of [
  ['goes on from a full page', { total: 2000, offset: 2000 }, 2002],
  ['goes on up to the last offset that is taken', { total: 2000, offset: 9998 }, 10_000],
  ['ends beyond it', { total: 2000, offset: 10_000 }, undefined],
  ['ends with a page that is not full', { total: 2000, offset: 2000, limit: 3 }, undefined],
  ['ends with an empty page', { total: 2000, offset: 2002, limit: 0, data: [] }, undefined],
]) {
  test(`A search whose total is a lower bound ${why}`, () => {
    const response = new Response(null, { headers: { 'x-search-incomplete': 'true' } });
    const data = { limit: 2, data: [{}, {}], ...asked };
    const page = pageOf({ ok: true, status: 200, data, response }, { search: 'ek' });
    assert.deepEqual(page.next, next && { search: 'ek', offset: next });
  });
}

test('A list by tags ends beyond the last offset that is taken, though its total is exact, others do not', () => {
  const data = { total: 20_000, offset: 10_000, limit: 2, data: [{}, {}] };
  const nextOf = (query) => pageOf({ ok: true, status: 200, data, response: new Response() }, query).next?.offset;
  assert.deepEqual([nextOf({ tags: ['lab'] }), nextOf({ tags: [] }), nextOf()], [undefined, 10_002, 10_002]);
});

test('A page says that its names only sound like what was asked for', async () => {
  const { id } = await newPatient({ last_name: 'Karlavagn' });
  const page = pageOf(await hospital.GET('/patient/', { params: { query: { search: 'carlavagen' } } }));
  assert.deepEqual([page.items.map((found) => found.id), page.approximate], [[id], true]);
});

test('A list of a path with an id, and one that fails, which throws', async () => {
  const { id: patient_id } = await newPatient();
  const items = [{ name: 'Consultation', unit_price: 80 }];
  const invoice = unwrap(await hospital.POST('/invoice/', { body: { patient_id, status: 'ISSUED', items } }));
  for (const amount of [1, 2, 3]) {
    unwrap(await hospital.POST('/invoice/{id}/payments', { ...byId(invoice.id), body: { amount, method: 'cash' } }));
  }
  const payments = await all(hospital.list('/invoice/{id}/payments', byId(invoice.id, { query: { limit: 2 } })));
  assert.deepEqual(
    payments.map(({ amount }) => amount),
    [1, 2, 3],
  );
  await assert.rejects(all(hospital.list('/invoice/{id}/payments', byId('no-uuid'))), { status: 422, code: 'invalid' });
});

test('A write with the ETag of a read is refused once somebody else has written', async () => {
  const { id } = await newPatient();
  const read = await hospital.GET('/patient/{id}', byId(id));
  const patch = () =>
    hospital.PATCH('/patient/{id}', {
      ...byId(id, { header: { 'if-match': etagOf(read), prefer: 'return=representation' } }),
      body: { middle_name: 'Maria' },
    });
  const patched = await patch();
  assert.equal(patched.status, 200);
  assert.equal(patched.data.middle_name, 'Maria');
  assert.equal((await patch()).status, 412);
  assert.throws(() => etagOf({ ok: true, status: 200, data: [], response: new Response() }), /No ETag/);
  assert.throws(
    () => etagOf({ ok: false, status: 404, error: { detail: 'Gone' }, response: new Response() }),
    HospitalError,
  );
});

test('A file is uploaded with its name, type and digest, and read by its url', async () => {
  const { id } = await newPatient();
  const bytes = '%PDF-1.7\nblood test';
  const shares = [];
  const file = new File([bytes], 'Blood test, Åsa.pdf');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const upload = { entity_id: id, file, type: 'lab', sha256, onProgress: (share) => shares.push(share) };
  const uploaded = unwrap(await hospital.upload(upload));
  assert.equal(uploaded.type, 'lab');
  assert.equal(await (await fetch(uploaded.url)).text(), bytes);
  assert.equal(shares.at(-1), 1);
  const [listed] = await all(hospital.list('/static/', { params: { query: { entity_id: id } } }));
  assert.equal(listed.filename, 'Blood test, Åsa.pdf');
  const wrong = await hospital.upload({ entity_id: id, file: new Blob([bytes]), filename: 'script.exe' });
  assert.equal(wrong.status, 415);
});

test('A base URL may have a path, and the pages of a list stay under it', async () => {
  const { service } = suite;
  const fetchUnder = (request) => {
    const url = new URL(request.url);
    assert.ok(url.pathname.startsWith('/api/'), url.pathname);
    return fetch(new Request(service.url + url.pathname.slice(4) + url.search, request));
  };
  const proxied = createHospital({ baseUrl: 'https://portal.example/api/', fetch: fetchUnder });
  unwrap(await proxied.login({ email: await suite.signUp(), password: PASSWORD }));
  for (let made = 0; made < 3; made++) unwrap(await proxied.POST('/patient/', { body: PATIENT }));
  const items = await all(proxied.list('/patient/', { params: { query: { limit: 1, search: 'svensson' } } }));
  assert.ok(items.length >= 3);
});

test('What is read after a write carries its bookmark', async () => {
  const { network } = suite;
  const { hospital: reader } = await suite.newClient();
  const created = await reader.POST('/patient/', { body: PATIENT });
  await reader.GET('/patient/{id}', byId(created.data.id));
  assert.equal(network.seen.at(-1).headers['x-d1-bookmark'], created.response.headers.get('x-d1-bookmark'));
});
