import { getTableName } from 'drizzle-orm';
import { type AnySQLiteColumn, getTableConfig } from 'drizzle-orm/sqlite-core';
import { LONGEST_BEGINNING } from '../../rules/search/criterion';
import { type Entity, type Extra, inserted, trigger } from './extras';

/** Letters and digits of any script, and our marks, make terms. No word of a text has a mark. */
const TOKENIZE = `tokenize="ascii tokenchars '#*=:~-'", detail=none, columnsize=0`;

interface Searchable {
  /**
   * Letters of the longest beginning of a word that is indexed. For a longer one all rows that have it are read: of things,
   * most may have it. A letter more costs 10 bytes for an invoice, 25 for a patient.
   */
  beginnings?: number;
  terms?: AnySQLiteColumn[];
  /** texts that are found as a whole */
  tags?: AnySQLiteColumn;
  /** rows are also found by the terms and registration number of this other row, deleted or not */
  of?: { table: Entity; key: AnySQLiteColumn; terms: AnySQLiteColumn };
}

/**
 * `<table>_search` is an FTS5 index of the view `<table>_words`, which has live rows only. Triggers take a row's words out before
 * it changes, and put the new ones in after that.
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
      // Ordered, FTS5 fills and checks an index three times as fast: it writes out what it holds in memory when a number goes down.
      view: `CREATE VIEW ${view} AS SELECT ${columns.join(', ')} FROM ${from} WHERE ${name}.deleted_at IS NULL ORDER BY ${name}.seq`,
      create: `CREATE VIRTUAL TABLE ${index} USING fts5(words, content='${view}', content_rowid='seq', ${TOKENIZE}, prefix='${prefixes}')`,
      fill: `INSERT INTO ${index} (${index}) VALUES ('rebuild');`,
    },
    triggers: [
      trigger(`${index}_insert`, inserted(name), [add('seq = NEW.seq')]),
      ...replaced(index, name, changing, 'seq = OLD.seq'),
      ...(of && other ? replaced(`${index}_${other}`, other, [of.terms], `${of.key.name} = OLD.id`) : []),
    ],
  };
}

/**
 * `:` and the text in hexadecimal, for each text. FTS5 allows no virtual table, such as json_each, in a view that it checks, so
 * the JSON is cut at quotation marks, once those within texts have become escapes without one.
 */
function tagTerms(json: string): string {
  const texts = `replace(replace(substr(${json}, 3, length(${json}) - 4), '\\\\', '\\u005c'), '\\"', '\\u0022')`;
  return `iif(${json} = '[]', NULL, ':' || replace(hex(${texts}), hex('","'), ' :'))`;
}

const numberOf = (table: Entity) =>
  getTableConfig(table).columns.some(({ name }) => name === 'reg_number')
    ? [`'=' || ${getTableName(table)}.reg_number`]
    : [];
