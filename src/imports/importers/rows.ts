/** Rows as their schemas read them, and the places of faults in them. */
import type * as z from 'zod';
import { AppError, type Fault, InvalidError, ReferenceNotFoundError } from '../../errors';
import { toInvalidError } from '../../http/faults';
import { ignoredFields } from '../../http/ignored-fields';

/** @param path in the row */
export const faultInRow = (path: readonly (string | number)[], msg: string, type = 'value_error'): Fault => ({
  loc: ['row', ...path],
  msg,
  type,
});

/** What a POST leaves out and names in a header. In a file of thousands nobody would see that. */
const ignoredIn = (sent: unknown, read: unknown): Fault[] =>
  ignoredFields(sent, read)
    .split(', ')
    .filter((path) => /[^.]/.test(path))
    .map((path) => path.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : decodeURIComponent(name))))
    .map((path) => faultInRow(path, 'The field is not taken here', 'extra_forbidden'));

/** @throws InvalidError */
export function readRow<S extends z.ZodObject>(fields: S, record: unknown): z.output<S> {
  const { data, error } = fields.safeParse(record, { reportInput: true });
  if (error) throw toInvalidError(error, 'row');
  const ignored = ignoredIn(record, data);
  if (ignored.length > 0) throw new InvalidError(ignored);
  return data;
}

/** Where in the row it is what an error is about, where that is one place; of what is missing, by what that is. */
export type PlaceOf = (error: AppError, entity?: string) => readonly (string | number)[] | undefined;

/** What was refused of a body is refused of a row. */
function inRow(error: AppError, placeOf: PlaceOf = () => undefined): AppError {
  if (error instanceof InvalidError)
    return new InvalidError(error.faults.map(({ loc: [, ...path], msg, type }) => faultInRow(path, msg, type)));
  const about =
    error instanceof ReferenceNotFoundError
      ? error.entities.map((entity) => ({ path: placeOf(error, entity), msg: `${entity} not found` }))
      : [{ path: placeOf(error), msg: error.message }];
  const type = error.code ?? error.kind;
  const faults = about.flatMap(({ path, msg }) => (path ? [faultInRow(path, msg, type)] : []));
  return faults.length > 0 ? new InvalidError(faults) : error;
}

/** A row that cannot be prepared is its error. */
export function orError<T>(prepare: () => T): T | AppError {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof AppError) return inRow(error);
    throw error;
  }
}

/** For `catch`. */
export const rethrowInRow =
  (placeOf?: PlaceOf) =>
  (error: unknown): never => {
    throw error instanceof AppError ? inRow(error, placeOf) : error;
  };
