// `npm run fleet -- deploy`: the same build to every clinic, ring by ring.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { numberToKeep } from '../deploy/limits.mjs';
import { changes, portalOf, writeSettings } from '../deploy/settings.mjs';
import { servingIds } from '../deploy/versions.mjs';
import { fail, root, wrangler } from '../lib.mjs';
import { buildPortal } from '../portal.mjs';
import { clinic, eachOf, ringName } from './clinics.mjs';
import { notReady } from './look.mjs';
import { fingerprints, State } from './state.mjs';

const home = join(root, '.wrangler', 'fleet');
/** Of the API at most, for a clinic's first deployment and each later one: test/system/fleet.test.mjs counts them. */
export const CALLS = { first: 80, later: 45 };
/** An isolate gives an answer of /health/ready for 5 seconds, so an earlier one may be of the version before. */
const ANSWERS_AGAIN = 6_000;

/** Into a folder that nothing else writes. */
function build() {
  console.log('Building, once for all …');
  const dir = join(home, 'code');
  rmSync(dir, { recursive: true, force: true });
  const args = ['deploy', '--dry-run', '--outdir', dir];
  const { status, stdout, stderr } = wrangler(args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return status === 0 ? dir : fail(`It does not build:\n${stdout}${stderr}`);
}

/** One after another, as two at once could choose the same; and before all else, so that what is to be committed is there. */
function withNumber(it) {
  const number = numberToKeep(it);
  return number ? { ...it, ...clinic(writeSettings(changes({ number }, it), it)) } : it;
}

export async function deploy(found, { parallel, wait }, pace) {
  const state = new State();
  const clinics = found.map(withNumber);
  const code = build();
  // The deployments would build it at the same time.
  if (clinics.some(({ config }) => portalOf(config) === 'serve')) await buildPortal();
  const printOf = fingerprints(code);

  for (const [ring, ofRing] of Map.groupBy(clinics, (it) => it.ring)) {
    let last = 0;
    const failed = await eachOf(ofRing, parallel, async (it) => {
      const print = printOf(it);
      const [serving] = await servingIds(it);
      if (state.has(it, print, serving)) return console.log(`  ${it.name}: has it already`);
      // Nobody is left half deployed because calls have run out.
      if (pace.until(parallel * CALLS.first) > 0) console.log(`  ${it.name}: waits, as calls of the API would run out`);
      await pace.room(parallel * CALLS.first);
      const started = Date.now();
      const reason = await deployOne(it, code);
      if (reason) return reason;
      const [deployed] = await servingIds(it);
      state.deployed(it, print, deployed);
      last = Date.now();
      return console.log(`  ${it.name}: deployed, ${Math.round((last - started) / 1_000)} s`);
    });
    await sleep(Math.max(0, last + ANSWERS_AGAIN - Date.now()));
    const deployed = ofRing.filter(({ name }) => !failed.has(name));
    const unready = await eachOf(deployed, parallel, (it) => untilReady(it, Date.now() + wait * 1_000));
    for (const [name, reason] of unready) failed.set(name, `not ready after ${wait} s: ${reason}`);
    if (failed.size > 0) stop(ring, ofRing, failed);
    console.log(`Ring ${ringName(ring)}: ${ofRing.length} deployed and ready.`);
  }
  console.log(`${clinics.length} clinics, ${pace.total} calls of Cloudflare’s API.`);
}

/** @returns why it failed; undefined if it did not */
async function deployOne({ name, account }, code) {
  const path = join(home, `${name}.log`);
  const log = openSync(path, 'w', 0o600);
  const args = [join(root, 'scripts', 'deploy.mjs'), '--env', name, '--built', code];
  const env = { ...process.env, CLOUDFLARE_ACCOUNT_ID: account };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', log, log] });
  closeSync(log);
  const [status] = await once(child, 'close');
  if (status === 0) return undefined;
  const end = readFileSync(path, 'utf8').trim().split('\n').slice(-5);
  return [`not deployed, as ${relative(root, path)} says:`, ...end].join('\n      ');
}

async function untilReady(it, until) {
  for (;;) {
    const reason = await notReady(it);
    if (!reason || Date.now() > until) return reason;
    await sleep(2_000);
  }
}

function stop(ring, { length }, failed) {
  const list = [...failed].map(([name, reason]) => `\n  ${name}: ${reason}`).join('');
  fail(
    `Ring ${ringName(ring)}: ${failed.size} of ${length} failed. No later ring was touched.${list}\n` +
      'Mend these (docs/operations.md#health; where the code is bad, #a-bad-deploy), and run the same command again: it goes on from here.',
  );
}
