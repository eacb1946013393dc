import { useEffect, useRef, useState } from 'preact/hooks';
import { bodyOfAbout } from '../about';
import { useAction } from '../actions';
import {
  askAbout,
  bodyOf,
  type Choice,
  createAppointment,
  type Done,
  holdOf,
  type Moving,
  moveAppointment,
} from '../booking';
import { Restored } from '../drafts';
import { hasCode } from '../errors';
import { dayOf, formatMoment, nameOf } from '../format';
import { useHold } from '../hold';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { loadRecord } from '../records';
import { plannedOf, type SeriesBody } from '../repeat';
import { go, setQuery } from '../router';
import { may } from '../session';
import type { Question } from '../time-check';
import { say } from '../ui/status';
import { TimeQuestions } from '../ui/time-questions';
import { AboutFields, fieldsOf, useAbout } from './about-fields';
import { type Address, useChoice } from './booking-choice';
import { BookingConfirm } from './booking-confirm';
import { BookingContact } from './booking-contact';
import { BookingOptions } from './booking-options';
import { BookingPatient, patientFieldIn, useFocusOfPatient } from './booking-patient';
import { SeriesDialog } from './booking-series';
import { BookingTimes } from './booking-times';
import { ComingVisits } from './booking-visits';

interface Props extends Address {
  /** the appointment that gets another time */
  moving: Moving | undefined;
  /** somebody else has changed it */
  onOutdated: () => void;
  /** empty for nobody yet */
  patientId: string;
}

export function BookingForm({ moving, onOutdated, patientId, ...address }: Props) {
  const { appointment } = moving ?? {};
  const chosen = useChoice(address, appointment);
  const { draft, typed, staff, wanted, free, slot, choice, department } = chosen;
  const [followUp, setFollowUp] = useState(false);
  const [questions, setQuestions] = useState<Question[]>([]);
  const [done, setDone] = useState<Done>();
  const [series, setSeries] = useState<SeriesBody>();
  // Who moves an appointment has its own time until then.
  const hold = useHold(slot && choice && !appointment ? holdOf(choice) : undefined);
  const isRefused = hold.kept.is === 'refused';
  // Somebody was faster: what is free now is shown.
  useEffect(() => {
    if (isRefused) free.reload();
  }, [isRefused]);
  const action = useAction();
  const about = useAbout(patientId);
  const patient = useLoad(async (signal) => (patientId ? loadRecord(patientId, signal) : null), [patientId]);
  const who = useRef<HTMLElement>(null);
  const choosePatient = useFocusOfPatient(
    who,
    patient.data,
    anew((id) => about.follow(id ?? '', () => setQuery({ patient: id }))),
  );

  /** What was said is of what was chosen before. */
  function anew<T>(choose: (next: T) => void) {
    return (next: T) => {
      setDone(undefined);
      if (!action.busy) action.reset();
      choose(next);
    };
  }

  const isStaffChosen = !typed.own || (department && address.doctor);
  const missing = [
    !patient.data && t.booking.choosePatient,
    !isStaffChosen && t.booking.chooseBoth,
    !choice && isStaffChosen && t.booking.chooseTime,
    typed.repeat && !plannedOf(typed.repeat) && t.series.incomplete,
    // The service would say so, too, after everything else was asked.
    patient.data?.deceased_at && t.errors.codes.deceased,
  ].filter(Boolean);

  function submit(event: Event) {
    event.preventDefault();
    if (!patient.data) patientFieldIn(who)?.focus();
    if (missing.length > 0) return;
    if (typed.repeat) return repeat();
    void action.run(async () => {
      const found = choice ? await askAbout(choice, patientId, appointment?.id) : [];
      if (found.length > 0) setQuestions(found);
      else await save();
    });
  }

  async function save() {
    setQuestions([]);
    try {
      await (moving ? move(moving) : book());
    } catch (error) {
      if (hasCode(error, 'outdated')) onOutdated();
      throw error;
    } finally {
      free.reload();
    }
  }

  async function move(from: Moving) {
    if (!choice) return;
    await moveAppointment(from, choice);
    draft.clear();
    say(t.appointment.moved(formatMoment(choice.schedule)));
    go('/calendar', { day: dayOf(choice.schedule) });
  }

  const bodyFor = (id: string, time: Choice) => ({
    ...bodyOf(time),
    ...bodyOfAbout(about.value),
    patient_id: id,
    is_follow_up: followUp,
  });

  async function book() {
    if (!patient.data || !choice) return;
    const body = bodyFor(patient.data.id, choice);
    const name = nameOf(patient.data);
    setDone(await hold.book((held) => createAppointment({ ...body, ...held }, name)));
    clear();
  }

  /** Of a series each time is looked at by the service, which says what speaks against it. */
  function repeat() {
    const planned = typed.repeat && plannedOf(typed.repeat);
    if (choice && planned) setSeries({ ...bodyFor(patientId, choice), ...planned });
  }

  function clear() {
    setFollowUp(false);
    about.clear();
    chosen.clear();
  }

  return (
    <form class="booking" onSubmit={submit}>
      <div class="panes">
        <section ref={who} class="card who">
          <Restored of={draft} />
          <BookingPatient id={patientId} patient={patient} moving={appointment} onChoose={choosePatient} />
          {patient.data && !appointment && <BookingContact patient={patient.data} onAnswered={patient.reload} />}
          {!appointment && (
            <>
              <Restored of={about} />
              <AboutFields key={patientId} field={fieldsOf(about.value, anew(about.set), action.error)} />
            </>
          )}
          {/* Loaded beside the patient, and shown with them. */}
          {patientId && !patient.error && may('appointment:read') && (
            <div hidden={patient.loading || !patient.data}>
              <ComingVisits patient={patientId} moving={appointment?.id} changed={done} />
            </div>
          )}
        </section>
        <BookingTimes chosen={chosen} isMoving={appointment !== undefined} anew={anew} />
        <BookingOptions
          typed={typed}
          day={wanted.from}
          first={choice ? dayOf(choice.schedule) : wanted.from}
          isMoving={appointment !== undefined}
          followUp={followUp}
          onType={anew(chosen.type)}
          onFollowUp={setFollowUp}
        />
      </div>
      <BookingConfirm
        choice={choice}
        staff={staff.data}
        moving={appointment}
        missing={missing.join(' ') || undefined}
        error={action.error}
        done={done}
        busy={action.busy || (patientId !== '' && patient.loading)}
        repeats={typed.repeat !== null}
        held={hold.kept}
        onKeepAgain={hold.again}
        onCancel={draft.clear}
      />
      {series && patient.data && (
        <SeriesDialog
          body={series}
          name={nameOf(patient.data)}
          onBooked={() => {
            clear();
            free.reload();
          }}
          onClose={() => setSeries(undefined)}
        />
      )}
      {questions.length > 0 && (
        <TimeQuestions
          questions={questions}
          confirm={moving ? t.timeCheck.move : t.timeCheck.book}
          busy={action.busy}
          onConfirm={() => action.run(save)}
          onClose={() => {
            setQuestions([]);
            free.reload();
          }}
        />
      )}
    </form>
  );
}
