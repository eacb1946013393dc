import type { ServiceContext } from '../context';
import { Database } from '../db/client';
import { settingsOf } from '../env';
import { RuleError } from '../errors';
import { mailerOf } from '../mail/mailer';
import { type AppContext, baseUrl, clientAddress } from './context';
import { limitWritten } from './limits';

// D1 could take any other text for a session constraint, or fail.
export const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

function bookmarkOf(c: AppContext): string | undefined {
  const given = c.req.header('x-d1-bookmark');
  if (given !== undefined && !BOOKMARK.test(given))
    throw new RuleError('invalid_bookmark', 'x-d1-bookmark is not a bookmark of this service');
  return given;
}

const begin = (c: AppContext, from: D1SessionBookmark | D1SessionConstraint) =>
  new Database(c.env.DB, from, (bytes) => limitWritten(c, bytes));

/** @param from where the D1 session begins unless the client sends a bookmark. @throws RuleError for a malformed one */
export function database(c: AppContext, from: D1SessionConstraint = 'first-primary'): Database {
  let db = c.get('db');
  if (!db) {
    db = begin(c, bookmarkOf(c) ?? from);
    c.set('db', db);
  }
  return db;
}

/** Whatever bookmark the client sends. @throws RuleError for a malformed one */
export function beginAtPrimary(c: AppContext): void {
  bookmarkOf(c);
  c.set('db', begin(c, 'first-primary'));
}

export const serviceContext = (c: AppContext, from?: D1SessionConstraint): ServiceContext => ({
  db: database(c, from),
  bucket: c.env.FILES,
  settings: settingsOf(c.env),
  actor: c.get('actor') ?? null,
  requestId: c.get('requestId'),
  address: clientAddress(c) ?? null,
  // Only answers with files need it.
  get baseUrl() {
    return baseUrl(c);
  },
  get mail() {
    return mailerOf(c.env, c.executionCtx);
  },
  now: Date.now(),
});
