import { UnavailableError } from '../../errors';
import type { ServiceContext } from '../../http/context';

export const storageUnavailable = () => new UnavailableError('File storage is briefly unavailable');

export class ChecksumError extends Error {
  override readonly name = 'ChecksumError';
}

function known(error: unknown): unknown {
  // R2 hands on what befell the stream that it was given.
  if (error instanceof TypeError) return error;
  if (error instanceof Error && error.message.includes('(10037)')) return new ChecksumError();
  return storageUnavailable();
}

/**
 * Every call of R2 goes through here: it is counted, and its errors (which may hold keys) are told by kind.
 * @throws ChecksumError, UnavailableError, TypeError of a stream
 */
export async function r2<T>(ctx: ServiceContext, run: (files: R2Bucket) => Promise<T>): Promise<T> {
  ctx.db.cost.r2++;
  try {
    return await run(ctx.files);
  } catch (error) {
    throw known(error);
  }
}
