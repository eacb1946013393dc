import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { auditedInsert } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { type Acting, isCurrentActor } from '../../../db/current-actor';
import { isLive } from '../../../db/entity';
import { calendarFeed } from '../../../db/schema/calendar-feed';
import { department } from '../../../db/schema/department';
import { doctor } from '../../../db/schema/doctor';
import { db, type Inputs, statement } from '../../../db/statement';
import { FEEDS_MAX } from './rules';

const columns = {
  id: calendarFeed.id,
  doctor_id: calendarFeed.doctor_id,
  department_id: calendarFeed.department_id,
  created_at: calendarFeed.created_at,
};
export type FeedRow = Pick<typeof calendarFeed.$inferSelect, keyof typeof columns>;

interface Owner {
  user_id: string;
}

const hasRoom = (p: Inputs<Owner>) =>
  sql`(select count(*) from ${calendarFeed} own where own.user_id = ${p.user_id} and own.deleted_at is null)
    < ${sql.raw(String(FEEDS_MAX))}`;

export const insert = auditedInsert(calendarFeed, {
  refers: { doctor_id: doctor, department_id: department },
  where: (p: Inputs<Acting & Owner>) => and(isCurrentActor(p), hasRoom(p)),
  returning: ['id'],
});

export const ownFeeds = statement((p: Inputs<Owner>) =>
  db
    .select(columns)
    .from(calendarFeed)
    .where(and(eq(calendarFeed.user_id, p.user_id), isNull(calendarFeed.deleted_at)))
    .orderBy(desc(calendarFeed.seq)),
);

export const ownById = statement((p: Inputs<Owner & { id: string }>) =>
  db
    .select(columns)
    .from(calendarFeed)
    .where(and(isLive(calendarFeed, p.id), eq(calendarFeed.user_id, p.user_id))),
);

export const remove = auditedUpdate(calendarFeed, ['deleted_at'], {
  action: 'delete',
  where: (p: Inputs<Acting>) => eq(calendarFeed.user_id, p.acting),
});
