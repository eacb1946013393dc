import { isOff, loadAppointment, statusText } from '../appointments';
import { dayOf, formatDay, formatNumber, formatTime, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { linkTo } from '../router';
import { Loading } from '../ui/status';
import type { PageProps } from './index';
import { Letterhead } from './letterhead';
import { NumberCode } from './patient-card';
import { PrintBar } from './print-bar';
import './appointment-slip.css';

/** What a patient takes home: when to come, where and to whom; of who waits already, the number. */
export function AppointmentSlip({ params: { id = '' } }: PageProps) {
  const loaded = useLoad((signal) => loadAppointment(id, signal), [id]);
  if (!loaded.data) return <Loading page of={loaded} />;
  const { schedule, status, patient, doctor, department, queue_number, reason } = loaded.data.appointment;
  const day = dayOf(schedule);
  return (
    <>
      <PrintBar href={linkTo('/calendar', { day, appointment: id })} text={t.print.toCalendar} />
      <article class="card sheet slip">
        <Letterhead taxId={undefined} />
        <h1>{t.appointment.title}</h1>
        {isOff(status) && <p class="told">{statusText(status)}</p>}
        <p class="when">
          <span>{formatDay(schedule)}</span>
          <strong>{formatTime(schedule)}</strong>
        </p>
        {queue_number !== undefined && (
          <p class="when">
            <span>{t.print.queueNumber}</span>
            <strong>{formatNumber(queue_number)}</strong>
          </p>
        )}
        <dl class="facts">
          <dt>{t.appointment.patient}</dt>
          <dd>
            <bdi>{nameOf(patient)}</bdi>
          </dd>
          <dt>{t.calendar.doctor}</dt>
          <dd>
            <bdi>{nameOf(doctor)}</bdi>
          </dd>
          <dt>{t.calendar.department}</dt>
          <dd>
            <bdi>{department.name}</bdi>
          </dd>
          {reason && (
            <>
              <dt>{t.visit.reason}</dt>
              <dd>
                <bdi>{reason}</bdi>
              </dd>
            </>
          )}
        </dl>
        <div>
          <NumberCode number={patient.reg_number} />
        </div>
      </article>
    </>
  );
}
