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
import { boundOf, verdictOf } from '../../bench/growth/verdict.mjs';
import { OFFSET_MAX, SEARCH_OFFSET_MAX } from '../../bench/growth/world.mjs';
import { ENDPOINTS } from '../../bench/latency/model.mjs';
import { countsOf } from '../../bench/lib/hospital.mjs';
import { INNER } from '../../bench/lib/inner.mjs';
import { namesOf } from '../../bench/lib/names.mjs';
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

  test('bench:growth', async () => {
    const printed = await run('bench:growth', '1000', '--all', '--repeats', '1');
    const [, requests] = /^(\d+) requests at 1,000 patients/m.exec(printed) ?? [];
    assert.equal(figures(printed, 'rows written').size, Number(requests));
    assert.equal(figures(printed, 'most rows read').size, 5);
  });

  test('bench:growth --milliseconds', async () => {
    const printed = await run('bench:growth', '1000', '--milliseconds', '--all');
    for (const names of ['3 % Maria', '40 % Nguyễn']) {
      const lists = printed.split('\n').filter((line) => line.includes(` ${names} | bounded |`));
      assert.deepEqual(
        lists.map((line) => cellsOf(line)[0]),
        ['patient', 'doctor', 'department', 'invoice', 'catalog'],
      );
    }
    assert.ok(figures(printed, 'p90').has('invoice'));
    assert.match(printed, / read by key takes 0\.\d*[1-9]/);
    assert.match(printed, /\| *patient *\| *40 % Nguyễn *\| *"nguyen", [a-z ]+\| *\d+\.\d+ *\|/);
  });

  test('bench:latency', async () => {
    const printed = await run('bench:latency', '1000');
    for (const endpoint of Object.keys(ENDPOINTS)) assert.ok(figures(printed, 'Stockholm').has(endpoint), endpoint);
    assert.ok(figures(printed, 'per second').has('create patient'));
    assert.ok(Number(figures(printed, 'bytes of one').get('access_day')) > 20);
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

test('bench:growth asks a hospital of a million patients for no offset that the service refuses', () => {
  const world = { counts: countsOf(1_000_000), words: {}, appointment: {}, patient: () => '' };
  const deepest = (cases) =>
    Math.max(...cases.map(({ path }) => Number(new URL(path, 'http://localhost').searchParams.get('offset'))));
  assert.equal(deepest(lists(world)), OFFSET_MAX);
  assert.equal(deepest(searches(world)), SEARCH_OFFSET_MAX);
});

test('of a million people with few names 40 % are called Nguyễn, and a sixth have each of the long words', () => {
  const people = Array.from({ length: 20_000 }, (_, i) =>
    namesOf({ few: true, slot: i % 25, household: i, person: i }),
  );
  const share = (has) => people.filter(has).length / people.length;
  assert.equal(
    share(({ last_name }) => last_name === 'Nguyễn'),
    0.4,
  );
  for (const word of ['Phương-Anh', 'Minh-Nguyệt']) {
    const part = share(({ middle_name }) => middle_name.split(' ').includes(word));
    assert.ok(part > 0.15 && part < 0.17, `${word}: ${part}`);
  }
});

test('a search may read what its page, its total and its order take, and no more', () => {
  const most = (path, found, headers = {}) => boundOf(path, { json: () => found, headers: new Headers(headers) });
  const [one, total] = [[{}], (total) => ({ total, data: [] })];
  assert.deepEqual(most('/patient/?search=a&limit=20&offset=30', one), { rows_read: 2 * 20 + 30 + 50, trips: 1 });
  assert.deepEqual(most('/patient/?search=a', []), { rows_read: 2 * 1000 + 50 + 400, trips: 2 });
  assert.equal(most('/doctor/?search=a&limit=1', one, { 'x-search-approximate': 'true' }).rows_read, 2 + 50 + 400);
  assert.equal(most('/doctor/?search=a&view=full&limit=20', one).rows_read, 3 * 20 + 50);
  assert.equal(most('/department/?search=a', []).trips, 1);
  assert.equal(most('/invoice/?search=a', total(7)).rows_read, 2 * 100 + 50 + 7);
  assert.equal(most('/invoice/?tags=a&order_by=-reg_number', total(90_000)).rows_read, 2 * 100 + 50 + 2000);
  assert.equal(most('/invoice/?search=a&order_by=status&limit=0', total(300)).rows_read, 50 + 300 + 4 * 300);
  assert.equal(most('/invoice/?search=a&status=PAID', total(300)).rows_read, 2 * 100 + 50 + 4 * 2000);
  assert.equal(most('/invoice/?search=a&status=PAID&order_by=-status', total(1)).rows_read, 2 * 100 + 50 + 4 * 2000);
  assert.equal(most('/invoice/?search=a&status=PAID&order_by=due_date', total(1)).rows_read, 2 * 100 + 50 + 6 * 1000);
  assert.equal(most('/invoice/?status=PAID', total(300)), undefined);

  const cost = { rows_read: 90, rows_written: 0, trips: 1, bound: { rows_read: 90, trips: 1 } };
  assert.equal(verdictOf([cost, { ...cost, rows_read: 80 }]), 'bounded');
  assert.equal(verdictOf([cost, { ...cost, rows_read: 91 }]), 'OVER');
  assert.equal(verdictOf([{ ...cost, trips: 2 }]), 'OVER');
  assert.equal(verdictOf([{ ...cost, rows_written: 9, bound: { rows_written: 8 } }]), 'OVER');
});
