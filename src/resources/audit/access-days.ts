import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { bitsOf, kindsIn } from '../../audit/kinds';
import { countUp } from '../../audit/look-rows';
import type { ServiceContext } from '../../context';
import { StorageError } from '../../db/errors';
import { batchOf } from '../../db/query';
import { accessDay, patient, user } from '../../db/schema';
import { asExpression, db, type Inputs, rawStatement } from '../../db/statement';
import { dateOfDay, localDay } from '../../rules/datetime';
import { forAdmin, isoTime, PLACE_MAX, placeOf, timeAsked } from './asked';
import type { AccessDay, AccessDayQuery } from './schemas';
import { cutPage, inTwoSteps, LOOK_MAX, type Looked, type TrailPage } from './trail-page';

interface Values {
  patient_id: string | null;
  actor: string | null;
  /** the first day */
  from: number;
  /** the place behind which the page begins */
  day: number;
  actor_seq: number;
  patient_seq: number;
  /** a set of kinds, of which a row has any */
  kinds: number;
  look: number;
  limit: number;
}

type Row = Looked &
  Pick<typeof accessDay.$inferSelect, 'day' | 'looks' | 'first_at' | 'last_at' | 'kinds'> &
  Record<'patient_id' | 'actor', string | null>;

/** The place of a row, with as many digits in each, so that they are in order. */
const KEY = sql`printf('%07d.%015d.%015d', day, actor_seq, patient_seq)`;

/** Those of deleted patients and accounts are found, too. */
const pageOf = (looked: (p: Inputs<Values>) => SQL) =>
  rawStatement<Values, Row>((p) =>
    inTwoSteps({
      looked: looked(p),
      reached: sql`min(${KEY})`,
      found: sql`select *, ${KEY} as key from looked where kinds & ${p.kinds} <> 0 and (${p.actor} is null
          or actor_seq = (select ${user.seq} from ${user} where ${eq(user.id, p.actor)}))
        order by key desc limit ${asExpression(p.limit)}`,
      shown: sql`f.key, f.day, f.looks, f.first_at, f.last_at, f.kinds,
        (select ${patient.id} from ${patient} where ${patient.seq} = f.patient_seq) as patient_id,
        (select ${user.id} from ${user} where ${user.seq} = f.actor_seq) as actor`,
    }),
  );

/** The first rows, in the order of the page, that are of these days and fulfil a condition. */
const first = (p: Inputs<Values>, condition: SQL) =>
  sql`looked as materialized ${db
    .select()
    .from(accessDay)
    .where(and(gte(accessDay.day, p.from), condition))
    .orderBy(desc(accessDay.day), desc(accessDay.actor_seq), desc(accessDay.patient_seq))
    .limit(asExpression(p.look))}`;

const all = pageOf((p) => first(p, sql`(day, actor_seq, patient_seq) < (${p.day}, ${p.actor_seq}, ${p.patient_seq})`));

const byPatient = pageOf((p) => {
  const seq = sql`(select ${patient.seq} from ${patient} where ${eq(patient.id, p.patient_id)})`;
  return first(p, sql`patient_seq = ${seq} and (day, actor_seq) < (${p.day}, ${p.actor_seq})`);
});

/**
 * No index has the days of an account. So each step goes to its next patient on the same day or, where there is none left,
 * to the next day on which anybody looked at anything.
 */
const byActor = pageOf(
  (p) => sql`looked(patient_seq, day, actor_seq, looks, first_at, last_at, kinds, n) as materialized (
    select ${p.patient_seq}, ${p.day}, ${user.seq}, null, null, null, 0, 0 from ${user} where ${eq(user.id, p.actor)}
    union all
    select coalesce(a.patient_seq, ${PLACE_MAX}),
      coalesce(a.day, (select max(earlier.day) from ${accessDay} earlier where earlier.day < l.day)),
      l.actor_seq, a.looks, a.first_at, a.last_at, a.kinds, l.n + coalesce(a.kinds & ${p.kinds} <> 0, 0)
    from looked l left join ${accessDay} a on a.day = l.day and a.actor_seq = l.actor_seq
      and a.patient_seq = (select max(next.patient_seq) from ${accessDay} next
        where next.day = l.day and next.actor_seq = l.actor_seq and next.patient_seq < l.patient_seq)
    where l.day >= ${p.from} and l.n < ${p.limit}
    limit ${asExpression(p.look)})`,
);

/** Who has seen whom on which days, once all that is on record is counted. @throws UnauthenticatedError */
export async function listAccessDays(ctx: ServiceContext, query: AccessDayQuery): Promise<TrailPage<AccessDay>> {
  const { limit, patient_id = null, actor = null, entity, action } = query;
  const { from, to } = timeAsked(ctx, query);
  const dayOf = (time: number) => localDay(time, ctx.settings.TIME_ZONE);
  const cursor = placeOf(query.cursor);
  const last = to === undefined ? PLACE_MAX : dayOf(to - 1);
  // A cursor that is not of the time asked for does not lead out of it.
  const [day, actor_seq, patient_seq] = cursor && cursor[0] <= last ? cursor : [last, PLACE_MAX, PLACE_MAX];
  const kinds = bitsOf({ entity, action });
  const isExact = [entity, action].every((word) => word === undefined) && actor === null;
  const look = kinds === 0 ? 0 : isExact ? limit + 1 : LOOK_MAX;
  const page = patient_id !== null ? byPatient : actor !== null ? byActor : all;
  const found = page({
    ...{ patient_id, actor, from: from === undefined ? -PLACE_MAX : dayOf(from), day, actor_seq, patient_seq, kinds },
    ...{ look, limit: limit + 1 },
  });
  const counted = forAdmin(ctx, batchOf({ counted: countUp(), page: found })).then((both) => both.page);
  // A full database takes no counts; what it has counted before is still read.
  const shown = await counted.catch((error) => {
    if (error instanceof StorageError && error.kind === 'full') return forAdmin(ctx, found);
    throw error;
  });
  const { rows, next } = cutPage(shown, { limit, look });
  return {
    rows: rows.map((row) => ({
      ...row,
      day: dateOfDay(row.day),
      first_at: isoTime(row.first_at),
      last_at: isoTime(row.last_at),
      kinds: kindsIn(row.kinds),
    })),
    next,
  };
}
