import type { Role } from '../../../src/auth/permissions';
import type { Actor } from '../../../src/context';
import type { Bindings } from '../../../src/env';
import type { Body, CallOptions } from '../client';

export type NoteState = 'none' | 'draft' | 'signed' | 'left';

/** Existing records to call the operations with; test/db/budget.test.ts creates them. */
export interface Fixtures {
  department: Body;
  patient: Body;
  doctor: Body;
  appointment: Body;
  invoice: Body;
  item: Body;
  /** belongs to `patient`, with its bytes in R2 */
  file: Body;
  account: { email: string; password: string };
  picture: File;
  /** creates one more record by POST */
  create: (path: string, body: Record<string, unknown>, options?: CallOptions) => Promise<Body>;
  /** uploads one more file, for `patient` by default */
  newFile: (entity_id?: string) => Promise<Body>;
  /** the id of a doctor who works in `department` */
  newWorkingDoctor: () => Promise<string>;
  /** the path of the note about a visit that is not used elsewhere, and its doctor, of a draft that is `left` a deleted one */
  newNote: (state: NoteState) => Promise<{ path: string; as: Actor; doctor_id: string }>;
  /** the id of an account that is not used elsewhere */
  newAccount: () => Promise<string>;
  /** a login and its access token, and the id and password of its account, which is not used elsewhere */
  newLogin: () => Promise<{ access_token: string; session: string; account: string; password: string }>;
  /** the path of a program that is not used elsewhere */
  newClient: (by: 'secret' | 'jwks') => Promise<string>;
  /** the path of a webhook that is not used elsewhere, to which the newest rows of the trail were sent, so many */
  newWebhook: (deliveries?: number) => Promise<string>;
  /** the path of an import of departments that is ready; none is under way */
  newImport: () => Promise<string>;
  /** the one-time token of an invitation */
  newPasswordToken: () => Promise<string>;
  /** an account with a second factor, or with one that waits for its first code; a code of it, and a login */
  newFactor: (
    state: 'active' | 'pending',
  ) => Promise<{ id: string; email: string; access_token: string; password: string; totp: string }>;
  /** the `ETag` of a read of staff */
  tagOf: (path: string) => Promise<string>;
  /** what a program that is not used elsewhere authenticates by, with or without a session */
  newCredentials: (by: 'secret' | 'secret, used' | 'assertion') => Promise<Record<string, string>>;
  /** the path of a message that a program was told of, which is not used elsewhere */
  newMessage: () => Promise<string>;
  /** the path to which a mail to `patient` links, who agrees to mails again */
  newUnsubscribeLink: () => Promise<string>;
  /** a refresh token that has not been used */
  newRefreshToken: () => Promise<string>;
}

type Request = CallOptions & { path?: string };

/** One way to call an operation. What it costs is in ledger.md. */
export interface Case {
  /** the test that bounds the rows which this case reads, where they grow with the table */
  boundedBy?: string;
  /** set where it makes the record, which has no version to read before */
  begins?: true;
  /** set where the same request again succeeds, and does nothing */
  isOnce?: true;
  /** set where the record is already as the request wants it */
  writesNothing?: true;
  /** `repeated` of this case, where it is not that of the others */
  repeated?: OperationRecord['repeated'];
  /** What to send: by default the record's `body`, to the operation's own path. */
  request?: (fixtures: Fixtures) => Request | Promise<Request>;
}

/** All that the tests must know about one operation. test/operations/complete.test.ts demands a record for each. */
export interface OperationRecord {
  /** The role that calls it, `staff` by default; `null` for an operation that needs no token. */
  as?: Role | null;
  /** A valid JSON body with a value for every field, but for those of `instead`; its ids may belong to no record. */
  body?: () => Record<string, unknown>;
  /** Fields of which each is valid, though not beside all of that body. */
  instead?: () => Record<string, unknown>;
  /** Who alone sends all of that body, if that is not `as`. */
  bodyAs?: Role;
  /** Status of the answer to an invalid body, 422 by default. */
  invalid?: 400;
  /** Status of the answer to the same request again, where it is another one because there is nothing left to do. */
  repeated?: 400 | 401 | 404 | 409;
  /** What it needs of the settings to succeed. */
  env?: Partial<Bindings>;
  /** Set when the resource's own tests check the parameters, as test/http/bad-input.test.ts cannot take them one by one. */
  checksOwnParameters?: true;
  /** Set when the resource's own tests check `Idempotency-Key`, as the answer to a repetition is not the first one. */
  checksOwnKey?: true;
  /** Set where the trail has nothing of it, as of what is no record. */
  leavesNoTrail?: true;
  /** At least one, under a name that completes the test's: `succeeds: GET /patient/: 10 rows`. */
  cases: Record<string, Case>;
}

/** By method and path, as the OpenAPI document has them: `GET /patient/{id}`. */
export type Operations = Record<string, OperationRecord>;

/** The first `rows` rows of a list. */
export const list = (path: string, rows: number, query = ''): Case => ({
  request: () => ({ path: `${path}?limit=${rows}${query}` }),
});

/** A value for every field, whether or not they go together. */
export const everyField = ({
  body,
  instead,
}: Pick<OperationRecord, 'body' | 'instead'> = {}): Record<string, unknown> => ({
  ...body?.(),
  ...instead?.(),
});
