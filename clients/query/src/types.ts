// Types follow from those of the client's methods, path by path.
import type { DataTag, InfiniteData, MutationFunctionContext, QueryClient, SkipToken } from '@tanstack/query-core';
import type {
  AnyResult,
  ArgumentsOf,
  DataOfResult,
  HospitalError,
  ListPaths,
  Method,
  OptionsOf,
  Page,
  PathsOf,
  ResultOf,
} from 'hospital-service-client';
import type { Entity } from './entities.ts';

export type Verb = Uppercase<Method>;
export type WriteVerb = Exclude<Verb, 'GET'>;

export type DataOf<M extends Method, P extends PathsOf<M>, Asked extends string = string> = DataOfResult<
  ResultOf<M, P, Asked>
>;

/** What a mutation is given: nothing where the call needs nothing. */
export type VariablesOf<M extends Method, P extends PathsOf<M>> =
  [] extends ArgumentsOf<M, P> ? OptionsOf<M, P> | undefined : OptionsOf<M, P>;

type ParamsOf<M extends Method, P extends PathsOf<M>> =
  OptionsOf<M, P> extends { params?: infer Params } ? Exclude<Params, undefined> : never;
export type PathParamsOf<M extends Method, P extends PathsOf<M>> =
  ParamsOf<M, P> extends { path: infer Path } ? Path : never;
export type QueryOf<P extends PathsOf<'get'>> =
  ParamsOf<'get', P> extends { query?: infer Query } ? Exclude<Query, undefined> : never;
export type BodyOf<M extends Method, P extends PathsOf<M>> =
  OptionsOf<M, P> extends { body?: infer Body } ? Exclude<Body, undefined> : never;

type HeadersOf<M extends Method, P extends PathsOf<M>> =
  ParamsOf<M, P> extends { header?: infer Headers } ? Exclude<Headers, undefined> : never;
type Versionable = PathsOf<'patch'> & PathsOf<'get'>;
/** The paths of records that two people may change at once: a PATCH of them takes `If-Match`. */
export type VersionedPath = {
  [P in Versionable]: [HeadersOf<'patch', P>] extends [never]
    ? never
    : 'if-match' extends keyof HeadersOf<'patch', P>
      ? P
      : never;
}[Versionable];

/** The paths of lists that say by a tag whether they have changed: to ask is then cheap, and no access to records. */
export type LivePath = {
  [P in ListPaths]: [HeadersOf<'get', P>] extends [never]
    ? never
    : 'if-none-match' extends keyof HeadersOf<'get', P>
      ? P
      : never;
}[ListPaths];

interface Live<P> {
  /** Whether it is read again every ten seconds, or so many milliseconds, while somebody looks at it */
  live?: P extends LivePath ? boolean | number : never;
}
export type ReadingOf<P extends PathsOf<'get'>, Asked extends string> = OptionsOf<'get', P, Asked> & Live<P>;
export type ReadingArguments<P extends PathsOf<'get'>, Asked extends string> =
  [] extends ArgumentsOf<'get', P, Asked> ? [options?: ReadingOf<P, Asked>] : [options: ReadingOf<P, Asked>];

/** Begins with its entity, by which all of an entity are found. */
export type Key = readonly [
  entity: Entity,
  path: string,
  params: object,
  kind: 'data' | 'record' | 'pages' | 'skipped',
];

/** A failed call has been sent again by the client; a function, so that TanStack Query infers the type of errors. */
export type NoRetry = (failures: number, error: HospitalError) => boolean;

interface Reading<Data, Cached = Data> {
  queryKey: DataTag<Key, Cached, HospitalError>;
  retry: NoRetry;
  /** of what is live */
  refetchInterval?: number;
  structuralSharing?: (before: unknown, after: unknown) => unknown;
}

export interface Context {
  signal: AbortSignal;
  client: QueryClient;
  queryKey: Key;
}

export interface ReadOptions<Data> extends Reading<Data> {
  queryFn: (context: Context) => Promise<Data>;
}

export interface PagesOptions<Item, Query> extends Reading<Page<Item, Query>, InfiniteData<Page<Item, Query>>> {
  queryFn: (context: Context & { pageParam: Query | undefined }) => Promise<Page<Item, Query>>;
  initialPageParam: Query | undefined;
  getNextPageParam: (page: Page<Item, Query>) => Query | undefined;
}

/** Of a query that may have TanStack's `skipToken` instead of options. */
export type Skippable<Options extends { queryFn: unknown }> = Omit<Options, 'queryFn'> & {
  queryFn: Options['queryFn'] | SkipToken;
};

/** A record and its version, as one answer had them: a write of what a person has seen names that version. */
export interface Versioned<Record> {
  record: Record;
  etag: string;
}

export interface WriteOptions<Data, Variables> {
  mutationKey: readonly [Entity, string, string];
  mutationFn: (variables: Variables) => Promise<Data>;
  retry: NoRetry;
  /** Reads again what the write concerns, also after an error: it may have been done, or somebody else's. */
  onSettled: (
    data: Data | undefined,
    error: HospitalError | null,
    variables: Variables,
    onMutateResult: unknown,
    context: MutationFunctionContext,
  ) => Promise<void>;
}

export interface Change<Body> {
  /** Of the record as it was when the person began to change it */
  etag: string;
  body: Body;
}

export type WriteContext = MutationFunctionContext;

type Undo = () => void;

export interface UpdateOptions<Data, Body> extends WriteOptions<Data, Change<Body>> {
  /** One after the other */
  scope: { id: string };
  onMutate: (change: Change<Body>, context: MutationFunctionContext) => Promise<Undo>;
  onError: (error: HospitalError, change: Change<Body>, undo: Undo | undefined) => void;
}

/** The client's methods for any path. */
export type LooseHospital = Record<Verb, (path: string, options: object) => Promise<AnyResult>>;
