/** Where a record leads that was merged into another one, for all who name it: apart from record.ts, which reads files. */
import type { ServiceContext } from '../../../context';
import { MergedError, NotFoundError, ReferenceNotFoundError } from '../../../errors';
import type { ReadKey } from '../../../schemas/requests';
import { mergedInto } from '../queries';

export const ENTITY = 'Patient';

/** A round trip: for where a record is missing already. @throws MergedError */
export async function requireNotMerged(ctx: ServiceContext, key: ReadKey, value: string): Promise<void> {
  const merged = await ctx.db.first(mergedInto[key]({ value }));
  if (merged) throw new MergedError(ENTITY, value, merged.into);
}

/** Asks only where something is missing. */
function leadingOn<T>(
  ctx: ServiceContext,
  Missing: typeof NotFoundError | typeof ReferenceNotFoundError,
  key: ReadKey,
  value: string,
  result: Promise<T>,
): Promise<T> {
  return result.catch(async (error) => {
    if (error instanceof Missing) await requireNotMerged(ctx, key, value);
    throw error;
  });
}

/** @param value names the record that is asked for. @throws MergedError, and what is thrown */
export const orMerged = <T>(ctx: ServiceContext, key: ReadKey, value: string, result: Promise<T>): Promise<T> =>
  leadingOn(ctx, NotFoundError, key, value, result);

/** @param id of the patient whom a body names, if it does. @throws MergedError, and what is thrown */
export const orMergedReference = <T>(
  ctx: ServiceContext,
  id: string | null | undefined,
  result: Promise<T>,
): Promise<T> => (id ? leadingOn(ctx, ReferenceNotFoundError, 'id', id, result) : result);
