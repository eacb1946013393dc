import type { Entry, EntryField } from '../history';
import type { Note } from '../history-merge';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { EntryText } from './entries';

interface Props {
  fields: readonly EntryField[];
  note: Note;
  /** puts theirs in the place of what was typed */
  onTake: (theirs: Entry) => void;
}

/** At an entry: what somebody else has done to it meanwhile. */
export function EntryNote({ fields, note, onTake }: Props) {
  if (note.kind !== 'both')
    return (
      <p class={note.kind === 'removed' ? 'theirs conflict' : 'theirs'} tabIndex={-1}>
        {t.history.notes[note.kind]}
      </p>
    );
  return (
    <div class="theirs conflict" tabIndex={-1}>
      <p>{t.history.notes.both}</p>
      <p>
        <EntryText fields={fields} entry={note.theirs} />
      </p>
      <Button onClick={() => onTake(note.theirs)}>{t.history.takeTheirs}</Button>
    </div>
  );
}
