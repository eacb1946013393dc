import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { endsLoginsOfChanged } from './account-extras';
import { entityColumns, optionalJson } from './columns';
import { withoutRowid } from './extras';
import { loginSession, user } from './user';
import { ofHospital } from './whose';

/** Public keys of a program (RFC 7517), as a client has registered them: src/resources/auth/clients says which are taken. */
export interface PublicKeys {
  keys: ({ kid: string; kty: 'RSA' | 'EC'; alg?: 'RS384' | 'ES384' | undefined; use?: 'sig' | undefined } & {
    [member in 'n' | 'e' | 'x' | 'y']?: string | undefined;
  } & { crv?: 'P-384' | undefined })[];
}

/**
 * A program that logs in by its own right (RFC 6749 4.4). Its id is that of its account, a row of `user` of the role `client`, which
 * it acts as: in sessions, the audit trail and the access log.
 */
export const client = sqliteTable('client', {
  ...entityColumns(),
  id: text()
    .notNull()
    .unique()
    .references(() => user.id),
  /** the account has it as `full_name`, too, by which the trail names it */
  name: text().notNull(),
  /** all that its tokens may do, in SMART's words */
  scope: text().notNull(),
  /** null: it has no end */
  expires_at: integer(),
  /** hex SHA-256; null: it signs assertions */
  secret_hash: text(),
  /** the one before, which works until then */
  former_secret_hash: text(),
  former_secret_until: integer(),
  jwks: optionalJson<PublicKeys>(),
  /** when it last got a token */
  last_used_at: integer(),
});

/** Assertions that were used, until they expire by themselves. `hash`: hex SHA-256 of the client and the `jti`. */
export const clientAssertion = sqliteTable(
  'client_assertion',
  {
    hash: text().primaryKey(),
    expires_at: integer().notNull(),
  },
  (t) => [index('client_assertion_expiry').on(t.expires_at)],
);

export const clientRows = [
  ofHospital(client),
  ofHospital(clientAssertion, { notInBackups: 'they live for five minutes' }),
];

export const clientExtras = () => [
  endsLoginsOfChanged(client, ['scope', 'expires_at', 'jwks'], { sessions: loginSession }),
  withoutRowid(clientAssertion),
];
