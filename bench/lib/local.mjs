// Workers in Miniflare as workerd serves them: a socket straight to the Worker, storage in a directory.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { migrate } from './database.mjs';

const JWT_SECRET = 'for-benchmarks-only-'.repeat(2);
const NAME = 'bench';
/** The limits themselves are not what is measured. */
const UNLIMITED = Object.fromEntries(
  ['AUTH', 'PASSWORD', 'ACCOUNT', 'SEARCH'].map((of, i) => [
    `${of}_RATE_LIMIT`,
    { namespace_id: String(1001 + i), simple: { limit: 1_000_000_000, period: 60 } },
  ]),
);

/** Runs `work` with a directory of its own, which is gone afterwards, also after Ctrl-C. */
export async function withTemporary(work) {
  const dir = mkdtempSync(join(tmpdir(), 'hospital-bench-'));
  process.env.TMPDIR = dir; // of all that is started from here
  const clean = () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', clean);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
  try {
    return await work(dir);
  } finally {
    clean();
  }
}

/**
 * Serves one module on a loopback port.
 * @param options `data`: directory of D1 and R2; `env`: ENVIRONMENT; `inspectorPort`: of workerd's inspector
 */
export async function serve(module, { data, env = 'production', inspectorPort }) {
  const worker = {
    name: NAME,
    rootPath: dirname(module),
    modules: [{ type: 'ESModule', path: basename(module) }],
    compatibilityDate: '2026-10-15',
    d1Databases: { DB: 'hospital' },
    r2Buckets: { FILES: 'hospital-files' },
    ratelimits: UNLIMITED,
    bindings: { JWT_SECRET, ENVIRONMENT: env, CURRENCY: 'USD', SIGNUP_ROLE: 'staff', DOUBLE_BOOKING: 'allow' },
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
    handleStructuredLogs: ({ level, message }) => level === 'error' && console.error(message),
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

/** Path of D1's SQLite file in a data directory that a Worker has used. */
export function sqliteFile(data) {
  const dir = join(data, 'd1', 'miniflare-D1DatabaseObject');
  const file = readdirSync(dir).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  return join(dir, file);
}

/** Makes the empty, migrated database of a data directory. @returns path of its file */
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
