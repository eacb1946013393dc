import type { QueryClient, SkipToken } from '@tanstack/query-core';
import {
  type AnyResult,
  type ArgumentsOf,
  etagOf,
  type Hospital,
  type ItemOf,
  type ListPaths,
  type OptionsOf,
  type PathsOf,
  pageOf,
  type UploadOptions,
  unwrap,
} from 'hospital-service-client';
import { concernedBy, type Entity, entityOf } from './entities.ts';
import { showChange } from './optimistic.ts';
import type * as T from './types.ts';

export type { Entity } from './entities.ts';
export type {
  Change,
  Key,
  PagesOptions,
  ReadOptions,
  Skippable,
  UpdateOptions,
  Versioned,
  WriteOptions,
} from './types.ts';

type Invalidating = Pick<QueryClient, 'getQueryCache' | 'invalidateQueries'>;

async function readAgain(client: Invalidating, entity: Entity): Promise<void> {
  const filters = { queryKey: [entity] };
  // A first read goes on when its query is invalidated, and may have been answered before the write.
  const begun = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await client.invalidateQueries(filters);
  await Promise.allSettled(begun.map(({ promise }) => promise));
  await Promise.all(begun.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })));
}

/** Reads again what may be out of date after a write of the entity, if it is on the screen; else when it next is. */
export async function invalidate(client: Invalidating, entity: Entity): Promise<void> {
  await Promise.all(concernedBy(entity).map((one) => readAgain(client, one)));
}

const noRetry: T.NoRetry = () => false;

interface Loose {
  params?: { path?: object; query?: object };
  headers?: Record<string, string> | undefined;
  live?: boolean | number;
}

interface Reading extends T.Context {
  pageParam?: object | undefined;
}

/** Milliseconds. */
const LIVE = 10_000;

interface Pages {
  pages: object[];
  pageParams: unknown[];
}
const isPages = (data: unknown): data is Pages => typeof data === 'object' && data !== null && 'pages' in data;

/** Pages are the same where each of them is: then nobody who shows them is told. */
const sameIfEachIs = (before: unknown, after: unknown): unknown =>
  isPages(before) &&
  isPages(after) &&
  before.pages.length === after.pages.length &&
  after.pages.every((page, i) => page === before.pages[i])
    ? before
    : after;

/** Options for `useQuery`, `useInfiniteQuery` and `useMutation` of any adapter, for every path of the client. */
export interface HospitalQueries {
  /** What a path answers. With TanStack's `skipToken` in place of the options it is not asked, as where an id is not known yet. */
  read<P extends PathsOf<'get'>, Asked extends string = string>(
    path: P,
    ...options: T.ReadingArguments<P, Asked>
  ): T.ReadOptions<T.DataOf<'get', P, Asked>>;
  read<P extends PathsOf<'get'>, Asked extends string = string>(
    path: P,
    options: T.ReadingOf<P, Asked> | SkipToken,
  ): T.Skippable<T.ReadOptions<T.DataOf<'get', P, Asked>>>;

  /** A record with its version, for a form that changes it. */
  record<P extends T.VersionedPath, Asked extends string = string>(
    path: P,
    ...options: ArgumentsOf<'get', P, Asked>
  ): T.ReadOptions<T.Versioned<T.DataOf<'get', P, Asked>>>;
  record<P extends T.VersionedPath, Asked extends string = string>(
    path: P,
    options: OptionsOf<'get', P, Asked> | SkipToken,
  ): T.Skippable<T.ReadOptions<T.Versioned<T.DataOf<'get', P, Asked>>>>;

  /** The pages of a list, as `pageOf` of the client has them. */
  pages<P extends ListPaths, Asked extends string = string>(
    path: P,
    ...options: T.ReadingArguments<P, Asked>
  ): T.PagesOptions<ItemOf<T.DataOf<'get', P, Asked>>, T.QueryOf<P>>;
  pages<P extends ListPaths, Asked extends string = string>(
    path: P,
    options: T.ReadingOf<P, Asked> | SkipToken,
  ): T.Skippable<T.PagesOptions<ItemOf<T.DataOf<'get', P, Asked>>, T.QueryOf<P>>>;

  /** Any write. Its variables are the options of the client's call. */
  write<V extends T.WriteVerb, P extends PathsOf<Lowercase<V>>>(
    verb: V,
    path: P,
  ): T.WriteOptions<T.DataOf<Lowercase<V>, P>, T.VariablesOf<Lowercase<V>, P>>;

  /**
   * A change of one record that is shown at once. Where somebody else was first (412), and after any other error, it is taken
   * back, and what the service has is read before the error is told.
   */
  update<P extends T.VersionedPath>(
    path: P,
    params: T.PathParamsOf<'patch', P>,
  ): T.UpdateOptions<T.DataOf<'patch', P, 'return=representation'>, T.BodyOf<'patch', P>>;

  /** An upload. Its variables are the options of the client's. */
  upload(): T.WriteOptions<Awaited<ReturnType<Hospital['upload']>>['data'] & object, UploadOptions>;
}

/** The client checks no type when it is called: what is sent by it has those of `HospitalQueries`, which are its own. */
const forAnyPath = (hospital: object) => hospital as T.LooseHospital;

/** Each of the queries calls the client with the path and the options that it was given, so it answers what the client does. */
const pathByPath = (queries: object) => queries as HospitalQueries;

