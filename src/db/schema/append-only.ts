import { getTableName } from 'drizzle-orm';
import { type AnySQLiteColumn, getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Extra, trigger } from './extras';

interface AppendOnly {
  removal?: 'none' | 'archived' | 'any';
  /** a column that may be set, once, where it was null */
  mark?: AnySQLiteColumn;
}

/** `INSERT OR REPLACE` removes a row without firing triggers on DELETE, so an insert with a key that exists is refused, too. */
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

function keysOf(table: SQLiteTable): string[][] {
  const { columns, primaryKeys } = getTableConfig(table);
  const single = columns.filter(({ primary, isUnique }) => primary || isUnique).map(({ name }) => [name]);
  return [...single, ...primaryKeys.map((key) => key.columns.map(({ name }) => name))];
}

/** SQLite gives -1 for a `seq` that is not named, as by every insert of the service: these need no look-up. */
const taken = (table: string) => (key: string[]) =>
  `${key[0] === 'seq' ? 'NEW.seq <> -1 AND ' : ''}EXISTS (SELECT 1 FROM ${table} WHERE ${key.map((name) => `${name} = NEW.${name}`).join(' AND ')})`;
