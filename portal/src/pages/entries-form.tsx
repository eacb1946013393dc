import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Action } from '../actions';
import { Restored, useDraft } from '../drafts';
import { faultOf, hasCode } from '../errors';
import { formatNumber } from '../format';
import { type Entry, type EntryField, LISTS, type ListName } from '../history';
import { type Draft, isConflict, type Merged, merge } from '../history-merge';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { FormEnd } from '../ui/form-end';
import { Meanwhile } from '../ui/meanwhile';
import { Entries } from './entries';
import { EntryInput } from './entry-input';
import { EntryNote } from './entry-note';

interface Props {
  list: ListName;
  /** names the draft of the form */
  draftKey: string;
  /** of the form, for the list of what is not saved */
  draftTitle: () => string;
  /** as they are stored, which may change while one types */
  entries: readonly Entry[];
  action: Action;
  onSave: (entries: readonly Entry[]) => Promise<void>;
  /** nothing is to be saved */
  onBack: () => void;
}

interface Form extends Merged {
  /** what the drafts were made of */
  loaded: readonly Entry[];
}

function formOf(fields: readonly EntryField[], entries: readonly Entry[]): Form {
  const empty = emptyOf(fields);
  const drafts = entries.map((loaded) => ({ loaded, typed: { ...empty, ...loaded } }));
  return { loaded: entries, drafts: drafts.length > 0 ? drafts : [{ typed: empty }], removed: [] };
}

/** With a name for each field, so that one that was typed and deleted again is as it was. */
const emptyOf = (fields: readonly EntryField[]): Entry => Object.fromEntries(fields.map((field) => [field, null]));

/** Adds, changes and removes the entries of a list. What somebody else does meanwhile is merged into what is typed. */
export function EntriesForm({ list, draftKey, draftTitle, entries, action, onSave, onBack }: Props) {
  const fields = LISTS[list];
  const { error, run, reset } = action;
  const initial = useMemo(() => formOf(fields, entries), [entries]);
  const draft = useDraft<Form>(draftKey, initial, draftTitle);
  const form = draft.value;
  const { loaded, drafts, removed } = form;
  // What was typed before the form was opened may have met with something, too.
  const isOutdated = hasCode(error, 'outdated') || removed.length > 0 || drafts.some(({ note }) => note);
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (loaded !== entries) draft.set({ loaded: entries, ...merge(fields, loaded, drafts, entries) });
  }, [entries]);
  // Where both have changed an entry, that is what to look at first; otherwise the notice, which entries may have moved away.
  useEffect(() => {
    if (!isOutdated) return;
    const of = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    const first = of('.theirs.conflict') ?? of('.meanwhile');
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' }); // what has the focus already is not scrolled to
  }, [isOutdated, loaded]);

  const put = (changed: Draft[]) => draft.set({ ...form, drafts: changed });
  const change = (at: number, next: Partial<Draft>) =>
    put(drafts.map((each, i) => (i === at ? { ...each, ...next } : each)));
  // Entries in which nothing was written are none.
  const written = drafts.filter(({ typed }) => fields.some((field) => typed[field]));

  function takeStored() {
    draft.clear();
    reset();
  }

  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          await onSave(written.map(({ typed }) => typed));
          draft.clear();
        });
      }}
    >
      <Restored of={draft} />
      {drafts.map((entry, i) => (
        <fieldset class="entry-fields" key={i}>
          <legend>{t.history.entry(formatNumber(i + 1))}</legend>
          {entry.note && (
            <EntryNote fields={fields} note={entry.note} onTake={(typed) => change(i, { typed, note: undefined })} />
          )}
          {fields.map((field) => (
            <EntryInput
              key={field}
              field={field}
              value={entry.typed[field] ?? ''}
              error={faultOf(error, `${list}.${written.indexOf(entry)}.${field}`)}
              onInput={(value) => change(i, { typed: { ...entry.typed, [field]: value || null } })}
            />
          ))}
          <Button class="remove" onClick={() => put(drafts.filter((_, at) => at !== i))}>
            {t.history.remove}
          </Button>
        </fieldset>
      ))}
      <Button onClick={() => put([...drafts, { typed: emptyOf(fields) }])}>{t.history.add}</Button>
      {list === 'allergies' && written.length === 0 && <p>{t.person.savesNone}</p>}
      {isOutdated && (
        <Meanwhile onTake={takeStored} title={t.history.meanwhile}>
          <p>{drafts.some(({ note }) => note) ? t.history.marked : t.history.unmarked}</p>
          {removed.length > 0 && (
            <>
              <p>{t.history.removed}</p>
              <Entries fields={fields} entries={removed} />
            </>
          )}
        </Meanwhile>
      )}
      <FormEnd
        {...{ draft, action, isOutdated }}
        back={onBack}
        submit={drafts.some(isConflict) ? t.meanwhile.saveMine : t.save}
      />
    </form>
  );
}
