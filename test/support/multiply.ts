import { env } from 'cloudflare:workers';
import { rows } from './rows';

/** A random UUID, in SQL. */
export const UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

/**
 * Copies one row `n` times directly in D1, where the triggers run, so that a scan of its table costs more than a budget.
 * `differing` has an SQL expression for each column that is not copied; `i` is the number of the copy.
 */
export async function multiply(
  table: string,
  row: { key: string; value: unknown },
  n: number,
  differing: Record<string, string>,
): Promise<void> {
  const columns = await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'seq'`);
  const names = columns.map(({ name }) => name);
  await env.DB.prepare(
    `WITH RECURSIVE copy (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM copy WHERE i < ?2)
     INSERT INTO "${table}" (${names.map((name) => `"${name}"`)})
     SELECT ${names.map((name) => differing[name] ?? `"${name}"`)} FROM "${table}", copy WHERE "${row.key}" = ?1`,
  )
    .bind(row.value, n)
    .run();
}
