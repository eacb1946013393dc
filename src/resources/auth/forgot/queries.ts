import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { UNSET } from '../../../auth/passwords';
import type { Origin } from '../../../db/audit';
import { insertFrom, insertion } from '../../../db/insert';
import { audit } from '../../../db/schema/system';
import { forgotToken, user } from '../../../db/schema/user';
import { db, type Inputs, previousChanged, rawStatement, statement } from '../../../db/statement';
import { isEmailOwn } from '../accounts/promotion';
import { isPerson } from '../accounts/queries';
import { receiverColumns } from '../mails/queries';

interface Asked {
  email_key: string;
  token_hash: string;
  now: number;
  /** from when on the account's tokens count */
  since: number;
  max: number;
}

/** Used ones, too, and those whose mail was refused. */
const countSince = (p: Inputs<Asked>) => sql`(select count(*) from ${forgotToken} as former
  where former.user_id = ${user.id} and former.created_at > ${p.since})`;

export const issueForgotToken = rawStatement<Asked, never>((p) =>
  insertFrom(
    forgotToken,
    db
      .select({
        token_hash: sql`${p.token_hash}`,
        user_id: user.id,
        created_at: sql`${p.now}`,
        ended_at: sql`null`,
      })
      .from(user)
      .where(
        and(
          eq(user.email_key, p.email_key),
          isNull(user.deleted_at),
          isNull(user.disabled_at),
          ne(user.password_hash, sql.raw(`'${UNSET}'`)),
          isPerson,
          isEmailOwn,
          lt(countSince(p), p.max),
        ),
      )
      .getSQL(),
  ),
);

const ofToken = (p: Inputs<{ token_hash: string }>) => eq(forgotToken.token_hash, p.token_hash);

const insertEvent = insertion<typeof audit, never, { token_hash: string }>(audit, {
  where: () => previousChanged,
  computed: {
    entity_id: (p) => sql`(${db.select({ id: forgotToken.user_id }).from(forgotToken).where(ofToken(p))})`,
  },
});
/** For right behind it. */
export const auditForgotToken = (given: Origin & { token_hash: string }) =>
  insertEvent({
    ...given,
    ...{ action: 'create', entity: 'forgot_token', entity_id: '', version: 1, changed: [], detail: null },
  });

export const receiverOfToken = statement((p: Inputs<{ token_hash: string }>) =>
  db.select(receiverColumns).from(forgotToken).innerJoin(user, eq(user.id, forgotToken.user_id)).where(ofToken(p)),
);
