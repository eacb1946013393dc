import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Role } from '../../auth/permissions';
import { endsLogins, endsTokens, forgetsDevices } from './account-extras';
import { entityColumns, live } from './columns';
import { withoutRowid } from './extras';

export const user = sqliteTable(
  'user',
  {
    ...entityColumns(),
    email: text().notNull(),
    email_key: text().notNull(),
    /** who has chosen the e-mail, if neither the owner nor an admin; null: one of these has, or has confirmed it */
    email_set_by: text(),
    username: text().notNull(),
    username_key: text().notNull(),
    full_name: text(),
    phone_number: text(),
    type: text().$type<Role>().notNull(),
    /** the role that takes effect with the owner's own password; null: none waits */
    pending_type: text().$type<Role>(),
    /** empty: none is set, as its owner has yet to do by a one-time token */
    password_hash: text().notNull(),
    /** the account that has set the password; null: the one that created this account, at a signup its owner */
    password_set_by: text(),
    /** the last password but this one that somebody else has set: its owner cannot choose it as their own */
    foreign_password_hash: text(),
    /** when e-mail or password last changed: known devices are those that have logged in since; null: never */
    devices_since: integer(),
    disabled_at: integer(),
    /** the second factor, in base32; null: none */
    totp_secret: text(),
    /** one that its owner has not confirmed by a code yet */
    totp_pending: text(),
    /** when it was made: it has to be confirmed soon */
    totp_pending_at: integer(),
    totp_enabled_at: integer(),
    /** the time step of the last code: no code is taken twice */
    totp_last_step: integer(),
    /** hex SHA-256 of those that are left */
    recovery_codes: text({ mode: 'json' }).$type<string[]>(),
  },
  (t) => [live(uniqueIndex('user_email').on(t.email_key)), live(uniqueIndex('user_username').on(t.username_key))],
);

/** One per login: the family that its refresh tokens belong to. */
export const loginSession = sqliteTable(
  'login_session',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => user.id),
    created_at: integer().notNull(),
    expires_at: integer().notNull(),
    revoked_at: integer(),
    // Null where the login began before there were these columns.
    last_used_at: integer(),
    /** `User-Agent` at the login */
    device: text(),
    /** where it was last used from */
    address: text(),
  },
  (t) => [
    index('login_session_user').on(t.user_id, t.revoked_at, t.last_used_at),
    index('login_session_expiry').on(t.expires_at),
  ],
);

/** `token_hash` is the hex SHA-256 of the token, which itself is never stored. */
export const refreshToken = sqliteTable(
  'refresh_token',
  {
    token_hash: text().primaryKey(),
    session_id: text()
      .notNull()
      .references(() => loginSession.id),
    expires_at: integer().notNull(),
    used_at: integer(),
  },
  (t) => [index('refresh_token_session').on(t.session_id), index('refresh_token_expiry').on(t.expires_at)],
);

/**
 * The one-time token by which an account's owner may set a password, at most one for each account. `token_hash` is its hex
 * SHA-256. A trigger removes it when the password is set.
 */
export const passwordToken = sqliteTable(
  'password_token',
  {
    user_id: text()
      .primaryKey()
      .references(() => user.id),
    token_hash: text().notNull().unique(),
    expires_at: integer().notNull(),
  },
  (t) => [index('password_token_expiry').on(t.expires_at)],
);

/**
 * Attempts in a row to enter a password or a code without a right one. `email_hash` is what they are counted by. Passwords:
 * the SHA-256 of the e-mail tried, whether or not an account has it, or what a client is known by (`device:…`,
 * `session:…`). Codes of the second factor: the account (`account:…`).
 */
export const loginFailure = sqliteTable(
  'login_failure',
  {
    email_hash: text().primaryKey(),
    failures: integer().notNull(),
    wait_until: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [index('login_failure_age').on(t.updated_at)],
);

export const userExtras = () => [
  endsLogins(user, { sessions: loginSession }),
  endsTokens(user, { tokens: passwordToken }),
  forgetsDevices(user, { sessions: loginSession }),
  withoutRowid(refreshToken),
  withoutRowid(passwordToken),
  withoutRowid(loginFailure),
];
