import { sql } from 'drizzle-orm';
import journal from '../../../drizzle/meta/_journal.json' with { type: 'json' };
import { searchFill } from '../../db/schema/system';
import { rawStatement } from '../../db/statement';

/** The file name of the newest migration that this code was built with. */
export const NEWEST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`;

/**
 * Whether it was applied, and whether the sweep still fills a full-text index. Migrations are applied in order, each with its
 * row in one transaction; a database may have later ones, as they only add. Raw: the first table is wrangler's.
 */
export const newestMigration = rawStatement<Record<never, never>, { is_filling: 0 | 1 }>(
  () =>
    sql`select exists (select 1 from ${searchFill}) as is_filling from d1_migrations where name = ${NEWEST_MIGRATION}`,
);
