// Mutations of TanStack's core, against the service: what they show at once, take back, and have read again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { etagOf, unwrap } from 'hospital-service-client';
import { hospitalQueries } from 'hospital-service-query';
import { PATIENT, startHospital } from '../../typescript/test/lib/hospital.mjs';

const { network, newClient } = await startHospital();

/** A patient on the screen: by id, and in the list. */
async function start(t) {
  const { hospital } = await newClient({ retry: { attempts: 1 } });
  const queries = hospitalQueries(hospital);
  const client = new QueryClient();
  const { id } = unwrap(await hospital.POST('/patient/', { body: PATIENT }));
  const options = [queries.record('/patient/{id}', { params: { path: { id } } }), queries.pages('/patient/')];
  const record = await client.fetchQuery(options[0]);
  t.after(new QueryObserver(client, { ...options[0], staleTime: 60_000 }).subscribe(() => undefined));
  await client.fetchInfiniteQuery(options[1]);
  const update = (body, etag = record.etag) =>
    new MutationObserver(client, queries.update('/patient/{id}', { id })).mutate({ etag, body });
  const shown = () => [
    client.getQueryData(options[0].queryKey).record.phone_number,
    client.getQueryData(options[1].queryKey).pages[0].items.find((one) => one.id === id).phone_number,
  ];
  const path = { id };
  /** As somebody else, at another desk. */
  const change = async (phone_number) => {
    const header = { 'if-match': etagOf(await hospital.GET('/patient/{id}', { params: { path } })) };
    return unwrap(await hospital.PATCH('/patient/{id}', { params: { path, header }, body: { phone_number } }));
  };
  network.reset();
  return { client, hospital, queries, record, update, shown, change, id, key: options[0].queryKey };
}

test('A change is shown at once wherever the record is, and read again afterwards', async (t) => {
  const { update, shown, client, key, record } = await start(t);
  network.fail('PATCH /patient/', { fault: 'delay', ms: 300 });
  const saved = update({ phone_number: '1' });
  await network.arrival('PATCH /patient/');
  assert.deepEqual(shown(), ['1', '1']);
  assert.equal((await saved).phone_number, '1', 'it answers the full record');
  assert.deepEqual(shown(), ['1', '1']);
  assert.notEqual(client.getQueryData(key).etag, record.etag);
  assert.equal(network.count('GET /patient/'), 1, 'only what is on the screen is read');
});

test('Where somebody else was first, it is taken back, theirs is read, and then the caller is told', async (t) => {
  const { update, shown, change } = await start(t);
  await change('theirs');
  network.reset();
  network.fail('PATCH /patient/', { fault: 'delay', ms: 300 });
  const saved = update({ phone_number: 'mine' });
  await network.arrival('PATCH /patient/');
  assert.equal(shown()[0], 'mine');
  await assert.rejects(saved, { name: 'HospitalError', status: 412, code: 'outdated' });
  assert.equal(shown()[0], 'theirs');
  assert.equal(shown()[1], null, 'the list, which nobody looks at, is as it was');
});

test('Two changes in a row carry the version of one read, and neither is lost', async (t) => {
  const { update, shown, hospital, id } = await start(t);
  const [first, second] = [update({ phone_number: '1' }), update({ alt_phone_number: '2' })];
  await Promise.all([first, second]);
  assert.deepEqual(shown(), ['1', '1']);
  const params = { path: { id }, query: { view: 'full' } };
  const { phone_number, alt_phone_number } = unwrap(await hospital.GET('/patient/{id}', { params }));
  assert.deepEqual([phone_number, alt_phone_number], ['1', '2']);
});

test('But not where somebody else was between them', async (t) => {
  const { update, change, shown } = await start(t);
  await update({ phone_number: '1' });
  await change('theirs');
  await assert.rejects(update({ phone_number: '2' }), { status: 412 });
  assert.equal(shown()[0], 'theirs');
});

test('What the service refuses, and what does not reach it, is taken back', async (t) => {
  const { update, shown } = await start(t);
  await assert.rejects(update({ dob: 'yesterday', phone_number: '1' }), { status: 422 });
  assert.equal(shown()[0], null);
  network.fail('PATCH /patient/', 'refuse');
  await assert.rejects(update({ phone_number: '1' }), { status: 0 });
  assert.deepEqual(shown(), [null, null]);
});

test('A query that began before the change does not bring back what was', async (t) => {
  const { client, update, shown, key } = await start(t);
  network.fail('GET /patient/', { fault: 'delay', ms: 200 });
  const reading = client.refetchQueries({ queryKey: key });
  await network.arrival('GET /patient/');
  network.fail('PATCH /patient/', { fault: 'delay', ms: 600 });
  const saved = update({ phone_number: '1' });
  await network.arrival('PATCH /patient/');
  await reading;
  await sleep(300);
  assert.equal(shown()[0], '1');
  await saved;
  assert.equal(shown()[0], '1');
});

test('A write without optimism has the record’s queries read again, and an upload those of its owner', async (t) => {
  const { client, queries, id, key } = await start(t);
  const body = { phone_number: '3' };
  await new MutationObserver(client, queries.write('PATCH', '/patient/{id}')).mutate({
    params: { path: { id } },
    body,
  });
  assert.equal(client.getQueryData(key).record.phone_number, '3');
  const files = queries.read('/static/', { params: { query: { entity_id: id } } });
  t.after(new QueryObserver(client, files).subscribe(() => undefined));
  const file = new File(['%PDF-1.7\nblood test'], 'blood-test.pdf');
  await new MutationObserver(client, queries.upload()).mutate({ entity_id: id, file });
  assert.equal(client.getQueryData(files.queryKey).length, 1);
});

test('A first read that was answered before a write, and arrives after it, is repeated', async (t) => {
  let held;
  const fetch = async (request) => {
    const response = await globalThis.fetch(request);
    if (request.method === 'GET') await held;
    return response;
  };
  const { hospital } = await newClient({ fetch });
  const queries = hospitalQueries(hospital);
  const client = new QueryClient();
  const release = Promise.withResolvers();
  held = release.promise;
  const options = queries.pages('/patient/', { params: { query: { search: 'late' } } });
  t.after(new InfiniteQueryObserver(client, options).subscribe(() => undefined));
  await network.arrival('GET /patient/?search=late');
  await sleep(200);
  const body = { ...PATIENT, last_name: 'Late' };
  const written = new MutationObserver(client, queries.write('POST', '/patient/')).mutate({ body });
  await network.arrival('POST /patient/');
  await sleep(200);
  release.resolve();
  await written;
  assert.equal(client.getQueryData(options.queryKey).pages[0].items.length, 1);
});
