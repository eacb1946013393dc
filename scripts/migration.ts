// What `npm run generate` does with the text of a migration; generate.mjs does the work on files.
import type { Extra } from '../src/db/schema/extras';

/** Statements that lose data or triggers, or fail on a table with rows. */
const REFUSED: [RegExp, string][] = [
  [/__new_|PRAGMA/i, 'rebuilds a table, which drops its triggers: add a column or a table instead of changing one'],
  [
    /DROP\s+(TABLE|COLUMN)/i,
    'drops a table or a column with its data: leave it in the schema, even if nothing uses it',
  ],
  [/ON DELETE (CASCADE|SET)/i, 'lets a foreign key delete or change rows: the service marks rows as deleted instead'],
  [
    /^ALTER TABLE .* ADD (?!.*(DEFAULT|GENERATED)).*NOT NULL/im,
    'adds a required column, which fails when the table has rows: give the column a default',
  ],
];

/** Why a migration must not be applied, if there is a reason. */
export const refusalOf = (migration: string) => REFUSED.find(([pattern]) => pattern.test(migration))?.[1];

/** The tables that a migration creates. */
const createdIn = (migration: string) => [...migration.matchAll(/CREATE TABLE `(\w+)`/g)].map(([, name]) => name);

/** Adds STRICT to each new table, and WITHOUT ROWID where it is declared: drizzle-kit knows neither. */
export function withTableOptions(migration: string, extras: Extra[]): string {
  const withoutRowid = extras.filter((extra) => extra.withoutRowid).map(({ table }) => table);
  return migration.replace(
    /(CREATE TABLE `(\w+)` \([\s\S]*?\n\));/g,
    (_, create: string, table: string) => `${create} STRICT${withoutRowid.includes(table) ? ', WITHOUT ROWID' : ''};`,
  );
}

/**
 * Statements that turn the triggers that a database has into the declared ones. What changed triggers wrote is written
 * again, and new triggers on an older table get what they would have written so far. Search words stay as they are: the
 * sweep writes those of existing rows.
 * @param migration what is applied just before: the tables that it creates are empty
 */
export function triggerChanges(current: string[], extras: Extra[], migration = ''): string[] {
  const declared = extras.flatMap(({ triggers = [] }) => triggers);
  const gone = current.filter((trigger) => !declared.includes(trigger));
  const added = declared.filter((trigger) => !current.includes(trigger));
  const rewritten = extras.filter(
    ({ table, triggers = [], backfill }) =>
      backfill && triggers.some((trigger) => added.includes(trigger)) && !createdIn(migration).includes(table),
  );
  const triggersOf = (some: Extra[]) => some.flatMap(({ triggers = [] }) => triggers);
  const kept = clearing(triggersOf(extras.filter(({ backfill }) => !backfill)));
  return [
    ...gone.map((trigger) => `DROP TRIGGER IF EXISTS ${nameOf(trigger)};`),
    ...added.map((trigger) => `${trigger};`),
    ...clearing([...gone, ...triggersOf(rewritten)]).filter((statement) => !kept.includes(statement)),
    ...rewritten.flatMap(({ backfill = [] }) => backfill),
  ];
}

/** Puts statements behind a migration's own, each where wrangler and drizzle-kit can split them. */
export const appended = (migration: string, statements: string[]): string =>
  `${[migration.trim(), ...statements].filter(Boolean).join('\n--> statement-breakpoint\n')}\n`;

const nameOf = (trigger: string) => /^CREATE TRIGGER (\w+)/.exec(trigger)?.[1];

/** Statements that delete all that triggers wrote into `search_term` and `counter`. */
function clearing(triggers: string[]): string[] {
  const target = /INSERT (?:OR IGNORE )?INTO (\w+) \(kind, term, \w+\) (?:SELECT(?: DISTINCT)?|VALUES) \(?'([\w:]+)'/g;
  const targets = triggers.flatMap((trigger) => [...trigger.matchAll(target)]);
  return [...new Set(targets.map(([, table, kind]) => `DELETE FROM ${table} WHERE kind = '${kind}';`))];
}
