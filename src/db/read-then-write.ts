import { ConflictError, OutdatedError } from '../errors';
import type { Target } from './audited-update';
import type { Versioned } from './entity';

/** So many writers of one record at once get through, each after waiting up to so many milliseconds per attempt. */
const ATTEMPTS = 20;
const WAIT = 5;

/**
 * A write that depends on what was read before: it takes place only if the record still has that version. Where a client
 * names no version (`If-Match`), its input is applied again to what somebody else wrote in between.
 * @param write undefined where it did not take place because the record is no longer the one that was read
 * @throws NotFoundError from `read`, OutdatedError, ConflictError after the last attempt
 */
export async function readThenWrite<Current, Result>(
  entity: string,
  { id, if_version }: Target,
  read: () => Promise<Versioned<Current>>,
  write: (current: Current, target: Target) => Promise<Result | undefined>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { version, record } = await read();
    if (if_version !== null && if_version !== version) throw new OutdatedError(entity);
    const result = await write(record, { id, if_version: version });
    if (result !== undefined) return result;
    await scheduler.wait(Math.random() * WAIT * (attempt + 1));
  }
  throw new ConflictError('conflict', `${entity} is being changed by others at the same time; try again`);
}
