import type { Entry, EntryField } from './history';

// A list is saved as a whole. Where somebody else has saved it since it was loaded, what they did and what was typed here are
// brought together entry by entry. Entries have no ids, so an entry is followed by what it says.

/** What somebody else has done to an entry while it was edited here. */
export type Note =
  | { kind: 'added' | 'changed' }
  /** it was changed here, too: saving puts what was typed over theirs */
  | { kind: 'both'; theirs: Entry }
  /** it was changed here and removed by them: saving puts it back */
  | { kind: 'removed' }
  /** it was removed here and changed by them: it stays until it is removed again */
  | { kind: 'kept' };

/** An entry in the form. */
export interface Draft {
  /** as it was loaded; missing where it was added here */
  loaded?: Entry;
  typed: Entry;
  note?: Note;
}

export interface Merged {
  drafts: Draft[];
  /** what they have removed and nobody has changed here */
  removed: Entry[];
}

/** The first field is what an entry is called by. */
type Fields = readonly EntryField[];

const textOf = (entry: Entry, field: EntryField) => entry[field] || null;

const isSame = (fields: Fields, one: Entry, other: Entry): boolean =>
  fields.every((field) => textOf(one, field) === textOf(other, field));

/** Whether saving the draft undoes what somebody else has done. */
export const isConflict = ({ note }: Draft): boolean => note?.kind === 'both' || note?.kind === 'removed';

/** How much an entry looks like another one; 0 if nothing says that they are the same. */
function likeness(fields: Fields, one: Entry, other: Entry): number {
  const agree = (field: EntryField) => textOf(one, field) !== null && textOf(one, field) === textOf(other, field);
  return fields.reduce((sum, field, i) => sum + (agree(field) ? (i === 0 ? 2 : 1) : 0), 0);
}

/** For each entry of `now` the one of `before` that it was: first those that are equal, then the likest. */
function pair(fields: Fields, before: readonly Entry[], now: readonly Entry[]): Map<Entry, Entry> {
  const pairs = before.flatMap((old, i) =>
    now.map((entry, j) => ({
      old,
      entry,
      likeness: isSame(fields, old, entry) ? Number.POSITIVE_INFINITY : likeness(fields, old, entry),
      distance: Math.abs(i - j),
    })),
  );
  pairs.sort((a, b) => (a.likeness === b.likeness ? a.distance - b.distance : b.likeness - a.likeness));
  const taken = new Set<Entry>();
  const was = new Map<Entry, Entry>();
  for (const { old, entry, likeness } of pairs) {
    if (likeness === 0 || taken.has(old) || was.has(entry)) continue;
    taken.add(old);
    was.set(entry, old);
  }
  return was;
}

/**
 * Brings together what was typed here and what somebody else has saved meanwhile. Nothing that either has written is lost.
 * @param loaded what the drafts were made of
 * @param now the list as it is stored now, in whose order the result is
 */
export function merge(
  fields: Fields,
  loaded: readonly Entry[],
  drafts: readonly Draft[],
  now: readonly Entry[],
): Merged {
  const same = (one: Entry, other: Entry) => isSame(fields, one, other);
  const was = pair(fields, loaded, now);
  const added = drafts.filter((draft) => !draft.loaded);
  const merged = now.flatMap((entry): Draft[] => {
    const before = was.get(entry);
    if (!before) {
      // Perhaps both have written the same.
      const twin = added.findIndex(({ typed }) => same(typed, entry));
      if (twin >= 0) added.splice(twin, 1);
      return [{ loaded: entry, typed: entry, note: { kind: 'added' } }];
    }
    const draft = drafts.find((each) => each.loaded === before);
    const isTheirs = !same(entry, before);
    if (!draft) return isTheirs ? [{ loaded: entry, typed: entry, note: { kind: 'kept' } }] : [];
    if (same(draft.typed, entry)) return [{ loaded: entry, typed: entry }];
    if (!isTheirs) return [{ ...draft, loaded: entry }];
    if (same(draft.typed, before)) return [{ loaded: entry, typed: entry, note: { kind: 'changed' } }];
    return [{ loaded: entry, typed: draft.typed, note: { kind: 'both', theirs: entry } }];
  });
  const there = new Set(was.values());
  const gone = drafts.filter((draft) => draft.loaded && !there.has(draft.loaded));
  const isUntouched = ({ loaded, typed }: Draft) => loaded !== undefined && same(typed, loaded);
  return {
    drafts: [
      ...merged,
      ...gone.filter((draft) => !isUntouched(draft)).map(({ typed }): Draft => ({ typed, note: { kind: 'removed' } })),
      ...added,
    ],
    removed: gone.filter(isUntouched).map(({ typed }) => typed),
  };
}
