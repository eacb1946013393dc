import { HospitalError, type Schema, unwrap } from 'hospital-service-client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { conflictsOf } from '../appointments';
import { loadClosuresWithin } from '../closures';
import { hasCode, messageOf } from '../errors';
import { dayOf, formatMoment, formatNumber, nameOf, now, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { loadRecord } from '../records';
import { idOf, setQuery } from '../router';
import { hospital } from '../session';
import { isStillFree, loadSlots, type Slot } from '../slots';
import { useStaff } from '../staff';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/field';
import { StaffFields } from '../ui/staff-fields';
import { Alert, Loading, say } from '../ui/status';
import { Conflicts } from './appointment-conflicts';
import { BookingPatient, patientFieldIn } from './booking-patient';
import { FreeWeek } from './booking-week';
import type { PageProps } from './index';
import './booking.css';

/** A free time for a patient. The address says who, with whom and from when, so that other pages can lead here. */
export function Booking({ query }: PageProps) {
  const patientId = idOf(query.get('patient'));
  const department = query.get('department') ?? '';
  const doctor = query.get('doctor') ?? '';
  const given = query.get('from') ?? '';
  const isWalkIn = query.has('walkin');
  const from = [given, today()].sort()[1] as string;
  const [slot, setSlot] = useState<Slot>();
  const [followUp, setFollowUp] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Awaited<ReturnType<typeof createAppointment>>>();

  const staff = useStaff();
  const patient = useLoad(async (signal) => (patientId ? loadRecord(patientId, signal) : null), [patientId]);
  const slots = useLoad(
    async (signal) => (department || doctor ? loadSlots({ department, doctor, from, days: 7 }, signal) : null),
    [department, doctor, from],
  );
  const closed = useLoad(
    async (signal) => (department || doctor ? loadClosuresWithin({ from, days: 7, department, doctor }, signal) : []),
    [department, doctor, from],
  );

  // Other times are there: one that was chosen may not be among them.
  useEffect(() => setSlot(undefined), [slots.data]);
  const doctorOfSlot = slot && staff.data?.doctors.find(({ id }) => id === slot.doctor_id);

  // What takes the place of the field for a patient takes the focus along.
  const who = useRef<HTMLElement>(null);
  const choosing = useRef(false);
  useEffect(() => {
    if (choosing.current) patientFieldIn(who)?.focus();
    choosing.current = false;
  }, [patient.data]);
  function choosePatient(id: string | undefined) {
    choosing.current = true;
    change({ patient: id });
  }

  function change(next: Record<string, string | undefined>) {
    setProblem(undefined);
    setDone(undefined);
    setQuery(next);
  }

  async function book(event: Event) {
    event.preventDefault();
    const isStaffChosen = isWalkIn ? department && doctor : department || doctor;
    const schedule = isWalkIn ? now().slice(0, 16) : slot?.schedule;
    const missing = [
      !patient.data && t.booking.choosePatient,
      isWalkIn && !isStaffChosen && t.booking.chooseBoth,
      !schedule && (isStaffChosen ? t.booking.chooseTime : t.booking.chooseDepartment),
    ].filter(Boolean);
    if (!patient.data || !schedule || missing.length > 0) {
      setProblem(missing.join(' '));
      if (!patient.data) patientFieldIn(who)?.focus();
      return;
    }
    // The service would say so, too, after the time was looked for once more.
    if (patient.data.deceased_at) return setProblem(t.errors.codes.deceased);
    setBusy(true);
    try {
      const body = { patient_id: patient.data.id, schedule, is_follow_up: followUp };
      const made = isWalkIn
        ? await createAppointment({ ...body, department_id: department, doctor_id: doctor, status: 'CHECKED_IN' })
        : slot && (await isStillFree(slot)) && (await createAppointment({ ...timeOf(slot), ...body }));
      setProblem(made ? undefined : isWalkIn ? t.booking.notNow : t.booking.taken);
      setDone(made || undefined);
      if (made) {
        const name = nameOf(patient.data);
        say(isWalkIn ? t.booking.checkedIn(name) : t.booking.booked(name, formatMoment(schedule)));
        setQuery({ walkin: undefined });
      }
      setSlot(undefined);
      slots.reload();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  }

  return (
    <form class="booking" onSubmit={book}>
      <section ref={who} class="card who">
        <h1>{t.booking.title}</h1>
        <BookingPatient patient={patient} onChoose={choosePatient} />
        <StaffFields staff={staff} department={department} doctor={doctor} onChange={change} />
      </section>

      <section class="card times">
        {isWalkIn && <p>{t.booking.walkInHint}</p>}
        {!isWalkIn && slots.data === null && <p class="muted">{t.booking.chooseDepartment}</p>}
        {!isWalkIn && slots.data !== null && (
          <>
            <FreeWeek
              from={from}
              slots={slots.data ?? []}
              closures={closed.data ?? []}
              staff={staff.data}
              loading={slots.loading}
              chosen={slot}
              onChoose={(chosen) => {
                setProblem(undefined);
                setDone(undefined);
                setSlot(chosen);
              }}
              onFrom={(next) => change({ from: next })}
            />
            <Loading of={slots} />
            {closed.error !== undefined && <Loading of={closed} />}
          </>
        )}
      </section>

      <section class={slot || isWalkIn ? 'card confirm ready' : 'card confirm'}>
        <p>
          <span class="muted">{t.booking.chosen}</span>
          <br />
          <strong>{isWalkIn ? t.booking.atOnce : slot ? formatMoment(slot.schedule) : '–'}</strong>
          {doctorOfSlot && (
            <>
              <br />
              <bdi>{nameOf(doctorOfSlot)}</bdi>
            </>
          )}
        </p>
        <Checkbox
          label={t.booking.walkIn}
          checked={isWalkIn}
          onChange={(checked) => change({ walkin: checked ? 'yes' : undefined })}
        />
        <Checkbox label={t.booking.followUp} checked={followUp} onChange={setFollowUp} />
        {problem && <Alert>{problem}</Alert>}
        {done?.queue_number !== undefined && <p class="told">{t.booking.queue(formatNumber(done.queue_number))}</p>}
        {done && <Conflicts ids={done.conflicts} day={done.day} />}
        <Button type="submit" look="primary" busy={busy}>
          {isWalkIn ? t.appointment.checkIn : t.booking.submit}
        </Button>
      </section>
    </form>
  );
}

const timeOf = ({ doctor_id, department_id, expected_duration_minutes }: Slot) => ({
  doctor_id,
  department_id,
  expected_duration_minutes,
});

type NewAppointment = Schema<'AppointmentInput'>;

/** @returns nothing where it was not made: where the hospital rejects double bookings, somebody may have been faster */
async function createAppointment(body: NewAppointment) {
  const result = await hospital.POST('/appointment/', { body });
  if (!result.ok && hasCode(new HospitalError(result), 'overlap', 'closed')) return undefined;
  const { queue_number } = unwrap(result);
  return { queue_number, conflicts: conflictsOf(result.response), day: dayOf(body.schedule) };
}
