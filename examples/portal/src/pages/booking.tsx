import { HospitalError, unwrap } from 'hospital-service-client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasCode, messageOf } from '../errors';
import { formatMoment, nameOf, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { idOf, setQuery } from '../router';
import { hospital } from '../session';
import { isStillFree, loadSlots, type Slot } from '../slots';
import { useStaff } from '../staff';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/field';
import { PatientField } from '../ui/patient-field';
import { StaffFields } from '../ui/staff-fields';
import { Alert, Loading, say } from '../ui/status';
import { FreeWeek } from './booking-week';
import type { PageProps } from './index';
import './booking.css';

/** A free time for a patient. The address says who, with whom and from when, so that other pages can lead here. */
export function Booking({ query }: PageProps) {
  const patientId = idOf(query.get('patient'));
  const department = query.get('department') ?? '';
  const doctor = query.get('doctor') ?? '';
  const given = query.get('from') ?? '';
  const from = [given, today()].sort()[1] as string;
  const [slot, setSlot] = useState<Slot>();
  const [followUp, setFollowUp] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const staff = useStaff();
  const patient = useLoad(async (signal) => (patientId ? loadPatient(patientId, signal) : null), [patientId]);
  const slots = useLoad(
    async (signal) => (department || doctor ? loadSlots({ department, doctor, from, days: 7 }, signal) : null),
    [department, doctor, from],
  );

  // Other times are there: one that was chosen may not be among them.
  useEffect(() => setSlot(undefined), [slots.data]);
  const doctorOfSlot = slot && staff.data?.doctors.find(({ id }) => id === slot.doctor_id);

  // The field in which one chooses a patient and the button for another one take each other's place, and the focus along.
  const who = useRef<HTMLElement>(null);
  const choosing = useRef(false);
  const patientField = () => who.current?.querySelector<HTMLElement>('.chosen button, [role="combobox"]');
  useEffect(() => {
    if (choosing.current) patientField()?.focus();
    choosing.current = false;
  }, [patient.data]);
  function choosePatient(id: string | undefined) {
    choosing.current = true;
    change({ patient: id });
  }

  function change(next: Record<string, string | undefined>) {
    setProblem(undefined);
    setQuery(next);
  }

  async function book(event: Event) {
    event.preventDefault();
    const isStaffChosen = department || doctor;
    const missing = [
      !patient.data && t.booking.choosePatient,
      !slot && (isStaffChosen ? t.booking.chooseTime : t.booking.chooseDepartment),
    ].filter(Boolean);
    if (!patient.data || !slot) {
      setProblem(missing.join(' '));
      if (!patient.data) patientField()?.focus();
      return;
    }
    setBusy(true);
    try {
      const taken = !(await isStillFree(slot)) || !(await createAppointment(slot, patient.data.id, followUp));
      setProblem(taken ? t.booking.taken : undefined);
      if (!taken) say(t.booking.booked(nameOf(patient.data), formatMoment(slot.schedule)));
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
        <Loading of={patient} />
        {patient.data ? (
          <div class="row chosen">
            <div>
              <span class="muted">{t.booking.patient}</span>
              <br />
              <bdi>
                <strong>{nameOf(patient.data)}</strong>
              </bdi>{' '}
              <span class="muted">{patient.data.reg_number}</span>
            </div>
            <Button onClick={() => choosePatient(undefined)}>{t.booking.change}</Button>
          </div>
        ) : (
          <PatientField onChoose={({ id }) => choosePatient(id)} />
        )}
        <StaffFields staff={staff} department={department} doctor={doctor} onChange={change} />
      </section>

      <section class="card times">
        {slots.data === null ? (
          <p class="muted">{t.booking.chooseDepartment}</p>
        ) : (
          <>
            <FreeWeek
              from={from}
              slots={slots.data ?? []}
              loading={slots.loading}
              chosen={slot}
              onChoose={(chosen) => {
                setProblem(undefined);
                setSlot(chosen);
              }}
              onFrom={(next) => change({ from: next })}
            />
            <Loading of={slots} />
          </>
        )}
      </section>

      <section class={slot ? 'card confirm ready' : 'card confirm'}>
        <p>
          <span class="muted">{t.booking.chosen}</span>
          <br />
          <strong>{slot ? formatMoment(slot.schedule) : '–'}</strong>
          {doctorOfSlot && (
            <>
              <br />
              <bdi>{nameOf(doctorOfSlot)}</bdi>
            </>
          )}
        </p>
        <Checkbox label={t.booking.followUp} checked={followUp} onChange={setFollowUp} />
        {problem && <Alert>{problem}</Alert>}
        <Button type="submit" look="primary" busy={busy}>
          {t.booking.submit}
        </Button>
      </section>
    </form>
  );
}

const loadPatient = async (id: string, signal: AbortSignal) =>
  unwrap(await hospital.GET('/patient/{id}', { params: { path: { id } }, signal }));

/** @returns whether it was made: where the hospital rejects double bookings, somebody may have been faster */
async function createAppointment(slot: Slot, patient_id: string, is_follow_up: boolean): Promise<boolean> {
  const { doctor_id, department_id, schedule, expected_duration_minutes } = slot;
  const result = await hospital.POST('/appointment/', {
    body: { patient_id, doctor_id, department_id, schedule, expected_duration_minutes, is_follow_up },
  });
  if (!result.ok && hasCode(new HospitalError(result), 'overlap', 'closed')) return false;
  unwrap(result);
  return true;
}
