import { useRef, useState } from 'preact/hooks';
import { useAction } from '../actions';
import { askedOf, bodyOf, type Choice, createAppointment, type Done, type Moving, moveAppointment } from '../booking';
import { Restored, useDraft } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { dayOf, formatMoment, nameOf, now, today } from '../format';
import { useFree } from '../free';
import { useLoad, useSettled } from '../hooks';
import { t } from '../i18n';
import { loadRecord } from '../records';
import { go, setQuery } from '../router';
import { may } from '../session';
import { useStaff } from '../staff';
import { type Question, questionsOf } from '../time-check';
import { keyOfSlot } from '../ui/slots';
import { say } from '../ui/status';
import { TimeQuestions } from '../ui/time-questions';
import { BookingConfirm } from './booking-confirm';
import { BookingFilters } from './booking-filters';
import { FreeTimes } from './booking-free';
import { BookingOptions, type Typed } from './booking-options';
import { BookingPatient, patientFieldIn, useFocusOfPatient } from './booking-patient';
import { ComingVisits } from './booking-visits';

interface Props {
  /** the appointment that gets another time */
  moving: Moving | undefined;
  /** somebody else has changed it */
  onOutdated: () => void;
  /** ids, empty for none in particular */
  patientId: string;
  department: string;
  doctor: string;
  /** the first day to show, and a time on it that is chosen already */
  day: string;
  at: string;
  isWalkIn: boolean;
}

const DAYS = 7;
const LONGEST = 24 * 60;

export function BookingForm({ moving, onOutdated, patientId, department, doctor, day, at, isWalkIn }: Props) {
  const { appointment } = moving ?? {};
  const nothing: Typed = { minutes: String(appointment?.expected_duration_minutes || ''), own: null };
  const draft = useDraft(`booking ${appointment?.id ?? ''}`, nothing, () =>
    appointment ? t.appointment.moveTitle : t.booking.title,
  );
  const [picked, setPicked] = useState<string>();
  const [followUp, setFollowUp] = useState(false);
  const [missing, setMissing] = useState<string>();
  const [questions, setQuestions] = useState<Question[]>([]);
  const [done, setDone] = useState<Done>();
  const action = useAction();

  const own = draft.value.own ?? (at ? { day, time: at } : null);
  const typed = Number(useSettled(draft.value.minutes));
  const minutes = typed >= 1 && typed <= LONGEST ? Math.round(typed) : undefined;
  const from = [day, today()].sort()[1] as string;
  const staff = useStaff();
  const patient = useLoad(async (signal) => (patientId ? loadRecord(patientId, signal) : null), [patientId]);
  const wanted = { department, doctor, from, days: DAYS, minutes };
  const free = useFree(wanted, staff.data);
  const slots = free.data?.rows.flatMap(({ days }) => days.flatMap((each) => each.slots)) ?? [];
  // A time of one's own may be one of the free ones: it is as long as that.
  const slot = slots.find((each) =>
    own ? doctor && each.schedule.startsWith(`${own.day}T${own.time}`) : keyOfSlot(each) === picked,
  );
  const choice: Choice | undefined =
    own && !slot && doctor && department && own.day && own.time
      ? {
          doctor_id: doctor,
          department_id: department,
          schedule: `${own.day}T${own.time}:00`,
          expected_duration_minutes: minutes ?? null,
        }
      : slot;

  const who = useRef<HTMLElement>(null);
  const choosePatient = useFocusOfPatient(who, patient.data, (id) => change({ patient: id }));

  /** What was said is of what was chosen before. */
  function forget() {
    setMissing(undefined);
    setDone(undefined);
    action.reset();
  }
  function change(next: Record<string, string | undefined>) {
    forget();
    setPicked(undefined);
    setQuery(next);
  }
  function type(next: Typed) {
    forget();
    draft.set(next);
    if (!next.own && at) setQuery({ at: undefined });
  }

  function submit(event: Event) {
    event.preventDefault();
    const isStaffChosen = isWalkIn || own ? department && doctor : true;
    const texts = [
      !patient.data && t.booking.choosePatient,
      !isStaffChosen && t.booking.chooseBoth,
      !isWalkIn && !choice && isStaffChosen && t.booking.chooseTime,
      // The service would say so, too, after everything else was asked.
      patient.data?.deceased_at && t.errors.codes.deceased,
    ].filter(Boolean);
    setMissing(texts.join(' '));
    if (!patient.data) patientFieldIn(who)?.focus();
    if (texts.length > 0) return;
    void action.run(async () => {
      const found = choice && !isWalkIn ? await questionsOf(askedOf(choice, patientId, appointment?.id)) : [];
      if (found.length > 0) setQuestions(found);
      else await save();
    });
  }

  async function save() {
    setQuestions([]);
    try {
      if (moving && choice) await move(moving, choice);
      else await book();
    } catch (error) {
      if (hasCode(error, 'outdated')) onOutdated();
      free.reload();
      throw error;
    }
  }

  async function move(from: Moving, to: Choice) {
    await moveAppointment(from, to);
    draft.clear();
    say(t.appointment.moved(formatMoment(to.schedule)));
    go('/', { day: dayOf(to.schedule) });
  }

  async function book() {
    if (!patient.data) return;
    const time = isWalkIn
      ? { doctor_id: doctor, department_id: department, schedule: now().slice(0, 16), status: 'CHECKED_IN' }
      : choice && bodyOf(choice);
    if (!time) return;
    setDone(await createAppointment({ ...time, patient_id: patient.data.id, is_follow_up: followUp }));
    const name = nameOf(patient.data);
    say(isWalkIn ? t.booking.checkedIn(name) : t.booking.booked(name, formatMoment(time.schedule)));
    draft.clear();
    setPicked(undefined);
    setFollowUp(false);
    setQuery({ walkin: undefined, at: undefined });
    free.reload();
  }

  const { error } = action;
  const isTaken = isWalkIn && hasCode(error, 'overlap', 'closed');
  const problem = missing || (error === undefined ? undefined : isTaken ? t.booking.notNow : messageOf(error));
  return (
    <form class="booking" onSubmit={submit}>
      <section ref={who} class="card who">
        <Restored of={draft} />
        <BookingPatient patient={patient} moving={appointment} onChoose={choosePatient} />
        {patient.data && may('appointment:read') && <ComingVisits patient={patient.data.id} changed={done} />}
      </section>
      <section class="card times">
        <BookingFilters
          wanted={wanted}
          minutes={draft.value.minutes}
          staff={staff}
          isWalkIn={isWalkIn}
          onChange={change}
          onMinutes={(typed) => type({ ...draft.value, minutes: typed })}
        />
        {isWalkIn ? (
          <p>{t.booking.walkInHint}</p>
        ) : (
          <FreeTimes
            wanted={wanted}
            staff={staff.data}
            free={free}
            chosen={slot}
            onChoose={(chosen) => {
              type({ ...draft.value, own: null });
              setPicked(keyOfSlot(chosen));
            }}
            onFrom={(next) => change({ from: next })}
          />
        )}
      </section>
      <BookingOptions
        typed={{ ...draft.value, own }}
        day={from}
        isMoving={appointment !== undefined}
        isWalkIn={isWalkIn}
        followUp={followUp}
        onType={type}
        onWalkIn={(checked) => change({ walkin: checked ? 'yes' : undefined })}
        onFollowUp={setFollowUp}
      />
      <BookingConfirm
        choice={choice}
        staff={staff.data}
        moving={appointment}
        isWalkIn={isWalkIn}
        problem={problem}
        done={done}
        busy={action.busy}
      />
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
