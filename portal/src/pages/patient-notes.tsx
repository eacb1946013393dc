import { pageOf } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { formatMoment, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { isSigned, type Note } from '../note';
import { linkTo } from '../router';
import { hospital } from '../session';
import { Pager } from '../ui/pager';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';

const FIRST: { limit: number; cursor?: string } = { limit: 10 };

/** What doctors have written about a patient, and one's own drafts, the newest first. */
export function NotesSection({ patient }: { patient: string }) {
  const [query, setQuery] = useState(FIRST);
  const loaded = useLoad(
    async (signal) =>
      pageOf(await hospital.GET('/patient/{id}/notes', { params: { path: { id: patient }, query }, signal }), query),
    [patient, query],
  );
  const { items = [], next } = loaded.data ?? {};
  return (
    <section class="card wide" aria-busy={loaded.loading}>
      <h2>{t.note.ofPatient}</h2>
      <Loading of={loaded} />
      {loaded.data && items.length === 0 && <p class="muted">{t.note.noneOfPatient}</p>}
      {items.length > 0 && (
        <Table
          caption={t.note.ofPatient}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              head: t.audit.when,
              look: 'unbroken',
              cell: ({ signed_at, updated_at }) => formatMoment(signed_at ?? updated_at),
            },
            { head: t.note.title, cell: (note) => <NoteLink note={note} /> },
            { head: t.calendar.doctor, cell: ({ author }) => <bdi>{nameOf(author)}</bdi> },
            {
              head: t.appointment.status,
              cell: (note) => (
                <span class={isSigned(note) ? 'badge good' : 'badge warn'}>{t.note.status[note.status]}</span>
              ),
            },
          ]}
        />
      )}
      <Pager
        label={t.note.ofPatient}
        onFirst={query === FIRST ? undefined : () => setQuery(FIRST)}
        onNext={next && (() => setQuery(next))}
      />
    </section>
  );
}

/** By its title, or else its first line. On paper nothing of a draft is. */
function NoteLink({ note }: { note: Note }) {
  const { appointment_id, author, title, text } = note;
  return (
    <a
      class={isSigned(note) ? 'note-line' : 'note-line no-print'}
      href={linkTo(`/appointments/${appointment_id}/note`, { author: author.id })}
    >
      <bdi>{title ?? text.trim().split('\n', 1)[0]}</bdi>
    </a>
  );
}
