import type { SkipToken } from '@tanstack/query-core';
import type {
  ArgumentsOf,
  Hospital,
  ItemOf,
  ListPaths,
  OptionsOf,
  PathsOf,
  UploadOptions,
} from 'hospital-service-client';
import type * as T from './types.ts';

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
