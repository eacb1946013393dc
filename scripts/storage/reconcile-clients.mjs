import { pages } from './pages.mjs';

/** What a program may, and what it authenticates by; in the words in which it is told. */
const TOLD = {
  scope: 'scope',
  expires_at: 'end',
  secret_hash: 'secret',
  former_secret_hash: 'former secret',
  jwks: 'keys',
};

/** Programs that may do again what was taken from them since, or by a secret that somebody has replaced because others know it. */
export async function clientsThatDiffer(DB, before) {
  const known = new Map([...before].map((row) => [row.id, row]));
  const columns = ['seq', 'id', ...Object.keys(TOLD)];
  const different = [];
  for await (const rows of pages(DB, { name: 'client', columns, key: ['seq'] })) {
    for (const row of rows) {
      const was = known.get(row.id);
      for (const [column, what] of Object.entries(TOLD))
        if (was && row[column] !== was[column])
          different.push(`client ${row.id} has an earlier ${what} again, or none`);
    }
  }
  return different;
}
