import database from './database.json' with { type: 'json' };

type Storage = { DB: D1Database; FILES: R2Bucket };

/** Accounts of the database by their role, with the tokens that they had: signed by the secret of vitest.config.ts. */
export const { logins, repeatable, made_at } = database;

/** The migrations that commit 359b617 has applied to the database that former-schema.sql tells of. */
export const FORMER = [
  ...['0000_tables.sql', '0001_triggers.sql', '0016_access_days.sql', '0017_counter_and_record.sql'],
  ...['0018_doctor_of_an_account.sql', '0019_fhir.sql'],
];

/** Makes the tables of that commit in a database without any. @param schema the text of former-schema.sql */
export async function makeFormer(DB: D1Database, schema: string): Promise<void> {
  const statements = schema.split(/;\n/).filter((sql) => sql.trim() !== '');
  const table = `CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;
  const applied = 'INSERT INTO d1_migrations (name) SELECT value FROM json_each(?)';
  await DB.batch([
    ...[...statements, table].map((sql) => DB.prepare(sql)),
    DB.prepare(applied).bind(JSON.stringify(FORMER)),
  ]);
}

/** What the database makes by itself. */
const MADE = ['counter', 'identifier', 'deployment'];

/** Fills the tables and the bucket with what was recorded. */
export async function load({ DB, FILES }: Storage): Promise<void> {
  const tables = database.tables.filter(({ name }) => !MADE.includes(name));
  const inserts = tables.map(({ name, columns, rows }) => {
    const values = columns.map((_, i) => `value ->> ${i}`);
    const names = columns.map((column) => `"${column}"`);
    return DB.prepare(`INSERT INTO "${name}" (${names}) SELECT ${values} FROM json_each(?)`).bind(JSON.stringify(rows));
  });
  const sequences = database.sequences.map(({ name, seq }) =>
    DB.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').bind(seq, name),
  );
  await DB.batch([...inserts, ...sequences]);
  for (const [key, base64] of Object.entries(database.objects)) await FILES.put(key, Buffer.from(base64, 'base64'));
}
