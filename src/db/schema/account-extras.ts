// What ends with a change of an account, declared as extras.ts does.
import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Extra, trigger, updated } from './extras';

/**
 * A change of an account's role, password, second factor or state ends its logins, whoever makes it: a refresh token must not
 * carry on what an account was. A password that a login only hashes again leaves the version as it is, and the logins.
 */
export function endsLogins(account: SQLiteTable, { sessions }: { sessions: SQLiteTable }): Extra {
  const name = getTableName(account);
  const end = `UPDATE ${getTableName(sessions)} SET revoked_at = NEW.updated_at WHERE user_id = NEW.id AND revoked_at IS NULL;`;
  const changed = accountChanged(name, [...STATES, 'totp_secret']);
  return { table: name, triggers: [trigger(`${name}_ends_logins`, changed, [end])] };
}

/**
 * Such a change, but for the second factor, ends an account's one-time token for a password. So does another e-mail: the token
 * was sent to the former one. That a new password ends it is also why it works once.
 */
export function endsTokens(account: SQLiteTable, { tokens }: { tokens: SQLiteTable }): Extra {
  const name = getTableName(account);
  const end = `DELETE FROM ${getTableName(tokens)} WHERE user_id = NEW.id;`;
  const changed = accountChanged(name, [...STATES, ...EMAIL]);
  return { table: name, triggers: [trigger(`${name}_ends_tokens`, changed, [end])] };
}

/**
 * Another e-mail or password makes every device unknown again, as whoever has chosen the former one may have logged in with as
 * many as they liked; and it ends a second factor that has yet to be confirmed, which they may have begun to set up. No two
 * changes have the same time, nor has a login from before a later one, whatever the clocks of those who wrote them said.
 */
export function forgetsDevices(account: SQLiteTable, { sessions }: { sessions: SQLiteTable }): Extra {
  const name = getTableName(account);
  const latest = `SELECT max(created_at) FROM ${getTableName(sessions)} WHERE user_id = NEW.id AND revoked_at IS NULL`;
  const since = `max(NEW.updated_at, coalesce(OLD.devices_since + 1, 0), coalesce((${latest}), 0))`;
  const forget = `UPDATE ${name} SET devices_since = ${since}, totp_pending = NULL, totp_pending_at = NULL WHERE id = NEW.id;`;
  return { table: name, triggers: [trigger(`${name}_forgets_devices`, accountChanged(name, EMAIL), [forget])] };
}

/** What an account is and may do. */
const STATES = ['type', 'pending_type', 'disabled_at', 'deleted_at'];
/** Two addresses may have one key and different domains: ß is not ss there. */
const EMAIL = ['email', 'email_key'];

const accountChanged = (name: string, columns: readonly string[]) =>
  updated(
    name,
    [...columns, 'password_hash'].join(', '),
    [
      ...columns.map((column) => `NEW.${column} IS NOT OLD.${column}`),
      '(NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version)',
    ].join(' OR '),
  );
