// As much of Cloudflare's API, on the loopback interface, as wrangler asks for in `npm run deploy` and in the commands with
// `--remote`. It remembers what was made, and its databases are SQLite, so that migrations really run. It is written from
// what wrangler asks and from Cloudflare's documentation: whether the real API takes the same, it cannot show.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { unstable_splitSqlQuery as splitSql } from 'wrangler';
import { Refusal, WorkerVersions } from './worker-versions.mjs';

export const ACCOUNT = 'f'.repeat(32);

const refuse = (code) => new Refusal(code);
const NO_WORKER = refuse(10007);

/** Of secrets as wrangler sends several, where null removes one. */
const texts = (secrets) => Object.fromEntries(Object.entries(secrets).map(([name, it]) => [name, it?.text ?? null]));

/** Rows, and what the commands read of D1's meta. */
function query(sqlite, { sql, params = [] }) {
  return splitSql(sql).map((statement) => {
    const prepared = sqlite.prepare(statement);
    return { success: true, results: prepared.all(...params), meta: { duration: 1, rows_read: 0, rows_written: 0 } };
  });
}

export async function fakeCloudflare() {
  const made = { databases: [], buckets: [], queues: [], workers: {} };
  /** The requests that nothing here answers as it should. */
  const unknown = [];
  /** Paths of the files of the last upload. */
  let files = [];
  const uploads = new Map();
  let url;

  const byIdOrName = (it) => made.databases.find(({ uuid, name }) => uuid === it || name === it);
  const shown = ({ sqlite: _, ...database }) => database;
  const queueBy = (it) => made.queues.find(({ queue_id, queue_name }) => queue_id === it || queue_name === it);
  const worker = (name) => made.workers[name];
  const service = (name) => ({
    id: name,
    default_environment: { environment: 'production', script: { tag: name, last_deployed_from: 'wrangler', tags: [] } },
  });
  async function upload(name, request) {
    made.workers[name] ??= new WorkerVersions();
    return worker(name).shown(await worker(name).upload(request, files));
  }

  /** By `PUT`, which is how the first one comes, an upload is deployed at once. */
  async function put(name, request) {
    const version = await upload(name, request);
    worker(name).deploy({ versions: [{ version_id: version.id, percentage: 100 }] }, true);
    return { ...version, deployment_id: version.id };
  }
  function imported(sqlite, etag) {
    const { length } = query(sqlite, { sql: uploads.get(etag) });
    const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 1 };
    const result = { num_queries: length, final_bookmark: 'now', meta };
    return { success: true, status: 'complete', messages: [], result };
  }
  const withoutText = ({ text: _, ...secret }) => secret;

  /** Each gets what the colons name, the body if it is JSON, and the request; it returns the result or a refusal. */
  const routes = {
    'GET /user/tokens/verify': () => ({ id: 'token', status: 'active' }),
    'GET /user': () => ({ id: 'user', email: 'ops@clinic.example' }),
    'GET /memberships': () => [{ id: 'member', account: { id: ACCOUNT, name: 'Clinic' } }],
    'GET /accounts': () => [{ id: ACCOUNT, name: 'Clinic' }],

    'GET /a/d1/database': () => made.databases.map(shown),
    'GET /a/d1/database/:id': ({ id }) => (byIdOrName(id) ? shown(byIdOrName(id)) : refuse(7404)),
    'POST /a/d1/database': (_, body) => {
      const database = { uuid: randomUUID(), read_replication: { mode: 'disabled' }, ...body };
      made.databases.push({ ...database, sqlite: new DatabaseSync(':memory:') });
      return database;
    },
    'PATCH /a/d1/database/:id': ({ id }, body) => shown(Object.assign(byIdOrName(id), body)),
    'POST /a/d1/database/:id/query': ({ id }, body) => {
      try {
        return query(byIdOrName(id).sqlite, body);
      } catch ({ message }) {
        return new Refusal(7500, `${message}: SQLITE_ERROR`);
      }
    },
    // A file of SQL: it is uploaded, and then run.
    'POST /a/d1/database/:id/import': ({ id }, { action, etag }) =>
      action === 'init'
        ? { upload_url: `${url}/upload/${etag}`, filename: etag }
        : imported(byIdOrName(id).sqlite, etag),
    'PUT /upload/:etag': async ({ etag }, _, request) => {
      uploads.set(etag, await request.text());
      return {};
    },
    // Where SQLite has no time to travel through, it stays.
    'GET /a/d1/database/:id/time_travel/bookmark': () => ({ bookmark: 'then' }),
    'POST /a/d1/database/:id/time_travel/restore': () => ({
      bookmark: 'then',
      previous_bookmark: 'now',
      message: 'Done',
    }),

    'GET /a/r2/buckets/:name': ({ name }, _, request) => {
      const jurisdiction = request.headers.get('cf-r2-jurisdiction') ?? undefined;
      return made.buckets.find((it) => it.name === name && it.jurisdiction === jurisdiction) ?? refuse(10006);
    },
    'GET /a/r2/buckets': () => ({ buckets: made.buckets }),
    'POST /a/r2/buckets': (_, body, request) => {
      made.buckets.push({ ...body, jurisdiction: request.headers.get('cf-r2-jurisdiction') ?? undefined });
      return { name: body.name };
    },

    'GET /a/queues': (_, __, request) => {
      const names = new URL(request.url).searchParams.getAll('name');
      return made.queues.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name));
    },
    'POST /a/queues': (_, body) => {
      made.queues.push({ queue_id: randomUUID(), producers: [], consumers: [], ...body });
      return made.queues.at(-1);
    },
    'GET /a/queues/:id': ({ id }) => queueBy(id) ?? refuse(11000),
    'PATCH /a/queues/:id': ({ id }, { settings }) => {
      queueBy(id).settings = { ...queueBy(id).settings, ...settings };
      return queueBy(id);
    },
    'GET /a/queues/:id/consumers': ({ id }) => queueBy(id).consumers,
    'POST /a/queues/:id/consumers': ({ id }, body) => {
      const { queue_name, consumers } = queueBy(id);
      const { dead_letter_queue: dead } = body;
      if (consumers.length > 0 || (dead && (dead === queue_name || !queueBy(dead)))) return refuse(11004);
      consumers.push({ consumer_id: randomUUID(), script: body.script_name, ...body });
      return body;
    },
    'DELETE /a/queues/:id/consumers/:consumer': ({ id, consumer }) => {
      const queue = queueBy(id);
      queue.consumers = queue.consumers.filter(({ consumer_id }) => consumer_id !== consumer);
      return {};
    },
    'GET /a/queues/:id/metrics': ({ id }) => {
      const { backlog = [] } = queueBy(id);
      return { backlog_count: backlog.length, backlog_bytes: 0, oldest_message_timestamp_ms: backlog[0] ?? 0 };
    },
    'PUT /a/queues/:id/consumers/:consumer': (_, body) => body,

    'GET /a/workers/subdomain': () => ({ subdomain: 'clinic' }),
    'GET /a/workers/workers/:name': ({ name }) => ({ name, subdomain: { enabled: true, previews_enabled: false } }),
    'GET /a/workers/services/:name': ({ name }) => (worker(name) ? service(name) : refuse(10090)),
    'GET /a/workers/scripts/:name/secrets': ({ name }) => worker(name)?.latest.secrets.map(withoutText) ?? NO_WORKER,
    'PUT /a/workers/scripts/:name/secrets': ({ name }, { name: secret, text }) =>
      worker(name)?.changeSecrets({ [secret]: text }) ?? NO_WORKER,
    'DELETE /a/workers/scripts/:name/secrets/:secret': ({ name, secret }) =>
      worker(name)?.changeSecrets({ [secret]: null }) ?? NO_WORKER,
    'PATCH /a/workers/scripts/:name/secrets-bulk': ({ name }, { secrets }) =>
      worker(name)?.changeSecrets(texts(secrets)) ?? NO_WORKER,
    'PATCH /a/workers/workers/:name/versions/latest': ({ name }, { env, annotations }) =>
      worker(name) ? worker(name).shown(worker(name).addSecrets(texts(env), annotations)) : NO_WORKER,
    'GET /a/workers/scripts/:name/settings': ({ name }) =>
      worker(name)
        ? {
            ...worker(name).settings,
            bindings: [...worker(name).latest.bindings, ...worker(name).latest.secrets.map(withoutText)],
          }
        : NO_WORKER,
    'PUT /a/workers/scripts/:name': ({ name }, _, request) => put(name, request),
    'POST /a/workers/scripts/:name/versions': ({ name }, _, request) => upload(name, request),
    'GET /a/workers/scripts/:name/deployments': ({ name }) =>
      worker(name) ? { deployments: worker(name).deployments } : NO_WORKER,
    'POST /a/workers/scripts/:name/deployments': ({ name }, body, request) =>
      worker(name).deploy(body, new URL(request.url).searchParams.get('force') === 'true'),
    'PATCH /a/workers/scripts/:name/script-settings': ({ name }, body) => Object.assign(worker(name).settings, body),
    'POST /a/workers/scripts/:name/assets-upload-session': (_, { manifest }) => {
      files = Object.keys(manifest);
      return { jwt: 'a.e30.c', buckets: [] };
    },
    'GET /a/workers/scripts/:name/subdomain': () => ({ enabled: true, previews_enabled: false }),
    'POST /a/workers/scripts/:name/subdomain': (_, body) => body,
    'PUT /a/workers/scripts/:name/schedules': ({ name }, body) => {
      worker(name).schedules = body;
      return {};
    },
    'GET /a/workers/scripts/:name/versions': ({ name }) =>
      worker(name) ? { items: worker(name).versions.slice(0, 100).map(worker(name).shown) } : NO_WORKER,
    'GET /a/workers/scripts/:name/versions/:version': ({ name, version }) =>
      worker(name).shown(worker(name).version(version)),
  };
  const patterns = Object.entries(routes).map(([route, answer]) => {
    const [method, path] = route.split(' ');
    return { method, path: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`), answer };
  });

  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await Array.fromAsync(incoming));
    const init = incoming.method === 'GET' ? {} : { body };
    const request = new Request(`http://cloudflare${incoming.url}`, {
      method: incoming.method,
      headers: incoming.headers,
      ...init,
    });
    const path = new URL(request.url).pathname.replace(`/accounts/${ACCOUNT}`, '/a');
    const route = patterns.find((it) => it.method === incoming.method && it.path.test(path));
    if (!route) unknown.push(`${incoming.method} ${path}`);
    const json = body.toString('latin1', 0, 1) === '{' ? JSON.parse(body) : undefined; // wrangler does not always name the type
    let result = refuse(10000);
    try {
      if (route) result = await route.answer(route.path.exec(path).groups ?? {}, json, request);
    } catch (error) {
      unknown.push(`${incoming.method} ${path}: ${error.stack}`);
    }
    const refused = result instanceof Refusal;
    const status = result?.message ? 400 : 404;
    const etag = createHash('md5').update(body).digest('hex'); // which an upload is answered with
    response.writeHead(refused ? status : 200, { 'content-type': 'application/json', etag });
    response.end(
      JSON.stringify({
        success: !refused,
        errors: refused ? [{ code: result.code, message: result.message ?? `${path}: refused` }] : [],
        messages: [],
        result: refused ? null : result,
        result_info: { page: 1, per_page: 50, total_pages: 1, count: 1, total_count: 1 },
      }),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}`;
  return { url, made, unknown, close: () => server.close() };
}
