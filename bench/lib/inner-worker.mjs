// Wraps a Worker: calls its `fetch` in a loop, with D1's answers replayed and without limits and queue, so that what workerd
// takes is the Worker's own work. A request with `x-bench-calls` is the one that is repeated, all others pass.
import worker from './worker.js';

/** With rows of its own: the Worker may change them. */
const fresh = (answer) =>
  Array.isArray(answer) ? answer.map(fresh) : { ...answer, results: answer.results.map((row) => ({ ...row })) };

/** Asks the real database, and keeps its answers and the bookmark. */
function recorder(session) {
  const tape = { answers: [], bookmark: null };
  const keep = async (asked) => {
    const answer = await asked;
    tape.answers.push(structuredClone(answer));
    tape.bookmark = session.getBookmark?.() ?? null;
    return answer;
  };
  const statement = (real) => ({
    real,
    bind: (...values) => statement(real.bind(...values)),
    all: () => keep(real.all()),
    first: () => keep(real.first()),
  });
  const database = {
    withSession: () => database,
    getBookmark: () => tape.bookmark,
    prepare: (sql) => statement(session.prepare(sql)),
    batch: (statements) => keep(session.batch(statements.map(({ real }) => real))),
  };
  return { database, tape };
}

/** Gives the same answers in the same order, for each call from the first on. */
function player({ answers, bookmark }) {
  let next = 0;
  const all = async () => fresh(answers[next++]);
  const statement = { bind: () => statement, all, first: async () => ({ ...answers[next++] }) };
  const database = {
    withSession: () => database,
    getBookmark: () => bookmark,
    prepare: () => statement,
    batch: all,
  };
  const rewind = () => {
    next = 0;
  };
  return { database, rewind };
}

const limiter = { limit: async () => ({ success: true }) };
const queue = { send: async () => {}, sendBatch: async () => {} };

function bindingsOf(env, DB) {
  const limits = Object.keys(env).filter((name) => name.endsWith('_RATE_LIMIT'));
  return { ...env, DB, ACCESS_QUEUE: queue, ...Object.fromEntries(limits.map((name) => [name, limiter])) };
}

/** Calls it once. @returns bytes of the answer */
async function call(request, env, ctx) {
  const answer = await worker.fetch(request(), env, ctx);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.arrayBuffer()).byteLength;
}

/** By request: the bindings, which a Worker keeps things by, and what the real database answered. */
const recorded = new Map();

async function record(key, request, env, ctx) {
  const { database, tape } = recorder(env.DB.withSession('first-primary'));
  const bytes = await call(request, bindingsOf(env, database), ctx);
  const { database: DB, rewind } = player(tape);
  recorded.set(key, { env: bindingsOf(env, DB), rewind, bytes });
}

export default {
  ...worker,
  async fetch(given, env, ctx) {
    const calls = Number(given.headers.get('x-bench-calls'));
    if (!calls) return worker.fetch(given, env, ctx);
    const { method, url } = given;
    const body = given.body ? await given.text() : undefined;
    const headers = new Headers(given.headers);
    headers.delete('x-bench-calls');
    const request = () => new Request(url, { method, headers, body });
    const key = `${method} ${url}`;
    if (!recorded.has(key)) await record(key, request, env, ctx);
    const replayed = recorded.get(key);
    for (let n = 0; n < calls; n++) {
      replayed.rewind();
      const bytes = await call(request, replayed.env, ctx);
      if (bytes !== replayed.bytes) throw new Error(`${bytes} bytes, with the real database ${replayed.bytes}`);
    }
    return new Response(null, { status: 204 });
  },
};