export function hospitalQueries(hospital: Hospital): HospitalQueries {
  const calls = forAnyPath(hospital);
  /** By path and version: the version that our own write has made of it. */
  const ownVersions = new Map<string, string>();

  /** Where it is not asked, its key is one that no answer is kept under: without parameters it would be that of a whole list. */
  const reading = (
    path: string,
    options: Loose | SkipToken,
    kind: T.Key[3],
    ask: (options: Loose, context: Reading) => Promise<unknown>,
  ) =>
    typeof options === 'symbol'
      ? { queryKey: [entityOf(path), path, {}, 'skipped'] as const, queryFn: options, retry: noRetry }
      : {
          queryKey: [entityOf(path), path, options.params ?? {}, kind] as const,
          queryFn: (context: Reading) => ask(options, context),
          retry: noRetry,
          // Data that is live is kept as it was answered, as its tag is known by it.
          ...(options.live && {
            refetchInterval: options.live === true ? LIVE : options.live,
            structuralSharing: sameIfEachIs,
          }),
        };

  /** By what was answered, which TanStack Query keeps: what is shown instead for a while has none. */
  const tags = new WeakMap<object, string>();

  /** @param known what was answered last: it is again where the service says that it is still so */
  async function ask(
    path: string,
    { live, ...asked }: Loose,
    { signal }: Reading,
    known: () => object | undefined,
    dataOf: (result: AnyResult) => unknown,
  ): Promise<unknown> {
    if (!live) return dataOf(await calls.GET(path, { ...asked, signal }));
    const before = known();
    const tag = before && tags.get(before);
    const headers = { ...asked.headers, ...(tag && { 'if-none-match': tag }) };
    const result = await calls.GET(path, { ...asked, headers, signal });
    const data = before && tag && result.status === 304 ? before : dataOf(result);
    const next = result.response?.headers.get('etag');
    if (next && typeof data === 'object' && data) tags.set(data, next);
    return data;
  }

  const writing = <Variables>(entity: Entity, verb: string, path: string, send: (given: Variables) => unknown) => ({
    mutationKey: [entity, verb, path] as const,
    mutationFn: async (given: Variables) => send(given),
    retry: noRetry,
    onSettled: (...[, , , , { client }]: Parameters<T.WriteOptions<unknown, unknown>['onSettled']>) =>
      invalidate(client, entity),
  });

  const queries = {
    read: (path: string, options: Loose | SkipToken = {}) =>
      reading(path, options, 'data', (asked, context) =>
        ask(path, asked, context, () => context.client.getQueryData(context.queryKey), unwrap),
      ),

    record: (path: string, options: Loose | SkipToken = {}) =>
      reading(path, options, 'record', async (asked, { signal }) => {
        const result = await calls.GET(path, { ...asked, signal });
        return { record: unwrap(result), etag: etagOf(result) };
      }),

    pages: (path: string, options: Loose | SkipToken = {}) => ({
      ...reading(path, options, 'pages', (asked, context) => {
        const { pageParam: query = {}, client, queryKey } = context;
        const known = () => {
          const data = client.getQueryData<Pages>(queryKey);
          return data?.pages[data.pageParams.findIndex((one) => JSON.stringify(one ?? {}) === JSON.stringify(query))];
        };
        return ask(path, { ...asked, params: { ...asked.params, query } }, context, known, (result) =>
          pageOf(result, query),
        );
      }),
      initialPageParam: typeof options === 'symbol' ? undefined : options.params?.query,
      getNextPageParam: ({ next }: { next: object | undefined }) => next,
    }),

    write: (verb: T.WriteVerb, path: string) =>
      writing(entityOf(path), verb, path, async (options: object = {}) => unwrap(await calls[verb](path, options))),

    update(path: string, params: { [name: string]: string }) {
      const entity = entityOf(path);
      const id = Object.values(params).join();
      const versionOf = (etag: string) => `${id} ${etag}`;

      async function send({ etag, body }: T.Change<object>) {
        // Between the two versions there is nothing but what this person has written.
        let version = etag;
        for (let own = etag; own; own = ownVersions.get(versionOf(own)) ?? '') version = own;
        const header = { 'if-match': version, prefer: 'return=representation' };
        const result: AnyResult = await calls.PATCH(path, { params: { path: params, header }, body });
        const data = unwrap(result);
        ownVersions.set(versionOf(version), etagOf(result));
        return data;
      }

      const { onSettled, ...options } = writing(entity, 'PATCH', path, send);
      return {
        ...options,
        scope: { id: `${path} ${id}` },
        onMutate: ({ body }: T.Change<object>, { client }: T.WriteContext) =>
          showChange(client, concernedBy(entity), id, body),
        onError: (_: unknown, __: unknown, undo: (() => void) | undefined) => undo?.(),
        // What the service has is older than what a later change shows already: that one will read it.
        onSettled: async (...settled: Parameters<typeof onSettled>) => {
          const [, error, , , { client, mutationKey = [] }] = settled;
          if (error || client.isMutating({ mutationKey }) === 1) await onSettled(...settled);
        },
      };
    },

    upload: () =>
      writing('file', 'POST', '/static/upload_file', async (options: UploadOptions) =>
        unwrap(await hospital.upload(options)),
      ),
  };
  return pathByPath(queries);
}
