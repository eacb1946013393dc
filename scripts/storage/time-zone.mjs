// The hospital's time zone, and whether the instants of stored times without a zone are those of another one.
import '../typescript.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../environment.mjs';
import { root } from '../lib.mjs';

const { Variables } = await import('../../src/variables.ts');
const { Database } = await import('../../src/db/client.ts');
const { otherZoneOf } = await import('../../src/db/zone-times.ts');

/** Variables of this machine override those of wrangler.toml. */
function localVariable(name) {
  const path = join(root, '.dev.vars');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return new RegExp(`^${name}\\s*=\\s*["']?([^"'\\n]*?)["']?\\s*$`, 'm').exec(text)?.[1];
}

export function timeZoneOf({ remote, env }) {
  const { vars } = environment(env).config;
  return Variables.shape.TIME_ZONE.parse((remote ? undefined : localVariable('TIME_ZONE')) ?? vars?.TIME_ZONE);
}

export const databaseFor = ({ DB }) => new Database(DB, 'first-primary');

/** @returns what to say where TIME_ZONE was changed */
export async function changedZone(storage, place) {
  const zone = timeZoneOf(place);
  const other = await otherZoneOf(databaseFor(storage), zone);
  return (
    other &&
    `TIME_ZONE is ${zone}, but stored times without a zone count as those of ${other}: run npm run recompute-times.`
  );
}
