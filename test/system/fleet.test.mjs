// `npm run fleet`, run against a stand-in for Cloudflare: lib/deployment.mjs says what that shows and what not.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { Pace, paced } from '../../scripts/deploy/pace.mjs';
import { migrations } from '../../scripts/storage/migrate.mjs';
import { ACCOUNT } from './lib/cloudflare.mjs';
import { startDeployment } from './lib/deployment.mjs';

const CLINICS = 6;
/** Two in the first ring, one in the last, which is that of who names none. */
const NAMES = Array.from({ length: CLINICS }, (_, i) => `clinic-${String(i + 1).padStart(3, '0')}`);
const [FIRST, SECOND, THIRD] = NAMES;
const LAST = NAMES.at(-1);
const ringOf = (name) => (name === LAST ? undefined : name === FIRST || name === SECOND ? 1 : 2);

let it;
/** Answers /health/ready of all clinics; those in `sick` are 503. */
let health;
const sick = new Set();

const urlOf = (name) => `http://127.0.0.1:${health.address().port}/${name}`;
const workerOf = (name) => `hospital-service-${name}`;
const fleet = (...args) => it.succeeds('fleet.mjs', ...args);

/** The one that serves. */
async function versionOf(name) {
  const path = `/accounts/${ACCOUNT}/workers/scripts/${workerOf(name)}/deployments`;
  const { result } = await (await fetch(it.env.CLOUDFLARE_API_BASE_URL + path)).json();
  return result?.deployments[0].versions[0].version_id;
}
const versionsOf = (names) => Promise.all(names.map(versionOf));

/** Ends with 1 after it has made something. */
async function fails(reason, ...args) {
  const { code, output } = await it.command('fleet.mjs', args);
  assert.equal(code, 1, output);
  assert.match(output, reason);
  return output;
}

/** Kills it, and none of what it has started, once its output says so. */
async function killed(when, ...args) {
  const options = { cwd: it.path(), env: it.env, stdio: ['ignore', 'pipe', 'inherit'] };
  const child = spawn(process.execPath, [it.path('scripts', 'fleet.mjs'), ...args], options);
  let output = '';
  for await (const text of child.stdout) {
    output += text;
    if (when.test(output)) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  assert.equal(child.signalCode, 'SIGKILL', output);
}

before(async () => {
  it = await startDeployment();
  health = createServer(({ url }, response) => {
    const isSick = [...sick].some((name) => url === `/${name}/health/ready`);
    const checks = { database: isSick ? 'failed' : 'ok', queue: 'none' };
    response.writeHead(isSick ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ checks }));
  });
  await new Promise((resolve) => health.listen(0, '127.0.0.1', resolve));
  for (const name of NAMES) {
    const ring = ringOf(name);
    it.write(`environments/${name}.toml`, `[fleet]\n${ring ? `ring = ${ring}\n` : ''}url = "${urlOf(name)}"\n`);
  }
});
after(() => {
  it?.stop();
  health?.close();
});

