import { formatMoment, nameOf } from '../format';
import { t } from '../i18n';
import type { Note, ReadNote } from '../note';
import { AddendumForm } from './note-addendum';

interface Props {
  note: Note;
  mayAdd: boolean;
  onAdded: (next: ReadNote) => void;
}

/** A note that nobody changes any more, and what was added to it. */
export function SignedNote({ note, mayAdd, onAdded }: Props) {
  const { title, text, author, signed_at, addenda } = note;
  return (
    <>
      <section class="list" aria-label={title ?? t.note.title}>
        {title && (
          <h2>
            <bdi>{title}</bdi>
          </h2>
        )}
        <Paragraphs text={text} />
        {signed_at && <p class="muted">{t.note.signedBy(nameOf(author), formatMoment(signed_at))}</p>}
      </section>
      {addenda.length > 0 && <h2>{t.note.addenda}</h2>}
      {addenda.map((addendum, i) => (
        <section key={i} class="list">
          <Paragraphs text={addendum.text} />
          <p class="muted">{t.note.signedBy(nameOf(addendum.author), formatMoment(addendum.signed_at))}</p>
        </section>
      ))}
      {mayAdd && <AddendumForm note={note} onAdded={onAdded} />}
    </>
  );
}

/** Each in the direction of its own letters. */
const Paragraphs = ({ text }: { text: string }) => (
  <>
    {text.split(/\n\s*\n/).map((paragraph, i) => (
      <p key={i} dir="auto" class="written">
        {paragraph}
      </p>
    ))}
  </>
);
