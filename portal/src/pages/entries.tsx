import { formatDate, isolated } from '../format';
import { type Entry, type EntryField, isDate } from '../history';
import { t } from '../i18n';
import { severityText } from '../people';

interface Props {
  fields: readonly EntryField[];
  entries: readonly Entry[];
  /** what is said where there are none */
  empty?: string;
}

/** A list of a patient as text. */
export function Entries({ fields, entries, empty = t.history.empty }: Props) {
  if (entries.length === 0) return <p class="muted">{empty}</p>;
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
    return text ? [fieldText(field, text)] : [];
  });
  return (
    <>
      <bdi>
        <strong>{name && entry[name]}</strong>
      </bdi>{' '}
      <span class="muted">{notes.map(isolated).join(' · ')}</span>
    </>
  );
}

function fieldText(field: EntryField, text: string): string {
  if (isDate(field)) return formatDate(text);
  return field === 'severity' ? severityText(text) : text;
}
