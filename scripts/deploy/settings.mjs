// Writes the settings that a deployment keeps where a person would write them: comments and everything else stay.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { bucketOf, environment, numberOf, settingsPath } from '../environment.mjs';
import { fail, root } from '../lib.mjs';

export const jurisdictionOf = (config) => bucketOf(config).jurisdiction;
export const placementOf = ({ placement }) => placement?.mode ?? 'off';
export const portalOf = ({ vars }) => vars?.PORTAL || 'serve';

const SETTINGS = {
  number: { of: numberOf, table: '[rate_limits]', key: 'number' },
  // D1 and queues have no such key in wrangler's configuration: the bucket's is that of all storage.
  jurisdiction: { of: jurisdictionOf, table: '[[r2_buckets]]', binding: 'FILES', key: 'jurisdiction' },
  placement: { of: placementOf, table: '[placement]', key: 'mode' },
  portal: { of: portalOf, table: '[vars]', key: 'PORTAL' },
};

/** What `options` ask for and the environment does not have yet. */
export const changes = (options, { config }) =>
  Object.entries(SETTINGS)
    .filter(([name, { of }]) => options[name] !== undefined && options[name] !== of(config))
    .map(([name, setting]) => ({ name, value: options[name], ...setting }));

/**
 * Where data lies is decided once. A bucket is another one in another jurisdiction: its files would seem lost.
 * @returns why an existing database cannot be in the jurisdiction that is asked for; undefined if it is
 */
export function moved(existing, asked) {
  const there = existing.jurisdiction || undefined;
  if (there === asked) return undefined;
  return (
    `The database ${existing.name} exists ${there ? `in the jurisdiction ${there}` : 'without a jurisdiction'}, and that cannot be ` +
    `changed${asked ? ` to ${asked}` : `: write jurisdiction = "${there}" under [[r2_buckets]]`}. ` +
    'To move, deploy another environment and restore a backup there (docs/deploying.md).'
  );
}

/** Writes them. @returns the environment as it is then */
export function writeSettings(wanted, { name }) {
  const path = settingsPath(name);
  const shown = relative(root, path);
  for (const { table, binding, key, value, of } of wanted) {
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    writeFileSync(path, withSetting(before, { table, binding, key, value }));
    if (valueNow(name, of) !== value) {
      writeFileSync(path, before);
      fail(
        `${shown} is written in a way that this command cannot change: write ${key} = "${value}" under ${table} by hand.`,
      );
    }
    console.log(`${shown}: ${key} = "${value}" under ${table}`);
  }
  return environment(name);
}

function valueNow(name, of) {
  try {
    return of(environment(name).config);
  } catch {
    return undefined; // no longer TOML
  }
}

/** A line that sets this key: what is before its value, and the value. */
const lineOf = (key) => new RegExp(`^(\\s*${key}\\s*=\\s*)("[^"]*"|'[^']*'|[^\\s#]+)`);

/** The lines of a table, from its header to the next one; of several of this name that with the binding. */
function findTable(lines, table, binding) {
  const isBinding = (text) => lineOf('binding').exec(text)?.[2].slice(1, -1) === binding;
  for (const [start, text] of lines.entries()) {
    if (text.split('#')[0].trim() !== table) continue;
    const next = lines.findIndex((text, at) => at > start && text.trimStart().startsWith('['));
    const end = next < 0 ? lines.length : next;
    if (!binding || lines.slice(start, end).some(isBinding)) return { start, end };
  }
  return undefined;
}

/**
 * The TOML with `key = "value"` in a table, which is added at the end if it is not there.
 * @param setting `binding`: of the table, where others may have the same name
 */
export function withSetting(toml, { table, binding, key, value }) {
  const line = `${key} = "${value}"`;
  const lines = toml.split('\n');
  const found = findTable(lines, table, binding);
  if (!found) {
    const added = [table, binding && `binding = "${binding}"`, line].filter(Boolean);
    return `${toml.trimEnd()}\n\n${added.join('\n')}\n`.trimStart();
  }
  const { start, end } = found;
  const there = lines.findIndex((text, at) => at > start && at < end && lineOf(key).test(text));
  if (there >= 0) lines[there] = lines[there].replace(lineOf(key), `$1"${value}"`);
  else {
    // Below the table's last key: comments before the next header belong to that one.
    const last = lines.findLastIndex((text, at) => at >= start && at < end && /^\s*[^#\s]/.test(text));
    lines.splice(last + 1, 0, line);
  }
  return lines.join('\n');
}
