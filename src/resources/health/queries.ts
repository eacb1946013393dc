import { sql } from 'drizzle-orm';
import journal from '../../../drizzle/meta/_journal.json' with { type: 'json' };
import { searchFill } from '../../db/schema/system';
import { rawStatement } from '../../db/statement';

export const NEWEST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`;

/** Migrations are applied in order and only add: the newest tells of all, and there may be later ones. */
export const newestMigration = rawStatement<Record<never, never>, { is_filling: 0 | 1 }>(
  () =>
    sql`select exists (select 1 from ${searchFill}) as is_filling from d1_migrations where name = ${NEWEST_MIGRATION}`,
);
