import { type Appointment, is, isOff } from './appointments';
import { columnsOf, type Known } from './columns';
import type { DayAppointments } from './day-appointments';
import { atMinute, clockOf, dayOf, minuteOf, wallTime } from './format';
import type { Column, Free } from './timetable';

// What a desk does next on a day, by its appointments.

export interface Day {
  waiting: Appointment[];
  inRoom: Appointment[];
  late: Appointment[];
  next: Appointment[];
  /** of what takes place */
  count: number;
  done: number;
  missed: number;
}

/** Who was booked comes at their time, who was not is behind those whose time had come before. */
const byTime = (a: Appointment, b: Appointment): number =>
  wallTime(a.schedule).localeCompare(wallTime(b.schedule)) || (a.queue_number ?? 0) - (b.queue_number ?? 0);

/** @param minute the present one, a wall time */
export function dayOfDesk(appointments: readonly Appointment[], minute: string): Day {
  const ordered = appointments.toSorted(byTime);
  const those = (...statuses: Parameters<typeof is>[1][]) => ordered.filter(({ status }) => is(status, ...statuses));
  const isGone = ({ schedule }: Appointment) => wallTime(schedule).slice(0, 16) < minute;
  const booked = those('SCEDULED');
  return {
    waiting: those('CHECKED_IN'),
    inRoom: those('IN_PROGRESS'),
    late: booked.filter(isGone),
    next: booked.filter((one) => !isGone(one)),
    count: ordered.filter(({ status }) => !isOff(status)).length,
    done: those('COMPLETED').length,
    missed: those('NO_SHOW').length,
  };
}

/** The first who waits for each doctor. */
export const firstOfEach = (waiting: readonly Appointment[]): Set<string> =>
  new Set([...Map.groupBy(waiting, ({ doctor_id }) => doctor_id).values()].flatMap(([first]) => first?.id ?? []));

/**
 * Since when somebody waits. A walk-in was made as they came. Of who was booked the service says when they were changed last, which is
 * when they were checked in, unless somebody has moved or corrected the visit after that.
 */
export const waitsSince = ({ queue_number, created_at, updated_at }: Appointment): string =>
  wallTime(queue_number === undefined ? updated_at : created_at);

/** Minutes from a wall time of the day until now. */
export const minutesSince = (wall: string, minute: string): number =>
  Math.max(0, minuteOf(minute) - (dayOf(wall) < dayOf(minute) ? 0 : minuteOf(wall)));

/** Minutes after which somebody should be asked for patience. Who comes early waits from their own time on. */
const LONG = 30;
export const isLong = (one: Appointment, minute: string): boolean =>
  Math.min(minutesSince(waitsSince(one), minute), minutesSince(wallTime(one.schedule), minute)) >= LONG;

/** A time that can be given to somebody. */
export interface Offer extends Pick<Free, 'department'> {
  doctor: string;
  name: string;
  /** as an address has it */
  at: string;
}

/** What nobody has of a day: the next free time of each doctor, and the times of those who have cancelled. */
export function offersOf(shown: DayAppointments, known: Known, minute: string): { free: Offer[]; cancelled: Offer[] } {
  const columns = columnsOf(shown, known);
  const free = columns.flatMap(({ doctor, title, free: [first], day }): Offer[] =>
    first ? [{ doctor, name: title, department: first.department, at: clockOf(atMinute(day, first.from)) }] : [],
  );
  return {
    free: free.sort(byClock),
    cancelled: columns.flatMap((column) => cancelledOf(column, minute)).sort(byClock),
  };
}

const byClock = (a: Offer, b: Offer): number => a.at.localeCompare(b.at) || a.name.localeCompare(b.name);

/** Times of cancelled visits that are still to come, and that nobody else has been given. */
function cancelledOf({ placed, closed, doctor, title }: Column, minute: string): Offer[] {
  const taken = [...placed.filter(({ appointment }) => !isOff(appointment.status)), ...closed];
  const offers = placed
    .filter(({ appointment: { status, schedule } }) => is(status, 'CANCELLED') && wallTime(schedule) >= minute)
    .filter(({ from, to }) => !taken.some((span) => span.from < to && from < span.to))
    .map(({ appointment }) => ({
      ...{ doctor, name: title, department: appointment.department_id },
      at: clockOf(appointment.schedule),
    }));
  // Somebody may have cancelled the same time twice.
  return [...new Map(offers.map((offer) => [offer.at, offer])).values()];
}
