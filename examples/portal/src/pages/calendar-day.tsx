import { type Appointment, statusLook, statusText } from '../appointments';
import { clockOf, formatNumber, formatSpan, formatTime, nameOf, now } from '../format';
import { useMedia } from '../hooks';
import { t } from '../i18n';
import { namedDoctor, toldApart } from '../staff';

interface DayProps {
  day: string;
  appointments: readonly Appointment[];
  onOpen: (id: string) => void;
}

/** The day as a table of hours and doctors; where the screen is too narrow for one, as a list. */
export function CalendarDay(props: DayProps) {
  return useMedia('(max-width: 40rem)') ? <DayList {...props} /> : <DayTable {...props} />;
}

function DayTable({ day, appointments, onOpen }: DayProps) {
  const doctors = doctorsOf(appointments);
  const thisHour = thisHourOf(day);
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
          {hoursOf(appointments).map((hour) => (
            <tr key={hour} aria-current={hour === thisHour ? 'time' : undefined}>
              <th scope="row">{formatHour(day, hour)}</th>
              {doctors.map(({ id }) => (
                <td key={id}>
                  {startingIn(hour, appointments)
                    .filter(({ doctor_id }) => doctor_id === id)
                    .map((appointment) => (
                      <Entry key={appointment.id} appointment={appointment} onOpen={onOpen} />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** All doctors' appointments in the order of time; each names its doctor. */
function DayList({ day, appointments, onOpen }: DayProps) {
  const thisHour = thisHourOf(day);
  return (
    <div class="day-list">
      {hoursOf(appointments).map((hour) => {
        const starting = startingIn(hour, appointments);
        if (starting.length === 0) return null;
        return (
          <section key={hour} aria-current={hour === thisHour ? 'time' : undefined}>
            <h2>{formatHour(day, hour)}</h2>
            {starting.map((appointment) => (
              <Entry key={appointment.id} appointment={appointment} onOpen={onOpen} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

function Entry({ appointment, onOpen }: { appointment: Appointment; onOpen: (id: string) => void }) {
  const { id, schedule, expected_duration_minutes, status, patient, doctor, department, queue_number } = appointment;
  return (
    <button type="button" class={`entry ${statusLook(status)}`} onClick={() => onOpen(id)}>
      <span class="when">{formatSpan(schedule, expected_duration_minutes)}</span>
      <bdi class="patient">{patient && nameOf(patient)}</bdi>
      {queue_number !== undefined && <span class="queue">{t.calendar.queue(formatNumber(queue_number))}</span>}
      <span class="where">
        {doctor && <bdi class="doctor">{nameOf(doctor)}</bdi>}
        <bdi>{department?.name}</bdi>
      </span>
      <span class={`badge ${statusLook(status)}`}>{statusText(status)}</span>
    </button>
  );
}

const hourOf = (schedule: string): number => Number(clockOf(schedule).slice(0, 2));
const thisHourOf = (day: string): number | undefined => (now().startsWith(day) ? hourOf(now()) : undefined);
const formatHour = (day: string, hour: number): string => formatTime(`${day}T${String(hour).padStart(2, '0')}:00`);

const startingIn = (hour: number, appointments: readonly Appointment[]): Appointment[] =>
  appointments
    .filter(({ schedule }) => hourOf(schedule) === hour)
    .sort((a, b) => clockOf(a.schedule).localeCompare(clockOf(b.schedule)));

/** From the first hour with an appointment to the last one. */
function hoursOf(appointments: readonly Appointment[]): number[] {
  const hours = appointments.map(({ schedule }) => hourOf(schedule));
  const first = Math.min(...hours);
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, i) => first + i);
}

function doctorsOf(appointments: readonly Appointment[]): { id: string; name: string }[] {
  const doctors = [...new Map(appointments.map(({ doctor_id, doctor }) => [doctor_id, doctor]))];
  const names = toldApart(doctors, ([, doctor]) => (doctor ? namedDoctor(doctor) : { name: '', number: '' }));
  return doctors.map(([id], i) => ({ id, name: names[i] ?? '' })).sort((a, b) => a.name.localeCompare(b.name));
}
