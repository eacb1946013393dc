// Wraps the service: gives its consumer the batches that are posted, and counts what it does to D1 and R2.
import service from './worker.js';

let cost;
const count = (results) => {
  cost.trips++;
  for (const { meta } of results) {
    cost.rows_read += meta.rows_read;
    cost.rows_written += meta.rows_written;
  }
  return results;
};

/** What a statement is, besides what it runs on its own. */
const STATEMENT = Symbol('statement');
const counted = (statement) => ({
  [STATEMENT]: statement,
  bind: (...values) => counted(statement.bind(...values)),
  all: async () => count([await statement.all()])[0],
});

function bindingsOf(env) {
  const withSession = (from) => {
    const session = env.DB.withSession(from);
    return {
      prepare: (sql) => counted(session.prepare(sql)),
      batch: async (statements) => count(await session.batch(statements.map((one) => one[STATEMENT]))),
      getBookmark: () => session.getBookmark(),
    };
  };
  const FILES = {
    put: async (...given) => {
      const object = await env.FILES.put(...given);
      cost.puts++;
      cost.r2_bytes += object.size;
      return object;
    },
    get: (...given) => {
      cost.gets++;
      return env.FILES.get(...given);
    },
  };
  return { ...env, DB: { withSession }, FILES };
}

let bindings;

/** The objects of a day, one behind the other: gzip allows it. */
async function* objectsOf({ FILES }, prefix) {
  for (let cursor, more = true; more; ) {
    const { objects, truncated, ...page } = await FILES.list({ prefix, cursor });
    for (const { key } of objects) yield await (await FILES.get(key)).bytes();
    more = truncated;
    cursor = page.cursor;
  }
}

export default {
  async fetch(request, env, ctx) {
    bindings ??= bindingsOf(env);
    const prefix = new URL(request.url).searchParams.get('objects');
    if (prefix) return new Response(ReadableStream.from(objectsOf(env, prefix)));

    cost = { trips: 0, rows_read: 0, rows_written: 0, puts: 0, gets: 0, r2_bytes: 0, again: 0 };
    const messages = (await request.json()).map((body, i) => ({
      ...{ id: String(i), timestamp: new Date(), attempts: 1, body },
      ack: () => {},
      retry: () => {
        cost.again++;
      },
    }));
    await service.queue({ queue: 'hospital-access', messages }, bindings, ctx);
    return Response.json(cost);
  },
};
