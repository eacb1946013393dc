import { and, desc, isNull, lt, sql } from 'drizzle-orm';
import { UNSET } from '../../../auth/passwords';
import { auditedInsert } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { columnsFor, isLive } from '../../../db/entity';
import { user } from '../../../db/schema/user';
import { asExpression, db, type Inputs, statement } from '../../../db/statement';
import { newRole, ROLE } from './promotion';
import { type Account, User } from './schemas';

const columns = {
  ...columnsFor(user, User, 'disabled_at'),
  password_set: sql`${user.password_hash} <> ${sql.raw(`'${UNSET}'`)}`.mapWith(Boolean).as('password_set'),
  totp_enabled: sql`${user.totp_secret} is not null`.mapWith(Boolean).as('totp_enabled'),
};
export type UserRow = Pick<typeof user.$inferSelect, keyof User>;
export type AccountRow = UserRow &
  Pick<typeof user.$inferSelect, 'disabled_at'> &
  Pick<Account, 'password_set' | 'totp_enabled'>;

export const insertUser = auditedInsert(user);
export const accountById = statement((p: Inputs<{ id: string }>) =>
  db.select(columns).from(user).where(isLive(user, p.id)),
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

export const setType = auditedUpdate(user, ['type'], { guarded: true, computed: newRole(), detailed: ROLE });
export const setDisabled = auditedUpdate(user, ['disabled_at'], {
  guarded: true,
  // Who is disabled already has been so since then.
  computed: {
    disabled_at: (p) => sql`iif(${p.disabled_at} is null, null, coalesce(${user.disabled_at}, ${p.disabled_at}))`,
  },
  detailed: ['disabled_at'],
});
