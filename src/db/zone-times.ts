// Instants of times that were sent without a zone follow from the rules of the hospital's zone. When these are others, because
// the runtime has newer ones, the hourly job derives the instants anew from the texts, so that these keep their wall clock. `progress`
// has a row for the zone and the rules that all of them were derived by, and one for each table that it works on.
import { and, gt, lt, notExists, type SQL, sql } from 'drizzle-orm';
import { rulesVersion } from '../rules/zone-rules';
import type { Database } from './client';
import { allOf } from './conditions';
import { onlyRow } from './query';
import { appointment } from './schema/appointment';
import { closures } from './schema/closures';
import { invoice } from './schema/invoice';
import { searchRebuild as progress } from './schema/system';
import type { Step } from './search-rebuild';
import { db, type Inputs, rawStatement, statement } from './statement';

const [ZONE, TIMES] = ['zone ', 'times '];
/** Names that begin so: `!` is the character after the space. */
const begins = (prefix: string): SQL => {
  const end = prefix.replace(' ', '!');
  return allOf(gt(progress.kind, prefix), lt(progress.kind, end));
};

interface Zone {
  zone: string;
  version: number;
}

/** A table with such instants. `version` is that of the rules. */
export interface ZoneTimes {
  name: string;
  step(database: Database, of: { kind: string; version: number }, timeZone: string): Promise<Step | null>;
}

const kindOf = (p: Inputs<Pick<Zone, 'zone'>>) => sql`${ZONE} || ${p.zone}`;

/** Where nothing is known, the instants count as those of the present rules. */
const mark = rawStatement<Zone, never>(
  (p) => sql`insert into ${progress} (kind, version, next_seq) select ${kindOf(p)}, ${p.version}, 0
    where not exists (select 1 from ${progress} where ${begins(ZONE)})`,
);
const marked = statement(() =>
  db
    .select({ zone: sql<string>`substr(${progress.kind}, ${ZONE.length + 1})`.as('zone'), version: progress.version })
    .from(progress)
    .where(begins(ZONE)),
);
const finish = statement((p: Inputs<Zone>) =>
  db
    .update(progress)
    .set({ kind: kindOf(p), version: sql`${p.version}` })
    .where(begins(ZONE)),
);
/** Where there are no times yet, as before a hospital has set its zone. */
const adopt = statement((p: Inputs<Zone>) => {
  const areEmpty = [appointment, invoice, closures].map((table) => notExists(db.select({ one: sql`1` }).from(table)));
  return db
    .update(progress)
    .set({ kind: kindOf(p), version: sql`${p.version}` })
    .where(and(begins(ZONE), ...areEmpty))
    .returning({ version: progress.version });
});
const forgetZone = statement(() => db.delete(progress).where(begins(ZONE)));
const forgetTimes = statement(() => db.delete(progress).where(begins(TIMES)));

/** Of the stored instants, those of `present` from now on where none are known. @returns another zone than its, with other rules */
async function known(database: Database, present: Zone): Promise<{ stored: Zone; otherZone: string | undefined }> {
  const { marked: rows } = await database.batch({ made: mark(present), marked: marked({}) });
  const stored = onlyRow(rows);
  const isOther = stored.zone !== present.zone && stored.version !== present.version;
  if (!isOther) return { stored, otherZone: undefined };
  const adopted = await database.run(adopt(present));
  return adopted.length > 0 ? { stored: present, otherZone: undefined } : { stored, otherZone: stored.zone };
}

const presentOf = async (zone: string): Promise<Zone> => ({ zone, version: await rulesVersion(zone) });

/** Of which zone the stored instants are, where it is another one than that of the hospital. */
export const otherZoneOf = async (database: Database, timeZone: string): Promise<string | undefined> =>
  (await known(database, await presentOf(timeZone))).otherZone;

/** Has all instants derived anew by the rules of a zone: what derives them does not go on, but begins. */
export const beginAnew = (database: Database, timeZone: string): Promise<unknown> =>
  database.batch({ times: forgetTimes({}), zone: forgetZone({}), marked: mark({ zone: timeZone, version: 0 }) });

export interface Recomputed {
  /** of tables that had rows left */
  tables: Record<string, Step>;
  /** of which zone the stored instants are, where it is another one: nothing is done then */
  otherZone: string | undefined;
  isDone: boolean;
}

/** @param mayGoOn asked before each step: the next call goes on where this one stops */
export async function recomputeTimes(
  database: Database,
  all: readonly ZoneTimes[],
  timeZone: string,
  mayGoOn: () => boolean = () => true,
): Promise<Recomputed> {
  const tables: Record<string, Step> = {};
  const present = await presentOf(timeZone);
  const { stored, otherZone } = await known(database, present);
  if (otherZone !== undefined) return { tables, otherZone, isDone: false };
  const { version } = present;
  for (const { name, step } of stored.version === version ? [] : all) {
    for (;;) {
      if (!mayGoOn()) return { tables, otherZone, isDone: false };
      const done = await step(database, { kind: `${TIMES}${name}`, version }, timeZone);
      if (!done) break;
      const { checked = 0, changed = 0 } = tables[name] ?? {};
      tables[name] = { checked: checked + done.checked, changed: changed + done.changed, next: done.next };
    }
  }
  // Two names may stand for the same rules.
  if (stored.version !== version || stored.zone !== timeZone) await database.run(finish(present));
  return { tables, otherZone, isDone: true };
}
