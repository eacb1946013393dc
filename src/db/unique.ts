import { RuleError } from '../errors';
import { StorageError } from './errors';

/**
 * A broken UNIQUE constraint as a rule error that names the field; any other error as it is.
 * @param fields `table.column` → field of the body
 */
export function translateUnique(error: unknown, entity: string, fields: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof StorageError) || error.kind !== 'unique') return error;
  const field = error.columns.map((column) => fields[column]).find(Boolean);
  return field ? new RuleError(`${entity} with this ${field} already exists`) : error;
}
