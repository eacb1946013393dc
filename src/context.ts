import type { Role } from './auth/permissions';
import type { Database } from './db/client';
import type { Settings } from './env';

/** Who sends a request, as the access token says. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  /** the login that the token was issued for; those of the first releases do not say */
  readonly session?: string | undefined;
}

/** What a service needs to know of a request. No HTTP. */
export interface ServiceContext {
  db: Database;
  bucket: R2Bucket;
  settings: Settings;
  /** null where nobody is logged in (signup, login) */
  actor: Actor | null;
  requestId: string;
  address: string | null;
  /** `{base_url}` of the addresses in answers */
  readonly baseUrl: string;
  /** epoch milliseconds */
  now: number;
}
