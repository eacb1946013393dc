import database from './database.json' with { type: 'json' };

/** What make.mjs has recorded. */
export interface Recorded {
  tables: { name: string; columns: string[]; rows: unknown[][] }[];
  sequences: { name: string; seq: number }[];
  objects: Record<string, string>;
}

/** Accounts of the database by their role, with the tokens that they had: signed by the secret of vitest.config.ts. */
export const { logins, repeatable, made_at } = database;
export type Login = keyof typeof logins;

/** Fills the tables and the bucket. */
export async function loadRecorded({ DB, FILES }: { DB: D1Database; FILES: R2Bucket }, recorded: Recorded) {
  const inserts = recorded.tables.map(({ name, columns, rows }) => {
    const values = columns.map((_, i) => `value ->> ${i}`);
    const names = columns.map((column) => `"${column}"`);
    return DB.prepare(`INSERT INTO "${name}" (${names}) SELECT ${values} FROM json_each(?)`).bind(JSON.stringify(rows));
  });
  const sequences = recorded.sequences.map(({ name, seq }) =>
    DB.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').bind(seq, name),
  );
  await DB.batch([...inserts, ...sequences]);
  for (const [key, base64] of Object.entries(recorded.objects)) await FILES.put(key, Buffer.from(base64, 'base64'));
}

/**
 * Fills tables that the first migration has made. Terms and counters are rows like others, as the triggers of the second
 * one are not there yet: so they are as the first release left them.
 */
export const load = (storage: { DB: D1Database; FILES: R2Bucket }): Promise<void> => loadRecorded(storage, database);
