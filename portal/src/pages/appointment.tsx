import { conflictsOf, type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { isDone, isOpen, loadAppointment } from '../appointments';
import { useReopen } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { dayOf, isolated, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { hospital, may } from '../session';
import { Dialog } from '../ui/dialog';
import { Alert, Loading, say } from '../ui/status';
import { AboutForm } from './appointment-about';
import { AppointmentActs } from './appointment-acts';
import { CancelForm } from './appointment-cancel';
import { Conflicts } from './appointment-conflicts';
import { Facts } from './appointment-facts';
import { AppointmentInvoices } from './appointment-invoices';
import { AppointmentNotes } from './appointment-notes';
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
  const [form, setForm] = useState<'about' | 'cancel'>();
  const [problem, setProblem] = useState<string>();
  const [conflicts, setConflicts] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const loaded = useLoad((signal) => loadAppointment(id, signal), [id]);
  const { appointment, version } = loaded.data ?? {};
  const whose = appointment?.patient ? nameOf(appointment.patient) : t.appointment.title;
  const [cancelKey, aboutKey] = [`cancel ${id}`, `about ${id}`];
  useReopen(cancelKey, () => setForm('cancel'));
  useReopen(aboutKey, () => setForm('about'));

  /** Changes what is on the screen, and nothing that somebody else has changed since. */
  async function patch(body: Change, done: string) {
    try {
      const params = { path: { id }, header: { 'if-match': version } };
      const result = await hospital.PATCH('/calendar/appointments/{id}', { params, body });
      unwrap(result);
      setConflicts(conflictsOf(result));
      say(done);
      setForm(undefined);
      onChanged();
      loaded.reload();
    } catch (error) {
      // Somebody was faster: what they did is shown, here and behind the dialog.
      if (hasCode(error, 'outdated', 'overlap', 'closed', 'no_resource')) {
        onChanged();
        loaded.reload();
      }
      throw error;
    }
  }

  /** @returns whether it did */
  async function change(body: Change, done: string) {
    setBusy(true);
    setProblem(undefined);
    const isDone = await patch(body, done).then(
      () => true,
      (error) => {
        setProblem(messageOf(error));
        return false;
      },
    );
    setBusy(false);
    return isDone;
  }

  return (
    <Dialog title={form === 'cancel' ? t.appointment.cancelTitle : whose} onClose={onClose}>
      <Loading of={loaded} />
      {problem && <Alert>{problem}</Alert>}
      {appointment && (
        <>
          {may('patient:read') && <WarningsOf id={appointment.patient_id} />}
          <Conflicts ids={conflicts} day={dayOf(appointment.schedule)} />
          {form !== 'about' && (
            <Facts
              appointment={appointment}
              onRoom={
                !form && isOpen(appointment.status) && may('appointment:update')
                  ? (resource_id) => void change({ resource_id }, t.visit.saved)
                  : undefined
              }
            />
          )}
          {form === 'about' && (
            <AboutForm
              appointment={appointment}
              draftKey={aboutKey}
              onSave={(body) => patch(body, t.visit.saved)}
              onBack={() => setForm(undefined)}
            />
          )}
          {form === 'cancel' && (
            <CancelForm
              draftKey={cancelKey}
              draftTitle={() => t.drafts.cancel(isolated(appointment.patient ? nameOf(appointment.patient) : ''))}
              busy={busy}
              onCancel={(cancel_reason) =>
                change({ status: 'CANCELLED', cancel_reason }, t.appointment.saved(t.status.CANCELLED))
              }
              onBack={() => setForm(undefined)}
            />
          )}
          {!form && <AppointmentNotes appointment={appointment} onEdit={() => setForm('about')} />}
          {!form && (
            <AppointmentActs
              appointment={appointment}
              busy={busy}
              onStatus={(status, done) => change({ status }, done)}
              onCancel={() => setForm('cancel')}
            />
          )}
          {!form && may('invoice:read') && (
            <AppointmentInvoices id={id} patient={appointment.patient_id} isNext={isDone(appointment.status)} />
          )}
        </>
      )}
    </Dialog>
  );
}
