/*
 * The batch that begins a login whose password and code were right when they were looked at. D1 runs it from top to bottom, whole or
 * not at all. `insertSession` asks whether they still are; each statement behind it, whether the one right before has changed a row.
 */
import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../../context';
import { auditRow } from '../../../db/audit';
import { existsLive } from '../../../db/entity';
import { insertion, type NewRow } from '../../../db/insert';
import { withFollowers } from '../../../db/query';
import { audit } from '../../../db/schema/system';
import { loginSession, refreshToken, user } from '../../../db/schema/user';
import { db, type Inputs, previousChanged, statement } from '../../../db/statement';
import { type Attempt, clearAttempts } from '../attempts/queries';
import { NO_CODE } from '../second-factor/codes';
import { claimCode, clearCodes, codeCounter, isUnspent, type Spent, spentColumns } from '../second-factor/queries';

type Account = Pick<typeof user.$inferSelect, 'id' | 'type' | 'password_hash' | 'devices_since' | 'totp_secret'>;

type Checked = Spent & Omit<Account, 'id'>;
const insertSession = insertion(loginSession, {
  where: (p: Inputs<NewRow<typeof loginSession> & Checked>) =>
    existsLive(
      user,
      p.user_id,
      eq(user.password_hash, p.password_hash),
      eq(user.type, p.type),
      isNull(user.disabled_at),
      sql`${user.devices_since} is ${p.devices_since}`,
      isUnspent(p),
    ),
  returning: ['id'],
});

const insertToken = insertion(refreshToken, { where: () => previousChanged });

const spendCode = statement((p: Inputs<Spent & { user_id: string }>) =>
  db
    .update(user)
    .set(spentColumns(p))
    .where(and(eq(user.id, p.user_id), previousChanged)),
);

const replaceHash = statement((p: Inputs<{ id: string; before: string; password_hash: string }>) =>
  db
    .update(user)
    .set({ password_hash: sql`${p.password_hash}` })
    .where(and(eq(user.id, p.id), eq(user.password_hash, p.before), previousChanged)),
);

/** A script that logs in for each request has thousands. */
const ASKED_MAX = 500;

/** Whether there were earlier logins of the account, also ones that have long ended, and any with this `User-Agent`. */
const earlierLogins = statement((p: Inputs<{ user_id: string; device: string | null }>) => {
  const earlier = db
    .select({ device: loginSession.device })
    .from(loginSession)
    .where(eq(loginSession.user_id, p.user_id))
    .limit(ASKED_MAX)
    .as('earlier');
  const onTrail = db
    .select({ one: sql`1` })
    .from(audit)
    .where(and(eq(audit.entity_id, p.user_id), eq(audit.action, sql`'login'`)));
  return db
    .select({
      any: sql`count(*) > 0 or ${exists(onTrail)}`.mapWith(Boolean).as('any'),
      of_device: sql`coalesce(max(${earlier.device} is ${p.device}), 0)`.mapWith(Boolean).as('of_device'),
    })
    .from(earlier);
});

interface Login {
  account: Account;
  /** of the password */
  attempt: Attempt;
  /** null where the account has no second factor */
  code: Spent | null;
  session: NewRow<typeof loginSession>;
  token_hash: string;
  /** of the same password, where the one that is stored has outdated parameters */
  newHash: string | null;
  /** whether to ask for earlier logins */
  asksEarlier: boolean;
}

/** `begun` has no row where the account has changed since it was read, or the code is wrong or used. */
export function loginBatch(
  ctx: ServiceContext,
  { account, attempt, code, session, token_hash, newHash, asksEarlier }: Login,
) {
  const { id, type, password_hash, devices_since, totp_secret } = account;
  const checked = { password_hash, type, devices_since, totp_secret, ...(code ?? NO_CODE) };
  const counter = codeCounter(id);
  const event = (action: string) => auditRow(ctx, { action, entity: 'user', entity_id: id });
  return {
    earlier: asksEarlier ? earlierLogins({ user_id: id, device: session.device }) : undefined,
    // Counts a wrong code until `clearCodes`. A wrong one runs the same batch, so that neither answer nor time tells it from a right
    // one while the account has to wait: then this changes nothing, and no session is inserted.
    claim: code ? claimCode({ counter, now: ctx.now }) : undefined,
    begun: withFollowers(
      insertSession({ ...session, ...checked }),
      insertToken({ token_hash, session_id: session.id, expires_at: session.expires_at, used_at: null }),
      ...(code ? [spendCode({ user_id: id, ...code }), clearCodes({ counter })] : []),
      event('login'),
      // On record, as the phone may have been lost.
      ...(code?.recovery_hash ? [event('recovery_code')] : []),
      ...(newHash ? [replaceHash({ id, before: password_hash, password_hash: newHash })] : []),
    ),
    // The password was right, whatever became of the login.
    attempts: clearAttempts(attempt),
  };
}
