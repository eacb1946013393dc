import { conflictsOf, type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { isDone, loadAppointment } from '../appointments';
import { useReopen } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { dayOf, isolated, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { hospital, may } from '../session';
import { Dialog } from '../ui/dialog';
import { Alert, Loading, say } from '../ui/status';
import { AppointmentActs } from './appointment-acts';
import { CancelForm } from './appointment-cancel';
import { Conflicts } from './appointment-conflicts';
import { Facts } from './appointment-facts';
import { AppointmentInvoices } from './appointment-invoices';
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
  const [cancelling, setCancelling] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [conflicts, setConflicts] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const loaded = useLoad((signal) => loadAppointment(id, signal), [id]);
  const { appointment, version } = loaded.data ?? {};
  const whose = appointment?.patient ? nameOf(appointment.patient) : t.appointment.title;
  const draftKey = `cancel ${id}`;
  useReopen(draftKey, () => setCancelling(true));

  /** Changes what is on the screen, and nothing that somebody else has changed since. @returns whether it did */
  async function change(body: Change, done: string) {
    let isDone = false;
    setBusy(true);
    setProblem(undefined);
    try {
      const params = { path: { id }, header: { 'if-match': version } };
      const result = await hospital.PATCH('/calendar/appointments/{id}', { params, body });
      unwrap(result);
      isDone = true;
      setConflicts(conflictsOf(result));
      say(done);
      setCancelling(false);
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
    return isDone;
  }

  return (
    <Dialog title={cancelling ? t.appointment.cancelTitle : whose} onClose={onClose}>
      <Loading of={loaded} />
      {problem && <Alert>{problem}</Alert>}
      {appointment && (
        <>
          {may('patient:read') && <WarningsOf id={appointment.patient_id} />}
          <Conflicts ids={conflicts} day={dayOf(appointment.schedule)} />
          <Facts appointment={appointment} />
          {cancelling && (
            <CancelForm
              draftKey={draftKey}
              draftTitle={() => t.drafts.cancel(isolated(appointment.patient ? nameOf(appointment.patient) : ''))}
              busy={busy}
              onCancel={(cancel_reason) =>
                change({ status: 'CANCELLED', cancel_reason }, t.appointment.saved(t.status.CANCELLED))
              }
              onBack={() => setCancelling(false)}
            />
          )}
          {!cancelling && (
            <AppointmentActs
              appointment={appointment}
              busy={busy}
              onStatus={(status, done) => change({ status }, done)}
              onCancel={() => setCancelling(true)}
            />
          )}
          {!cancelling && may('invoice:read') && (
            <AppointmentInvoices id={id} patient={appointment.patient_id} isNext={isDone(appointment.status)} />
          )}
        </>
      )}
    </Dialog>
  );
}
