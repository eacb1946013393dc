// Every bench, as short as it can be: that it can still measure. What it measures here says nothing, and is not looked at.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { CASES } from '../../bench/cases.mjs';
import { lists } from '../../bench/growth/lists.mjs';
import { searches } from '../../bench/growth/searches.mjs';
import { ENDPOINTS } from '../../bench/latency/model.mjs';
import { countsOf } from '../../bench/lib/hospital.mjs';
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

const SMALL = ['--patients', '1000'];

describe('every bench can measure', { concurrency: 2 }, () => {
  test('bench, all cases, with size and startup', async () => {
    const printed = await run('bench', '--pairs', '1', '--seconds', '0.2', '--connections', '2', ...SMALL);
    const titles = Object.values(CASES).map(({ title }) => title);
    assert.deepEqual([...figures(printed, 'ratio (spread)').keys()], titles);
    assert.match(printed, /^Bundle: \d/m);
    assert.match(printed, /^Startup: \d.*; ratio \d/m);
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

  test('bench:latency', async () => {
    const printed = await run('bench:latency', '1000');
    for (const endpoint of Object.keys(ENDPOINTS)) assert.ok(figures(printed, 'Stockholm').has(endpoint), endpoint);
    assert.ok(figures(printed, 'per second').has('create patient'));
  });
});

test('bench:growth asks a hospital of a million patients for no offset that the service refuses', async () => {
  const { OFFSET_MAX } = await import('../../src/schemas/listing.ts');
  const world = { counts: countsOf(1_000_000), words: {}, appointment: {}, patient: () => '' };
  const offsets = [...lists(world), ...searches(world)].map(({ path }) =>
    Number(new URL(path, 'http://localhost').searchParams.get('offset')),
  );
  assert.equal(Math.max(...offsets), OFFSET_MAX);
});
