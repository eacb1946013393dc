import { type Appointment, isOff, statusText } from '../appointments';
import { type DayAppointments, daysOf } from '../day-appointments';
import { dayOf, formatDate, formatDay, formatNumber, formatTime, joined, nameOf, wallTime } from '../format';
import { t } from '../i18n';
import { formatBorn } from '../people';
import { Phone } from '../ui/phone';
import { Table } from '../ui/table';
import './day-list.css';
import './sheet.css';

interface Part {
  day: string;
  doctor: string;
  appointments: Appointment[];
}

/** By day and doctor, in the order of their names; a doctor's in the order of time. */
function partsOf(shown: DayAppointments): Part[] {
  const byDay = Map.groupBy(shown.appointments, ({ schedule }) => dayOf(schedule));
  return daysOf(shown).flatMap((day) =>
    [...Map.groupBy(byDay.get(day) ?? [], ({ doctor_id }) => doctor_id).values()]
      .map((appointments) => ({
        day,
        doctor: appointments[0] ? nameOf(appointments[0].doctor) : '',
        appointments: appointments.toSorted((a, b) => wallTime(a.schedule).localeCompare(wallTime(b.schedule))),
      }))
      .sort((a, b) => a.doctor.localeCompare(b.doctor)),
  );
}

/** The days that a list is of, as its title. */
export function titleOf(shown: Pick<DayAppointments, 'from' | 'days'>): string {
  const days = daysOf(shown);
  return days.length === 1
    ? formatDay(shown.from)
    : t.calendar.week(formatDate(shown.from), formatDate(days.at(-1) ?? ''));
}

interface Props {
  shown: DayAppointments;
  /** whether each doctor's begins on a page of its own */
  apart: boolean;
}

/** All appointments of a day or a week, for a desk that works on paper. */
export function DayList({ shown, apart }: Props) {
  const parts = partsOf(shown);
  return (
    <article class={`card sheet day-list-sheet ${apart ? 'apart' : ''}`}>
      <h1>{titleOf(shown)}</h1>
      {parts.length === 0 && <p>{shown.days > 1 ? t.calendar.emptyWeek : t.calendar.empty}</p>}
      {parts.map((part) => (
        <Doctors key={`${part.day} ${part.appointments[0]?.doctor_id}`} {...part} />
      ))}
    </article>
  );
}

function Doctors({ day, doctor, appointments }: Part) {
  const title = `${doctor}, ${formatDate(day)}`;
  const count = appointments.filter(({ status }) => !isOff(status)).length;
  // Most doctors have one, which then takes no column.
  const departments = new Set(appointments.map(({ department }) => department.name));
  const [department] = departments.size === 1 ? departments : [];
  return (
    <section class="list" aria-label={title}>
      <h2>
        <bdi>{doctor}</bdi> <span class="muted">{joined([department, formatDate(day), t.calendar.count(count)])}</span>
      </h2>
      <Table
        caption={title}
        rows={appointments}
        keyOf={({ id }) => id}
        columns={[
          { head: t.appointment.time, look: 'unbroken', cell: ({ schedule }) => formatTime(schedule) },
          {
            head: t.print.minutes,
            numeric: true,
            cell: ({ expected_duration_minutes: minutes }) => minutes && formatNumber(minutes),
          },
          { head: t.appointment.patient, look: 'loose', cell: (visit) => <Patient visit={visit} /> },
          { head: t.patients.number, look: 'unbroken', cell: ({ patient }) => <bdi>{patient.reg_number}</bdi> },
          { head: t.patient.born, look: 'unbroken', cell: ({ patient }) => formatBorn(patient) },
          {
            head: t.patient.phone,
            look: 'unbroken',
            cell: ({ patient: { phone_number: phone } }) => phone && <Phone field={phone} />,
          },
          ...(departments.size > 1
            ? [
                {
                  head: t.calendar.department,
                  look: 'loose' as const,
                  cell: ({ department }: Appointment) => <bdi>{department.name}</bdi>,
                },
              ]
            : []),
          {
            head: t.print.kind,
            cell: ({ type, is_follow_up }) => joined([type, is_follow_up ? t.print.followUp : null]),
          },
          { head: t.appointment.status, cell: ({ status }) => statusText(status) },
          {
            head: t.print.queue,
            numeric: true,
            cell: ({ queue_number: number }) => number !== undefined && formatNumber(number),
          },
          { head: t.print.notes, look: 'notes', cell: () => null },
        ]}
      />
    </section>
  );
}

function Patient({ visit: { patient, status, reason } }: { visit: Appointment }) {
  const name = <bdi>{nameOf(patient)}</bdi>;
  return (
    <>
      {isOff(status) ? <s>{name}</s> : <strong>{name}</strong>}
      {reason && (
        <>
          <br />
          <bdi>{reason}</bdi>
        </>
      )}
    </>
  );
}
