import { useEffect } from 'preact/hooks';
import { isOpen, loadAppointment } from '../appointments';
import { dayOf, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { dayIn, idOf, setQuery } from '../router';
import { Alert, Loading } from '../ui/status';
import { openWalkIn } from '../walk-in';
import { BookingForm } from './booking-form';
import type { PageProps } from './index';
import './booking.css';

/** A time of the address, which somebody may have mistyped. */
const timeIn = (text: string | null): string => (text && /^\d\d:\d\d$/.test(text) ? text : '');

/**
 * A time for a patient, or another one for an appointment (`move`). The address says who, with whom, from when and at which time,
 * so that other pages can lead here.
 */
export function Booking({ query }: PageProps) {
  const move = idOf(query.get('move'));
  const moving = useLoad(async (signal) => (move ? loadAppointment(move, signal) : null), [move]);
  const { appointment } = moving.data ?? {};
  const department = query.get('department') ?? '';
  const doctor = query.get('doctor') ?? '';
  const from = dayIn(query.get('from'));

  // Who moves an appointment usually looks for another time of the same doctor.
  useEffect(() => {
    if (!appointment || department || doctor) return;
    const { department_id, doctor_id, schedule } = appointment;
    setQuery({ department: department_id, doctor: doctor_id, from: from || dayOf(schedule) });
  }, [appointment?.id]);

  // Where walk-ins were once made, and links still lead.
  useEffect(() => {
    if (!query.has('walkin')) return;
    setQuery({ walkin: undefined });
    openWalkIn(idOf(query.get('patient')));
  }, [query.has('walkin')]);

  return (
    <>
      <h1>{move ? t.appointment.moveTitle : t.booking.title}</h1>
      <Loading page of={moving} />
      {appointment && !isOpen(appointment.status) && <Alert>{t.errors.codes.not_editable}</Alert>}
      {moving.data !== undefined && (
        <BookingForm
          moving={moving.data ?? undefined}
          onOutdated={moving.reload}
          patientId={appointment?.patient_id ?? idOf(query.get('patient'))}
          department={department}
          doctor={doctor}
          type={idOf(query.get('type'))}
          day={from || today()}
          at={timeIn(query.get('at'))}
        />
      )}
    </>
  );
}
