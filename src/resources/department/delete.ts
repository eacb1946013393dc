import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedUpdate, requireWritten, type Target } from '../../db/audited-update';
import { existsLive } from '../../db/entity';
import { withFollowers } from '../../db/query';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, rawStatement } from '../../db/statement';
import { RuleError } from '../../errors';
import { hideFilesOf } from '../file/entity-files';
import { doctorWithHoursIn } from '../working-hours/queries';

interface Asked {
  id: string;
  /** epoch milliseconds */
  now: number;
}

/** The next appointment in the department that holds its time and whose patient is not deleted. */
const upcoming = (p: Inputs<Asked>) =>
  db
    .select({ id: appointment.id })
    .from(appointment)
    .where(
      and(
        eq(appointment.department_id, p.id),
        gte(appointment.starts_at, p.now),
        holdsTime(appointment.status),
        existsLive(patient, appointment.patient_id),
      ),
    )
    .orderBy(asc(appointment.starts_at))
    .limit(1);

/** What keeps a department from being deleted, each null where nothing of the kind names it. */
const NAMED_BY = { appointment: upcoming, doctor: (p: Inputs<Asked>) => doctorWithHoursIn(p.id) };
type Naming = Record<keyof typeof NAMED_BY, string | null>;
const kinds = Object.entries(NAMED_BY);

// Bookings and working hours ask in their own writes whether the department is there, so of the two the later one is refused.
const remove = auditedUpdate(department, ['deleted_at'], {
  action: 'delete',
  where: (p: Inputs<Asked>) => and(...kinds.map(([, naming]) => isNull(naming(p)))),
});

/** Behind the delete: what names a department that is still there. Raw: a `SELECT` without `FROM`. */
const stillNamedBy = rawStatement<Asked, Naming>((p) => {
  const found = kinds.map(([kind, naming]) => sql`${naming(p)} as ${sql.identifier(kind)}`);
  return sql`select ${sql.join(found, sql`, `)} where ${existsLive(department, p.id)}`;
});

/** @throws RuleError where it is named by something */
function requireUnnamed({ doctor, appointment }: Naming): void {
  if (doctor)
    throw new RuleError('in_use', `The department is in working hours of doctors, such as this one: ${doctor}`);
  if (appointment)
    throw new RuleError('in_use', `The department has appointments to come, first this one: ${appointment}`);
}

/**
 * Hides the department and its files from every read; the row, past appointments and the audit trail stay.
 * @throws UnauthenticatedError, NotFoundError, OutdatedError, RuleError
 */
export async function deleteDepartment(ctx: ServiceContext, target: Target): Promise<void> {
  const asked = { id: target.id, now: ctx.now };
  const removal = remove(ctx, target, { ...asked, deleted_at: ctx.now });
  const { outcome, named } = await ctx.db.batch({
    outcome: withFollowers(removal, ...hideFilesOf(ctx, target.id)),
    named: stillNamedBy(asked),
  });
  const isAskedVersion = target.if_version === null || target.if_version === outcome.version;
  if (!outcome.row && outcome.isActorCurrent && isAskedVersion && named[0]) requireUnnamed(named[0]);
  requireWritten('Department', target.id, outcome);
}
