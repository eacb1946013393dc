// Built Workers in Miniflare as workerd serves them: a socket straight to the Worker, storage in a directory.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { root } from './lib.mjs';
import { BATCH_SECONDS } from './local-config.mjs';

const NAME = 'hospital';
const JWT_SECRET = 'for-local-runs-only-'.repeat(2);
/** Neither a developer's variables nor a deployment's may change these. */
const VARIABLES = { JWT_SECRET, ENVIRONMENT: 'production', CURRENCY: 'USD', TIME_ZONE: 'UTC', SIGNUP_ROLE: 'staff' };
const UNLIMITED = 1_000_000_000;

/** The directory is gone afterwards, also after Ctrl-C. */
export async function withTemporary(work) {
  const dir = mkdtempSync(join(tmpdir(), 'hospital-'));
  process.env.TMPDIR = dir; // of all that is started from here
  process.env.NODE_COMPILE_CACHE ??= join(dir, 'compiled'); // a quarter of what a start of wrangler takes
  const clean = () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', clean);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
  try {
    return await work(dir);
  } finally {
    clean();
  }
}

export const bindingsFile = (module) => join(dirname(module), 'bindings.json');

/** Rate limits as wrangler.toml has them, or ones that are never reached. */
function bindingsOf(module, limited) {
  const options = JSON.parse(readFileSync(bindingsFile(module), 'utf8'));
  for (const consumer of Object.values(options.queueConsumers)) {
    consumer.maxBatchTimeout = Math.min(consumer.maxBatchTimeout, BATCH_SECONDS);
  }
  if (!limited) for (const { simple } of Object.values(options.ratelimits)) simple.limit = UNLIMITED;
  return options;
}

/** For Miniflare, as JSON, without the code: rate limits hold or are never reached, as `limited` says. */
export function workerOf(module, { vars = {}, limited = false } = {}) {
  const { bindings, ...bound } = bindingsOf(module, limited);
  return { ...bound, name: NAME, bindings: { ...bindings, ...VARIABLES, ...vars } };
}

function modulesOf(module, wrapper) {
  if (!wrapper) return [{ type: 'ESModule', path: basename(module) }];
  const sources = { 'wrapper.js': wrapper, 'worker.js': readFileSync(module, 'utf8') };
  return Object.entries(sources).map(([path, contents]) => ({ type: 'ESModule', path, contents }));
}

/**
 * Serves one built module on a loopback port. `data`: directory of D1 and R2; `limited`: whether the rate limits of
 * wrangler.toml hold; `wrapper`: code of a module that is served instead and imports the built one as './worker.js'
 */
export async function serve(module, { data, vars = {}, limited = false, wrapper, inspectorPort, log }) {
  const worker = {
    ...workerOf(module, { vars, limited }),
    rootPath: dirname(module),
    modules: modulesOf(module, wrapper),
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  };
  const options = {
    workers: [worker],
    host: '127.0.0.1',
    port: 0,
    resourcePersistencePath: data,
    cf: false, // would be fetched from the network
    telemetry: { enabled: false },
    logRequests: false,
    log: new Log(LogLevel.ERROR),
    handleStructuredLogs: log ?? (({ level, message }) => level === 'error' && console.error(message)),
    ...(inspectorPort === undefined ? {} : { inspectorPort }),
  };
  const mf = new Miniflare(convertV4MiniflareOptions(options));
  await mf.ready;
  const url = String(await mf.unsafeGetDirectURL(NAME)).replace(/\/$/, '');
  return {
    url,
    mf,
    d1: () => mf.getD1Database('DB', NAME),
    bucket: () => mf.getR2Bucket('FILES', NAME),
    stop: () => mf.dispose(),
  };
}

/** Of a data directory that a Worker has used. */
export function sqliteFile(data) {
  const dir = join(data, 'd1', 'miniflare-D1DatabaseObject');
  const file = readdirSync(dir).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  return join(dir, file);
}

export function migrate(db) {
  const dir = join(root, 'drizzle');
  const files = readdirSync(dir).filter((name) => name.endsWith('.sql'));
  for (const file of files.sort()) db.exec(readFileSync(join(dir, file), 'utf8'));
}

/** Empty, but migrated. @returns the path of its file */
export async function createDatabase(module, data) {
  const worker = await serve(module, { data });
  try {
    const d1 = await worker.d1();
    await d1.prepare('SELECT 1').all();
  } finally {
    await worker.stop();
  }
  const file = sqliteFile(data);
  using db = new DatabaseSync(file);
  migrate(db);
  return file;
}
