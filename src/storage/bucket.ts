/** The objects of R2: how they are asked for, and under which key the bytes of a file lie. */
import type { ServiceContext } from '../context';
import { withRetry } from '../db/retry';
import { UnavailableError } from '../errors';

export const storageUnavailable = () => new UnavailableError('File storage is briefly unavailable');

export class ChecksumError extends Error {
  override readonly name = 'ChecksumError';
}

function translate(error: unknown): unknown {
  // An error of the stream that R2 was given.
  if (error instanceof TypeError) return error;
  if (error instanceof Error && error.message.includes('(10037)')) return new ChecksumError();
  return storageUnavailable();
}

/** InternalError and ServiceUnavailable (developers.cloudflare.com/r2/api/error-codes), and what its runtime says. */
const PASSING = /\((10001|10043)\)|Network connection lost|internal error; reference/i;

/** For every call of R2. Errors may hold keys: only their kind is kept. @throws ChecksumError, UnavailableError, TypeError */
export async function r2<T>(
  ctx: Pick<ServiceContext, 'db' | 'bucket'>,
  run: (bucket: R2Bucket) => Promise<T>,
  isPassing: (error: unknown) => boolean = () => false,
): Promise<T> {
  const counted = () => {
    ctx.db.cost.r2++;
    return run(ctx.bucket);
  };
  try {
    return await withRetry(counted, (error) => (isPassing(error) ? counted : undefined));
  } catch (error) {
    throw translate(error);
  }
}

/** For calls that change nothing: a failure that passes is tried once more. */
export const r2Read = <T>(ctx: ServiceContext, run: (bucket: R2Bucket) => Promise<T>): Promise<T> =>
  r2(ctx, run, (error) => error instanceof Error && PASSING.test(error.message));

/** What names the object of a file. */
export interface FileObject {
  id: string;
  entity_id: string;
  /** with its dot */
  extension: string;
  stored_under?: string | null;
}

/** The key in R2, and the path of the url below /static: both stay when a merge gives the file another owner. */
export const fileKey = ({ stored_under, entity_id, id, extension }: FileObject): string =>
  `${stored_under ?? entity_id}/${id}${extension}`;

export type Wanted = 'head' | Pick<R2GetOptions, 'range' | 'onlyIf'>;

/** The object has no body where only its headers are wanted, `onlyIf` fails or R2 cannot send the range. */
export async function openObject(
  ctx: ServiceContext,
  key: string,
  wanted: Wanted,
): Promise<R2Object | R2ObjectBody | null> {
  const head = () => r2Read(ctx, (bucket) => bucket.head(key));
  if (wanted === 'head') return head();
  return r2Read(ctx, (bucket) => bucket.get(key, wanted)).catch((error) => {
    if (wanted.range) return head();
    throw error;
  });
}

export const bodyOf = (object: R2Object | R2ObjectBody | null): ReadableStream | null =>
  object && 'body' in object ? object.body : null;
