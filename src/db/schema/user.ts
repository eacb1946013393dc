import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Role } from '../../auth/permissions';
import type { Language } from '../../rules/languages';
import { endsForgotTokens, endsLogins, endsTokens, forgetsDevices } from './account-extras';
import { entityColumns, live } from './columns';
import { withoutRowid } from './extras';
import { ofHospital } from './whose';

export const user = sqliteTable(
  'user',
  {
    ...entityColumns(),
    email: text().notNull(),
    email_key: text().notNull(),
    /** who has chosen the e-mail; null: the owner or an admin has, or has confirmed it */
    email_set_by: text(),
    username: text().notNull(),
    username_key: text().notNull(),
    full_name: text(),
    phone_number: text(),
    /** of mails to it; null: that of the deployment */
    language: text().$type<Language>(),
    type: text().$type<Role>().notNull(),
    /** out of use, and null: no role waits any more */
    pending_type: text(),
    /** empty: the owner has yet to set one, by a one-time token */
    password_hash: text().notNull(),
    /** the account that has set the password; null: the creator of this account, at a signup the owner */
    password_set_by: text(),
    /** the last former password that somebody else has set: the owner cannot choose it */
    foreign_password_hash: text(),
    /** when e-mail or password last changed: devices that have logged in since are known; null: never */
    devices_since: integer(),
    disabled_at: integer(),
    /** base32; null: no second factor */
    totp_secret: text(),
    /** not confirmed by a code yet */
    totp_pending: text(),
    totp_pending_at: integer(),
    totp_enabled_at: integer(),
    /** the time step of the last code: no code is taken twice */
    totp_last_step: integer(),
    /** hex SHA-256 of those that are left */
    recovery_codes: text({ mode: 'json' }).$type<string[]>(),
  },
  (t) => [live(uniqueIndex('user_email').on(t.email_key)), live(uniqueIndex('user_username').on(t.username_key))],
);

/** One per login, with all of its refresh tokens. */
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
    // Null where the login began before this column and the next two existed.
    last_used_at: integer(),
    /** `User-Agent` at the login */
    device: text(),
    address: text(),
    /** what its tokens may do of what the role may, in SMART's words; null: all */
    scope: text(),
  },
  (t) => [
    index('login_session_user').on(t.user_id, t.revoked_at, t.last_used_at),
    index('login_session_expiry').on(t.expires_at),
  ],
);

/** `token_hash`: hex SHA-256; the token itself is never stored. */
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

/** At most one for each account. `token_hash`: hex SHA-256. A trigger removes it when the password is set. */
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
 * Of "forgot password": for an hour from `created_at`, unless a trigger has ended it. Rows stay for that hour, as they are counted.
 * `token_hash`: hex SHA-256.
 */
export const forgotToken = sqliteTable(
  'forgot_token',
  {
    token_hash: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => user.id),
    created_at: integer().notNull(),
    ended_at: integer(),
  },
  (t) => [index('forgot_token_user').on(t.user_id, t.created_at), index('forgot_token_age').on(t.created_at)],
);

/**
 * Wrong attempts in a row. `email_hash` is what they are counted by. Passwords: the SHA-256 of the e-mail, even if no account
 * has it, or what the client is known by (`device:…`, `session:…`). Codes of the second factor: the account (`account:…`).
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

export const userRows = [
  ofHospital(user),
  ofHospital(loginSession, { notInBackups: 'everybody logs in again' }),
  ofHospital(refreshToken, { notInBackups: 'everybody logs in again' }),
  ofHospital(passwordToken, { notInBackups: 'admins issue others' }),
  ofHospital(forgotToken, { notInBackups: 'they last for an hour' }),
  ofHospital(loginFailure, { notInBackups: 'counts of the last day' }),
];

export const userExtras = () => [
  endsLogins(user, { sessions: loginSession }),
  endsTokens(user, { tokens: passwordToken }),
  endsForgotTokens(user, { tokens: forgotToken }),
  forgetsDevices(user, { sessions: loginSession }),
  withoutRowid(refreshToken),
  withoutRowid(passwordToken),
  withoutRowid(forgotToken),
  withoutRowid(loginFailure),
];
