// An answer from a record, by the schema of the answer: nothing is answered that it does not have.
import { branches, formOf, resolved, type Schema, takesNull } from './document.ts';
import type { Store } from './store.ts';
import { isJson, type Json } from './validate.ts';

/** @param full whether what belongs to others, and need not be shown, is */
export function project(store: Store, schema: Schema, value: unknown, full: boolean): unknown {
  const [branch = {}] = branches(schema);
  if (value === null || value === undefined)
    return branch.type === 'array' ? (takesNull(resolved(schema)) ? null : []) : null;
  if (Array.isArray(value)) return value.map((one) => project(store, branch.items ?? {}, one, full));
  return isJson(value) && branch.properties ? shown(store, branch, value, full) : value;
}

function shown(store: Store, { properties = {}, required = [] }: Schema, data: Json, full: boolean): Json {
  const fields = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const isRequired = required.includes(name);
    const referred = data[name] === undefined && (isRequired || full) ? store.referred(data, name) : undefined;
    const value = data[name] ?? referred?.data;
    // A field that need not be there is left out without a value.
    if ((value === undefined || value === null) && !isRequired) return [];
    const [branch = {}] = branches(schema);
    if (isRequired && (value ?? null) === null && branch.type !== 'array' && !takesNull(resolved(schema)))
      throw new Error(`${name} does not follow from the document`);
    return [[name, project(store, schema, value, full)]];
  });
  return Object.fromEntries(fields);
}

export const answerOf = (store: Store, schema: Schema, data: Json, full: boolean): unknown => {
  const form = formOf(schema, full);
  return form.type === 'null' ? null : project(store, form, data, full);
};
