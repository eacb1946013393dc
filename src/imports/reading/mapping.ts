import type * as z from 'zod';
import type { Fault } from '../../errors';
import type { Mapping } from '../../schemas/import';
import { type Dialect, fieldValue } from './cells';
import { partlyKnownBirth } from './dates';
import { type Field, fieldAt } from './fields';
import { withDigits } from './numbers';
import { isReadColumn } from './shape';

/** The path of a field by the column that has it. */

const VALUE = /^identifiers\.\d+\.value$/;
const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}.`);

/** @param columns of the file; null where they are not known yet */
export function faultsInMapping(mapping: Mapping, fields: z.ZodType, columns: readonly string[] | null): Fault[] {
  const paths = Object.values(mapping);
  const msgOf = (column: string, path: string): string | undefined => {
    if (columns && !(columns.includes(column) && isReadColumn(column))) return 'The file has no such column';
    if (!fieldAt(fields, path))
      return 'No field has this path: the preview of the import lists them, and suggests a mapping';
    if (paths.filter((other) => isWithin(other, path) || isWithin(path, other)).length > 1)
      return 'Another column is mapped to the same field';
    if (VALUE.test(path) && !paths.includes(path.replace(/value$/, 'system')))
      return 'The system of an identifier should be mapped, too: without one, its value says nothing';
    return undefined;
  };
  return Object.entries(mapping).flatMap(([column, path]) => {
    const msg = msgOf(column, path);
    return msg === undefined ? [] : [{ loc: ['body', 'mapping', column], msg, type: 'value_error' }];
  });
}

interface Step {
  column: string;
  path: string;
  field: Field;
}

/** A mapping is the same for many records. */
const known = new WeakMap<Mapping, { fields: z.ZodType; steps: Step[] }>();
function stepsOf(mapping: Mapping, fields: z.ZodType): Step[] {
  const made = known.get(mapping);
  if (made?.fields === fields) return made.steps;
  const steps = Object.entries(mapping).flatMap(([column, path]) => {
    const field = fieldAt(fields, path);
    return field ? [{ column, path, field }] : [];
  });
  known.set(mapping, { fields, steps });
  return steps;
}

interface Entry {
  steps: readonly string[];
  value: unknown;
}

/** Objects and lists of what their paths say. An element that a row has not leaves no gap. */
function nested(entries: readonly Entry[]): unknown {
  const [first] = entries;
  if (first?.steps.length === 0) return first.value;
  const parts = Map.groupBy(entries, ({ steps }) => steps[0] ?? '');
  const made = [...parts].map(([name, within]) => {
    const value = nested(within.map(({ steps, value }) => ({ steps: steps.slice(1), value })));
    return [name, value] as const;
  });
  const isList = made.length > 0 && made.every(([name]) => /^\d/.test(name));
  return isList
    ? made.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
    : Object.fromEntries(made);
}

/** What a record says, with the names of a request's body. What is empty is left out. */
export function recordOf(
  cells: Record<string, unknown>,
  mapping: Mapping,
  fields: z.ZodType,
  dialect: Dialect,
): unknown {
  const values = new Map<string, unknown>();
  for (const { column, path, field } of stepsOf(mapping, fields)) {
    const value = Object.hasOwn(cells, column) ? fieldValue(cells[column], field, dialect) : undefined;
    if (value !== undefined) values.set(path, value);
  }
  const dob = values.get('dob');
  const birth =
    typeof dob === 'string' && !values.has('dob_precision') && partlyKnownBirth(withDigits(dob), dialect.date_order);
  if (birth && fieldAt(fields, 'dob_precision')) {
    values.set('dob', birth.dob);
    values.set('dob_precision', birth.dob_precision);
  }
  const entries = [...values].flatMap(([path, value]) => {
    const steps = path.split('.');
    // A column may say the system in every row: an identifier is what has a value.
    const isIdentifier = steps[0] !== 'identifiers' || values.has(`identifiers.${steps[1]}.value`);
    return isIdentifier ? [{ steps, value }] : [];
  });
  return nested(entries);
}

/** The column that has what is at a place of a record; null where none has. */
export function columnAt(path: readonly (string | number)[], mapping: Mapping): string | null {
  const place = path.join('.');
  const columns = Object.entries(mapping);
  const found =
    columns.find(([, mapped]) => isWithin(place, mapped)) ?? columns.find(([, mapped]) => isWithin(mapped, place));
  return found?.[0] ?? null;
}
