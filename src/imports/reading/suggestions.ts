import type * as z from 'zod';
import type { Mapping } from '../../schemas/import';
import { fieldAt } from './fields';
import { fold } from './fold';
import { faultsInMapping } from './mapping';
import { isReadColumn } from './shape';
import { SYNONYMS } from './synonyms';

/** Ids of ours. A column of another system that is called so has its own ids. */
const isOurId = (path: string) => /(^|\.)(?!.*external_id$)\w+_id$/.test(path) && !/(^|\.)national_id$/.test(path);

/** Each column once, each field once: paths themselves first, and of a field's other names the first that a column has. */
export function suggestedMapping(columns: readonly string[], fields: z.ZodType): Mapping {
  const mapping = new Map<string, string>();
  const taken = new Set<string>();
  const take = (column: string, path: string) => {
    mapping.set(column, path);
    taken.add(path);
  };
  for (const column of columns) {
    if (isReadColumn(column) && fieldAt(fields, column) && !isOurId(column)) take(column, column);
  }

  const byName = new Map<string, string>();
  for (const column of columns) {
    const name = fold(column);
    if (isReadColumn(column) && !mapping.has(column) && name !== '' && !byName.has(name)) byName.set(name, column);
  }
  const search = (path: string, names: readonly string[]) => {
    if (taken.has(path) || !fieldAt(fields, path)) return;
    const name = names.map(fold).find((name) => byName.has(name));
    const column = name === undefined ? undefined : byName.get(name);
    if (name === undefined || column === undefined) return;
    byName.delete(name);
    take(column, path);
  };
  for (const path of Object.keys(SYNONYMS)) search(path, [path]);
  for (const [path, names] of Object.entries(SYNONYMS)) search(path, names.split(','));
  const suggested = Object.fromEntries(mapping);
  const faulty = new Set(faultsInMapping(suggested, fields, columns).map(({ loc }) => loc.at(-1)));
  return Object.fromEntries([...mapping].filter(([column]) => !faulty.has(column)));
}
