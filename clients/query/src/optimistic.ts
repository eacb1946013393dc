import type { QueryClient } from '@tanstack/query-core';
import type { Entity } from './entities.ts';

type Node = { [name: string]: unknown };

/** An object of JSON, not one of a class: queries that are not of this package may hold anything. */
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A merge patch (RFC 7396), but null stays null: that is how the service answers most of what is empty. */
function merged(before: unknown, patch: unknown): unknown {
  if (!isNode(before) || !isNode(patch)) return patch;
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given.map(([name, value]) => [name, merged(before[name], value)])) };
}

/** @returns the same data where the record is not in it */
function patched(data: unknown, id: string, patch: object): unknown {
  if (Array.isArray(data)) {
    const items = data.map((item) => patched(item, id, patch));
    return items.some((item, i) => item !== data[i]) ? items : data;
  }
  if (!isNode(data)) return data;
  if (data.id === id) return merged(data, patch);
  const changed = Object.entries(data).flatMap(([name, value]) => {
    const next = patched(value, id, patch);
    return next === value ? [] : [[name, next] as const];
  });
  return changed.length ? { ...data, ...Object.fromEntries(changed) } : data;
}

/**
 * Shows a change wherever the record is shown, in a list as beside another record: ids are unique.
 * @returns what takes it back, where nothing newer has come meanwhile
 */
export async function showChange(client: QueryClient, entities: readonly Entity[], id: string, patch: object) {
  const concerned = {
    predicate: ({ queryKey: [entity] }: { queryKey: readonly unknown[] }) => isOneOf(entities, entity),
  };
  // What is being read was answered before the write.
  await client.cancelQueries(concerned);
  const undoing = client.getQueriesData(concerned).flatMap(([key, before]) => {
    const shown = patched(before, id, patch);
    if (shown === before) return [];
    client.setQueryData(key, shown);
    const isShown = client.getQueryData(key);
    return [() => client.getQueryData(key) === isShown && client.setQueryData(key, before)];
  });
  return () => {
    for (const undo of undoing) undo();
  };
}

const isOneOf = (entities: readonly Entity[], entity: unknown) => entities.some((one) => one === entity);
