import { error, type Issue, isObject } from './issue.ts';

/** JSON of FHIR has no null, no empty text, list or object: what is absent is left out. */
export function emptinessOf(value: unknown, path: string): Issue[] {
  if (value === null || value === undefined) return [error({ path }, 'null')];
  if (value === '') return [error({ path }, 'An empty text')];
  if (Array.isArray(value)) {
    if (value.length === 0) return [error({ path }, 'An empty list')];
    return value.flatMap((one, index) => emptinessOf(one, `${path}[${index}]`));
  }
  if (!isObject(value)) return [];
  const entries = Object.entries(value);
  if (entries.length === 0) return [error({ path }, 'An empty object')];
  return entries.flatMap(([key, one]) => {
    // Lists of a primitive and of its extensions have null where only the other has something.
    const partner = value[key.startsWith('_') ? key.slice(1) : `_${key}`];
    if (!Array.isArray(one) || !Array.isArray(partner)) return emptinessOf(one, `${path}.${key}`);
    return one.flatMap((each, index) =>
      each === null && partner[index] ? [] : emptinessOf(each, `${path}.${key}[${index}]`),
    );
  });
}
