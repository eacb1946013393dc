import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { canCancel, conflictsOf, isOpen, nextOf, type Status, statusText } from '../appointments';
import { hasCode, messageOf } from '../errors';
import { dayOf, formatMoment } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, Loading, say } from '../ui/status';
import { CancelForm } from './appointment-cancel';
import { Conflicts } from './appointment-conflicts';
import { Facts } from './appointment-facts';
import { AppointmentInvoices } from './appointment-invoices';
import { MoveForm } from './appointment-move';
import { WarningsOf } from './patient-warnings';

type Change = Schema<'AppointmentPatchInput'>;

interface Props {
  id: string;
  onClose: () => void;
  /** the appointment is another one now: what shows it should load it again */
  onChanged: () => void;
}

/** One appointment, and what can be done with it. */
export function AppointmentDialog({ id, onClose, onChanged }: Props) {
  const [doing, setDoing] = useState<'move' | 'cancel'>();
  const [problem, setProblem] = useState<string>();
  const [conflicts, setConflicts] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const loaded = useLoad((signal) => loadAppointment(id, signal), [id]);
  const { appointment, version } = loaded.data ?? {};

  /** Changes what is on the screen, and nothing that somebody else has changed since. */
  async function change(body: Change, done: string) {
    setBusy(true);
    setProblem(undefined);
    try {
      const params = { path: { id }, header: { 'if-match': version } };
      const result = await hospital.PATCH('/calendar/appointments/{id}', { params, body });
      unwrap(result);
      setConflicts(conflictsOf(result.response));
      say(done);
      setDoing(undefined);
      onChanged();
      loaded.reload();
    } catch (error) {
      setProblem(messageOf(error));
      // Somebody was faster: what they did is shown, here and behind the dialog.
      if (hasCode(error, 'outdated', 'overlap', 'closed')) {
        onChanged();
        loaded.reload();
      }
    }
    setBusy(false);
  }

  const title = { move: t.appointment.moveTitle, cancel: t.appointment.cancelTitle };
  return (
    <Dialog title={doing ? title[doing] : t.appointment.title} onClose={onClose}>
      <Loading of={loaded} />
      {problem && <Alert>{problem}</Alert>}
      {appointment && (
        <>
          {may('patient:read') && <WarningsOf id={appointment.patient_id} />}
          <Conflicts ids={conflicts} day={dayOf(appointment.schedule)} />
          <Facts appointment={appointment} />
          {doing === 'move' && (
            <MoveForm
              // Drawn anew with the free times when somebody else was faster.
              key={version}
              appointment={appointment}
              busy={busy}
              onMove={(schedule) => change({ schedule }, t.appointment.moved(formatMoment(schedule)))}
              onBack={() => setDoing(undefined)}
            />
          )}
          {doing === 'cancel' && (
            <CancelForm
              busy={busy}
              onCancel={(cancel_reason) =>
                change({ status: 'CANCELLED', cancel_reason }, t.appointment.saved(t.status.CANCELLED))
              }
              onBack={() => setDoing(undefined)}
            />
          )}
          {!doing && may('appointment:update') && (
            <div class="row">
              {nextOf(appointment.status).map((status, i) => (
                <Button
                  key={status}
                  look={i === 0 ? 'primary' : undefined}
                  busy={busy}
                  onClick={() => change({ status }, t.appointment.saved(statusText(status)))}
                >
                  {verbOf(status)}
                </Button>
              ))}
              {isOpen(appointment.status) && <Button onClick={() => setDoing('move')}>{t.appointment.move}</Button>}
              {canCancel(appointment.status) && (
                <Button onClick={() => setDoing('cancel')}>{t.appointment.cancel}</Button>
              )}
            </div>
          )}
          {!doing && may('invoice:read') && <AppointmentInvoices id={id} patient={appointment.patient_id} />}
        </>
      )}
    </Dialog>
  );
}

async function loadAppointment(id: string, signal: AbortSignal) {
  const params = { path: { id }, query: { view: 'full' as const } };
  const result = await hospital.GET('/calendar/appointments/{id}', { params, signal });
  return { appointment: unwrap(result), version: result.response?.headers.get('etag') ?? undefined };
}

/** What a button says that sets the status. */
const verbOf = (status: Status): string =>
  ({
    SCEDULED: t.appointment.reopen,
    CHECKED_IN: t.appointment.checkIn,
    IN_PROGRESS: t.appointment.begin,
    COMPLETED: t.appointment.complete,
    CANCELLED: t.appointment.cancel,
    NO_SHOW: t.appointment.noShow,
  })[status];
