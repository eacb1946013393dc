import type { Schema } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { EditForm, textOrNull, useEdit } from '../edit';
import { hasCode } from '../errors';
import { dayOf, isolated, nameOf } from '../format';
import { t } from '../i18n';
import { isSigned, loadNote, type ReadNote, signNote, writeNote } from '../note';
import { linkTo } from '../router';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Input } from '../ui/field';
import { say } from '../ui/status';
import { keepAsAddendum } from './note-addendum';
import { NoteText } from './note-text';

interface Props {
  appointment: Schema<'FullAppointment'>;
  /** one's own draft, or none yet */
  read: ReadNote;
  onChanged: (next: ReadNote) => void;
}

/**
 * The draft of a note, until it is signed. It is saved by its button alone: what is typed stays in the memory of the page anyway,
 * and each save is a change on record.
 */
export function NoteEditor({ appointment: { id, schedule, patient, doctor_id }, read, onChanged }: Props) {
  const { note } = read;
  const [isSigning, setSigning] = useState(false);
  const edit = useEdit(
    `note ${id} ${note?.author.id ?? doctor_id}`,
    { title: note?.title ?? '', text: note?.text ?? '' },
    { title: t.note.about, text: t.note.text },
    () => t.note.draftOf(isolated(nameOf(patient))),
  );
  const { value, draft, action } = edit;

  /** Where another tab was faster, loads what it has written. What was typed here stays, as an addendum if that is signed. */
  async function write(send: () => Promise<ReadNote>): Promise<ReadNote> {
    try {
      return await send();
    } catch (error) {
      if (hasCode(error, 'outdated', 'not_editable')) {
        const now = await loadNote(id, '');
        if (now.note && isSigned(now.note)) {
          keepAsAddendum(now.note, [edit.changes.title, edit.changes.text].filter(Boolean).join('\n'));
          draft.clear();
          say(t.note.isSigned);
        }
        onChanged(now);
      }
      throw error;
    }
  }
  async function save(): Promise<ReadNote> {
    const saved = await write(() => writeNote(id, read, { text: value.text, title: textOrNull(value.title.trim()) }));
    onChanged(saved);
    draft.clear();
    return saved;
  }
  async function sign() {
    const isChanged = note === null || Object.keys(edit.changes).length > 0;
    const seen = isChanged ? await save() : read;
    onChanged(await write(() => signNote(id, seen)));
    say(t.note.signed);
  }

  return (
    <div class="note-form no-print">
      <EditForm
        edit={edit}
        submit={t.note.save}
        back={linkTo('/calendar', { day: dayOf(schedule), appointment: id })}
        onSubmit={async () => {
          await save();
          say(t.note.saved);
        }}
        acts={
          <Button
            onClick={({ currentTarget }) => {
              if (currentTarget.form?.reportValidity()) setSigning(true);
            }}
          >
            {t.note.sign}
          </Button>
        }
      >
        <p>
          <span class="badge warn">{t.note.status.draft}</span> {t.note.onlyYou}
        </p>
        <NoteText {...edit.field('text')} />
        <Input {...edit.field('title')} hint={t.optional} maxLength={200} autocomplete="off" />
      </EditForm>
      {isSigning && (
        <Confirm
          title={t.note.signTitle}
          submit={t.note.signSubmit}
          look="primary"
          onClose={() => setSigning(false)}
          onConfirm={async () => {
            setSigning(false);
            // What goes wrong is said in the form, which shows what has changed meanwhile.
            await action.run(sign);
          }}
        >
          <p>{t.note.signHint}</p>
        </Confirm>
      )}
    </div>
  );
}
