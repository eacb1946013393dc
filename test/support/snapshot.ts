import { env } from 'cloudflare:workers';
import { LIMITS } from './d1-limits';
import { rows } from './rows';

/** All that the service keeps: the rows of each table as text, and the keys of the bucket. */
export type Snapshot = Record<string, string[]>;

/** Wrong passwords and codes are counted, and so leave a row, whatever the answer is. */
const COUNTED = ['login_failure'];

/** Stands in no text of a test. */
const END = '\u001e';

let statement: string | undefined;
/** Asks for the rows of each table in a column of its own: statements of their own would cost several times as much. */
async function readAll(): Promise<string> {
  // A full-text index is in tables of its own, which are compared; its virtual table has no rows besides.
  const tables = await rows<{ name: string; columns: string }>(
    `SELECT t.name, group_concat('quote("' || c.name || '")') AS columns
     FROM pragma_table_list t CROSS JOIN pragma_table_info(t.name) c
     WHERE t.schema = 'main' AND t.type IN ('table', 'shadow') AND t.name NOT LIKE '\\_cf%' ESCAPE '\\'
     GROUP BY t.name`,
  );
  const columns = tables
    .filter(({ name }) => !COUNTED.includes(name))
    .map(({ name, columns }) => `(SELECT group_concat(${rowOf(columns)}, char(30)) FROM "${name}") AS "${name}"`);
  return `SELECT ${columns.join(', ')}`;
}

/** In arrays of as many as D1 lets a function have arguments. */
function rowOf(columns: string): string {
  const all = columns.split(',');
  const arrays = Math.ceil(all.length / LIMITS.arguments);
  return Array.from(
    { length: arrays },
    (_, n) => `json_array(${all.slice(n * LIMITS.arguments, (n + 1) * LIMITS.arguments)})`,
  ).join(' || ');
}

/** The whole database and the keys of the bucket. For a database that holds the rows of a few fixtures. */
export async function snapshot(): Promise<Snapshot> {
  statement ??= await readAll();
  const [tables = {}] = await rows<Record<string, string | null>>(statement);
  const { objects } = await env.FILES.list();
  return {
    ...Object.fromEntries(Object.entries(tables).map(([name, text]) => [name, text?.split(END) ?? []])),
    bucket: objects.map(({ key, etag }) => `${key} ${etag}`),
  };
}

/** What the second has and the first has not, and the other way round: `+ patient …`, `- patient …`. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const missing = (sign: string, from: Snapshot, to: Snapshot) =>
    Object.entries(from).flatMap(([table, rows]) => {
      const others = new Set(to[table]);
      return rows.filter((row) => !others.has(row)).map((row) => `${sign} ${table} ${row}`);
    });
  return [...missing('-', before, after), ...missing('+', after, before)];
}
