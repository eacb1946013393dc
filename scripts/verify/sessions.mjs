import { select } from '../storage/pages.mjs';
import { ranges } from './declared.mjs';

/** Nobody stays logged in with an account that is deleted or disabled, nor could set a password for it. */
export async function sessions({ DB }, wrong) {
  const now = Date.now();
  let accounts = 0;
  for await (const range of ranges(DB, 'user')) {
    const found = await select(
      DB,
      `SELECT s.id, s.user_id FROM user AS u JOIN login_session AS s ON s.user_id = u.id
        WHERE u.seq > ? AND u.seq <= ? AND (u.deleted_at IS NOT NULL OR u.disabled_at IS NOT NULL)
          AND s.revoked_at IS NULL AND s.expires_at > ?`,
      ...[...range, now],
    );
    for (const { id, user_id } of found)
      wrong(`user ${user_id}: it is deleted or disabled, and its login ${id} is not ended`);
    const tokens = await select(
      DB,
      `SELECT t.user_id
        FROM user AS u
        JOIN (SELECT user_id FROM password_token UNION ALL SELECT user_id FROM forgot_token WHERE ended_at IS NULL) AS t
          ON t.user_id = u.id
        WHERE u.seq > ? AND u.seq <= ? AND (u.deleted_at IS NOT NULL OR u.disabled_at IS NOT NULL)`,
      ...range,
    );
    for (const { user_id } of tokens)
      wrong(`user ${user_id}: it is deleted or disabled, and its one-time token is not ended`);
    const [{ n }] = await select(DB, 'SELECT count(*) AS n FROM user WHERE seq > ? AND seq <= ?', ...range);
    accounts += n;
  }
  return `${accounts} accounts`;
}
