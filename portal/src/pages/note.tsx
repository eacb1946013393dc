import { useEffect, useState } from 'preact/hooks';
import { loadAppointment } from '../appointments';
import { dayOf, joined, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { isSigned, loadNote, NO_NOTE, type ReadNote } from '../note';
import { Running } from '../paper';
import { idOf, linkTo } from '../router';
import { may, session } from '../session';
import { Button } from '../ui/button';
import { Loading } from '../ui/status';
import { Facts } from './appointment-facts';
import type { PageProps } from './index';
import { Letterhead } from './letterhead';
import { NoteEditor } from './note-editor';
import { SignedNote } from './note-signed';
import { WarningsOf } from './patient-warnings';
import './note.css';

/** What a doctor has written about a visit. `author` in the address names one of several who have. */
export function NotePage({ params: { id = '' }, query }: PageProps) {
  const author = idOf(query.get('author'));
  return <VisitNote key={author} id={id} author={author} />;
}

/** A draft to go on with, or what was signed. */
function VisitNote({ id, author }: { id: string; author: string }) {
  const visit = useLoad((signal) => loadAppointment(id, signal), [id]);
  const loaded = useLoad((signal) => loadNote(id, author, signal), [id, author]);
  // What a write has answered, or what somebody has written in another tab meanwhile.
  const [newer, setNewer] = useState<ReadNote>();
  // What had the focus is gone with the form that it was in.
  useEffect(() => {
    if (newer && document.activeElement === document.body) document.querySelector('main')?.focus();
  }, [newer]);
  const [isOwnToo, setOwnToo] = useState(false);
  const read = newer ?? loaded.data;
  const { appointment } = visit.data ?? {};
  if (!appointment || !read) return <Loading page of={appointment ? loaded : visit} />;

  const { note } = read;
  const { patient, patient_id, doctor_id, schedule, has_note } = appointment;
  const { doctor: own } = session();
  const isMine = note?.author.id === own;
  const isOfVisit = doctor_id === own;
  const signed = note && isSigned(note) ? note : undefined;
  // Whoever is given another's note has none of their own.
  const mayBegin = may('note:write') && isOfVisit && !isMine && !author;
  const edited = note && !signed ? read : mayBegin && (!signed || isOwnToo) ? NO_NOTE : undefined;
  return (
    <>
      <Running text={joined([patient.reg_number, nameOf(patient)])} internal />
      <div class="row end no-print">
        <a class="button quiet" href={linkTo('/calendar', { day: dayOf(schedule), appointment: id })}>
          {t.note.toVisit}
        </a>
        {signed && <Button onClick={() => print()}>{t.invoice.print}</Button>}
      </div>
      {may('patient:read') && <WarningsOf id={patient_id} />}
      {/* Of a draft nothing is printed: it is nobody's but its author's. */}
      <article class={signed ? 'card sheet' : 'card note-form no-print'}>
        {signed && <Letterhead taxId={undefined} />}
        <h1>{t.note.title}</h1>
        <Facts appointment={appointment} />
        {signed && <SignedNote note={signed} mayAdd={may('note:write') && (isMine || isOfVisit)} onAdded={setNewer} />}
        {!note && !edited && <p>{t.note.none}</p>}
      </article>
      {has_note && !signed && (
        <p class="muted note-form">
          {t.note.isThere} <a href={linkTo(`/patients/${patient_id}`)}>{t.note.ofPatient}</a>
        </p>
      )}
      {edited && may('note:write') && <NoteEditor appointment={appointment} read={edited} onChanged={setNewer} />}
      {mayBegin && signed && !edited && (
        <div class="row note-form no-print">
          <Button onClick={() => setOwnToo(true)}>{t.note.ownToo}</Button>
        </div>
      )}
    </>
  );
}
