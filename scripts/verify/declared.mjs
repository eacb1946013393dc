// What the schema declares that the checks compare with.
import '../typescript.mjs';
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { select } from '../storage/pages.mjs';

const schema = await import('../../src/db/schema/index.ts');
const { extrasOf } = await import('../../src/db/schema/extras.ts');
const { rowsIn } = await import('../../src/db/schema/whose.ts');
const { entityColumns } = await import('../../src/db/schema/columns.ts');

const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableConfig(table));
const has = ({ columns }, name) => columns.some((column) => column.name === name);
const named = (some) => some.map(({ name }) => name);

export const ENTITIES = named(tables.filter((table) => Object.keys(entityColumns()).every((name) => has(table, name))));
/** Tables whose rows have a registration number, which is made of `seq`. */
export const NUMBERED = named(tables.filter((table) => has(table, 'reg_number')));
export const INDEXES = extrasOf(schema).flatMap(({ search }) => (search ? [search.index] : []));
/** By table. */
export const JSON_COLUMNS = Object.fromEntries(
  tables.map(({ name, columns }) => [name, named(columns.filter(({ dataType }) => dataType === 'json'))]),
);
export const COUNTS = extrasOf(schema).flatMap(({ table, counts }) => (counts ? [{ table, ...counts }] : []));
/** Tables whose rows are found by what other systems call them, and which of the rows. */
export const IDENTIFIED = extrasOf(schema).flatMap(({ table, identified }) =>
  identified ? [{ table, identified }] : [],
);
/** Tables of patients' records, each with the column that says whose they are. */
export const OF_PATIENTS = rowsIn(schema).flatMap((rows) =>
  rows.of === 'patient' ? [{ table: getTableName(rows.table), patient: rows.patient.name }] : [],
);

const ROWS = 5_000;

/** Ranges of `seq`, first one excluded, that together hold all rows of a table. */
export async function* ranges(DB, table, rows = ROWS) {
  const [{ last }] = await select(DB, `SELECT coalesce(max(seq), 0) AS last FROM ${table}`);
  for (let from = 0; from < last; from += rows) yield [from, from + rows];
}
