import { env } from 'cloudflare:workers';

/** All that the service keeps: the rows of each table as JSON, and the keys of the bucket. */
export type Snapshot = Record<string, string[]>;

/** Wrong passwords and codes are counted, and so leave a row, whatever the answer is. */
const COUNTED = ['login_failure'];

/** The whole database and the keys of the bucket. For a database that holds the rows of a few fixtures. */
export async function snapshot(): Promise<Snapshot> {
  const { results } = await env.DB.prepare(
    // A full-text index is in tables of its own, which are compared; its virtual table has no rows besides.
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')
       AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  ).all<{ name: string }>();
  const names = results.map(({ name }) => name).filter((name) => !COUNTED.includes(name));
  const tables = await env.DB.batch(names.map((name) => env.DB.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`)));
  const files = (await env.FILES.list()).objects.map(({ key, etag }) => `${key} ${etag}`);
  return {
    ...Object.fromEntries(names.map((name, i) => [name, (tables[i]?.results ?? []).map((row) => JSON.stringify(row))])),
    bucket: files,
  };
}

/** What the second has and the first has not, and the other way round: `+ patient {…}`, `- patient {…}`. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const missing = (sign: string, from: Snapshot, to: Snapshot) =>
    Object.entries(from).flatMap(([table, rows]) => {
      const others = new Set(to[table]);
      return rows.filter((row) => !others.has(row)).map((row) => `${sign} ${table} ${row}`);
    });
  return [...missing('-', before, after), ...missing('+', after, before)];
}
