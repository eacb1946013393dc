import { RuleError } from '../errors';
import { StorageError } from './errors';

/**
 * For `catch`: rethrows a broken UNIQUE constraint as a rule error that names the field, any other error as it is.
 * @param fields `table.column` → field of the body
 */
export const rethrowUnique =
  (entity: string, fields: Readonly<Record<string, string>>) =>
  (error: unknown): never => {
    if (!(error instanceof StorageError) || error.kind !== 'unique') throw error;
    const field = error.columns.map((column) => fields[column]).find(Boolean);
    throw field ? new RuleError('duplicate', `${entity} with this ${field} already exists`) : error;
  };
