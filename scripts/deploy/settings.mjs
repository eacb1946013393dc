// Writes the settings that a deployment keeps where a person would write them: comments and everything else stay.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { environment, settingsPath } from '../environment.mjs';
import { fail, root } from '../lib.mjs';

export const jurisdictionOf = ({ r2_buckets: [bucket] }) => bucket.jurisdiction;
export const placementOf = ({ placement }) => placement?.mode ?? 'off';

const SETTINGS = {
  // D1 and queues have no such key in wrangler's configuration: the bucket's is that of all storage.
  jurisdiction: { of: jurisdictionOf, table: '[[r2_buckets]]', first: 'binding = "FILES"', key: 'jurisdiction' },
  placement: { of: placementOf, table: '[placement]', key: 'mode' },
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
  for (const { table, first, key, value, of } of wanted) {
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    writeFileSync(path, withSetting(before, { table, first, key, value }));
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

/** The TOML with `key = "value"` in a table, which is added at the end if it is not there. */
export function withSetting(toml, { table, first, key, value }) {
  const line = `${key} = "${value}"`;
  const lines = toml.split('\n');
  const start = lines.findIndex((text) => text.split('#')[0].trim() === table);
  if (start < 0) return `${toml.trimEnd()}\n\n${[table, first, line].filter(Boolean).join('\n')}\n`.trimStart();
  const next = lines.findIndex((text, at) => at > start && text.trimStart().startsWith('['));
  const end = next < 0 ? lines.length : next;
  const isKey = (text) => new RegExp(`^\\s*${key}\\s*=`).test(text);
  const there = lines.findIndex((text, at) => at > start && at < end && isKey(text));
  if (there >= 0) lines[there] = line;
  else {
    // Below the table's last key: comments before the next header belong to that one.
    const last = lines.findLastIndex((text, at) => at >= start && at < end && /^\s*[^#\s]/.test(text));
    lines.splice(last + 1, 0, line);
  }
  return lines.join('\n');
}
