import { getTableName } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { deleted, type Entity, type Extra, inserted, trigger, updated } from './extras';

const COUNT_UP = 'ON CONFLICT (kind, term) DO UPDATE SET n = n + excluded.n';

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

type RequiredText = AnySQLiteColumn<{ data: string; notNull: true }>;

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
