// `npm run budgets`: writes test/support/operations/ledger.md anew, from what the tests count, and says which figures changed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { costsIn } from '../bench/lib/ledger.ts';
import { root } from './lib.mjs';

const LEDGER = 'test/support/operations/ledger.md';
const read = () => costsIn(readFileSync(join(root, LEDGER), 'utf8'));

const before = read();
const test = join(root, 'scripts/test.mjs');
const { status } = spawnSync(process.execPath, [test, 'test/db/budget.test.ts', '-u'], { cwd: root, stdio: 'inherit' });
const after = read();

let changes = 0;
for (const title of new Set([...before.keys(), ...after.keys()])) {
  const [former, now] = [before, after].map((costs) => costs.get(title)?.row);
  const figures = Object.keys(now ?? former).filter((name) => former?.[name] !== now?.[name]);
  if (figures.length === 0) continue;
  changes++;
  const change = (name) => `${name} ${former[name] || 0} → ${now[name] || 0}`;
  console.log(`${title}: ${!former ? 'new' : !now ? 'gone' : figures.map(change).join(', ')}`);
}
console.log(`${changes} cases changed in ${LEDGER}`);
process.exitCode = status;
