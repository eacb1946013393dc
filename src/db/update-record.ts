import type * as z from 'zod';
import { hasEveryField, mergeUpdate } from '../schemas/update';
import { type Outcome, requireWritten, type Target } from './audited-update';
import type { Versioned } from './entity';
import { readThenWrite } from './read-then-write';

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
