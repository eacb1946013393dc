import type { Schema } from 'hospital-service-client';
import { statusLook, statusText } from '../appointments';
import { formatDay, formatNumber, formatSpan, joined, nameOf } from '../format';
import { t } from '../i18n';
import { formatAge, formatBorn } from '../people';
import { linkTo } from '../router';
import { Phone } from '../ui/phone';
import { Room } from './appointment-room';

interface Props {
  appointment: Schema<'FullAppointment'>;
  /** gives it another room; none: it keeps its room */
  onRoom?: ((id: string | null) => void) | undefined;
}

/** Who comes when, to whom, where, and what has become of it. */
export function Facts({ appointment, onRoom }: Props) {
  const { reason, notes, tags, type, type_id } = appointment;
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
      {type_id && (
        <>
          <dt>{t.types.one}</dt>
          <dd>
            <bdi>{type}</bdi>
          </dd>
        </>
      )}
      <Room id={appointment.resource_id} onChange={onRoom} />
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
