import { pages } from './pages.mjs';

/** What a program may, what it authenticates by, where events go; in the words in which it is told. */
const TOLD = {
  client: {
    scope: 'scope',
    expires_at: 'end',
    secret_hash: 'secret',
    former_secret_hash: 'former secret',
    jwks: 'keys',
  },
  webhook: {
    url: 'address',
    secret: 'secret',
    former_secret: 'former secret',
    disabled_at: 'time since when it is disabled',
  },
};

/**
 * Programs and webhooks that are not as they were: one may do again, or is sent again, what was taken from it since, or goes by a secret
 * that was replaced because others know it.
 * @param table `client` or `webhook`
 */
export async function thoseThatDiffer(DB, table, before) {
  const known = new Map([...before].map((row) => [row.id, row]));
  const columns = ['seq', 'id', ...Object.keys(TOLD[table])];
  const different = [];
  for await (const rows of pages(DB, { name: table, columns, key: ['seq'] })) {
    for (const row of rows) {
      const was = known.get(row.id);
      for (const [column, what] of Object.entries(TOLD[table]))
        if (was && row[column] !== was[column])
          different.push(`${table} ${row.id} has an earlier ${what} again, or none`);
    }
  }
  return different;
}
