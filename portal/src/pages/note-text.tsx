import type { Edit } from '../edit';
import { formatSize } from '../files';
import { t } from '../i18n';
import { bytesOf, MOST_BYTES } from '../note';
import { TextArea } from '../ui/field';

/** A long text, which the service takes up to so many bytes of: near the end the field says how many there are. */
export function NoteText(field: ReturnType<Edit<'text'>['field']>) {
  const bytes = bytesOf(field.value);
  const most = formatSize(MOST_BYTES);
  const isLong = bytes > MOST_BYTES;
  return (
    <TextArea
      {...field}
      class="note-text"
      dir="auto"
      required
      error={isLong ? t.note.tooLong(most) : field.error}
      hint={bytes > MOST_BYTES * 0.8 ? t.note.bytes(formatSize(bytes), most) : undefined}
    />
  );
}
