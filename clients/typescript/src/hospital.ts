import type { RetryOptions } from './exchange.ts';
import type { SignedOutReason } from './keeper.ts';
import type { SessionStore } from './session.ts';
import type {
  CallOptions,
  DataOfResult,
  ItemOf,
  ListPaths,
  Method,
  OperationOf,
  OptionsArgument,
  PathsOf,
  Result,
  Schema,
} from './types.ts';

export interface HospitalOptions {
  /** Address of the service, with the path before its own if there is one. In a browser it may be relative: `/`. */
  baseUrl: string;
  /** Where the session is kept: in memory by default. */
  session?: SessionStore;
  /** Sends the requests instead of the global `fetch`: a service binding, a test. */
  fetch?: (request: Request) => Promise<Response>;
  retry?: RetryOptions;
  /** Of every call that is given no other; 30,000 by default. */
  timeout?: CallOptions['timeout'];
}

type Call<M extends Method> = <P extends PathsOf<M>, Asked extends string = string>(
  path: P,
  ...options: OptionsArgument<OperationOf<P, M>, Asked>
) => Promise<Result<OperationOf<P, M>, Asked>>;

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
    ...options: OptionsArgument<OperationOf<P, 'get'>, Asked>
  ): AsyncGenerator<ItemOf<DataOfResult<Result<OperationOf<P, 'get'>, Asked>>>, void, undefined>;

  /** Uploads a file of up to 100 MiB. */
  upload(options: UploadOptions): Promise<Result<OperationOf<'/static/upload_file', 'post'>>>;

  /**
   * Logs in; from then on every call carries a token that is valid. A logout of which the service has not heard comes first: where
   * it cannot be reached for that, this is the result.
   */
  login(
    credentials: Schema<'LoginInput'>,
    options?: Pick<CallOptions, 'signal' | 'timeout'>,
  ): Promise<Result<OperationOf<'/auth/login', 'post'>>>;

  /**
   * Ends the login: on this side at once. If the service does not answer, it is told later: when the session is next loaded, and
   * before the next login.
   */
  logout(): Promise<Result<OperationOf<'/auth/logout', 'post'>>>;

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
   * Calls the listener when nobody is signed in any more.
   * @returns what stops that
   */
  onSignedOut(listener: (reason: SignedOutReason) => void): () => void;
}
