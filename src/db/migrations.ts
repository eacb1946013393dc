// The migrations of this version, and which databases they are for.
import journal from '../../drizzle/meta/_journal.json' with { type: 'json' };

const asFile = (tag: string) => `${tag}.sql`;

/** In their order, by the names that `d1_migrations` has. */
export const MIGRATIONS = journal.entries.map(({ tag }) => asFile(tag));

/** 1.1.0 has put it in the place of these. */
export const BASELINE = '0021_baseline.sql';
const REPLACED = [
  ...['0000_tables', '0001_triggers', '0016_access_days', '0017_counter_and_record', '0018_doctor_of_an_account'],
  '0019_fhir',
].map(asFile);
/** The last ones that a database may have before it. 0020 adds one table, which the baseline makes where it is missing. */
const BEFORE = ['0019_fhir.sql', '0020_deployment_id.sql'];

const otherLine = (what: string, why: string) =>
  `${what} is of another line of versions: it ${why}, and this version goes on only from where commit 359b617 of this repository ends, at ${BEFORE[0]}`;

/** Why this version must not touch a database with these migrations, in one sentence; undefined where it may. */
export function refusedHistory(applied: readonly string[]): string | undefined {
  const last = [...applied].sort().at(-1);
  if (last === undefined) return undefined;
  const needed = last < BASELINE ? REPLACED : MIGRATIONS.filter((name) => name <= last);
  const missing = needed.find((name) => !applied.includes(name));
  return missing && otherLine('the database', `lacks the migration ${missing}`);
}

/**
 * The migration of this version whose tables take the rows of a backup.
 * @param last the last migration of the database that the backup was made of
 * @throws Error where there is none
 */
export function migrationOfBackup(last: string): string {
  if (MIGRATIONS.includes(last)) return last;
  if (BEFORE.includes(last)) return BASELINE;
  if (last > BASELINE) throw new Error(`the backup is of ${last}, which this version of the service does not know`);
  throw new Error(otherLine('the backup', `ends at the migration ${last}`));
}
