import { useState } from 'preact/hooks';
import { faultOf } from '../errors';
import { formatNumber } from '../format';
import { type Entry, type EntryField, isDate, type ListName } from '../history';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { Input, TextArea } from '../ui/field';

interface Props {
  list: ListName;
  fields: readonly EntryField[];
  entries: readonly Entry[];
  error: unknown;
  busy: boolean;
  onSave: (entries: readonly Entry[]) => void;
  onBack: () => void;
}

/** Adds, changes and removes the entries of a list. */
export function EntriesForm({ list, fields, entries, error, busy, onSave, onBack }: Props) {
  const [drafts, setDrafts] = useState<readonly Entry[]>(entries.length > 0 ? entries : [{}]);
  const change = (at: number, field: EntryField, value: string) =>
    setDrafts(drafts.map((draft, i) => (i === at ? { ...draft, [field]: value || null } : draft)));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Entries in which nothing was written are none.
        onSave(drafts.filter((draft) => fields.some((field) => draft[field])));
      }}
    >
      {drafts.map((draft, i) => (
        <fieldset class="entry-fields" key={i}>
          <legend>{t.history.entry(formatNumber(i + 1))}</legend>
          {fields.map((field) => {
            const control = {
              label: t.history[field],
              value: draft[field] ?? '',
              error: faultOf(error, `${list}.${i}.${field}`),
            };
            return field === 'description' ? (
              <TextArea
                key={field}
                {...control}
                maxLength={4000}
                onInput={(event) => change(i, field, event.currentTarget.value)}
              />
            ) : (
              <Input
                key={field}
                {...control}
                {...(isDate(field) ? { type: 'date' as const } : { type: 'text' as const })}
                maxLength={200}
                onInput={(event) => change(i, field, event.currentTarget.value)}
              />
            );
          })}
          <Button class="remove" onClick={() => setDrafts(drafts.filter((_, at) => at !== i))}>
            {t.history.remove}
          </Button>
        </fieldset>
      ))}
      <Button onClick={() => setDrafts([...drafts, {}])}>{t.history.add}</Button>
      <div class="row end">
        <Button onClick={onBack}>{t.cancel}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
