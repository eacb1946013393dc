// For `npm run audit:verify`: compares objects of the access log with their rows, and `access_day` with the accesses.
import { sha256 } from '../rules/sha256';
import type { Count, Times } from './counts';
import { timesOf } from './counts';
import { type AccessObject, headerOf, type StoredAccess } from './objects';

type ObjectRow = AccessObject & Times & { removed_at: number | null };

function parsed(lines: readonly string[]): StoredAccess[] | undefined {
  try {
    return lines.map((line) => JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** @param previous the hash of the row before. @returns a text where something is wrong */
export async function readAccesses(row: ObjectRow, previous: string, text: string): Promise<StoredAccess[] | string> {
  if ((await sha256(text)) !== row.hash) return 'altered';
  const [header, ...lines] = text.trimEnd().split('\n');
  if (header !== headerOf(row, previous))
    return 'its first line does not follow the object before, or is not as its row';
  const accesses = parsed(lines);
  if (!accesses || accesses.length === 0 || accesses.length !== row.looks)
    return 'it has other lines than its row says';
  const { first_at, last_at } = timesOf(accesses);
  if (first_at !== row.first_at || last_at !== row.last_at) return 'it has other times than its row says';
  return accesses;
}

export const together = (a: Count, b: Count): Count => ({
  ...a,
  looks: a.looks + b.looks,
  first_at: Math.min(a.first_at, b.first_at),
  last_at: Math.max(a.last_at, b.last_at),
  kinds: a.kinds | b.kinds,
});

const OTHER = 1;
/** An older version has counted a kind that it did not know as `other`. */
const sameKinds = (counted: number, found: number) =>
  (counted & ~(found | OTHER)) === 0 && ((found & ~counted) === 0 || (counted & OTHER) !== 0);

/** @param counted in `access_day`. @param found in the objects */
export function countFault(counted: Count | undefined, found: Count | undefined): string | undefined {
  if (counted?.looks !== found?.looks)
    return `counts ${counted?.looks ?? 0} looks, the objects have ${found?.looks ?? 0}`;
  if (!counted || !found) return undefined;
  if (counted.first_at !== found.first_at || counted.last_at !== found.last_at)
    return 'has other times than the objects';
  return sameKinds(counted.kinds, found.kinds) ? undefined : 'has other kinds of looks than the objects';
}
