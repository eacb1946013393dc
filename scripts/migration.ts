// What `npm run generate` does with the text of a migration; generate.mjs does the work on files.
import type { Extra } from '../src/db/schema/extras';

/** Statements that lose data or triggers, or fail on a table with rows. */
const REFUSED: [RegExp, string][] = [
  [
    /__new_|PRAGMA/i,
    'rebuilds a table, which drops its triggers, and fails where a view reads it: add a column or a table instead of changing one',
  ],
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

/** Full-text indexes: what is in them is made anew from other tables. */
const DERIVED = /^DROP TABLE IF EXISTS \w+_search;/gm;

/** Why a migration must not be applied, if there is a reason. */
export const refusalOf = (migration: string) =>
  REFUSED.find(([pattern]) => pattern.test(migration.replace(DERIVED, '')))?.[1];

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

/** What is declared beside a table: views, full-text indexes, triggers, in the order in which they can be made. */
const madeFor = ({ search, triggers = [] }: Extra) => [...(search ? [search.view, search.create] : []), ...triggers];

/**
 * Statements that turn what a database has of views, full-text indexes and triggers into what is declared. What changed
 * ones hold is written again, and new ones on an older table get what they would have written so far.
 * @param migration what is applied just before: the tables that it creates are empty
 */
export function changes(current: string[], extras: Extra[], migration = ''): string[] {
  const declared = extras.flatMap(madeFor);
  const gone = current.filter((made) => !declared.includes(made));
  const added = declared.filter((made) => !current.includes(made));
  const isNew = (some: (string | undefined)[]) => some.some((made) => made !== undefined && added.includes(made));
  const created = createdIn(migration);
  const older = extras.filter(({ table }) => !created.includes(table));
  const recounted = older.filter(({ backfill, triggers = [] }) => backfill && isNew(triggers));
  const triggersOf = (some: Extra[]) => some.flatMap(({ triggers = [] }) => triggers);
  return [
    ...gone.map(dropOf).sort(),
    ...added.map((made) => `${made};`),
    ...extras.flatMap(({ table, seed = [] }) => (created.includes(table) ? seed : [])),
    ...older.flatMap(({ search }) => (search && isNew([search.view, search.create]) ? [search.fill] : [])),
    ...clearing([...gone, ...triggersOf(recounted)]),
    ...recounted.flatMap(({ backfill = [] }) => backfill),
  ];
}

/** Puts statements behind a migration's own, each where wrangler and drizzle-kit can split them. */
export const appended = (migration: string, statements: string[]): string =>
  `${[migration.trim(), ...statements].filter(Boolean).join('\n--> statement-breakpoint\n')}\n`;

/** In the order of the alphabet: a full-text index, triggers, and last the views that they read. */
function dropOf(made: string): string {
  const [, kind = '', name = ''] = /^CREATE (TRIGGER|VIEW|VIRTUAL TABLE) (\w+)/.exec(made) ?? [];
  return `DROP ${kind.replace('VIRTUAL ', '')} IF EXISTS ${name};`;
}

/** Statements that delete all that triggers wrote into `counter`. */
function clearing(triggers: string[]): string[] {
  const target = /INSERT INTO counter \(kind, term, n\) (?:SELECT(?: DISTINCT)?|VALUES) \(?'([\w:]+)'/g;
  const kinds = triggers.flatMap((trigger) => [...trigger.matchAll(target)].map(([, kind]) => kind));
  return [...new Set(kinds)].map((kind) => `DELETE FROM counter WHERE kind = '${kind}';`);
}
