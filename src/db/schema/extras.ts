// What Drizzle cannot express about a table: triggers and WITHOUT ROWID. Each table's file exports a function that
// declares it, and `npm run generate` writes it into migrations. The Worker never calls these functions, so the bundler
// drops them, and this file with them.
import { getTableName } from 'drizzle-orm';
import { type AnySQLiteColumn, getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { LONGEST_BEGINNING } from '../../rules/search/criterion';

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
  /** the full-text index that the triggers keep, and the view that says what is in it */
  search?: { index: string; view: string; create: string; fill: string[] };
  /** what they keep in `counter`: live rows by the value of a column, by each tag, or all of them */
  counts?: { kind: string; by: { column: string } | 'tags' | null };
}

/** All that the schema declares: every function among its exports declares extras. */
export const extrasOf = (schema: Record<string, SQLiteTable | readonly string[] | (() => Extra[])>): Extra[] =>
  Object.values(schema).flatMap((value) => (typeof value === 'function' ? value() : []));

/** How FTS5 reads `words`: letters and digits of any script, and our marks, make terms. No word of a text has a mark. */
const TOKENIZE = `tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0`;

/** The largest `seq` up to which a migration fills an index itself; beyond, the sweep does: D1 ends a migration after 30 s. */
export const FILLED_AT_ONCE = 200_000;

interface Searchable {
  /**
   * The longest beginning of a word, in letters, that has an index of its own. For a longer one all rows that have it are read:
   * of things, most may have it. A letter more costs 10 bytes for an invoice, 25 for a patient.
   */
  beginnings?: number;
  /** JSON arrays of terms */
  terms?: AnySQLiteColumn[];
  /** JSON array of texts that are found as a whole */
  tags?: AnySQLiteColumn;
  /** a row of another table, deleted or not, by whose terms and registration number rows are found as well */
  of?: { table: Entity; key: AnySQLiteColumn; terms: AnySQLiteColumn };
}

/**
 * Live rows are found in `<table>_search`, an FTS5 index of what the view `<table>_words` says. Triggers take a row's
 * former words out before it changes, and put its words in after that. Rows that `search_fill` says are still to be put in
 * (db/search-fill.ts) are not in the view.
 */
export function searchable(
  table: Entity & { terms?: AnySQLiteColumn },
  { beginnings = LONGEST_BEGINNING, terms = table.terms ? [table.terms] : [], tags, of }: Searchable = {},
): Extra {
  const name = getTableName(table);
  const [index, view] = [`${name}_search`, `${name}_words`];
  const other = of && getTableName(of.table);
  const prefixes = Array.from({ length: beginnings }, (_, n) => n + 1).join(' ');
  const parts = [
    ...terms.map((column) => `${name}.${column.name}`),
    ...numberOf(table),
    ...(of ? [`${other}.${of.terms.name}`, ...numberOf(of.table)] : []),
    ...(tags ? [tagTerms(`${name}.${tags.name}`)] : []),
  ];
  const from = of ? `${name} JOIN ${other} ON ${other}.id = ${name}.${of.key.name}` : name;
  const columns = [
    `${name}.seq`,
    ...(of ? [`${name}.${of.key.name}`] : []),
    `concat_ws(' ', ${parts.join(', ')}) AS words`,
  ];
  const add = (where: string) => `INSERT INTO ${index} (rowid, words) SELECT seq, words FROM ${view} WHERE ${where};`;
  const take = (where: string) =>
    `INSERT INTO ${index} (${index}, rowid, words) SELECT 'delete', seq, words FROM ${view} WHERE ${where};`;
  const replaced = (prefix: string, on: string, changed: AnySQLiteColumn[], where: string) => {
    const names = changed.map((column) => column.name);
    const event = `UPDATE OF ${names.join(', ')} ON ${on} WHEN ${names.map((n) => `NEW.${n} IS NOT OLD.${n}`).join(' OR ')}`;
    return [
      trigger(`${prefix}_before`, `BEFORE ${event}`, [take(where)]),
      trigger(`${prefix}_after`, `AFTER ${event}`, [add(where)]),
    ];
  };
  const changing = [...terms, ...(tags ? [tags] : []), ...(of ? [of.key] : []), table.deleted_at];
  return {
    table: name,
    search: {
      index,
      // The unary plus keeps SQLite from walking the rows by `seq` where another column is asked for. In their order FTS5
      // fills and checks an index three times as fast: what it holds in memory is written out when a number goes down.
      view: `CREATE VIEW ${view} AS SELECT ${columns.join(', ')} FROM ${from} WHERE ${name}.deleted_at IS NULL AND +${name}.seq > coalesce((SELECT next_seq FROM search_fill WHERE kind = '${name}'), 0) ORDER BY ${name}.seq`,
      create: `CREATE VIRTUAL TABLE ${index} USING fts5(words, content='${view}', content_rowid='seq', ${TOKENIZE}, prefix='${prefixes}')`,
      fill: [
        `INSERT INTO ${index} (${index}) VALUES ('delete-all');`,
        `DELETE FROM search_fill WHERE kind = '${name}';`,
        `INSERT INTO search_fill (kind, next_seq) SELECT '${name}', max(seq) FROM ${name} HAVING max(seq) > ${FILLED_AT_ONCE};`,
        add('true'),
      ],
    },
    triggers: [
      trigger(`${index}_insert`, inserted(name), [add('seq = NEW.seq')]),
      ...replaced(index, name, changing, 'seq = OLD.seq'),
      ...(of && other ? replaced(`${index}_${other}`, other, [of.terms], `${of.key.name} = OLD.id`) : []),
    ],
  };
}

