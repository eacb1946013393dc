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
