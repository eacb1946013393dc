// Every bench, as short as it can be: that it can still measure. What it measures here says nothing, and is not looked at.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { CASES } from '../../bench/cases.mjs';
import { lists } from '../../bench/growth/lists.mjs';
import { searches } from '../../bench/growth/searches.mjs';
import { ENDPOINTS } from '../../bench/latency/model.mjs';
import { countsOf } from '../../bench/lib/hospital.mjs';
import { INNER } from '../../bench/lib/inner.mjs';
import { findChromium } from '../../scripts/chromium.mjs';
import { root, toolEnv } from '../../scripts/lib.mjs';

const pages = () => ['bench/RESULTS.md', 'docs/latency.md'].map((page) => readFileSync(join(root, page), 'utf8'));

/** Runs a script of package.json. @returns what it prints */
async function run(script, ...args) {
  const before = pages();
  const bench = spawn('npm', ['run', '--silent', script, '--', ...args, '--no-results'], { cwd: root, env: toolEnv });
  const [printed, errors, [code]] = await Promise.all([text(bench.stdout), text(bench.stderr), once(bench, 'close')]);
  assert.equal(code, 0, printed + errors);
  assert.deepEqual(pages(), before, 'no results were written');
  return printed;
}

const cellsOf = (line) =>
  line
    .split('|')
    .map((cell) => cell.trim())
    .slice(1, -1);

/** Of all printed tables that have a column, its figures by what the rows are called. */
function figures(printed, column) {
  const tables = printed.split(/\n(?!\|)/).map((part) => part.split('\n').filter((line) => line.startsWith('|')));
  const rows = tables
    .filter((lines) => lines.length > 2)
    .flatMap(([head, , ...lines]) => {
      const at = cellsOf(head).indexOf(column);
      return at < 0 ? [] : lines.map((line) => [cellsOf(line)[0], cellsOf(line)[at]]);
    });
  for (const [name, figure] of rows) assert.match(figure, /\d/, `${column} of ${name}:\n${printed}`);
  assert.doesNotMatch(printed, /NaN|undefined|Infinity/);
  return new Map(rows);
}

const titlesOf = (cases) => cases.map((name) => CASES[name].title);
const SMALL = ['--patients', '1000'];

describe('every bench can measure', { concurrency: 2 }, () => {
  test('bench, all cases, with size and startup', async () => {
    const printed = await run('bench', '--pairs', '1', '--seconds', '0.2', '--connections', '2', ...SMALL);
    for (const column of ['no simulators', 'as wrangler dev', 'CPU µs']) {
      assert.deepEqual([...figures(printed, column).keys()], titlesOf(Object.keys(CASES)));
    }
    assert.match(printed, /^Bundle: \d/m);
    assert.match(printed, /^Startup: \d.*; ratio \d/m);
  });

  test('bench --inner', async () => {
    const printed = await run('bench', '--inner', '--pairs', '1', '--seconds', '0.1', ...SMALL);
    assert.deepEqual([...figures(printed, 'service µs').keys()], titlesOf(INNER));
    assert.deepEqual([...figures(printed, 'floor µs').keys()], titlesOf(INNER));
  });

  test('bench:calendar', async () => {
    const printed = await run('bench:calendar', '1', ...SMALL);
    assert.equal(figures(printed, 'ratio (quartiles)').size, 7);
  });

  test('bench:growth', async () => {
    const printed = await run('bench:growth', '1000', '--all', '--repeats', '1');
    const [, requests] = /^(\d+) requests at 1,000 patients/m.exec(printed) ?? [];
    assert.equal(figures(printed, 'rows written').size, Number(requests));
    assert.equal(figures(printed, 'most rows read').size, 5);
  });

  test('bench:searchers', async () => {
    const printed = await run('bench:searchers', '1000', '--seconds', '1');
    assert.equal(figures(printed, 'reads').size, 4);
  });

  test('bench:crowd', async () => {
    const printed = await run('bench:crowd', '--seconds', '0.5', '--connections', '2');
    for (const column of ['p99 ms', 'workerd MiB', "Worker's heap MiB"]) assert.equal(figures(printed, column).size, 4);
  });

  test('bench:latency', async () => {
    const printed = await run('bench:latency', '1000');
    for (const endpoint of Object.keys(ENDPOINTS)) assert.ok(figures(printed, 'Stockholm').has(endpoint), endpoint);
    assert.ok(figures(printed, 'per second').has('create patient'));
  });

  const skip = !findChromium() && 'there is no Chromium';
  test('bench:paint', { skip }, async () => {
    const printed = await run('bench:paint', '--rounds', '1');
    assert.deepEqual([...figures(printed, 'usable after s').keys()], ['/portal/', '/docs']);
  });
});

test('every section of RESULTS.md says its commit', () => {
  const sections = [...pages()[0].matchAll(/<!-- (\w+): begin -->(.*?)<!-- \1: end -->/gs)];
  assert.ok(sections.length > 4);
  for (const [, name, text] of sections) assert.match(text, /, commit [0-9a-f]{7,}/, name);
});

test('how much has changed since the bench is said, and where git does not know it, that', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'hospital-age-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir(), GIT_CONFIG_GLOBAL: '/dev/null' };
  const command = (...args) => execFileSync(args[0], args.slice(1), { cwd: dir, env, encoding: 'utf8' }).trim();
  const said = () => command(process.execPath, join(root, 'bench', 'age.mjs'), dir).replace(/.*measured: /, '');
  const file = (path, content) => {
    mkdirSync(join(dir, dirname(path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  };
  const results = (commit) => file('bench/RESULTS.md', `<!-- floor: begin -->\nUTC, commit ${commit}; 2 cores\n`);

  results('0123456');
  assert.match(said(), /^not known .*no commit 0123456/);
  command('git', 'init', '--quiet');
  file('src/app.ts', 'one\ntwo\n');
  file('src/resources/a.ts', 'one\n');
  command('git', 'add', '.');
  command('git', '-c', 'user.name=a', '-c', 'user.email=a@test.example', 'commit', '--quiet', '-m', 'first');
  assert.match(said(), /^not known .*no commit 0123456/);
  const commit = command('git', 'rev-parse', '--short', 'HEAD');
  results(commit);
  assert.equal(said(), `by 0 lines, since commit ${commit}`);
  file('src/app.ts', 'one\nthree\nfour\n');
  file('src/resources/a.ts', 'two\n');
  assert.equal(said(), `by 3 lines, since commit ${commit}`);
  file('bench/RESULTS.md', '');
  assert.match(said(), /^not known .*names no commit/);
});

test('bench:growth asks a hospital of a million patients for no offset that the service refuses', async () => {
  const { OFFSET_MAX } = await import('../../src/schemas/listing.ts');
  const world = { counts: countsOf(1_000_000), words: {}, appointment: {}, patient: () => '' };
  const offsets = [...lists(world), ...searches(world)].map(({ path }) =>
    Number(new URL(path, 'http://localhost').searchParams.get('offset')),
  );
  assert.equal(Math.max(...offsets), OFFSET_MAX);
});
