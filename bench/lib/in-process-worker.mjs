// Wraps the service: its limits, its queue and its log are inside its own process. Miniflare simulates the limits by Durable
// Objects that write to SQLite, the queue by a broker on the same cores, and has each line of the log parsed by the Node process
// that also sends the load; on the platform none of it is the Worker's CPU. What the queue takes is written to the access log by
// the service's own consumer, which a deployment pays for, too.
import { waitUntil } from 'cloudflare:workers';
import service from './worker.js';

const MINUTE = 60_000;
/** Messages of a batch, as wrangler.toml has it. */
const BATCH = 100;
/** Milliseconds that a batch waits for more: less than in a deployment, so that no load is paid by the next. */
const WAIT = 200;

const counts = new Map();
let minute;
/** Counts in windows of a minute, and never refuses. */
const limiter = (name) => ({
  async limit({ key }) {
    const now = Math.floor(Date.now() / MINUTE);
    if (now !== minute) counts.clear();
    minute = now;
    counts.set(`${name} ${key}`, (counts.get(`${name} ${key}`) ?? 0) + 1);
    return { success: true };
  },
});

/** Lines that the service has logged. Those of failures are still printed. */
let lines = 0;
console.info = () => {
  lines++;
};

let bindings;
let open = [];
let answered = 0;
let lost = 0;
/** What is still to be done for requests that are answered. */
let busy = 0;

const whileBusy = (work) => {
  busy++;
  return work.finally(() => {
    busy--;
  });
};

/** What the consumer does not take is not delivered again, but counted: the bench fails. */
async function deliver(bodies) {
  const again = new Set();
  const messages = bodies.map((body) => ({
    ...{ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body },
    ack: () => {},
    retry: () => again.add(body),
  }));
  try {
    await service.queue({ queue: 'hospital-access', messages }, bindings, { waitUntil });
    lost += again.size;
  } catch (error) {
    lost += bodies.length;
    throw error;
  }
}

/** The request that opens a batch waits for others, the one that fills it delivers it. */
function put(body) {
  const batch = open;
  batch.push(structuredClone(body));
  if (batch.length > 1 && batch.length < BATCH) return;
  const isFull = batch.length === BATCH;
  const work = async () => {
    if (!isFull) await scheduler.wait(WAIT);
    if (batch !== open) return;
    open = [];
    await deliver(batch);
  };
  waitUntil(whileBusy(work()));
}

const queue = {
  send: async (body) => put(body),
  sendBatch: async (messages) => {
    for (const { body } of messages) put(body);
  },
};

/** The same object for every request, as on the platform: the service keeps things by it. */
function inProcess(env) {
  const limits = Object.keys(env).filter((name) => name.endsWith('_RATE_LIMIT'));
  bindings ??= {
    ...{ ...env, ACCESS_QUEUE: queue },
    ...Object.fromEntries(limits.map((name) => [name, limiter(name)])),
  };
  return bindings;
}

export default {
  ...service,
  async fetch(request, env, ctx) {
    if (request.url.endsWith('/bench/queue')) return Response.json({ answered, busy, lost, lines });
    const watched = {
      waitUntil: (work) => ctx.waitUntil(whileBusy(Promise.resolve(work))),
      passThroughOnException: () => ctx.passThroughOnException(),
    };
    const answer = await service.fetch(request, inProcess(env), watched);
    if (answer.ok) answered++;
    return answer;
  },
};
