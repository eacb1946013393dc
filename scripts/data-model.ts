// docs/data-model.md as the Drizzle schema has it.
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, SQLiteTable, sqliteTable } from 'drizzle-orm/sqlite-core';
import { entityColumns } from '../src/db/schema/columns';

type Config = ReturnType<typeof getTableConfig>;

export function dataModel(schema: Record<string, unknown>): string {
  const tables = Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableConfig(table))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const entity = getTableConfig(sqliteTable('entity', entityColumns()));
  const shared = entity.columns.map(({ name }) => name);
  const isEntity = ({ columns }: Config) => shared.every((name) => columns.some((column) => column.name === name));
  const entities = tables.filter(isEntity).map(({ name }) => `\`${name}\``);
  const bodies = tables.map((table) => {
    const own = table.columns.filter(({ name }) => !isEntity(table) || !shared.includes(name));
    return [`  ${table.name} {`, ...own.map((column) => `    ${attribute(table, column)}`), '  }'].join('\n');
  });
  return `# Data model

Written by \`npm run generate\` from \`src/db/schema\`: change it there.

${entities.join(', ')} are entities. Each has these columns, too, which the diagram leaves out:

| column | type | key | |
|---|---|---|---|
${entity.columns.map((column) => `| \`${column.name}\` | ${column.getSQLType()} | ${keysOf(entity, column)} | ${notesOn(column)} |`).join('\n')}

\`\`\`mermaid
erDiagram
${[...tables.flatMap(relations), ...bodies].join('\n')}
\`\`\`
`;
}

function relations(table: Config): string[] {
  return table.foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    const parent = columns.every((column) => column.notNull) ? '||' : '|o';
    return `  ${getTableName(foreignTable)} ${parent}--o{ ${table.name} : ${columns.map(({ name }) => name).join(' ')}`;
  });
}

function attribute(table: Config, column: SQLiteColumn): string {
  const notes = notesOn(column);
  const parts = [column.getSQLType(), column.name, keysOf(table, column), notes && `"${notes}"`];
  return parts.filter(Boolean).join(' ');
}

const notesOn = ({ dataType, generated, notNull }: SQLiteColumn): string =>
  [dataType === 'json' && 'JSON', generated && 'generated', !notNull && 'optional'].filter(Boolean).join(', ');

/** UK: no two rows have the same value, or no two that are not deleted. */
function keysOf(table: Config, { name, primary, isUnique }: SQLiteColumn): string {
  const isOnly = (columns: { name?: string }[]) => columns.length === 1 && columns[0]?.name === name;
  const keys = {
    PK: primary || table.primaryKeys.some((key) => key.columns.some((column) => column.name === name)),
    FK: table.foreignKeys.some((key) => isOnly(key.reference().columns)),
    UK: isUnique || table.indexes.some(({ config }) => config.unique && isOnly(config.columns as SQLiteColumn[])),
  };
  return Object.entries(keys)
    .flatMap(([key, holds]) => (holds ? key : []))
    .join(', ');
}
