import type { SkipToken } from '@tanstack/query-core';
import { type AnyResult, etagOf, type Hospital, pageOf, type UploadOptions, unwrap } from 'hospital-service-client';
import { concernedBy, type Entity, entityOf } from './entities.ts';
import { invalidate } from './invalidate.ts';
import { asking, type Loose, type Pages, type Reading, whereLive } from './live.ts';
import { showChange } from './optimistic.ts';
import type { HospitalQueries } from './queries.ts';
import type * as T from './types.ts';

export type { Entity } from './entities.ts';
export { invalidate } from './invalidate.ts';
export type { HospitalQueries } from './queries.ts';
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

const noRetry: T.NoRetry = () => false;

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
          ...whereLive(options),
        };

  const ask = asking(calls);

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
