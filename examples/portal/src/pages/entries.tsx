import { formatDate } from '../format';
import { type Entry, type EntryField, isDate } from '../history';
import { t } from '../i18n';

/** A list of a patient as text. */
export function Entries({ fields, entries }: { fields: readonly EntryField[]; entries: readonly Entry[] }) {
  if (entries.length === 0) return <p class="muted">{t.history.empty}</p>;
  return (
    <ul class="plain">
      {entries.map((entry, i) => (
        <li key={i}>
          <EntryText fields={fields} entry={entry} />
        </li>
      ))}
    </ul>
  );
}

export function EntryText({ fields: [name, ...more], entry }: { fields: readonly EntryField[]; entry: Entry }) {
  const notes = more.flatMap((field) => {
    const text = entry[field];
    return text ? [isDate(field) ? formatDate(text) : text] : [];
  });
  return (
    <>
      <bdi>
        <strong>{name && entry[name]}</strong>
      </bdi>{' '}
      <span class="muted">
        <bdi>{notes.join(' · ')}</bdi>
      </span>
    </>
  );
}
