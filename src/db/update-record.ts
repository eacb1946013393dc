import type * as z from 'zod';
import { ConflictError, OutdatedError } from '../errors';
import { hasEveryField, mergeUpdate } from '../schemas/update';
import type { Versioned } from './entity';
import { type Outcome, requireWritten, type Target } from './update-outcome';

/** This many writers of one record at once get through. Each waits up to WAIT milliseconds, times the attempt. */
const ATTEMPTS = 20;
const WAIT = 5;

/**
 * Writes only if the record still has the version that was read. If it has another and the client named none (`If-Match`), it
 * is read again.
 * @param write answers undefined where the record has another version by then
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
  read: () => Promise<Versioned<Fields>>;
}

/**
 * An input with every field is written at once. What another one leaves out stays as it is, so the record is read first.
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
