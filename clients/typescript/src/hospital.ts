import type { Middleware } from 'openapi-fetch';
import type { RetryOptions } from './exchange.ts';
import type { SessionChange, SignedOutReason } from './keeper.ts';
import type { DataOfResult, ItemOf, ListPaths, ResultOf } from './results.ts';
import type { SessionStore } from './session.ts';
import type { ArgumentsOf, CallOptions, Method, PathsOf, Permission, Schema } from './types.ts';

export interface HospitalOptions {
  /** Address of the service, with the path before its own if there is one. In a browser it may be relative: `/`. */
  baseUrl: string;
  /** Where the session is kept: in memory by default. */
  session?: SessionStore;
  /** Sends the requests instead of the global `fetch`: a service binding, a test. */
  fetch?: (request: Request) => Promise<Response>;
  retry?: RetryOptions;
  /**
   * Hooks of openapi-fetch around every call, logins and refreshes included: once for a call, however often it is sent, and before
   * it gets its token. What they throw the call throws.
   */
  middleware?: Middleware[];
  /** Of every call that is given no other; 30,000 by default. */
  timeout?: CallOptions['timeout'];
}

/** Who is signed in, and what the account may do. */
export interface Me {
  user: Schema<'User'>;
  settings: Schema<'PortalSettings'>;
  can(permission: Permission): boolean;
}

type Call<M extends Method> = <P extends PathsOf<M>, Asked extends string = string>(
  path: P,
  ...options: ArgumentsOf<M, P, Asked>
) => Promise<ResultOf<M, P, Asked>>;

/** The extension of its name says what a file is: a `File` has one, a `Blob` is given one. */
type NamedFile = { file: Blob & { readonly name: string }; filename?: string } | { file: Blob; filename: string };

interface UploadSettings {
  /** The patient, doctor, appointment, invoice or department that the file belongs to */
  entity_id: string;
  /** A category, `document` by default */
  type?: string;
  /** Of the bytes, in hexadecimal: what arrives damaged is refused */
  sha256?: string;
  /** Of the upload, if it may be started again: by default a new one for each call */
  idempotencyKey?: string;
  /** Is given what has been sent, from 0 to 1; where there is no XMLHttpRequest only the end */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /** Milliseconds without progress; where there is no XMLHttpRequest, as of any call */
  timeout?: CallOptions['timeout'];
}

/** In Node `file` is `await fs.openAsBlob(path)`, which has no name of its own. */
export type UploadOptions = UploadSettings & NamedFile;

/** A client of the service: the methods of HTTP with the paths of the API reference, and what needs more than one request. */
export interface Hospital {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;

  /**
   * Every item of a list, over all pages; of a search that is paged by offset, also by tags, those up to the offset of 10,000.
   * @throws HospitalError
   */
  list<P extends ListPaths, Asked extends string = string>(
    path: P,
    ...options: ArgumentsOf<'get', P, Asked>
  ): AsyncGenerator<ItemOf<DataOfResult<ResultOf<'get', P, Asked>>>, void, undefined>;

  /** Uploads a file of up to 100 MiB. */
  upload(options: UploadOptions): Promise<ResultOf<'post', '/static/upload_file'>>;

  /**
   * Logs in; from then on every call carries a token that is valid. A logout of which the service has not heard comes first: where
   * it cannot be reached for that, this is the result.
   */
  login(
    credentials: Schema<'LoginInput'>,
    options?: Pick<CallOptions, 'signal' | 'timeout'>,
  ): Promise<ResultOf<'post', '/auth/login'>>;

  /**
   * Ends the login: on this side at once. If the service does not answer, it is told later: when the session is next loaded, and
   * before the next login.
   */
  logout(): Promise<ResultOf<'post', '/auth/logout'>>;

  /**
   * Whether somebody is signed in, after a reload or in another tab.
   * @throws HospitalError if the service cannot be asked
   */
  resume(): Promise<boolean>;

  /**
   * Renews the token at once: the account has set up its second factor. A new role ends the login instead.
   * @returns whether somebody is still signed in
   * @throws HospitalError if the service cannot be asked
   */
  refresh(): Promise<boolean>;

  /**
   * Asks who is signed in.
   * @throws HospitalError if nobody is, or if the service cannot be asked
   */
  me(options?: Pick<CallOptions, 'signal' | 'timeout'>): Promise<Me>;

  /**
   * The date at the hospital, `2030-01-07`, by this machine's clock and the hospital's time zone, which is asked once.
   * @throws HospitalError if nobody is signed in, or if the service cannot be asked
   */
  today(): Promise<string>;

  /**
   * Calls the listener when somebody has signed in, also instead of somebody else, and when nobody is signed in any more.
   * @returns what stops that
   */
  onSessionChange(listener: (change: SessionChange) => void): () => void;

  /**
   * Calls the listener when nobody is signed in any more.
   * @returns what stops that
   */
  onSignedOut(listener: (reason: SignedOutReason) => void): () => void;
}
