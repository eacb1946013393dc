/** The mapping by which an import reads its rows. */
import { InvalidError } from '../errors';
import type { Mapping } from '../schemas/import';
import { importerOf } from './importers';
import type { Job } from './queries';
import { faultsInMapping } from './reading/mapping';
import { isReadColumn } from './reading/shape';

/**
 * Without one, the columns of a CSV are called as their fields.
 * @returns null where the rows are read as they are @throws InvalidError naming columns
 */
export function mappingOf({
  entity,
  format,
  mapping,
  shape,
}: Pick<Job, 'entity' | 'format' | 'mapping' | 'shape'>): Mapping | null {
  const { fields } = importerOf({ entity, format });
  if (!fields) return null;
  const columns = shape?.columns.filter(isReadColumn) ?? null;
  const named =
    mapping ?? (format === 'csv' && columns ? Object.fromEntries(columns.map((name) => [name, name])) : null);
  if (named === null) return null;
  const faults = faultsInMapping(named, fields, columns);
  if (faults.length > 0) throw new InvalidError(faults);
  return named;
}
