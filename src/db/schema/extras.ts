// What Drizzle cannot express about a table: triggers and WITHOUT ROWID. Each table's file exports a function that
// declares it, and `npm run generate` writes it into migrations. The Worker never calls these functions, so the bundler
// drops them, and this file with them.
import { getTableName, is, SQL } from 'drizzle-orm';
import { type AnySQLiteColumn, getTableConfig, SQLiteSyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core';

type RequiredText = AnySQLiteColumn<{ data: string; notNull: true }>;
type Entity = SQLiteTable & { seq: AnySQLiteColumn; deleted_at: AnySQLiteColumn };

export interface Extra {
  /** name of the table */
  table: string;
  /** `CREATE TRIGGER … END`, each on one line, because remote migrations are split naively */
  triggers?: string[];
  /** writes what the triggers would have written for the rows that exist already */
  backfill?: string[];
  withoutRowid?: true;
  /** what the triggers keep in `search_term`: each element of the column's JSON, of rows that are live or deleted */
  terms?: { kind: string; column: string; of: 'live' | 'deleted' };
  /** what they keep in `counter`: live rows by the value of a column, by each tag (`terms`), or all of them */
  counts?: { kind: string; by: { column: string } | 'tags' | null };
}

/** All that the schema declares: every function among its exports declares extras. */
export const extrasOf = (schema: Record<string, SQLiteTable | readonly string[] | (() => Extra[])>): Extra[] =>
  Object.values(schema).flatMap((value) => (typeof value === 'function' ? value() : []));

/**
 * Rows are found by the words in `terms`. Those of existing rows are written by the sweep (db/search-rebuild.ts): there are
 * too many for a migration, and SQL cannot derive them.
 */
export function searchable(table: Entity & { terms: AnySQLiteColumn }): Extra {
  const name = getTableName(table);
  return {
    table: name,
    triggers: [
      trigger(`${name}_terms_insert`, inserted(name), [addTerms(name, 'terms')]),
      trigger(
        `${name}_terms_update`,
        updated(name, 'terms', 'NEW.terms IS NOT OLD.terms AND NEW.deleted_at IS NULL'),
        replaceTerms(table, name, 'terms'),
      ),
      trigger(`${name}_terms_delete`, deleted(name), [
        removeTerms(name, union(words('OLD', 'terms'), ...formerNumbers(table))),
      ]),
    ],
    terms: { kind: name, column: 'terms', of: 'live' },
  };
}

/**
 * Deleted rows are kept in `search_term` under the kind `<table>:deleted`, with the words in the column `by`: records that
 * refer to them are still found by these.
 */
export function foundAfterDeletion(table: Entity, { by: { name: by } }: { by: AnySQLiteColumn }): Extra {
  const name = getTableName(table);
  const kind = `${name}:deleted`;
  const changed = `NEW.${by} IS NOT OLD.${by} AND NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NOT NULL`;
  return {
    table: name,
    triggers: [
      trigger(`${name}_deleted_terms`, deleted(name), [addTerms(kind, by)]),
      trigger(`${name}_deleted_terms_update`, updated(name, by, changed), replaceTerms(table, kind, by)),
    ],
    terms: { kind, column: by, of: 'deleted' },
  };
}

/** Rows are found by each text of a column that has a JSON array of different ones, under the kind `<table>:<column>`. */
export function foundBy(table: Entity, { name: column }: AnySQLiteColumn): Extra {
  const name = getTableName(table);
  const kind = `${name}:${column}`;
  const changed = updated(name, column, `NEW.${column} <> OLD.${column}`);
  const onInsert = trigger(`${name}_${column}_insert`, inserted(name), [addTerms(kind, column)]);
  const onUpdate = trigger(`${name}_${column}_update`, changed, replaceTerms(table, kind, column));
  return { table: name, triggers: [onInsert, onUpdate], terms: { kind, column, of: 'live' } };
}

/** Rows are found, and counted, by each whole text in `tags`. */
export function tagged(table: Entity & { tags: AnySQLiteColumn }): Extra {
  const name = getTableName(table);
  const kind = `${name}:tag`;
  const oldTags = '(SELECT value FROM json_each(OLD.tags))';
  const remove = [
    `DELETE FROM search_term WHERE kind = '${kind}' AND seq = NEW.seq AND term IN ${oldTags};`,
    `UPDATE counter SET n = n - 1 WHERE kind = '${kind}' AND term IN ${oldTags};`,
  ];
  const add = [
    `INSERT INTO search_term (kind, term, seq) SELECT DISTINCT '${kind}', value, NEW.seq FROM json_each(NEW.tags);`,
    `INSERT INTO counter (kind, term, n) SELECT DISTINCT '${kind}', value, 1 FROM json_each(NEW.tags) WHERE 1 ${COUNT_UP};`,
  ];
  return {
    table: name,
    triggers: [
      trigger(`${name}_tags_insert`, `${inserted(name)} WHEN NEW.tags <> '[]'`, add),
      trigger(`${name}_tags_update`, updated(name, 'tags', 'NEW.tags <> OLD.tags'), [...remove, ...add]),
      trigger(`${name}_tags_delete`, deleted(name), remove),
    ],
    backfill: [
      `INSERT INTO search_term (kind, term, seq) SELECT DISTINCT '${kind}', json_each.value, ${name}.seq FROM ${name}, json_each(${name}.tags) WHERE deleted_at IS NULL;`,
      `INSERT INTO counter (kind, term, n) SELECT kind, term, count(*) FROM search_term WHERE kind = '${kind}' GROUP BY term;`,
    ],
    terms: { kind, column: 'tags', of: 'live' },
    counts: { kind, by: 'tags' },
  };
}

/** Rows are counted, separately for each value of the column `by` if there is one. */
export function counted(table: Entity, options: { by?: RequiredText } = {}): Extra {
  const name = getTableName(table);
  const by = options.by?.name;
  const term = (row: string) => (by ? `${row}.${by}` : "''");
  const up = `INSERT INTO counter (kind, term, n) VALUES ('${name}', ${term('NEW')}, 1) ${COUNT_UP};`;
  const down = `UPDATE counter SET n = n - 1 WHERE kind = '${name}' AND term = ${term('OLD')};`;
  return {
    table: name,
    triggers: [
      trigger(`${name}_count_insert`, inserted(name), [up]),
      ...(by ? [trigger(`${name}_count_update`, updated(name, by, `NEW.${by} <> OLD.${by}`), [down, up])] : []),
      trigger(`${name}_count_delete`, deleted(name), [down]),
    ],
    backfill: [
      `INSERT INTO counter (kind, term, n) SELECT '${name}', ${term(name)}, count(*) FROM ${name} WHERE deleted_at IS NULL GROUP BY 2;`,
    ],
    counts: { kind: name, by: by ? { column: by } : null },
  };
}

/**
 * Rows are never changed or removed; where the table is `archived`, those may be removed that are in the archive.
 * `INSERT OR REPLACE` removes a row without firing triggers on DELETE, so an insert with a key of a row that is there is
 * refused, too.
 */
export function appendOnly(table: SQLiteTable, { archived = false } = {}): Extra {
  const name = getTableName(table);
  const refuse = `SELECT RAISE(ABORT, '${name} is append-only');`;
  const archivedTo = `coalesce((SELECT max(to_seq) FROM audit_archive WHERE trail = '${name}'), 0)`;
  const isTaken = keysOf(table).map(taken(name)).join(' OR ');
  return {
    table: name,
    triggers: [
      trigger(`${name}_keep_insert`, `BEFORE INSERT ON ${name} WHEN ${isTaken}`, [refuse]),
      trigger(`${name}_keep_update`, `BEFORE UPDATE ON ${name}`, [refuse]),
      trigger(`${name}_keep_delete`, `BEFORE DELETE ON ${name}${archived ? ` WHEN OLD.seq > ${archivedTo}` : ''}`, [
        refuse,
      ]),
    ],
  };
}

/** The columns of each key: the primary one, and those that are unique. */
function keysOf(table: SQLiteTable): string[][] {
  const { columns, primaryKeys } = getTableConfig(table);
  const single = columns.filter(({ primary, isUnique }) => primary || isUnique).map(({ name }) => [name]);
  return [...single, ...primaryKeys.map((key) => key.columns.map(({ name }) => name))];
}

/** -1 is what SQLite gives for a `seq` that is not named: every insert of the service. They need not look. */
const taken = (table: string) => (key: string[]) =>
  `${key[0] === 'seq' ? 'NEW.seq <> -1 AND ' : ''}EXISTS (SELECT 1 FROM ${table} WHERE ${key.map((name) => `${name} = NEW.${name}`).join(' AND ')})`;

/** Rows are stored in the primary key's own index: one B-tree to read and write instead of two. */
export function withoutRowid(table: SQLiteTable): Extra {
  return { table: getTableName(table), withoutRowid: true };
}

const COUNT_UP = 'ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n';

const union = (...selects: string[]) => selects.join(' UNION ');
const except = (...selects: string[]) => selects.join(' EXCEPT ');

export const trigger = (name: string, event: string, statements: string[]) =>
  `CREATE TRIGGER ${name} ${event} BEGIN ${statements.join(' ')} END`;
const inserted = (table: string) => `AFTER INSERT ON ${table}`;
export const updated = (table: string, column: string, when: string) =>
  `AFTER UPDATE OF ${column} ON ${table} WHEN ${when}`;
const deleted = (table: string) =>
  updated(table, 'deleted_at', 'NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL');

const words = (row: 'OLD' | 'NEW', column: string) => `SELECT value FROM json_each(${row}.${column})`;
const addTerms = (kind: string, column: string) =>
  `INSERT INTO search_term (kind, term, seq) SELECT '${kind}', value, NEW.seq FROM json_each(NEW.${column});`;
const removeTerms = (kind: string, terms: string) =>
  `DELETE FROM search_term WHERE kind = '${kind}' AND seq = NEW.seq AND term IN (${terms});`;

/** Only what differs is written. A word that is equal to a former number may be there already. */
const replaceTerms = (table: Entity, kind: string, column: string) => [
  removeTerms(kind, except(union(words('OLD', column), ...formerNumbers(table)), words('NEW', column))),
  `INSERT OR IGNORE INTO search_term (kind, term, seq) SELECT '${kind}', value, NEW.seq FROM json_each(NEW.${column}) WHERE value NOT IN (${words('OLD', column)});`,
];

/** Earlier versions also wrote registration numbers into `search_term`, PAT-00000001 as `pat00000001` and `00000001`. */
function formerNumbers(table: Entity): string[] {
  const generated = getTableConfig(table).columns.find(({ name }) => name === 'reg_number')?.generated?.as;
  if (!is(generated, SQL)) return [];
  const prefix = /^printf\('(\w+)-%08d', seq\)$/.exec(new SQLiteSyncDialect().sqlToQuery(generated).sql)?.[1];
  if (!prefix) throw new Error(`${getTableName(table)}.reg_number is not made by regNumber()`);
  return [`SELECT printf('${prefix.toLowerCase()}%08d', NEW.seq)`, `SELECT printf('%08d', NEW.seq)`];
}
