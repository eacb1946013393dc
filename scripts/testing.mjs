// Makes `hospital-service-client/testing` where it is out of date: clients/typescript/testing, compiled, beside the built Worker, its
// options, and a database with an account for each role, of which every hospital that it starts has a copy.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildService } from './build.mjs';
import { publish } from './client.mjs';
import { filesIn, modernNode, root } from './lib.mjs';
import { serve, sqliteFile, workerOf } from './local-worker.mjs';
import { migrate, migrations } from './storage/migrate.mjs';

const ROLES = ['admin', 'staff', 'doctor', 'billing', 'none'];

const home = join(root, 'clients', 'typescript', 'testing');
const dist = join(home, 'dist');

function isUpToDate() {
  const made = join(dist, 'worker', 'worker.json');
  if (!existsSync(made)) return false;
  const folders = [join(root, 'src'), join(root, 'drizzle')];
  const sources = folders.flatMap((dir) => filesIn(dir).map((name) => join(dir, name)));
  const files = [
    'clients/typescript/testing/index.ts',
    'clients/typescript/testing/node-version.ts',
    'scripts/testing.mjs',
    'wrangler.toml',
    'package-lock.json',
  ];
  const written = statSync(made).mtimeMs;
  return [...sources, ...files.map((name) => join(root, name))].every((path) => statSync(path).mtimeMs <= written);
}

function compile(dir) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-p', home, '--noEmit', 'false', '--declaration', '--outDir', dir];
  const { status } = spawnSync(modernNode(), args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('clients/typescript/testing does not compile.');
}

/** Migrated, and with an account for each role, made by the service itself. @returns the path of its file */
async function makeDatabase(module, data, password) {
  const service = await serve(module, { data });
  try {
    await migrate(await service.d1(), migrations().at(-1));
    for (const role of ROLES) {
      const body = JSON.stringify({ email: `${role}@hospital.test`, password, full_name: `Test ${role}` });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}/auth/signup`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`No account for ${role}: ${await answer.text()}`);
    }
  } finally {
    await service.stop();
  }
  const file = sqliteFile(data);
  using db = new DatabaseSync(file);
  db.exec("UPDATE user SET type = substr(email, 1, instr(email, '@') - 1)");
  // All of it into the one file that is kept.
  db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  return file;
}

async function make(draft) {
  compile(draft);
  const { TEST_PASSWORD } = await import(pathToFileURL(join(draft, 'index.js')));
  const module = buildService(join(draft, 'built'));
  const used = join(draft, 'used');
  mkdirSync(used);
  const database = await makeDatabase(module, used, TEST_PASSWORD);
  place(database, join(draft, 'data', relative(used, database)));
  place(module, join(draft, 'worker', 'index.js'));
  // A portal under test, or its development server, is of another origin.
  const worker = workerOf(module, { vars: { CORS_ORIGINS: '*' } });
  writeFileSync(join(draft, 'worker', 'worker.json'), JSON.stringify(worker));
  for (const name of ['built', 'used']) rmSync(join(draft, name), { recursive: true });
}

function place(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

export async function buildTesting() {
  if (isUpToDate()) return;
  const draft = mkdtempSync(join(root, 'node_modules', '.testing-'));
  try {
    await make(draft);
    publish(draft, dist);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

// `npm pack` of the client.
if (process.argv[1] === fileURLToPath(import.meta.url)) await buildTesting();
