import { is, SQL } from 'drizzle-orm';
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { changes, refusalOf } from '../../scripts/migration';
import * as schema from '../../src/db/schema';
import { extrasOf } from '../../src/db/schema/extras';
import { rows } from '../support/rows';

const migrations = import.meta.glob('../../drizzle/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const snapshots = import.meta.glob('../../drizzle/meta/*_snapshot.json', {
  import: 'default',
  eager: true,
}) as Record<string, Snapshot>;

interface Snapshot {
  tables: Record<
    string,
    { columns: Record<string, { type: string; notNull: boolean }>; indexes: Record<string, unknown> }
  >;
}
interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
  hidden: number;
}

const MADE = "(type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%')";

const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map((table) => ({ ...getTableConfig(table), table }));
const extras = extrasOf(schema);
const dialect = new SQLiteSyncDialect();
const textOf = (part: SQL) => dialect.sqlToQuery(part).sql;
const plain = (sql: string) => sql.replace(/["`]/g, '').replace(/\s+/g, ' ').toLowerCase();

const ddlOf = async (name: string) =>
  (await rows<{ sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?', name))[0]?.sql ?? '';
const indexesOf = (table: string) =>
  rows<{ name: string; unique: number; origin: string; partial: number }>('SELECT * FROM pragma_index_list(?)', table);
const indexColumns = async (index: string) =>
  (await rows<{ name: string }>('SELECT name FROM pragma_index_info(?) ORDER BY seqno', index)).map(({ name }) => name);

describe('The migrated database', () => {
  it('has exactly the tables of the Drizzle schema', async () => {
    const found = await rows<{ name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'd1_migrations'`,
    );
    expect(found.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  describe.each(tables.map((table) => [table.name, table] as const))(
    'has a table %s that',
    (name, { columns, indexes, primaryKeys, foreignKeys }) => {
      it('is STRICT, and WITHOUT ROWID if that is declared', async () => {
        const wr = Number(extras.some((extra) => extra.table === name && extra.withoutRowid));
        expect(await rows('SELECT strict, wr FROM pragma_table_list WHERE name = ?', name)).toEqual([
          { strict: 1, wr },
        ]);
      });

      it('has the columns, types and nullability of the schema', async () => {
        const found = await rows<Column>('SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)', name);
        const composite = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
        const expected = columns.map((column) => ({
          name: column.name,
          type: column.getSQLType(),
          notNull: column.notNull,
          primary: column.primary || composite.includes(column.name),
          generated: column.generated !== undefined,
        }));
        const actual = found.map((column) => ({
          name: column.name,
          type: column.type.toLowerCase(),
          notNull: column.notnull === 1,
          primary: column.pk > 0,
          generated: column.hidden > 0,
        }));
        expect(actual.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
          expected.sort((a, b) => a.name.localeCompare(b.name)),
        );
        const ddl = plain(await ddlOf(name));
        for (const column of columns) {
          const as = column.generated?.as;
          if (is(as, SQL)) expect(ddl).toContain(plain(`generated always as (${textOf(as)})`));
        }
        const counted = columns.some((column) => (column as { autoIncrement?: boolean }).autoIncrement);
        expect(ddl.includes('autoincrement')).toBe(counted);
      });

      it('has the indexes of the schema, including the unique and the partial ones', async () => {
        const actual = [];
        for (const index of (await indexesOf(name)).filter(({ origin }) => origin === 'c')) {
          const where = / where (.*)$/.exec(plain(await ddlOf(index.name)))?.[1];
          actual.push({ name: index.name, columns: await indexColumns(index.name), unique: index.unique === 1, where });
        }
        const expected = indexes.map(({ config }) => ({
          name: config.name,
          columns: config.columns.map((column) =>
            is(column, SQL) ? textOf(column) : (column as { name: string }).name,
          ),
          unique: config.unique,
          where: config.where ? plain(textOf(config.where)) : undefined,
        }));
        for (const column of columns.filter((column) => column.isUnique)) {
          expected.push({ name: column.uniqueName ?? '', columns: [column.name], unique: true, where: undefined });
        }
        const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
        expect(actual.sort(byName)).toEqual(expected.sort(byName));
      });

      it('has the foreign keys of the schema, none of which deletes rows', async () => {
        const found = await rows<{ from: string; table: string; to: string; on_delete: string }>(
          'SELECT "from", "table", "to", on_delete FROM pragma_foreign_key_list(?)',
          name,
        );
        const expected = foreignKeys.map((key) => {
          const { columns, foreignTable, foreignColumns } = key.reference();
          return {
            from: columns[0]?.name,
            table: getTableConfig(foreignTable).name,
            to: foreignColumns[0]?.name,
            on_delete: 'NO ACTION',
          };
        });
        expect(found.sort((a, b) => a.from.localeCompare(b.from))).toEqual(
          expected.sort((a, b) => String(a.from).localeCompare(String(b.from))),
        );
      });
    },
  );

  it('has every trigger, view and full-text index of the migrations, and is consistent', async () => {
    const written = new Set<string | undefined>();
    const statements =
      /^(CREATE|DROP) (?:TRIGGER|VIEW|VIRTUAL TABLE|TABLE(?= IF EXISTS)) (?:IF (?:NOT )?EXISTS )?(\w+)/gm;
    for (const [, verb, name] of Object.values(migrations).join('\n').matchAll(statements)) {
      if (verb === 'CREATE') written.add(name);
      else written.delete(name);
    }
    const found = await rows<{ name: string }>(`SELECT name FROM sqlite_schema WHERE ${MADE} ORDER BY name`);
    expect(found.map(({ name }) => name)).toEqual([...written].sort());
    expect(await rows('PRAGMA foreign_key_check')).toEqual([]);
    expect(await rows('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
  });

  it('has exactly the triggers, views and full-text indexes that the schema declares', async () => {
    const found = await rows<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE ${MADE}`);
    const migrated = found.map(({ sql }) => sql);
    expect(changes(migrated, extras), 'declarations changed: run `npm run generate`').toEqual([]);
  });
});

describe('A migration', () => {
  it.each(Object.entries(migrations))(
    'is not one that must be refused, and has lines that wrangler can split: %s',
    (_, text) => {
      // The baseline alone has dropped a table: of what a job had done that is gone.
      expect(refusalOf(text.replace('DROP TABLE IF EXISTS search_fill;', ''))).toBeUndefined();
      expect(text).not.toContain('\r');
      for (const line of text.split('\n').filter((line) => /TRIGGER/i.test(line) && !line.startsWith('--'))) {
        expect(line).toMatch(/^(CREATE TRIGGER .* BEGIN .*; END|DROP TRIGGER IF EXISTS \w+);$/);
      }
      for (const line of text.split('\n').filter((line) => /^CREATE (VIEW|VIRTUAL)/.test(line))) {
        expect(line).toMatch(/^[^;]+;$/);
        expect(line).not.toMatch(/--|\/\*/);
      }
      expect(text, 'wrangler would take the END of a CASE for the end of the trigger').not.toMatch(/\bCASE\b/i);
      for (const table of text.matchAll(/CREATE TABLE[\s\S]*?\n\)(.*);/g)) expect(table[1]).toContain('STRICT');
    },
  );

  it('exists for every change of the schema: the newest snapshot is equal to it', () => {
    const newest = Object.entries(snapshots)
      .sort(([a], [b]) => a.localeCompare(b))
      .at(-1)?.[1];
    const ofSnapshot = Object.fromEntries(
      Object.entries(newest?.tables ?? {}).map(([name, { columns, indexes }]) => [
        name,
        {
          columns: Object.entries(columns)
            .map(([column, { type, notNull }]) => `${column} ${type} ${notNull}`)
            .sort(),
          indexes: Object.keys(indexes).sort(),
        },
      ]),
    );
    const ofSchema = Object.fromEntries(
      tables.map(({ name, columns, indexes }) => [
        name,
        {
          columns: columns.map((column) => `${column.name} ${column.getSQLType()} ${column.notNull}`).sort(),
          indexes: [
            ...indexes.map(({ config }) => config.name),
            ...columns.filter((c) => c.isUnique).map((c) => c.uniqueName ?? ''),
          ].sort(),
        },
      ]),
    );
    expect(ofSnapshot, 'src/db/schema changed: run `npm run generate -- --name=NAME`').toEqual(ofSchema);
  });
});
