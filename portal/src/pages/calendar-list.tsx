import { useEffect, useRef } from 'preact/hooks';
import { type Appointment, isOff, statusLook } from '../appointments';
import type { TintOf } from '../colours';
import { type DayAppointments, daysOf } from '../day-appointments';
import { dayOf, formatDay, formatNumber, formatTime, nameOf, now, today, wallTime } from '../format';
import { t } from '../i18n';
import { Badge } from './calendar-sign';

interface Props {
  shown: DayAppointments;
  isShown: (appointment: Appointment) => boolean;
  tintOf: TintOf;
  onOpen: (id: string) => void;
}

/** All appointments in the order of time, for screens that have no room for a table. It begins at now. */
export function CalendarList({ shown, isShown, tintOf, onOpen }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.scrollIntoView(), []);
  const byDay = Map.groupBy(shown.appointments.filter(isShown), ({ schedule }) => dayOf(schedule));
  const drawn = (appointment: Appointment) => (
    <Card key={appointment.id} appointment={appointment} tint={tintOf(appointment)} onOpen={onOpen} />
  );
  return (
    <div class="day-list">
      {daysOf(shown).map((day) => {
        const ordered = (byDay.get(day) ?? []).toSorted((a, b) =>
          wallTime(a.schedule).localeCompare(wallTime(b.schedule)),
        );
        const past = day === today() ? ordered.filter(({ schedule }) => wallTime(schedule) <= now()).length : undefined;
        if (ordered.length === 0) return null;
        return (
          <section key={day} aria-labelledby={`day-${day}`}>
            <h2 id={`day-${day}`} class={shown.days > 1 ? undefined : 'for-readers'}>
              {formatDay(day)}
            </h2>
            {ordered.slice(0, past).map(drawn)}
            {past !== undefined && (
              <p ref={line} class="now">
                {t.calendar.now(formatTime(now()))}
              </p>
            )}
            {past !== undefined && ordered.slice(past).map(drawn)}
          </section>
        );
      })}
    </div>
  );
}

interface CardProps {
  appointment: Appointment;
  tint: number | undefined;
  onOpen: (id: string) => void;
}

/** An appointment in a list: everything about it, as nothing says where it stands. */
function Card({ appointment, tint, onOpen }: CardProps) {
  const { id, schedule, status, patient, doctor, department, queue_number, reason } = appointment;
  const looks = ['entry', statusLook(status), isOff(status) && 'off', tint !== undefined && 'tinted'];
  return (
    <button type="button" class={looks.filter(Boolean).join(' ')} style={{ '--tint': tint }} onClick={() => onOpen(id)}>
      <span class="when">{formatTime(schedule)}</span>
      <bdi class="name">{patient && nameOf(patient)}</bdi>
      <Badge status={status} />
      <span class="where">
        {queue_number !== undefined && <span class="queue">{t.calendar.queue(formatNumber(queue_number))}</span>}
        {doctor && <bdi>{nameOf(doctor)}</bdi>}
        <bdi class="muted">{department?.name}</bdi>
      </span>
      {reason && <bdi class="muted clipped">{reason}</bdi>}
    </button>
  );
}
