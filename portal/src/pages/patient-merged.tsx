import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { nameOf } from '../format';
import { t } from '../i18n';
import { linkTo } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, say } from '../ui/status';
import type { Patient } from './patient';

interface Props {
  patient: Patient;
  /** the record whose address led here, or that has just been merged */
  cameFrom: string | undefined;
  /** what has just been moved, by its kind */
  moved: Readonly<Record<string, string>>;
  onChanged: () => void;
}

/** Series go where their visits go, which are counted. */
type Moved = Omit<Schema<'PatientMerge'>['moved'], 'appointment_series'>;

const movedText = ({ appointments, invoices, files, notes }: Moved): string =>
  [
    t.calendar.count(appointments),
    t.merge.invoices(invoices),
    t.merge.files(files),
    ...(notes > 0 ? [t.note.count(notes)] : []),
  ].join(' · ');

/** Records that were merged into this one, each of which can be taken apart again, as long as the service allows it. */
export function MergedRecords({ patient, cameFrom, moved, onChanged }: Props) {
  const [undoing, setUndoing] = useState<string>();
  const [undone, setUndone] = useState<string>();
  const action = useAction();
  const merged = patient.merged ?? [];
  const led = merged.find(({ id }) => id === cameFrom);
  const counts = moved.appointments && {
    appointments: Number(moved.appointments),
    invoices: Number(moved.invoices),
    files: Number(moved.files),
    notes: Number(moved.notes),
  };
  const other = merged.find(({ id }) => id === undoing);

  function close() {
    setUndoing(undefined);
    action.reset();
  }
  const undo = (from: string) =>
    action.run(async () => {
      const params = { path: { id: patient.id } };
      const done = unwrap(await hospital.POST('/patient/{id}/unmerge', { params, body: { from } }));
      say(t.merge.undone(movedText(done.moved)));
      setUndone(from);
      close();
      onChanged();
    });

  return (
    <>
      {led && (
        <p class="told" role="status">
          {counts ? t.merge.done(led.reg_number, movedText(counts)) : t.merge.ledHere(led.reg_number)}
        </p>
      )}
      {undone && (
        <p class="told" role="status">
          {t.merge.apart} <a href={linkTo(`/patients/${undone}`)}>{t.merge.toOther}</a>
        </p>
      )}
      {merged.length > 0 && (
        <section class="card">
          <h2>{t.merge.records}</h2>
          <ul class="plain">
            {merged.map((record) => (
              <li key={record.id} class="heading">
                <span>
                  <bdi>{nameOf(record)}</bdi> <span class="muted unbroken">{record.reg_number}</span>
                </span>
                {may('patient:merge') && (
                  <Button aria-label={t.merge.undoOf(record.reg_number)} onClick={() => setUndoing(record.id)}>
                    {t.merge.undo}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {other && (
        <Dialog title={t.merge.undoTitle} onClose={close}>
          <p>{t.merge.undoQuestion(other.reg_number)}</p>
          {action.error !== undefined && <Alert>{messageOf(action.error)}</Alert>}
          <div class="row end">
            <Button onClick={close}>{t.back}</Button>
            <Button look="danger" busy={action.busy} onClick={() => undo(other.id)}>
              {t.merge.undo}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
