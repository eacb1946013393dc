import { and, eq, gt, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { SESSION_LIFETIME } from '../../auth/tokens';
import { loginSession, refreshToken, user } from '../../db/schema/user';
import { db } from '../../db/statement';

/** When a session ends at the latest. */
export const endOfSession = sql`(${loginSession.created_at} + ${sql.raw(String(SESSION_LIFETIME * 1000))})`;

/** The session of a refresh token that would be traded for new tokens now. */
export const sessionOfLiveToken = (token_hash: SQLWrapper, now: SQLWrapper, ...conditions: SQL[]) =>
  db
    .select({ id: loginSession.id })
    .from(refreshToken)
    .innerJoin(loginSession, eq(loginSession.id, refreshToken.session_id))
    .innerJoin(user, eq(user.id, loginSession.user_id))
    .where(
      and(
        eq(refreshToken.token_hash, token_hash),
        isNull(refreshToken.used_at),
        gt(refreshToken.expires_at, now),
        gt(endOfSession, now),
        isNull(loginSession.revoked_at),
        isNull(user.disabled_at),
        isNull(user.deleted_at),
        ...conditions,
      ),
    );
