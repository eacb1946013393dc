/** Where a record leads that was merged into another one, for all who name it: apart from record.ts, which reads files. */
import type { ServiceContext } from '../../../context';
import { MergedError, NotFoundError } from '../../../errors';
import type { ReadKey } from '../../../schemas/requests';
import { mergedInto } from '../queries';

export const ENTITY = 'Patient';

/** A round trip: for where a record is missing already. @throws MergedError */
export async function requireNotMerged(ctx: ServiceContext, key: ReadKey, value: string): Promise<void> {
  const merged = await ctx.db.first(mergedInto[key]({ value }));
  if (merged) throw new MergedError(ENTITY, value, merged.into);
}

/**
 * Asks only where the record is missing. @param value names it
 * @throws MergedError, and what is thrown
 */
export const orMerged = <T>(ctx: ServiceContext, key: ReadKey, value: string, result: Promise<T>): Promise<T> =>
  result.catch(async (error) => {
    if (error instanceof NotFoundError) await requireNotMerged(ctx, key, value);
    throw error;
  });
