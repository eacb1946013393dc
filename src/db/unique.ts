import { RuleError } from '../errors';
import { StorageError } from './errors';

/** A broken UNIQUE constraint as the clients' rule error: 400 naming the field. @param fields `table.column` → field of the body */
export function taken(error: unknown, entity: string, fields: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof StorageError) || error.kind !== 'unique') return error;
  const field = error.columns.map((column) => fields[column]).find(Boolean);
  return field ? new RuleError(`${entity} with this ${field} already exists`) : error;
}
