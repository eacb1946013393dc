import type { ServiceContext } from '../../context';
import { withRetry } from '../../db/retry';
import { UnavailableError } from '../../errors';

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

/**
 * Every call of R2 goes through here: it is counted, and of its errors, which may hold keys, only the kind is kept.
 * @throws ChecksumError, UnavailableError, TypeError of a stream
 */
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

/** A call of R2 that changes nothing: where its failure passes, it is tried once more. */
export const r2Read = <T>(ctx: ServiceContext, run: (bucket: R2Bucket) => Promise<T>): Promise<T> =>
  r2(ctx, run, (error) => error instanceof Error && PASSING.test(error.message));
