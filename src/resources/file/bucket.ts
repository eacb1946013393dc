import type { ServiceContext } from '../../context';
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

/**
 * Every call of R2 goes through here: it is counted, and of its errors, which may hold keys, only the kind is kept.
 * @throws ChecksumError, UnavailableError, TypeError of a stream
 */
export async function r2<T>(
  ctx: Pick<ServiceContext, 'db' | 'bucket'>,
  run: (bucket: R2Bucket) => Promise<T>,
): Promise<T> {
  ctx.db.cost.r2++;
  try {
    return await run(ctx.bucket);
  } catch (error) {
    throw translate(error);
  }
}
