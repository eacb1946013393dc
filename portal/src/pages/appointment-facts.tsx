import type { Schema } from 'hospital-service-client';
import { statusLook, statusText } from '../appointments';
import { formatDay, formatNumber, formatSpan, joined, nameOf } from '../format';
import { t } from '../i18n';
import { formatAge, formatBorn } from '../people';
import { linkTo } from '../router';
import { Phone } from '../ui/phone';

/** Who comes when, to whom, and what has become of it. */
export function Facts({ appointment }: { appointment: Schema<'FullAppointment'> }) {
  const { reason, notes, tags } = appointment;
  const { queue_number, patient, doctor, department, schedule, expected_duration_minutes, status, is_follow_up } =
    appointment;
  return (
    <dl class="facts">
      <dt>{t.appointment.patient}</dt>
      <dd>
        <a href={linkTo(`/patients/${appointment.patient_id}`)}>
          <bdi>{patient && nameOf(patient)}</bdi>
        </a>{' '}
        <span class="muted unbroken">{patient?.reg_number}</span>
      </dd>
      {patient?.dob && (
        <>
          <dt>{t.patient.born}</dt>
          <dd>{joined([formatBorn(patient), formatAge(patient)])}</dd>
        </>
      )}
      {patient?.phone_number && (
        <>
          <dt>{t.patient.phone}</dt>
          <dd>
            <Phone field={patient.phone_number} />
          </dd>
        </>
      )}
      {reason && (
        <>
          <dt>{t.visit.reason}</dt>
          <dd>
            <bdi>
              <strong>{reason}</strong>
            </bdi>
          </dd>
        </>
      )}
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
      {queue_number !== undefined && (
        <>
          <dt>{t.appointment.queue}</dt>
          <dd>{formatNumber(queue_number)}</dd>
        </>
      )}
      {notes && (
        <>
          <dt class="no-print">{t.visit.remarks}</dt>
          <dd dir="auto" class="written no-print">
            {notes}
          </dd>
        </>
      )}
      {tags && tags.length > 0 && (
        <>
          <dt>{t.prices.tags}</dt>
          <dd class="row">
            {tags.map((tag) => (
              <bdi key={tag} class="badge over">
                {tag}
              </bdi>
            ))}
          </dd>
        </>
      )}
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
