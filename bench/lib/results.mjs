// Tables, and bench/RESULTS.md: each bench replaces its own section.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib.mjs';

export { table } from './table.ts';

const FILE = join(root, 'bench', 'RESULTS.md');
const HEAD =
  '# Results\n\nWritten by the benches themselves; what the figures mean is said in [README.md](README.md).\n';

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
}

/** Median (least–greatest). */
export function spread(values) {
  const [middle, least, greatest] = [median(values), Math.min(...values), Math.max(...values)];
  return `${middle.toFixed(2)} (${least.toFixed(2)}–${greatest.toFixed(2)})`;
}

/** Median (lower–upper quartile): for measurements with outliers. */
export function quartiles(values, digits) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.floor((sorted.length - 1) * part)].toFixed(digits);
  return `${at(1 / 2)} (${at(1 / 4)}–${at(3 / 4)})`;
}

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim();

/** What decides the figures; an earlier section of the same run has changed the page of results. */
const MEASURED = ['src', 'drizzle', 'wrangler.toml', 'package-lock.json', 'scripts', 'bench', ':!bench/RESULTS.md'];

/** What the figures were measured on, and of which state of the project. */
export function circumstances() {
  const workerd = JSON.parse(readFileSync(join(root, 'node_modules', 'workerd', 'package.json'), 'utf8')).version;
  const [cpu] = cpus();
  const changed = git('status', '--porcelain', '--', ...MEASURED);
  const commit = `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${changed ? ' with uncommitted changes' : ''}`;
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit}`,
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, load average ${loadavg()[0]?.toFixed(1)}`,
    `Node ${process.versions.node}, workerd ${workerd}`,
  ].join('; ');
}

/** Puts `text` between the markers of the section, at the file's end when it is new. */
export function writeSection(name, text) {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const section = `${begin}\n${text.trim()}\n${end}`;
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  const after =
    from < 0 ? `${before.trimEnd()}\n\n${section}\n` : before.slice(0, from) + section + before.slice(to + end.length);
  writeFileSync(FILE, after);
}
