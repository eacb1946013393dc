// The hospital's time zone, and whether the instants of stored times without a zone are those of another one.
import '../typescript.mjs';
import { environment, fileWith } from '../environment.mjs';
import { fail } from '../lib.mjs';
import { localVariable } from '../local-config.mjs';

const { Variables } = await import('../../src/variables.ts');
const { Database } = await import('../../src/db/client.ts');
const { otherZoneOf } = await import('../../src/db/zone-times.ts');

/** Ends the process where it is none. */
export function timeZoneOf({ remote, env }) {
  const { name, config } = environment(env);
  const local = remote ? undefined : localVariable('TIME_ZONE');
  const { data, error } = Variables.shape.TIME_ZONE.safeParse(local ?? config.vars?.TIME_ZONE);
  if (!error) return data;
  const file = local === undefined ? fileWith(name, 'TIME_ZONE') : '.dev.vars';
  return fail(`TIME_ZONE in ${file} ${error.issues[0].message}, as Europe/Stockholm.`);
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
