import type { Role } from './auth/permissions';
import type { Database } from './db/client';
import type { Settings } from './env';
import type { Mailer } from './mail/mailer';

/** As the access token says. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  /** the login that the token was issued for; tokens of the first releases have none */
  readonly session?: string | undefined;
  /** what the login was narrowed to, as SMART's scopes; undefined: to nothing, the role alone decides */
  readonly scope?: string | undefined;
}

export interface ServiceContext {
  db: Database;
  bucket: R2Bucket;
  settings: Settings;
  /** null at signup and login */
  actor: Actor | null;
  requestId: string;
  address: string | null;
  /** `{base_url}` of the addresses in answers */
  readonly baseUrl: string;
  /** null where nothing is mailed */
  readonly mail: Mailer | null;
  /** epoch milliseconds */
  now: number;
}
