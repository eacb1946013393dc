import type * as z from 'zod';
import { ConflictError, OutdatedError } from '../errors';
import { hasEveryField, mergeUpdate } from '../schemas/update';
import { type Outcome, requireWritten, type Target } from './audited-update';
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

interface Update<Fields> {
  target: Target;
  /** what was sent, checked by `updateOf` or `patchOf` */
  input: object;
  /** the record as it is, for what the input leaves out */
  read: () => Promise<Versioned<Fields>>;
}

/**
 * Updates a record. An input that has every field is written at once; what another one leaves out stays as it is, so the
 * record is read first, and written if it still has that version.
 * @param schema of a create
 * @throws UnauthenticatedError of a guarded write, NotFoundError, OutdatedError, ConflictError
 */
export async function updateRecord<S extends z.ZodObject, Row>(
  entity: string,
  schema: S,
  { target, input, read }: Update<z.output<S>>,
  write: (whole: z.output<S>, target: Target) => Promise<Outcome<Row>>,
): Promise<Row> {
  if (hasEveryField(schema, input)) return requireWritten(entity, target.id, await write(input, target));
  return readThenWrite(entity, target, read, async (before, to) => {
    const { row } = await write(mergeUpdate(schema, input, before), to);
    return row;
  });
}
