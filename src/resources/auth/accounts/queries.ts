import { and, desc, isNull, lt, ne, sql } from 'drizzle-orm';
import { UNSET } from '../../../auth/passwords';
import { CLIENT_ROLE, type PersonRole, type Role } from '../../../auth/permissions';
import { auditedInsert } from '../../../db/audit';
import { auditedUpdate } from '../../../db/audited-update';
import { columnsFor, isLive } from '../../../db/entity';
import { user } from '../../../db/schema/user';
import { asExpression, db, type Inputs, statement } from '../../../db/statement';
import { mayBecome, ownership } from './promotion';
import { type Account, User } from './schemas';

/** Accounts of programs are clients (`/auth/clients`), and no accounts here. */
export const isPerson = ne(user.type, CLIENT_ROLE);

const columns = {
  ...columnsFor(user, User.omit({ pending_type: true }), 'disabled_at'),
  type: sql<PersonRole>`${user.type}`.as('type'),
  password_set: sql`${user.password_hash} <> ${sql.raw(`'${UNSET}'`)}`.mapWith(Boolean).as('password_set'),
  totp_enabled: sql`${user.totp_secret} is not null`.mapWith(Boolean).as('totp_enabled'),
};
export type UserRow = Pick<typeof user.$inferSelect, Exclude<keyof User, 'pending_type' | 'type'>> & Pick<User, 'type'>;
export type AccountRow = UserRow &
  Pick<typeof user.$inferSelect, 'disabled_at'> &
  Pick<Account, 'password_set' | 'totp_enabled'>;

export const insertUser = auditedInsert(user);
export const accountById = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, ...ownership })
    .from(user)
    .where(and(isLive(user, p.id), isPerson)),
);
export const accountExists = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ id: user.id })
    .from(user)
    .where(and(isLive(user, p.id), isPerson)),
);
export const accountsBefore = statement((p: Inputs<{ cursor: number; limit: number }>) =>
  db
    .select({ ...columns, seq: user.seq })
    .from(user)
    .where(and(lt(user.seq, p.cursor), isNull(user.deleted_at), isPerson))
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
  where: (p: Inputs<NewState>) => and(isPerson, mayBecome(newType(p))),
});
