import { sql } from 'drizzle-orm';
import { rawStatement } from '../../db/statement';

export const appliedMigrations = rawStatement<Record<never, never>, { name: string }>(
  () => sql`select name from d1_migrations`,
);
