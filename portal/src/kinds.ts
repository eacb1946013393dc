/** As the service compares kinds: letter case, `_`, `-` and spaces do not distinguish them. */
const folded = (kind: string): string => kind.replace(/[_\- ]/g, '').toUpperCase();

/** Each kind once, as it was first written. */
export function kindsOf(rooms: readonly { kind: string }[]): string[] {
  const kinds = new Map<string, string>();
  for (const { kind } of rooms) if (!kinds.has(folded(kind))) kinds.set(folded(kind), kind);
  return [...kinds.values()].sort((a, b) => a.localeCompare(b));
}
