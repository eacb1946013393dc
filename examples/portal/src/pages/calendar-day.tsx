import { type Appointment, statusLook, statusText } from '../appointments';
import { clockOf, formatSpan, formatTime, nameOf, now } from '../format';
import { t } from '../i18n';

interface DayProps {
  day: string;
  appointments: readonly Appointment[];
  onOpen: (id: string) => void;
}

/** A table of hours and doctors. Styles make it a list on a phone, where each entry names its doctor. */
export function CalendarDay({ day, appointments, onOpen }: DayProps) {
  const doctors = doctorsOf(appointments);
  const thisHour = now().startsWith(day) ? hourOf(now()) : undefined;
  return (
    // Many doctors are wider than the screen: the table scrolls, not the page, and by the keyboard, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard.
    <section class="day" aria-label={t.calendar.title} tabIndex={0}>
      <table style={{ minWidth: `${5 + 11 * doctors.length}rem` }}>
        <thead>
          <tr>
            <th scope="col">
              <span class="for-readers">{t.calendar.hour}</span>
            </th>
            {doctors.map(({ id, name }) => (
              <th key={id} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hoursOf(appointments).map((hour) => {
            const starting = appointments.filter(({ schedule }) => hourOf(schedule) === hour);
            return (
              <tr
                key={hour}
                class={starting.length === 0 ? 'empty' : undefined}
                aria-current={hour === thisHour ? 'time' : undefined}
              >
                <th scope="row">{formatTime(`${day}T${String(hour).padStart(2, '0')}:00`)}</th>
                {doctors.map(({ id }) => (
                  <td key={id}>
                    {starting
                      .filter(({ doctor_id }) => doctor_id === id)
                      .map((appointment) => (
                        <Entry key={appointment.id} appointment={appointment} onOpen={onOpen} />
                      ))}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Entry({ appointment, onOpen }: { appointment: Appointment; onOpen: (id: string) => void }) {
  const { id, schedule, expected_duration_minutes, status, patient, doctor, department } = appointment;
  return (
    <button type="button" class={`entry ${statusLook(status)}`} onClick={() => onOpen(id)}>
      <span class="when">{formatSpan(schedule, expected_duration_minutes)}</span>
      <bdi class="patient">{patient && nameOf(patient)}</bdi>
      <span class="where">
        {doctor && <bdi class="doctor">{nameOf(doctor)}</bdi>}
        <bdi>{department?.name}</bdi>
      </span>
      <span class={`badge ${statusLook(status)}`}>{statusText(status)}</span>
    </button>
  );
}

const hourOf = (schedule: string): number => Number(clockOf(schedule).slice(0, 2));

/** From the first hour with an appointment to the last one. */
function hoursOf(appointments: readonly Appointment[]): number[] {
  const hours = appointments.map(({ schedule }) => hourOf(schedule));
  const first = Math.min(...hours);
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, i) => first + i);
}

function doctorsOf(appointments: readonly Appointment[]): { id: string; name: string }[] {
  const names = new Map(appointments.map(({ doctor_id, doctor }) => [doctor_id, doctor ? nameOf(doctor) : '']));
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}
