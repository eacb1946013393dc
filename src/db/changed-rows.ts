import { sql } from 'drizzle-orm';
import { rawStatement } from './statement';

/** How many rows the statement before it in a batch has changed. */
export const changedRows = rawStatement<unknown, { n: number }>(() => sql`select changes() as n`);
