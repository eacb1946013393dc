import { and, eq, exists, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { existsLive } from '../../db/entity';
import type { Missing } from '../../db/references';
import { closures } from '../../db/schema/closures';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { asStored, db, type Inputs, rawStatement, statement } from '../../db/statement';
import type { ClosedTime } from '../../rules/closures';

/** Of the one row. */
export const CLOSURES_ID = 'c105ed00-0000-4000-8000-000000000000';

type List = Pick<typeof closures.$inferSelect, 'closures'>;

const isTheRow = eq(closures.id, CLOSURES_ID);

/** No row where none were ever set. */
export const current = statement(() =>
  db.select({ closures: closures.closures, version: closures.version }).from(closures).where(isTheRow),
);

const unknownOf = (p: Inputs<List>, entity: string, table: typeof department | typeof doctor, field: string): SQL => {
  const id = sql`one.value ->> ${sql.raw(`'${field}'`)}`;
  // Who was deleted since then may stay in the list.
  return sql`select ${entity} as entity, ${id} as id
    from json_each(${asStored(p.closures, closures.closures)}) as one
    where ${id} is not null and not ${existsLive(table, id)}
      and ${id} not in (select known.value ->> ${sql.raw(`'${field}'`)} from ${closures}, json_each(${closures.closures}) as known
        where ${isTheRow} and known.value ->> ${sql.raw(`'${field}'`)} is not null)`;
};
const unknownIds = (p: Inputs<List>): SQL =>
  sql`${unknownOf(p, 'Department', department, 'department_id')} union ${unknownOf(p, 'Doctor', doctor, 'doctor_id')}`;

export const unknownReferences = rawStatement<List, Missing>(unknownIds);

const areKnown = (p: Inputs<List>): SQL => sql`not exists (${unknownIds(p)})`;

export const update = auditedUpdate(closures, ['closures', 'closed'], { derived: ['closed'], where: areKnown });

export const insert = auditedInsert(closures, {
  where: (p) => and(areKnown(p), not(exists(db.select({ one: sql`1` }).from(closures).where(isTheRow)))),
  returning: ['version'],
});

/** Closed times that have any moment in common with another time, as `closed`, for a FROM clause and its condition. */
export const closedWithin = (from: SQLWrapper, until: SQLWrapper): SQL =>
  sql`${closures}, json_each(${closures.closed}) as closed
    where ${isTheRow} and closed.value ->> 'starts_at' < ${until} and closed.value ->> 'ends_at' > ${from}`;

export const closedName = sql`${closures.closures} ->> ('$[' || closed.key || '].name')`;

export const closedBetween = rawStatement<{ from: number; until: number }, ClosedTime & { name: string }>((p) => {
  const fields = ['starts_at', 'ends_at', 'department_id', 'doctor_id'];
  const columns = fields.map((name) => sql.raw(`closed.value ->> '${name}' as ${name}`));
  return sql`select ${closedName} as name, ${sql.join(columns, sql`, `)} from ${closedWithin(p.from, p.until)}`;
});
