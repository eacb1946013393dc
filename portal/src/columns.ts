import type { Appointment } from './appointments';
import type { Closure } from './closures';
import { type DayAppointments, daysOf } from './day-appointments';
import { dayOf, formatShortDay } from './format';
import { type Hours, hoursOn } from './hours';
import { namedDoctor, type Staff, toldApart } from './staff';
import { type Column, columnOf, joinedColumn } from './timetable';

export interface Known {
  staff: Staff;
  hours: Hours;
  closures: readonly Closure[];
}

/**
 * What the calendar shows side by side: the days of one doctor or one department, or of one day each doctor who works or has
 * appointments.
 */
export function columnsOf(shown: DayAppointments, { staff, hours, closures }: Known): Column[] {
  const { from, days, doctor, appointments } = shown;
  const openOn = (day: string, id: string) => hoursOn(day, id, hours);
  const column = (title: string, day: string, id: string, own: readonly Appointment[] = []) =>
    columnOf({ title, day, doctor: id, appointments: own, open: openOn(day, id), closures });
  const concerned = (day: string, own: readonly Appointment[]) => {
    const working = staff.doctors.map(({ id }) => id).filter((id) => openOn(day, id).length > 0);
    return doctor ? [doctor] : [...new Set([...working, ...own.map(({ doctor_id }) => doctor_id)])];
  };
  if (days > 1) {
    const byDay = Map.groupBy(appointments, ({ schedule }) => dayOf(schedule));
    return daysOf(shown).map((day) => {
      const title = formatShortDay(day);
      const own = byDay.get(day) ?? [];
      if (doctor) return column(title, day, doctor, own);
      const byDoctor = Map.groupBy(own, ({ doctor_id }) => doctor_id);
      const each = concerned(day, own).map((id) => column('', day, id, byDoctor.get(id)));
      return joinedColumn(title, day, each);
    });
  }
  const byDoctor = Map.groupBy(appointments, ({ doctor_id }) => doctor_id);
  const ids = concerned(from, appointments);
  const names = doctorNames(ids, appointments, staff);
  return ids
    .sort((a, b) => (names.get(a) ?? '').localeCompare(names.get(b) ?? ''))
    .map((id) => column(names.get(id) ?? '', from, id, byDoctor.get(id)));
}

/** Names by which some doctors are told apart; also of those who are no longer there, but have appointments. */
function doctorNames(
  ids: readonly string[],
  appointments: readonly Appointment[],
  { doctors }: Staff,
): Map<string, string> {
  const known = new Map(
    [...appointments.flatMap(({ doctor }) => doctor ?? []), ...doctors].map((doctor) => [doctor.id, doctor]),
  );
  const shown = ids.flatMap((id) => known.get(id) ?? []);
  const names = toldApart(shown, namedDoctor);
  return new Map(shown.map(({ id }, i) => [id, names[i] ?? '']));
}
