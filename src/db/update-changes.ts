import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/*
 * The audit row is written before the update, in the same batch, and so compares with the old row. Column by column: JSON
 * within JSON doubles quotes, and D1 takes no value above 2,000,000 bytes.
 */

interface Change {
  name: string;
  before: SQLWrapper;
  next: SQL;
}

/** JSON: `["city","phone"]`. */
export function changedNames(changes: readonly Change[]): SQL {
  const names = changes.map(
    ({ name, before, next }) => sql`iif(${before} is not (${next}), ${sql.raw(`',"${name}"'`)}, '')`,
  );
  return sql`'[' || substr(${sql.join(names, sql` || `)}, 2) || ']'`;
}

/** Whether any of them changes. */
export const isDifferent = (changes: readonly Change[]): SQL => {
  const values = (of: 'before' | 'next') =>
    sql.join(
      changes.map((change) => change[of]),
      sql`, `,
    );
  return sql`(${values('before')}) is not (${values('next')})`;
};

/** JSON of the values before and after, `{"type":["doctor","admin"]}`; null if none changes. */
export function changedValues(changes: readonly Change[]): SQL {
  const [first, ...others] = changes.map(({ name, before, next }) => {
    const key = sql.raw(`'${name}'`);
    return sql`iif(${before} is not ${next}, json_object(${key}, json_array(${before}, ${next})), '{}')`;
  });
  if (!first) return sql`null`;
  return sql`nullif(${others.reduce((all, change) => sql`json_patch(${all}, ${change})`, first)}, '{}')`;
}
