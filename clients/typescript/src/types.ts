import type { components, paths } from './schema.ts';

export type { components, paths };

/** A record of the service by its name in the API reference: `Schema<'Patient'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** What an account may do: `patient:create`. */
export type Permission = Schema<'PortalSettings'>['permissions'][number];

/** What has happened: of `GET /events/`, and what webhooks are sent. A newer service may have more types. */
export type EventType = Schema<'EventType'>;
export type Event = Schema<'Event'>;
/** The body that a webhook is sent. */
export type WebhookEvent = Schema<'WebhookEvent'>;

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * The paths that have an operation of this method. Files and calendars are fetched by their url, without a token and without this
 * client, and tokens of programs by `clientCredentials`.
 */
export type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[Exclude<keyof paths, '/static/{file_path}' | '/feeds/{file}' | '/auth/token'>];

export type OperationOf<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;

type RequiredKeys<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T];
type Given<T> = [T] extends [never] ? false : [NonNullable<T>] extends [never] ? false : true;
type Has<T, Key extends string> = Given<T> extends true ? (Key extends keyof NonNullable<T> ? true : false) : false;

/** As parameters may be given: undefined is as left out, and nobody looks into a cursor. */
type Loose<Part> = {
  [Name in keyof Part]: Name extends 'cursor'
    ? string | undefined
    : Part[Name] | (Record<never, never> extends Pick<Part, Name> ? undefined : never);
};
type ParametersOf<Op> = Op extends { parameters: infer P } ? Loose<{ [Place in keyof P]: Loose<P[Place]> }> : never;
type Part<Op, Name extends string> = Name extends keyof ParametersOf<Op> ? ParametersOf<Op>[Name] : never;

/** Parameters, of which `Asked` is inferred: what asks for full records, `view=full` or `Prefer: return=representation`, or for a table. */
type Parameters<Op, Asked extends string> = (Has<Part<Op, 'header'>, 'prefer'> extends true
  ? Omit<ParametersOf<Op>, 'header'> & {
      header?: (Omit<NonNullable<Part<Op, 'header'>>, 'prefer'> & { prefer?: Asked }) | undefined;
    }
  : ParametersOf<Op>) &
  (Has<Part<Op, 'query'>, 'view'> extends true ? { query?: { view?: Asked } | undefined } : unknown) &
  (Has<Part<Op, 'query'>, 'format'> extends true ? { query?: { format?: Asked } | undefined } : unknown);

type ParamsOption<Op, Asked extends string> =
  RequiredKeys<ParametersOf<Op>> extends never ? { params?: Parameters<Op, Asked> } : { params: Parameters<Op, Asked> };

type RequestBodyOf<Op> = Op extends { requestBody?: infer Body } ? Exclude<Body, undefined> : never;
type JsonOf<Body> = Body extends { content: { 'application/json': infer Json } } ? Json : never;
type BodyOption<Op, Json = JsonOf<RequestBodyOf<Op>>> = [Json] extends [never]
  ? { body?: never }
  : Op extends { requestBody: unknown }
    ? { body: Json }
    : { body?: Json };

/** A body that is a file. */
export interface FileOptions {
  file: Blob;
  /** Is given what has been sent, from 0 to 1, where there is XMLHttpRequest */
  onProgress?: ((fraction: number) => void) | undefined;
}

/** Where a form is taken, too, `upload` sends the file. */
type FileOption<Op> =
  RequestBodyOf<Op> extends { content: infer Content }
    ? 'multipart/form-data' extends keyof Content
      ? unknown
      : 'application/octet-stream' extends keyof Content
        ? FileOptions
        : unknown
    : unknown;

/** What every call takes besides its parameters and its body. */
export interface CallOptions {
  headers?: Record<string, string> | undefined;
  /** Aborts the call, its retries and the waits between them, which then throws, unless the signal is one that times out. */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds after which an attempt without an answer counts as lost, and a second more for each 32 kB of its body; 0 or
   * false: never. What it may take altogether is limited by `AbortSignal.timeout(ms)`.
   */
  timeout?: number | false | undefined;
}

type Options<Op, Asked extends string> = ParamsOption<Op, Asked> & BodyOption<Op> & FileOption<Op> & CallOptions;

type OptionsArgument<Op, Asked extends string> =
  RequiredKeys<Options<Op, Asked>> extends never ? [options?: Options<Op, Asked>] : [options: Options<Op, Asked>];

/** What a call takes behind its path. `Asked` is the view, the preference or the format that its parameters ask for, if any. */
export type OptionsOf<M extends Method, P extends PathsOf<M>, Asked extends string = string> = Options<
  OperationOf<P, M>,
  Asked
>;

/** The same as a list of arguments: options may be left out where nothing in them is required. */
export type ArgumentsOf<M extends Method, P extends PathsOf<M>, Asked extends string = string> = OptionsArgument<
  OperationOf<P, M>,
  Asked
