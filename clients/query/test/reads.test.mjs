// Queries of TanStack's core, which all adapters share, against the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  environmentManager,
  focusManager,
  InfiniteQueryObserver,
  QueryClient,
  QueryObserver,
  skipToken,
} from '@tanstack/query-core';
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

/** A doctor, a department and a patient with a calendar of their own. */
async function newCalendar(hospital) {
  const [patient, doctor, department] = await Promise.all([
    hospital.POST('/patient/', { body: PATIENT }),
    hospital.POST('/doctor/', {
      body: {
        ...{ first_name: 'Erik', last_name: 'Berg', license_number: crypto.randomUUID() },
        user: {
          email: `${crypto.randomUUID()}@clinic.example`,
          username: crypto.randomUUID(),
          password: 'correct horse & 9 lives',
        },
      },
    }),
    hospital.POST('/department/', { body: { name: crypto.randomUUID(), code: crypto.randomUUID() } }),
  ]);
  const ids = {
    patient_id: unwrap(patient).id,
    doctor_id: unwrap(doctor).id,
    department_id: unwrap(department).id,
  };
  const book = async (schedule) =>
    unwrap(await hospital.POST('/appointment/', { body: { ...ids, schedule, type: 'OPD', status: 'SCEDULED' } }));
  return { doctor_id: ids.doctor_id, book };
}

const CALENDAR = '/calendar/appointments/';
const statuses = () =>
  network.seen.flatMap(({ method, url, status }) =>
    method === 'GET' && url.startsWith(CALENDAR) && status ? [status] : [],
  );

async function until(isSo) {
  for (let waits = 0; !isSo(); waits++) {
    assert.ok(waits < 500, 'It has not become so');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('What is live is asked again with its tag, and is the same object until it changes', async (t) => {
  // Nothing is asked again by a server's page.
  environmentManager.setIsServer(() => false);
  t.after(() => environmentManager.setIsServer(() => true));
  const { hospital, queries, client } = await start();
  const { doctor_id, book } = await newCalendar(hospital);
  const first = await book('2027-05-03T09:00');
  const params = { query: { doctor_id } };
  assert.equal(queries.read(CALENDAR, { params }).refetchInterval, undefined);
  assert.equal(queries.read(CALENDAR, { params, live: true }).refetchInterval, 10_000);
  const options = queries.read(CALENDAR, { params, live: 50 });
  assert.deepEqual(options.queryKey, queries.read(CALENDAR, { params }).queryKey);

  network.reset();
  let told = 0;
  const observer = new QueryObserver(client, { ...options, notifyOnChangeProps: ['data'] });
  const stop = observer.subscribe(() => told++);
  const shown = () => observer.getCurrentResult().data;
  await until(() => statuses().length > 3);
  const before = shown();
  assert.deepEqual([before.map(({ id }) => id), told], [[first.id], 1]);
  assert.deepEqual(statuses().slice(0, 3), [200, 304, 304]);

  const second = await book('2027-05-03T10:00');
  await until(() => shown() !== before);
  assert.deepEqual(
    shown().map(({ id }) => id),
    [first.id, second.id],
  );

  // Nobody looks at a page in the background.
  focusManager.setFocused(false);
  t.after(() => focusManager.setFocused(undefined));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const unseen = statuses().length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(statuses().length, unseen);
  focusManager.setFocused(true);
  await until(() => statuses().length > unseen);

  stop();
  const asked = statuses().length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(statuses().length <= asked + 1);
});

test('What is shown before its write is done has no tag: it is read whole', async () => {
  const { hospital, queries, client } = await start();
  const { doctor_id, book } = await newCalendar(hospital);
  await book('2027-05-03T09:00');
  const options = queries.read(CALENDAR, { params: { query: { doctor_id } }, live: true });
  network.reset();
  await client.fetchQuery(options);
  client.setQueryData(options.queryKey, (shown) => shown.map((visit) => ({ ...visit, status: 'COMPLETED' })));
  assert.deepEqual(
    (await client.fetchQuery(options)).map(({ status }) => status),
    ['SCEDULED'],
  );
  assert.deepEqual(statuses(), [200, 200]);
});

test('Pages that are live are asked again each with its tag, and are the same object until one changes', async () => {
  const { hospital, queries, client } = await start();
  const { doctor_id, book } = await newCalendar(hospital);
  for (const hour of ['09', '10', '11']) await book(`2027-05-03T${hour}:00`);
  const options = queries.pages(CALENDAR, { params: { query: { doctor_id, limit: 2 } }, live: true });
  const observer = new InfiniteQueryObserver(client, options);
  await observer.refetch();
  const { data: before } = await observer.fetchNextPage();
  assert.deepEqual(
    before.pages.map(({ items }) => items.length),
    [2, 1],
  );
  network.reset();
  assert.equal((await observer.refetch()).data, before);
  assert.deepEqual(statuses(), [304, 304]);
  await book('2027-05-03T12:00');
  const { data } = await observer.refetch();
  assert.deepEqual(statuses(), [304, 304, 304, 200]);
  assert.deepEqual(
    data.pages.map(({ items }) => items.length),
    [2, 2],
  );
  assert.equal(data.pages[0], before.pages[0]);
});
