import { and, eq, exists, not, sql } from 'drizzle-orm';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { type Acting, isCurrentActor } from '../../db/current-actor';
import { fieldNames } from '../../db/entity';
import { MESSAGE_RULES_ID, messageRules } from '../../db/schema/message';
import { db, type Inputs, statement } from '../../db/statement';
import { MessageRules } from './schemas';

export const RULES_ID = MESSAGE_RULES_ID;

const isTheRow = eq(messageRules.id, RULES_ID);

/** No row where none were ever set. */
export const current = statement(() =>
  db
    .select({
      booked: messageRules.booked,
      reminders: messageRules.reminders,
      quiet: messageRules.quiet,
      channel: messageRules.channel,
      shows: messageRules.shows,
      version: messageRules.version,
    })
    .from(messageRules)
    .where(isTheRow),
);

export const update = auditedUpdate(messageRules, fieldNames(MessageRules), { guarded: true });

export const insert = auditedInsert(messageRules, {
  where: (p: Inputs<Acting>) =>
    and(not(exists(db.select({ one: sql`1` }).from(messageRules).where(isTheRow))), isCurrentActor(p)),
  returning: ['version'],
});