>;

/** Of an answer's possible bodies, those that are only there because nobody asked for more. */
type Reduced<All, Member = All> = Member extends unknown ? ([All] extends [Member] ? Member : never) : never;
type Fuller<All, Member = All> = Member extends unknown ? ([All] extends [Member] ? never : Member) : never;
type Acknowledgement = null | { message: string };
type OrAll<Part, All> = [Part] extends [never] ? All : Part;
type FullOf<All> = OrAll<Fuller<OrAll<Exclude<All, Acknowledgement>, All>>, OrAll<Exclude<All, Acknowledgement>, All>>;
type ReducedOf<All> = OrAll<Extract<All, Acknowledgement>, OrAll<Reduced<All>, All>>;
type Chosen<All, Asked extends string> = string extends Asked
  ? ReducedOf<All>
  : [Asked] extends ['full' | 'return=representation']
    ? FullOf<All>
    : [Asked] extends ['reduced']
      ? ReducedOf<All>
      : All;
type DataOf<Body, Asked extends string> = [Body] extends [readonly (infer Item)[]]
  ? Chosen<Item, Asked>[]
  : Chosen<Body, Asked>;

type BodyOf<Answer, Asked = string> = Answer extends { content: infer Content }
  ? [Content] extends [never]
    ? undefined
    : [Asked, Content] extends ['csv', { 'text/csv': unknown }]
      ? Blob
      : Content extends { 'application/json': infer Body }
        ? Body
        : undefined
  : undefined;

/** One fault of a 422 (and of a signup's 400). */
export interface Fault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

type ErrorBodies = components['schemas'][Extract<keyof components['schemas'], `${string}Error`>];
/** The codes of this version; a newer service may have more. */
export type ErrorCode =
  | Extract<ErrorBodies, { code: string }>['code']
  | ('invalid' | 'not_modified' | 'unexpected' | 'unreachable')
  | (string & Record<never, never>);

/** An error of the service, as it is sent, or one that the client has for an answer of somebody else. */
export interface ServiceError {
  detail: string | Fault[];
  code: ErrorCode;
  /** Of a `duplicate`: whose value somebody else has */
  field?: string;
  request_id?: string;
}

/** Every error has a code: one that lists faults has the client's. */
type ErrorOf<Body> = Body extends { code: unknown }
  ? Body
  : Body extends { detail: unknown }
    ? Body & { code: 'invalid' }
    : { detail: string; code: 'not_modified' | 'unexpected' };

export interface Success<Status extends number, Data> {
  ok: true;
  status: Status;
  data: Data;
  error?: undefined;
  response: Response;
}

export interface Failure<Status extends number, Failed> {
  ok: false;
  status: Status;
  data?: undefined;
  error: Failed;
  response: Response;
}

/** No answer arrived, also after retries: whether the request did is not known. */
export interface Unreachable {
  ok: false;
  status: 0;
  data?: undefined;
  error: { detail: string; code: 'unreachable' };
  response?: undefined;
}

type Responses<Op> = Op extends { responses: infer R } ? R : never;
type OkStatus = 200 | 201 | 202 | 203 | 204 | 206;
/** A 204 beside an answer with a body is for logins whose `scope` has no read, which a portal's have. */
type StatusOf<R> = Exclude<keyof R & number, (200 | 201) & keyof R extends never ? never : 204>;

/** What a call comes back with, told apart by `status` (or `ok`). Only an aborted call throws. */
export type Result<Op, Asked extends string = string> =
  | {
      [S in StatusOf<Responses<Op>>]: S extends OkStatus
        ? Success<S, DataOf<BodyOf<Responses<Op>[S], Asked>, Asked>>
        : Failure<S, ErrorOf<BodyOf<Responses<Op>[S]>>>;
    }[StatusOf<Responses<Op>>]
  | Unreachable;

/** What a call of this method and path comes back with. */
export type ResultOf<M extends Method, P extends PathsOf<M>, Asked extends string = string> = Result<
  OperationOf<P, M>,
  Asked
>;

/** Any result, for helpers. */
export type AnyResult = Success<number, unknown> | Failure<number, ServiceError> | Unreachable;

export type DataOfResult<R> = R extends { ok: true; data: infer Data } ? Data : never;

/** The item of a list's answer: an array, or `{ data, total }`. */
export type ItemOf<Data> = Data extends readonly (infer Item)[]
  ? Item
  : Data extends { total: number; data: (infer Item)[] }
    ? Item
    : never;

/** The paths of lists. */
export type ListPaths = {
  [P in PathsOf<'get'>]: [ItemOf<DataOfResult<Result<OperationOf<P, 'get'>, 'any'>>>] extends [never] ? never : P;
}[PathsOf<'get'>];
