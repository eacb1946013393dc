// Builds portal/ into public/portal if a source is newer: for `npm start`, and for `npm run deploy`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { fail, filesIn, modernNode, root, toolEnv } from './lib.mjs';

const home = join(root, 'portal');
const target = join(root, 'public', 'portal');
const MADE_FROM = [home, join(root, 'clients', 'typescript', 'src'), join(root, 'package-lock.json')];

/** A folder's own time tells of files that are gone. */
function changedAt(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  const within = readdirSync(path).filter((name) => name !== 'node_modules');
  return Math.max(stat.mtimeMs, ...within.map((name) => changedAt(join(path, name))));
}

const index = join(target, 'index.html');
const isCurrent = () =>
  (statSync(index, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Math.max(...MADE_FROM.map(changedAt));

/** In a process of its own, so that a start can do something else meanwhile. */
export async function buildPortal() {
  if (isCurrent()) return;
  console.log('Building the portal …');
  const started = new Date();
  mkdirSync(join(root, 'dist'), { recursive: true });
  const draft = mkdtempSync(join(root, 'dist', 'portal-'));
  try {
    await runVite(['build', '--outDir', draft, '--logLevel', 'warn']);
    publish(draft);
    // As old as what it was made from: a source that has changed since is newer.
    utimesSync(index, started, started);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** One by one, as a service may be serving them, or another start may publish the same; what names others comes after these. */
function publish(draft) {
  const made = filesIn(draft).sort((a, b) => Number(a === 'index.html') - Number(b === 'index.html'));
  for (const name of made) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    renameSync(join(draft, name), join(target, name));
  }
  for (const name of filesIn(target)) if (!made.includes(name)) rmSync(join(target, name), { force: true });
}

async function runVite(args) {
  const vite = join(dirname(createRequire(join(home, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js');
  const run = spawn(modernNode(), [vite, ...args], { cwd: home, env: toolEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')]);
  if (code !== 0) throw new Error(`The portal was not built:\n${out}${err}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPortal().catch(({ message }) => fail(message));
}
