import { etagOf, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { keepDraft } from '../drafts';
import { EditForm, useEdit } from '../edit';
import { t } from '../i18n';
import type { Note, ReadNote } from '../note';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { say } from '../ui/status';
import { useCreate } from '../unanswered';
import { NoteText } from './note-text';

interface Props {
  note: Note;
  onAdded: (next: ReadNote) => void;
}

const NOTHING = { text: '' };
const keyOf = ({ id }: Note) => `addendum ${id}`;
const titleOf = () => t.note.addendum;

/** What somebody was typing while the note was signed in another tab. */
export function keepAsAddendum(note: Note, text: string): void {
  if (text) keepDraft(keyOf(note), { text }, titleOf, { version: JSON.stringify(NOTHING) });
}

/** Adds to a signed note. */
export function AddendumForm({ note, onAdded }: Props) {
  const { appointment_id, author } = note;
  const [isOpen, setOpen] = useState(false);
  const edit = useEdit(keyOf(note), NOTHING, { text: t.note.addendum }, titleOf);
  const { lost, create } = useCreate<{ text: string }>(keyOf(note));
  if (!isOpen && !edit.value.text && !lost)
    return (
      <div class="row no-print">
        <Button onClick={() => setOpen(true)}>{t.note.add}</Button>
      </div>
    );

  async function add() {
    const params = { path: { id: appointment_id }, query: { author: author.id } };
    const result = await create({ text: edit.value.text }, (body, headers) =>
      hospital.POST('/calendar/appointments/{id}/note/addenda', { params, body, headers }),
    );
    onAdded({ note: unwrap(result), version: etagOf(result) });
    edit.draft.clear();
    setOpen(false);
    say(t.note.added);
  }
  return (
    <div class="no-print">
      <EditForm
        edit={edit}
        submit={t.note.addSubmit}
        isLost={lost !== undefined}
        back={() => setOpen(false)}
        onSubmit={add}
      >
        <NoteText {...edit.field('text')} />
        <p class="hint">{t.note.addHint}</p>
      </EditForm>
    </div>
  );
}
