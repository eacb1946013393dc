import { and, desc, isNull, lt, sql } from 'drizzle-orm';
import { UNSET } from '../../../auth/passwords';
import type { Role } from '../../../auth/permissions';
import { auditedInsert } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { columnsFor, isLive } from '../../../db/entity';
import { user } from '../../../db/schema/user';
import { asExpression, db, type Inputs, statement } from '../../../db/statement';
import { mayBecome, ownership } from './promotion';
import { type Account, User } from './schemas';

const columns = {
  ...columnsFor(user, User.omit({ pending_type: true }), 'disabled_at'),
  password_set: sql`${user.password_hash} <> ${sql.raw(`'${UNSET}'`)}`.mapWith(Boolean).as('password_set'),
  totp_enabled: sql`${user.totp_secret} is not null`.mapWith(Boolean).as('totp_enabled'),
};
export type UserRow = Pick<typeof user.$inferSelect, Exclude<keyof User, 'pending_type'>>;
export type AccountRow = UserRow &
  Pick<typeof user.$inferSelect, 'disabled_at'> &
  Pick<Account, 'password_set' | 'totp_enabled'>;

export const insertUser = auditedInsert(user);
export const accountById = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, ...ownership })
    .from(user)
    .where(isLive(user, p.id)),
);
export const accountExists = statement((p: Inputs<{ id: string }>) =>
  db.select({ id: user.id }).from(user).where(isLive(user, p.id)),
);
export const accountsBefore = statement((p: Inputs<{ cursor: number; limit: number }>) =>
  db
    .select({ ...columns, seq: user.seq })
    .from(user)
    .where(and(lt(user.seq, p.cursor), isNull(user.deleted_at)))
    .orderBy(desc(user.seq))
    .limit(asExpression(p.limit)),
);

/** Null: stays as it is. */
interface NewState {
  new_type: Role | null;
  /** 0 or 1 */
  disabled: number | null;
  now: number;
}
const newType = (p: Inputs<NewState>) => sql`coalesce(${p.new_type}, ${user.type})`;

export const setState = auditedUpdate(user, [], {
  guarded: true,
  computed: {
    type: newType,
    // Who is disabled already has been so since then.
    disabled_at: (p: Inputs<NewState>) => sql`case ${p.disabled} when 1 then coalesce(${user.disabled_at}, ${p.now})
      when 0 then null else ${user.disabled_at} end`,
  },
  detailed: ['type', 'disabled_at'],
  where: (p: Inputs<NewState>) => mayBecome(newType(p)),
});
