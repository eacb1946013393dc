// Many clients at once, who ask as portals do.
import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, send } from './accounts.mjs';
import { randomOf, seed } from './random.mjs';
import { Writer, worldOf } from './writers.mjs';

export const CLIENTS = 200;
/** Portals read far more than they write. */
const READS = 0.85;

const LISTS = ['/patient/', '/doctor/', '/department/', '/invoice/', '/catalog/'];

/** A page, a search, a record or the own account. */
function nextRead({ random, account, records }) {
  const list = random.pick(LISTS);
  const record = random.pick(records.filter(({ path, state, table }) => path && state !== null && table !== 'user'));
  const path = random.pick([
    `${list}?limit=20`,
    `${list}?limit=20&search=${random.pick(['anna', 'sven', 'cardio', 'cons', '070'])}`,
    '/auth/users/me',
    ...Array(5).fill(record && record.table !== 'appointment' ? record.path : `${list}?limit=1`),
  ]);
  return { method: 'GET', path, as: account };
}

/** Requests one after another until the end. */
async function client(service, writer, isOver, { times, failures }) {
  while (!isOver()) {
    const reads = writer.random.next() < READS;
    const op = reads ? nextRead(writer) : writer.next();
    const start = performance.now();
    const answer = await send(service.url, op.method, op.path, { ...op, token: op.as?.token }).catch((error) => ({
      error,
    }));
    times.push(performance.now() - start);
    if (answer.status < 300) {
      if (!reads) writer.done(op, answer.body?.id ?? null, answer);
    } else failures.push(`${op.method} ${op.path}: ${answer.status ?? answer.error.cause ?? answer.error}`);
  }
}

/** Tells when so many seconds are over. */
export function over(seconds) {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
}

/** Adds to `samples` the MiB of workerd, and of the Worker's heap, every half a second until the end. */
export async function memoryUntil(isOver, service, samples) {
  while (!isOver()) {
    samples.push({ all: service.memory(), heap: await service.heap() });
    await sleep(500);
  }
}

/** @returns `load`, until it is over, and `result`: milliseconds of each request, and those that failed */
export async function crowdOf(service, clients = CLIENTS) {
  const admin = await logIn(service, 'admin');
  const accounts = await Promise.all(Array.from({ length: Math.min(8, clients) }, () => logIn(service, 'staff')));
  const world = await worldOf(service, accounts[0]);
  const writers = Array.from(
    { length: clients },
    (_, i) => new Writer(accounts[i % accounts.length], admin, world, randomOf(seed + i)),
  );
  const result = { times: [], failures: [] };
  return { result, load: (isOver) => Promise.all(writers.map((writer) => client(service, writer, isOver, result))) };
}
