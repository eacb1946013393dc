import { useEffect, useRef, useState } from 'preact/hooks';
import type { Action } from '../actions';
import { faultOf, hasCode, messageOf } from '../errors';
import { formatNumber } from '../format';
import { type Entry, LISTS, type ListName } from '../history';
import { type Draft, isConflict, type Merged, merge } from '../history-merge';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { Meanwhile } from '../ui/meanwhile';
import { Alert } from '../ui/status';
import { Entries } from './entries';
import { EntryInput } from './entry-input';
import { EntryNote } from './entry-note';

interface Props {
  list: ListName;
  /** as they are stored, which may change while one types */
  entries: readonly Entry[];
  action: Action;
  onSave: (entries: readonly Entry[]) => Promise<void>;
  onBack: () => void;
}

interface Form extends Merged {
  /** what the drafts were made of */
  loaded: readonly Entry[];
}

const formOf = (entries: readonly Entry[]): Form => ({
  loaded: entries,
  drafts: entries.length > 0 ? entries.map((entry) => ({ loaded: entry, typed: entry })) : [{ typed: {} }],
  removed: [],
});

/** Adds, changes and removes the entries of a list. What somebody else does meanwhile is merged into what is typed. */
export function EntriesForm({ list, entries, action, onSave, onBack }: Props) {
  const fields = LISTS[list];
  const { busy, error, run, reset } = action;
  const [form, setForm] = useState(() => formOf(entries));
  const { loaded, drafts, removed } = form;
  const isOutdated = hasCode(error, 'outdated');
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    setForm((last) =>
      last.loaded === entries ? last : { loaded: entries, ...merge(fields, last.loaded, last.drafts, entries) },
    );
  }, [entries]);
  // Where both have changed an entry, that is what to look at first; otherwise the notice, which entries may have moved away.
  useEffect(() => {
    if (!isOutdated) return;
    const of = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    const first = of('.theirs.conflict') ?? of('.meanwhile');
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' }); // what has the focus already is not scrolled to
  }, [isOutdated, loaded]);

  const put = (changed: Draft[]) => setForm({ ...form, drafts: changed });
  const change = (at: number, next: Partial<Draft>) =>
    put(drafts.map((draft, i) => (i === at ? { ...draft, ...next } : draft)));
  // Entries in which nothing was written are none.
  const written = drafts.filter(({ typed }) => fields.some((field) => typed[field]));

  function takeStored() {
    setForm(formOf(entries));
    reset();
  }

  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        run(() => onSave(written.map(({ typed }) => typed)));
      }}
    >
      {drafts.map((draft, i) => (
        <fieldset class="entry-fields" key={i}>
          <legend>{t.history.entry(formatNumber(i + 1))}</legend>
          {draft.note && (
            <EntryNote fields={fields} note={draft.note} onTake={(typed) => change(i, { typed, note: undefined })} />
          )}
          {fields.map((field) => (
            <EntryInput
              key={field}
              field={field}
              value={draft.typed[field] ?? ''}
              error={faultOf(error, `${list}.${written.indexOf(draft)}.${field}`)}
              onInput={(value) => change(i, { typed: { ...draft.typed, [field]: value || null } })}
            />
          ))}
          <Button class="remove" onClick={() => put(drafts.filter((_, at) => at !== i))}>
            {t.history.remove}
          </Button>
        </fieldset>
      ))}
      <Button onClick={() => put([...drafts, { typed: {} }])}>{t.history.add}</Button>
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
      {!isOutdated && error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <div class="row end">
        <Button onClick={onBack}>{t.cancel}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {drafts.some(isConflict) ? t.meanwhile.saveMine : t.save}
        </Button>
      </div>
    </form>
  );
}
