// Queries of TanStack's core, which all adapters share, against the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InfiniteQueryObserver, QueryClient, QueryObserver, skipToken } from '@tanstack/query-core';
import { HospitalError, unwrap } from 'hospital-service-client';
import { hospitalQueries } from 'hospital-service-query';
import { PATIENT, startHospital } from '../../typescript/test/lib/hospital.mjs';

const { network, newClient } = await startHospital();

async function start(options) {
  const { hospital } = await newClient(options);
  return { hospital, queries: hospitalQueries(hospital), client: new QueryClient() };
}

test('A key begins with the entity, and tells apart what is asked and how it is kept', async () => {
  const { queries } = await start();
  const params = { path: { id: 'a' }, query: { view: 'full' } };
  const of = ({ queryKey }) => queryKey;
  assert.deepEqual(of(queries.read('/patient/{id}', { params })), ['patient', '/patient/{id}', params, 'data']);
  assert.deepEqual(of(queries.record('/patient/{id}', { params })), ['patient', '/patient/{id}', params, 'record']);
  const entities = {
    '/calendar/appointments/': 'appointment',
    '/calendar/slots': 'slot',
    '/calendar/doctors/{id}/hours': 'hours',
    '/calendar/hours': 'hours',
    '/calendar/summary': 'calendar_summary',
    '/invoice/': 'invoice',
    '/invoice/summary': 'invoice',
    '/invoice/{id}/payments': 'payment',
    '/payment/summary': 'payment',
    '/auth/users/me': 'account',
    '/static/': 'file',
  };
  for (const [path, entity] of Object.entries(entities)) assert.equal(of(queries.read(path))[0], entity, path);
});

test('What is skipped is not asked, shows nothing of what others have asked, and is asked once its id is known', async () => {
  const { hospital, queries, client } = await start();
  const { id } = unwrap(await hospital.POST('/patient/', { body: PATIENT }));
  await client.fetchQuery(queries.read('/patient/'));
  network.reset();
  const skipped = [
    new QueryObserver(client, queries.read('/patient/', skipToken)),
    new QueryObserver(client, queries.record('/patient/{id}', skipToken)),
    new InfiniteQueryObserver(client, queries.pages('/patient/', skipToken)),
  ];
  const stops = skipped.map((observer) => observer.subscribe(() => undefined));
  await client.invalidateQueries({ queryKey: ['patient'] });
  for (const observer of skipped) {
    const { status, fetchStatus, data } = observer.getCurrentResult();
    assert.deepEqual([status, fetchStatus, data], ['pending', 'idle', undefined]);
  }
  assert.equal(network.count('GET /patient/'), 0);
  const [, record] = skipped;
  record.setOptions(queries.record('/patient/{id}', { params: { path: { id } } }));
  assert.equal((await record.refetch()).data.record.id, id);
  for (const stop of stops) stop();
});

test('A list goes on where its page ends, by cursor and by offset', async () => {
  const { hospital, queries, client } = await start({ role: 'admin' });
  for (const last_name of ['Ek', 'Ek', 'Ek', 'Ask'])
    unwrap(await hospital.POST('/patient/', { body: { ...PATIENT, last_name } }));
  for (const code of ['A', 'B', 'C'])
    unwrap(await hospital.POST('/catalog/', { body: { code, name: code, default_price: 1 } }));
  for (const [path, query, sizes] of [
    ['/patient/', { search: 'ek', limit: 2 }, [2, 1]],
    ['/catalog/', { limit: 2 }, [2, 1]],
  ]) {
    const observer = new InfiniteQueryObserver(client, queries.pages(path, { params: { query } }));
    await observer.refetch();
    assert.equal(observer.getCurrentResult().hasNextPage, true);
    const { data, hasNextPage } = await observer.fetchNextPage();
    assert.deepEqual(
      data.pages.map(({ items }) => items.length),
      sizes,
    );
    assert.equal(new Set(data.pages.flatMap(({ items }) => items.map(({ id }) => id))).size, 3);
    assert.equal(hasNextPage, false);
  }
});

test('What nobody looks at any more is not waited for: its request is aborted', async () => {
  const { queries, client } = await start();
  network.fail('GET /patient/', 'hang');
  const stop = new QueryObserver(client, queries.read('/patient/')).subscribe(() => undefined);
  await network.arrival('GET /patient/');
  const [query] = client.getQueryCache().getAll();
  const promise = query.promise;
  stop();
  await assert.rejects(promise);
  assert.equal(query.state.fetchStatus, 'idle');
  assert.equal(network.count('GET /patient/'), 1);
});

test('An error is the client’s, after its own retries and none of TanStack Query', async () => {
  const { queries, client } = await start({ retry: { attempts: 2 } });
  network.fail('GET /patient/', 'refuse', 'refuse', 'refuse', 'refuse');
  const error = await client.fetchQuery(queries.read('/patient/')).catch((error) => error);
  assert.ok(error instanceof HospitalError);
  assert.equal(error.status, 0);
  assert.equal(network.count('GET /patient/'), 2);
});
