import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { isDone, isOpen, loadAppointment } from '../appointments';
import { useReopen } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { dayOf, isolated, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { cancelSeries } from '../series';
import { hospital, may } from '../session';
import { type Told, toldOf } from '../told';
import { Dialog } from '../ui/dialog';
import { Alert, Loading, say } from '../ui/status';
import { AboutForm } from './appointment-about';
import { AppointmentActs } from './appointment-acts';
import { CancelForm } from './appointment-cancel';
import { Conflicts } from './appointment-conflicts';
import { Facts } from './appointment-facts';
import { AppointmentInvoices } from './appointment-invoices';
import { AppointmentMessages } from './appointment-messages';
import { AppointmentNotes } from './appointment-notes';
import { AppointmentSeries } from './appointment-series';
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
  const [form, setForm] = useState<'about' | 'cancel' | 'series'>();
  const [problem, setProblem] = useState<string>();
  const [told, setTold] = useState<Told>();
  const [busy, setBusy] = useState(false);
  const loaded = useLoad((signal) => loadAppointment(id, signal), [id]);
  const { appointment, version } = loaded.data ?? {};
  const whose = appointment?.patient ? nameOf(appointment.patient) : t.appointment.title;
  const [cancelKey, aboutKey, seriesKey] = [`cancel ${id}`, `about ${id}`, `series from ${id}`];
  useReopen(cancelKey, () => setForm('cancel'));
  useReopen(aboutKey, () => setForm('about'));
  useReopen(seriesKey, () => setForm('series'));

  /** All that the forms of cancelling have to say. */
  const cancelDraft = () => t.drafts.cancel(isolated(appointment?.patient ? nameOf(appointment.patient) : ''));

  /** Changes what is on the screen, and nothing that somebody else has changed since. */
  async function patch(body: Change, done: string) {
    try {
      const params = { path: { id }, header: { 'if-match': version } };
      const result = await hospital.PATCH('/calendar/appointments/{id}', { params, body });
      unwrap(result);
      setTold(toldOf(result));
      say(done);
      setForm(undefined);
      onChanged();
      loaded.reload();
    } catch (error) {
      // Somebody was faster: what they did is shown, here and behind the dialog.
      if (hasCode(error, 'outdated', 'overlap', 'closed', 'held', 'no_resource')) {
        onChanged();
        loaded.reload();
      }
      throw error;
    }
  }

  const change = (body: Change, done: string) => attempt(() => patch(body, done));

  const cancelFollowing = (series: string, from: string, reason: string | null) =>
    attempt(async () => {
      await cancelSeries(series, from, reason);
      say(t.series.cancelled);
      setForm(undefined);
      onChanged();
      loaded.reload();
    });

  /** @returns whether it did */
  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setProblem(undefined);
    const isDone = await work().then(
      () => true,
      (error) => {
        setProblem(messageOf(error));
        return false;
      },
    );
    setBusy(false);
    return isDone;
  }

  const titles: Record<string, string> = { cancel: t.appointment.cancelTitle, series: t.series.cancelTitle };
  return (
    <Dialog title={titles[form ?? ''] ?? whose} onClose={onClose}>
      <Loading of={loaded} />
      {problem && <Alert>{problem}</Alert>}
      {appointment && (
        <>
          {may('patient:read') && <WarningsOf id={appointment.patient_id} />}
          {told && <Conflicts told={told} day={dayOf(appointment.schedule)} />}
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
              draftTitle={cancelDraft}
              busy={busy}
              onCancel={(cancel_reason) =>
                change({ status: 'CANCELLED', cancel_reason }, t.appointment.saved(t.status.CANCELLED))
              }
              onBack={() => setForm(undefined)}
            />
          )}
          {form === 'series' && appointment.series_id && (
            <CancelForm
              draftKey={seriesKey}
              draftTitle={cancelDraft}
              submit={t.series.cancelConfirm}
              busy={busy}
              onCancel={(reason) => cancelFollowing(appointment.series_id ?? '', dayOf(appointment.schedule), reason)}
              onBack={() => setForm(undefined)}
            />
          )}
          {!form && <AppointmentMessages messages={appointment.messages} />}
          {!form && <AppointmentNotes appointment={appointment} onEdit={() => setForm('about')} />}
          {!form && (
            <AppointmentActs
              appointment={appointment}
              busy={busy}
              onStatus={(status, done) => change({ status }, done)}
              onCancel={() => setForm('cancel')}
            />
          )}
          {!form && appointment.series_id && (
            <AppointmentSeries
              appointment={appointment}
              series={appointment.series_id}
              onCancel={() => setForm('series')}
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
