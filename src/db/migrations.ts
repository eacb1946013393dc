import { sql } from 'drizzle-orm';
import journal from '../../drizzle/meta/_journal.json' with { type: 'json' };
import { rawStatement } from './statement';

/** The file name of the newest migration that this code was built with. */
export const NEWEST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`;

/**
 * Whether it was applied. Migrations are applied in order, each with its row in one transaction; a database may have later
 * ones, as they only add. Raw: the table is wrangler's.
 */
export const newestMigration = rawStatement<Record<never, never>, { name: string }>(
  () => sql`select name from d1_migrations where name = ${NEWEST_MIGRATION}`,
);
