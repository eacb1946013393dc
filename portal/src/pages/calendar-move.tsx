import { useAction } from '../actions';
import { type Appointment, loadAppointment } from '../appointments';
import { askAbout, moveAppointment } from '../booking';
import { hasCode, messageOf } from '../errors';
import { formatMoment, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { useStaff } from '../staff';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, Loading, say } from '../ui/status';
import { QuestionList } from '../ui/time-questions';

export interface Target {
  doctor: string;
  /** that in which the doctor works at that time; none outside of hours */
  department: string | undefined;
  schedule: string;
}

interface Props {
  /** as the calendar shows it */
  appointment: Appointment;
  to: Target;
  onClose: () => void;
  onMoved: () => void;
  /** somebody else has changed it, or taken the time */
  onOutdated: () => void;
}

/** Asks whether an appointment shall be where it was taken to, and says what speaks against it. */
export function MoveDialog({ appointment: shown, to, onClose, onMoved, onOutdated }: Props) {
  const { id } = shown;
  const staff = useStaff();
  const loaded = useLoad((signal) => loadMove(shown, to, signal), [id]);
  const { busy, error, run } = useAction();
  const { moving, choice, questions = [] } = loaded.data ?? {};
  const appointment = moving?.appointment;
  const doctorOf = (doctorId: string) => staff.data?.doctors.find((doctor) => doctor.id === doctorId) ?? shown.doctor;

  async function move() {
    if (!loaded.data) return;
    try {
      await moveAppointment(loaded.data.moving, loaded.data.choice);
    } catch (failure) {
      // Somebody was faster: what they did is shown, here and behind the dialog.
      if (hasCode(failure, 'outdated', 'overlap', 'closed', 'held', 'no_resource')) {
        onOutdated();
        loaded.reload();
      }
      throw failure;
    }
    say(t.appointment.moved(formatMoment(to.schedule)));
    onMoved();
  }

  const place = (schedule: string, doctorId: string, departmentId: string | undefined) => {
    const doctor = doctorOf(doctorId);
    return (
      <>
        {formatMoment(schedule)} · <bdi>{doctor && nameOf(doctor)}</bdi> ·{' '}
        <bdi>{staff.data?.departments.find((one) => one.id === departmentId)?.name}</bdi>
      </>
    );
  };
  return (
    <Dialog title={t.appointment.moveQuestion} onClose={onClose}>
      <Loading of={loaded} />
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      {appointment && (
        <>
          {error === undefined && appointment.updated_at !== shown.updated_at && (
            <Alert>{t.appointment.changedMeanwhile}</Alert>
          )}
          <dl class="facts">
            <dt>{t.appointment.patient}</dt>
            <dd>
              <bdi>{appointment.patient && nameOf(appointment.patient)}</bdi>
            </dd>
            <dt>{t.appointment.from}</dt>
            <dd>{place(appointment.schedule, appointment.doctor_id, appointment.department_id)}</dd>
            <dt>{t.appointment.to}</dt>
            <dd>
              <strong>{place(to.schedule, to.doctor, choice?.department_id)}</strong>
            </dd>
          </dl>
          {questions.length > 0 && <QuestionList questions={questions} />}
          <div class="row end">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button look="primary" busy={busy} onClick={() => run(move)}>
              {questions.length > 0 ? t.timeCheck.move : t.appointment.moveTo(formatMoment(to.schedule))}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The appointment as it is by now, with the version that a change of it is of, and what speaks against the new time. */
async function loadMove({ id }: Appointment, { doctor, department, schedule }: Target, signal: AbortSignal) {
  const moving = await loadAppointment(id, signal);
  const { patient_id, department_id, expected_duration_minutes } = moving.appointment;
  const choice = {
    doctor_id: doctor,
    department_id: department ?? department_id,
    schedule,
    expected_duration_minutes,
  };
  return { moving, choice, questions: await askAbout(choice, patient_id, id) };
}
