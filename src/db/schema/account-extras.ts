// What ends with a change of an account, declared as extras.ts does.
import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Extra, trigger, updated } from './extras';

/** A refresh token must not outlast what the account was. A login that hashes the password again leaves the version. */
export function endsLogins(account: SQLiteTable, { sessions }: { sessions: SQLiteTable }): Extra {
  const name = getTableName(account);
  return endsLoginsWhen(name, accountChanged(name, [...STATES, 'totp_secret']), sessions);
}

const endsLoginsWhen = (name: string, changed: string, sessions: SQLiteTable): Extra => {
  const end = `UPDATE ${getTableName(sessions)} SET revoked_at = NEW.updated_at WHERE user_id = NEW.id AND revoked_at IS NULL;`;
  return { table: name, triggers: [trigger(`${name}_ends_logins`, changed, [end])] };
};

/** Tokens of a program must not outlast what it was: the next one begins a session by what it is now. */
export function endsLoginsOfChanged(
  client: SQLiteTable,
  columns: readonly string[],
  { sessions }: { sessions: SQLiteTable },
): Extra {
  const name = getTableName(client);
  return endsLoginsWhen(name, updated(name, columns.join(', '), changedAny(columns)), sessions);
}

/** Another e-mail ends the token, too: it was sent to the former one. As a new password ends it, it works once. */
export function endsTokens(account: SQLiteTable, { tokens }: { tokens: SQLiteTable }): Extra {
  const name = getTableName(account);
  const end = `DELETE FROM ${getTableName(tokens)} WHERE user_id = NEW.id;`;
  const changed = accountChanged(name, [...STATES, ...EMAIL]);
  return { table: name, triggers: [trigger(`${name}_ends_tokens`, changed, [end])] };
}

/** As `endsTokens`, but the rows stay: how many there were in an hour is bounded. */
export function endsForgotTokens(account: SQLiteTable, { tokens }: { tokens: SQLiteTable }): Extra {
  const name = getTableName(account);
  const end = `UPDATE ${getTableName(tokens)} SET ended_at = NEW.updated_at WHERE user_id = NEW.id AND ended_at IS NULL;`;
  const changed = accountChanged(name, [...STATES, ...EMAIL]);
  return { table: name, triggers: [trigger(`${name}_ends_forgot_tokens`, changed, [end])] };
}

/**
 * Whoever chose the former e-mail or password may have logged in with many devices, and begun to set up a second factor. No two
 * changes have the same time, and none is earlier than a login before it, whatever the writers' clocks said.
 */
export function forgetsDevices(account: SQLiteTable, { sessions }: { sessions: SQLiteTable }): Extra {
  const name = getTableName(account);
  const latest = `SELECT max(created_at) FROM ${getTableName(sessions)} WHERE user_id = NEW.id AND revoked_at IS NULL`;
  const since = `max(NEW.updated_at, coalesce(OLD.devices_since + 1, 0), coalesce((${latest}), 0))`;
  const forget = `UPDATE ${name} SET devices_since = ${since}, totp_pending = NULL, totp_pending_at = NULL WHERE id = NEW.id;`;
  return { table: name, triggers: [trigger(`${name}_forgets_devices`, accountChanged(name, EMAIL), [forget])] };
}

// `pending_type` is out of use; to leave it out here would be a migration.
const STATES = ['type', 'pending_type', 'disabled_at', 'deleted_at'];
/** Addresses with the same key may differ: in domains, ß is not ss. */
const EMAIL = ['email', 'email_key'];

const changedAny = (columns: readonly string[]) =>
  columns.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(' OR ');

const accountChanged = (name: string, columns: readonly string[]) =>
  updated(
    name,
    [...columns, 'password_hash'].join(', '),
    [changedAny(columns), '(NEW.password_hash IS NOT OLD.password_hash AND NEW.version IS NOT OLD.version)'].join(
      ' OR ',
    ),
  );