/**
 * `:` and the text in hexadecimal for each text of a JSON array. FTS5 allows no virtual table, such as json_each, in a view
 * that it checks, so the JSON is cut where a text ends; first, quotation marks within texts become escapes without one.
 */
function tagTerms(json: string): string {
  const texts = `replace(replace(substr(${json}, 3, length(${json}) - 4), '\\\\', '\\u005c'), '\\"', '\\u0022')`;
  return `iif(${json} = '[]', NULL, ':' || replace(hex(${texts}), hex('","'), ' :'))`;
}

/** The registration number as a term, `=PAT-00000001`. */
const numberOf = (table: Entity) =>
  getTableConfig(table).columns.some(({ name }) => name === 'reg_number')
    ? [`'=' || ${getTableName(table)}.reg_number`]
    : [];

/** Rows are counted by each text in `tags`. */
export function countedByTag(table: Entity & { tags: AnySQLiteColumn }): Extra {
  const name = getTableName(table);
  const kind = `${name}:tag`;
  const count = (tags: string, n: 1 | -1) =>
    `INSERT INTO counter (kind, term, n) SELECT DISTINCT '${kind}', value, ${n} FROM json_each(${tags}) WHERE true ${COUNT_UP};`;
  return {
    table: name,
    triggers: [
      trigger(`${name}_tags_insert`, `${inserted(name)} WHEN NEW.tags <> '[]'`, [count('NEW.tags', 1)]),
      trigger(`${name}_tags_update`, updated(name, 'tags', 'NEW.tags <> OLD.tags'), [
        count('OLD.tags', -1),
        count('NEW.tags', 1),
      ]),
      trigger(`${name}_tags_delete`, deleted(name), [count('OLD.tags', -1)]),
    ],
    backfill: [
      `INSERT INTO counter (kind, term, n) SELECT '${kind}', value, count(DISTINCT seq) FROM ${name}, json_each(${name}.tags) WHERE deleted_at IS NULL GROUP BY value;`,
    ],
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

interface AppendOnly {
  /** which rows may be removed */
  removal?: 'none' | 'archived' | 'any';
  /** a column that may be set, once, where it was null */
  mark?: AnySQLiteColumn;
}

/**
 * Rows are never changed, and removed only as `removal` says. `INSERT OR REPLACE` removes a row without firing triggers on
 * DELETE, so an insert with a key of a row that is there is refused, too.
 */
export function appendOnly(table: SQLiteTable, { removal = 'none', mark }: AppendOnly = {}): Extra {
  const name = getTableName(table);
  const refuse = `SELECT RAISE(ABORT, '${name} is append-only');`;
  const archivedTo = `coalesce((SELECT max(to_seq) FROM audit_archive WHERE trail = '${name}'), 0)`;
  const isTaken = keysOf(table).map(taken(name)).join(' OR ');
  const isOther = getTableConfig(table).columns.map(({ name: column }) => {
    const changes = `NEW.${column} IS NOT OLD.${column}`;
    return column === mark?.name ? `(${changes} AND OLD.${column} IS NOT NULL)` : changes;
  });
  const when = mark ? ` WHEN ${isOther.join(' OR ')}` : '';
  const removals = { none: [''], archived: [` WHEN OLD.seq > ${archivedTo}`], any: [] }[removal];
  return {
    table: name,
    triggers: [
      trigger(`${name}_keep_insert`, `BEFORE INSERT ON ${name} WHEN ${isTaken}`, [refuse]),
      trigger(`${name}_keep_update`, `BEFORE UPDATE ON ${name}${when}`, [refuse]),
      ...removals.map((kept) => trigger(`${name}_keep_delete`, `BEFORE DELETE ON ${name}${kept}`, [refuse])),
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

export const trigger = (name: string, event: string, statements: string[]) =>
  `CREATE TRIGGER ${name} ${event} BEGIN ${statements.join(' ')} END`;
const inserted = (table: string) => `AFTER INSERT ON ${table}`;
export const updated = (table: string, column: string, when: string) =>
  `AFTER UPDATE OF ${column} ON ${table} WHEN ${when}`;
const deleted = (table: string) =>
  updated(table, 'deleted_at', 'NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL');
