import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { isOpen, nextOf, type Status, statusLook, statusText } from '../appointments';
import { hasCode, messageOf } from '../errors';
import { formatDay, formatMoment, formatSpan, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { linkTo } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextArea } from '../ui/field';
import { Alert, Loading, say } from '../ui/status';
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
  const [busy, setBusy] = useState(false);
  const loaded = useLoad((signal) => loadAppointment(id, signal), [id]);
  const { appointment, version } = loaded.data ?? {};

  /** Changes what is on the screen, and nothing that somebody else has changed since. */
  async function change(body: Change, done: string) {
    setBusy(true);
    setProblem(undefined);
    try {
      unwrap(
        await hospital.PATCH('/calendar/appointments/{id}', {
          params: { path: { id }, header: { 'if-match': version } },
          body,
        }),
      );
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
              {isOpen(appointment.status) && (
                <>
                  <Button onClick={() => setDoing('move')}>{t.appointment.move}</Button>
                  <Button onClick={() => setDoing('cancel')}>{t.appointment.cancel}</Button>
                </>
              )}
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

type FullAppointment = Schema<'CalendarAppointment'>;

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

function Facts({ appointment }: { appointment: FullAppointment }) {
  const { patient, doctor, department, schedule, expected_duration_minutes, status, is_follow_up } = appointment;
  return (
    <dl class="facts">
      <dt>{t.appointment.patient}</dt>
      <dd>
        <a href={linkTo(`/patients/${appointment.patient_id}`)}>
          <bdi>{patient && nameOf(patient)}</bdi>
        </a>{' '}
        <span class="muted">{patient?.reg_number}</span>
      </dd>
      <dt>{t.appointment.time}</dt>
      <dd>
        {formatDay(schedule)} · {formatSpan(schedule, expected_duration_minutes)}
      </dd>
      <dt>{t.calendar.doctor}</dt>
      <dd>
        <bdi>{doctor && nameOf(doctor)}</bdi> · <bdi>{department?.name}</bdi>
      </dd>
      <dt>{t.appointment.status}</dt>
      <dd>
        <span class={`badge ${statusLook(status)}`}>{statusText(status)}</span>
        {is_follow_up && ` · ${t.appointment.followUp}`}
      </dd>
      {appointment.cancel_reason && (
        <>
          <dt>{t.appointment.reason}</dt>
          <dd>
            <bdi>{appointment.cancel_reason}</bdi>
          </dd>
        </>
      )}
    </dl>
  );
}

interface CancelProps {
  busy: boolean;
  onCancel: (reason: string | null) => void;
  onBack: () => void;
}

function CancelForm({ busy, onCancel, onBack }: CancelProps) {
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCancel(reason.trim() || null);
      }}
    >
      <TextArea
        label={t.appointment.reason}
        hint={t.optional}
        maxLength={500}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <div class="row end">
        <Button onClick={onBack}>{t.appointment.keep}</Button>
        <Button type="submit" look="danger" busy={busy}>
          {t.appointment.cancelConfirm}
        </Button>
      </div>
    </form>
  );
}
