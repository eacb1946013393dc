import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Entry, LISTS } from '../portal/src/history';
import { type Draft, merge } from '../portal/src/history-merge';

const FIELDS = LISTS.medical_conditions;
const asthma: Entry = { condition: 'Asthma', diagnozed_date: '2001-05-06', description: null };
const gout: Entry = { condition: 'Gout', diagnozed_date: null, description: null };
const migraine: Entry = { condition: 'Migraine', diagnozed_date: null, description: 'With aura' };

const draftsOf = (entries: readonly Entry[]): Draft[] => entries.map((entry) => ({ loaded: entry, typed: entry }));
const added = (typed: Entry): Draft => ({ typed });
const mergeConditions = (loaded: readonly Entry[], drafts: readonly Draft[], now: readonly Entry[]) =>
  merge(FIELDS, loaded, drafts, now);
const saved = ({ drafts }: { drafts: Draft[] }) => drafts.map(({ typed }) => typed);

describe('What two people do to one list at the same time', () => {
  test('is kept where each adds an entry', () => {
    const merged = mergeConditions([asthma], [...draftsOf([asthma]), added(migraine)], [asthma, gout]);
    expect(saved(merged)).toEqual([asthma, gout, migraine]);
    expect(merged.drafts.map(({ note }) => note?.kind)).toEqual([undefined, 'added', undefined]);
  });

  test('is one entry where both add the same', () => {
    expect(saved(mergeConditions([asthma], [...draftsOf([asthma]), added(gout)], [asthma, gout]))).toEqual([
      asthma,
      gout,
    ]);
  });

  test('is theirs where only they have changed an entry, and ours where only we have', () => {
    const theirs = { ...asthma, description: 'Mild' };
    const ours = { ...gout, description: 'Left foot' };
    const drafts = [...draftsOf([asthma]), { loaded: gout, typed: ours }];
    const merged = mergeConditions([asthma, gout], drafts, [theirs, gout]);
    expect(saved(merged)).toEqual([theirs, ours]);
    expect(merged.drafts.map(({ note }) => note?.kind)).toEqual(['changed', undefined]);
  });

  test('is a conflict where both have changed an entry, whatever each has made of it', () => {
    const ours = { ...asthma, description: 'Severe' };
    const theirs = { ...asthma, diagnozed_date: '2002-05-06' };
    const { drafts } = mergeConditions([asthma], [{ loaded: asthma, typed: ours }], [theirs]);
    expect(drafts).toEqual([{ loaded: theirs, typed: ours, note: { kind: 'both', theirs } }]);
    const agreed = mergeConditions([asthma], [{ loaded: asthma, typed: theirs }], [{ ...theirs }]);
    expect(agreed.drafts).toEqual([{ loaded: theirs, typed: theirs }]);
  });

  test('is said where one removes an entry that the other one has changed', () => {
    const ours = { ...asthma, description: 'Severe' };
    const removedThere = mergeConditions([asthma, gout], [{ loaded: asthma, typed: ours }, ...draftsOf([gout])], []);
    expect(removedThere).toEqual({ drafts: [{ typed: ours, note: { kind: 'removed' } }], removed: [gout] });
    const removedHere = mergeConditions([asthma, gout], draftsOf([gout]), [ours, gout]);
    expect(removedHere.drafts[0]).toEqual({ loaded: ours, typed: ours, note: { kind: 'kept' } });
  });

  test('stays a conflict when a third one saves something else', () => {
    const ours = { ...asthma, description: 'Severe' };
    const theirs = { ...asthma, description: 'Mild' };
    const first = mergeConditions([asthma], [{ loaded: asthma, typed: ours }], [theirs]);
    const second = mergeConditions([theirs], first.drafts, [{ ...theirs }, gout]);
    expect(second.drafts.map(({ typed, note }) => [typed, note?.kind])).toEqual([
      [ours, 'both'],
      [gout, 'added'],
    ]);
  });
});

describe('Of any two edits of any list', () => {
  const word = fc.constantFrom('a', 'b', 'c', null);
  const entry = fc.record({
    condition: fc.constantFrom('Asthma', 'Gout', 'Migraine'),
    diagnozed_date: word,
    description: word,
  });
  /** What somebody does to each entry of the list, and what they add. */
  const edit = fc.record({
    steps: fc.array(fc.oneof(fc.constant('keep' as const), fc.constant('remove' as const), entry), { maxLength: 5 }),
    added: fc.array(entry, { maxLength: 3 }),
  });
  type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;
  const drafted = (list: readonly Entry[], { steps, added: more }: Edit): Draft[] => [
    ...list.flatMap((loaded, i): Draft[] => {
      const step = steps[i] ?? 'keep';
      if (step === 'remove') return [];
      return [{ loaded, typed: step === 'keep' ? loaded : step }];
    }),
    ...more.map(added),
  ];
  const textOf = (each: Entry) => JSON.stringify(FIELDS.map((field) => each[field] ?? null));
  const texts = (entries: readonly Entry[]) => entries.map(textOf).sort();
  const anyEdits = fc.record({ list: fc.array(entry, { maxLength: 5 }), ours: edit, theirs: edit });
  /** @param check is given texts of entries: as loaded, as typed here, as stored by now, as they would be saved, as shown */
  function holds(check: (of: Record<'loaded' | 'ours' | 'theirs' | 'saved' | 'shown', string[]>) => void) {
    fc.assert(
      fc.property(anyEdits, ({ list, ours, theirs }) => {
        const drafts = drafted(list, ours);
        // As they come from the service: equal to what was loaded, but not the same objects.
        const now = drafted(list, theirs).map(({ typed }) => ({ ...typed }));
        const merged = mergeConditions(list, drafts, now);
        const shown = merged.drafts.flatMap(({ typed, note }) =>
          note?.kind === 'both' ? [typed, note.theirs] : [typed],
        );
        check({
          loaded: texts(list),
          ours: texts(drafts.map(({ typed }) => typed)),
          theirs: texts(now),
          saved: texts(saved(merged)),
          shown: texts(shown),
        });
      }),
      { numRuns: 2000 },
    );
  }

  test('nothing that either has written is lost', () => {
    holds(({ loaded, ours, theirs, saved, shown }) => {
      for (const written of ours.filter((each) => !loaded.includes(each))) expect(saved).toContain(written);
      for (const written of theirs.filter((each) => !loaded.includes(each))) expect(shown).toContain(written);
    });
  });

  test('nothing comes back that nobody has, and what both have left as it was stays', () => {
    holds(({ loaded, ours, theirs, saved }) => {
      for (const each of saved) expect([...ours, ...theirs]).toContain(each);
      const isOnce = (each: string) => loaded.indexOf(each) === loaded.lastIndexOf(each);
      for (const each of loaded.filter((one) => isOnce(one) && ours.includes(one) && theirs.includes(one))) {
        expect(saved).toContain(each);
      }
    });
  });

  test('one that changes nothing leaves the other as it is', () => {
    const nothing: Edit = { steps: [], added: [] };
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), edit, (list, one) => {
        const copy = list.map((each) => ({ ...each }));
        expect(texts(saved(mergeConditions(list, drafted(list, one), copy)))).toEqual(
          texts(drafted(list, one).map(({ typed }) => typed)),
        );
        const now = drafted(list, one).map(({ typed }) => ({ ...typed }));
        expect(saved(mergeConditions(list, drafted(list, nothing), now))).toEqual(now);
      }),
      { numRuns: 2000 },
    );
  });
});