describe('before anything is made', () => {
  test('flags that are unknown or make no sense are refused', async () => {
    const refused = (reason, ...args) => it.refused(reason, ['fleet.mjs', ...args]);
    await refused(/One of plan, deploy, status is needed[\s\S]*--only GLOB/);
    await refused(/One of plan, deploy, status is needed/, 'destroy');
    await refused(/Unknown option '--rings'/, 'plan', '--rings', '1');
    await refused(/--ring does not take "0"/, 'plan', '--ring', '0');
    await refused(/--parallel does not take "9"/, 'plan', '--parallel', '9');
    await refused(/--wait does not take "soon"/, 'deploy', '--wait', 'soon');
    await refused(/No file of environments\/ that is meant has a table \[fleet\]/, 'plan', '--only', 'staging');
    await refused(/No file of environments\//, 'plan', '--ring', '9');
  });

  test('what is wrong with any clinic ends it before the first one is deployed', async () => {
    const written = it.read(`environments/${LAST}.toml`);
    it.write(
      `environments/${LAST}.toml`,
      'compatibility_date = "2026-01-01"\n[fleet]\nring = "two"\n[vars]\nTIME_ZONE = "Mars/Base"\n',
    );
    await it.refused(
      new RegExp(
        `${LAST}.toml: ring under \\[fleet\\] is a number.*\\n.*url under \\[fleet\\] is needed.*\\n` +
          '.*compatibility_date is of the build.*\\n.*TIME_ZONE must be an IANA time zone\\nNothing was changed',
      ),
      ['fleet.mjs', 'deploy'],
    );
    it.write(`environments/${LAST}.toml`, written);
  });

  test('plan says what would be done, and changes nothing', async () => {
    const output = await fleet('plan');
    const { version } = JSON.parse(it.read('package.json'));
    const all = migrations().join(', ').replaceAll('.sql', '');
    assert.match(output, new RegExp(`^1 +${FIRST} +new +${version.replaceAll('.', '\\.')} +${all}$`, 'm'));
    assert.match(output, new RegExp(`^last +${LAST} +new `, 'm'));
    assert.ok(output.indexOf(THIRD) < output.indexOf(LAST));
    assert.match(output, new RegExp(`${CLINICS} clinics, at most ${CLINICS * 80} calls`));
    assert.deepEqual(it.names().workers, []);
    assert.doesNotMatch(it.read(`environments/${FIRST}.toml`), /number/);
    assert.doesNotMatch(await fleet('plan', '--only', 'clinic-*1'), new RegExp(SECOND));
  });
});

describe('deploy', () => {
  test('a ring with a clinic that is not ready stops it before the next ring', async () => {
    sick.add(SECOND);
    const reason = new RegExp(
      `Ring 1: 1 of 2 failed\\. No later .*\\n  ${SECOND}: not ready after 1 s: 503, database: failed\\n`,
    );
    await fails(reason, 'deploy', '--wait', '1');
    assert.deepEqual(it.names().workers.sort(), [FIRST, SECOND].map(workerOf));
    assert.equal(it.database(`hospital-${FIRST}`).sqlite.prepare('SELECT count(*) AS n FROM patient').get().n, 0);
    assert.match(it.read(`environments/${LAST}.toml`), /number = "\d+"/, 'what is to be committed is there at once');
    assert.doesNotMatch(it.read(`wrangler.${FIRST}.json`), /fleet/);
  });

  test('once it is mended, it goes on; killed in the middle, it goes on as well', async () => {
    sick.clear();
    const before = await versionsOf([FIRST, SECOND]);
    await killed(new RegExp(`${THIRD}: deployed`), 'deploy', '--parallel', '1');
    const third = await versionOf(THIRD);
    assert.equal(it.made.workers[workerOf(LAST)], undefined);

    const output = await fleet('deploy');
    assert.match(output, new RegExp(`${THIRD}: has it already`));
    assert.match(
      output,
      new RegExp(`Ring 1: 2 deployed and ready[\\s\\S]*Ring 2: ${CLINICS - 3} .*[\\s\\S]*Ring last: 1 `),
    );
    assert.deepEqual(await versionsOf([FIRST, SECOND, THIRD]), [...before, third]);
    assert.deepEqual(it.names().workers.sort(), NAMES.map(workerOf));
    const numbers = NAMES.flatMap((name) =>
      it.made.workers[workerOf(name)].bindings.flatMap((b) => b.namespace_id ?? []),
    );
    assert.equal(new Set(numbers).size, numbers.length, 'no two count together');
  });

  test('only what has changed is deployed again, by at most as many calls as are planned', async () => {
    const before = await versionsOf(NAMES);
    it.write(
      `environments/${THIRD}.toml`,
      `${it.read(`environments/${THIRD}.toml`)}\n[vars]\nTIME_ZONE = "Europe/Oslo"\n`,
    );
    const [, calls] = /(\d+) calls of/.exec(await fleet('deploy'));
    const now = await versionsOf(NAMES);
    const changed = NAMES.filter((_, i) => now[i] !== before[i]);
    assert.deepEqual(changed, [THIRD]);
    // One for each clinic asks what serves, one more after a deployment.
    const own = Number(calls) - CLINICS - 1;
    assert.ok(own > 20 && own <= 45, `${own} calls`);
    assert.equal(it.bindings(workerOf(THIRD)).TIME_ZONE.text, 'Europe/Oslo');
  });

  test('who was deployed by another way since is deployed again', async () => {
    await it.succeeds('deploy.mjs', '--env', FIRST);
    const by = await versionOf(FIRST);
    assert.match(await fleet('deploy', '--only', FIRST), new RegExp(`${FIRST}: deployed`));
    assert.notEqual(await versionOf(FIRST), by);
  });

  test('a deployment that fails is named with the end of what it printed', async () => {
    const toml = it.read('wrangler.toml');
    it.write('wrangler.toml', toml.replace('binding = "FILES"\n', 'binding = "FILES"\njurisdiction = "us"\n'));
    const output = await fails(/Ring 1: 2 of 2 failed/, 'deploy', '--wait', '1');
    assert.match(
      output,
      new RegExp(`${FIRST}: not deployed, as \\.wrangler/fleet/${FIRST}\\.log says:\\n[\\s\\S]*without a jurisdiction`),
    );
    it.write('wrangler.toml', toml);
  });
});

test('status is a line for each clinic', async () => {
  const manifest = {
    format: 1,
    made_at: '2026-11-20T02:00:00.000Z',
    from: { database: `hospital-${FIRST}`, remote: true },
  };
  mkdirSync(it.path('backups', 'one'), { recursive: true });
  mkdirSync(it.path('backups', 'files'));
  it.write('backups/one/manifest.json', JSON.stringify(manifest));
  it.database(`hospital-${FIRST}`).file_size = 1_234_567;
  sick.add(SECOND);
  const output = await fleet('status');
  const { version } = JSON.parse(it.read('package.json'));
  const last = migrations().at(-1).replace('.sql', '');
  const row = (name, ...cells) => assert.match(output, new RegExp(`^\\w+ +${name} +${cells.join(' +')}$`, 'm'));
  row(FIRST, version, last, '1234567', '2026-11-20T02:00', 'yes');
  row(SECOND, version, last, 'unknown', 'unknown', '503, database: failed');
  assert.equal(output.trim().split('\n').length, CLINICS + 1);
  assert.ok(existsSync(it.path('.wrangler', 'fleet.json')));
});

describe('the pace', () => {
  /** Time goes by only where somebody waits. */
  function paceOf(limit) {
    const waited = [];
    let now = 1_000_000;
    const wait = async (ms) => {
      waited.push(ms);
      now += ms;
    };
    return { pace: new Pace({ limit, now: () => now, wait }), waited, pass: (ms) => (now += ms) };
  }

  test('no five minutes have more calls than the limit', async () => {
    const { pace, waited, pass } = paceOf(3);
    for (let i = 0; i < 3; i++, pass(1_000)) await pace.turn();
    assert.deepEqual(waited, []);
    for (let i = 0; i < 3; i++) await pace.turn();
    assert.deepEqual(waited, [297_000, 1_000, 1_000]);
    assert.equal(pace.total, 6);
  });

  test('a deployment starts only where there is room for all of its calls', async () => {
    const { pace, waited, pass } = paceOf(10);
    for (let i = 0; i < 5; i++, pass(1_000)) await pace.turn();
    await pace.room(5);
    assert.deepEqual(waited, []);
    await pace.room(7);
    assert.deepEqual(waited, [296_000]);
    await pace.room(99);
    assert.deepEqual(waited, [296_000, 3_000], 'more than there is room for at all: once nobody else calls');
  });

  test('a call that is refused is made again after as long as the answer says, with its body', async () => {
    const { pace, waited } = paceOf(100);
    const seen = [];
    const api = createServer(async (request, response) => {
      seen.push([request.url, request.headers.authorization, (await Array.fromAsync(request)).join('')]);
      response.writeHead(seen.length === 1 ? 429 : 200, { 'retry-after': '7' }).end('{}');
    });
    await new Promise((resolve) => api.listen(0, '127.0.0.1', resolve));
    const address = await paced(pace, `http://127.0.0.1:${api.address().port}/client/v4`);
    const init = { method: 'POST', body: '{"a":1}', headers: { authorization: 'Bearer of-a-test' } };
    const answer = await fetch(`${address}/accounts?page=1`, init);
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), '{}');
    const call = ['/client/v4/accounts?page=1', 'Bearer of-a-test', '{"a":1}'];
    assert.deepEqual(seen, [call, call]);
    assert.deepEqual(waited, [7_000]);
    api.close();
  });
});
