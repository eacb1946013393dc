/** Drafts of a doctor who has left become another one's. Each statement has the conditions, or asks whether the one before has changed a row. */
import { and, asc, eq, inArray, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { ServiceContext } from '../../context';
import { auditRows, type Origin, origin } from '../../db/audit';
import { type Acting, actingOf, currentActor, isCurrentActor } from '../../db/current-actor';
import { existsLive } from '../../db/entity';
import { doctor } from '../../db/schema/doctor';
import { note } from '../../db/schema/note';
import { user } from '../../db/schema/user';
import { changedRows, db, type Inputs, previousChanged, rawStatement, statement } from '../../db/statement';
import { HANDED_OVER_MAX, WRITERS } from './rules';

interface Sides {
  of: string;
  to: string;
}
type P = Inputs<Sides & Origin & Acting>;

const mayWrite = (id: SQLWrapper): SQL =>
  existsLive(doctor, id, existsLive(user, doctor.user_id, isNull(user.disabled_at), inArray(user.type, [...WRITERS])));

const draft = alias(note, 'draft');
const other = alias(note, 'other');
const draftsOf = (id: SQLWrapper) => and(eq(draft.doctor_id, id), isNull(draft.signed_at));

/** A doctor has one note about a visit. */
const handedOver = (p: P) =>
  inArray(
    note.seq,
    db
      .select({ seq: draft.seq })
      .from(draft)
      .where(
        and(
          draftsOf(p.of),
          sql`not exists (select 1 from ${note} as ${other}
            where ${other.appointment_id} = ${draft.appointment_id} and ${other.doctor_id} = ${p.to})`,
          not(mayWrite(p.of)),
          mayWrite(p.to),
          isCurrentActor(p),
        ),
      )
      .orderBy(asc(draft.seq))
      .limit(HANDED_OVER_MAX),
  );

const audit = rawStatement<Sides & Origin & Acting, never>((p) =>
  auditRows(p, note, { action: 'update', changed: sql`'["doctor_id"]'`, where: handedOver(p) }),
);
const move = statement((p: P) =>
  db
    .update(note)
    .set({
      doctor_id: sql`${p.to}`,
      version: sql`${note.version} + 1`,
      updated_at: sql`${p.at}`,
      updated_by: sql`${p.actor}`,
    })
    .where(and(handedOver(p), previousChanged)),
);

interface State {
  known: 0 | 1;
  is_active: 0 | 1;
  to_known: 0 | 1;
  to_writes: 0 | 1;
  left: number;
}
const state = rawStatement<Sides, State>(
  (
    p,
  ) => sql`select exists (select 1 from ${doctor} where ${eq(doctor.id, p.of)}) as known, ${mayWrite(p.of)} as is_active,
    ${existsLive(doctor, p.to)} as to_known, ${mayWrite(p.to)} as to_writes,
    (select count(*) from ${note} as ${draft} where ${draftsOf(p.of)}) as "left"`,
);

/** `changed` counts the notes that changed hands; the state is that behind it. */
export function handingOver(ctx: ServiceContext, sides: Sides) {
  const inputs = { ...origin(ctx), ...actingOf(ctx), ...sides };
  return {
    audit: audit(inputs),
    move: move(inputs),
    changed: changedRows({}),
    state: state(sides),
    actor: currentActor(ctx),
  };
}
