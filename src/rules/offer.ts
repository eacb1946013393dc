/** Whether a time is among those that are offered, whatever is booked, held or closed then. Times are epoch milliseconds. */
import { DAY, firstTimeOf, HOUR, MINUTE, readingAt } from './clock';
import { type DoctorHours, hoursOn } from './hours';

/** What a type says of whom, where and how early it is offered. */
export interface OfferedType {
  /** empty: any */
  department_ids: readonly string[];
  doctor_ids: readonly string[];
  bookable_online: boolean;
  min_notice_hours: number;
}

export interface WantedTime {
  /** null: whichever the doctor works in then */
  department_id: string | null;
  starts_at: number;
  /** with its buffers */
  busy_from: number;
  busy_until: number;
}

/** An empty list names everybody. */
export const names = (ids: readonly string[], id: string): boolean => ids.length === 0 || ids.includes(id);

/** When a visit of a type begins at the earliest. */
export const earliestOf = ({ min_notice_hours }: Pick<OfferedType, 'min_notice_hours'>, now: number): number =>
  now + min_notice_hours * HOUR;

/** The hours in which a time lies. */
export function hoursAt(time: number, doctor: DoctorHours, timeZone: string) {
  const today = Math.floor(readingAt(time, timeZone) / DAY) * DAY;
  // Hours reach into the next day, and clocks may go back at midnight.
  return [today - DAY, today, today + DAY]
    .flatMap((midnight) => hoursOn(midnight, doctor))
    .map((hours) => ({
      ...hours,
      opens: firstTimeOf(hours.begins, timeZone),
      closes: firstTimeOf(hours.ends, timeZone),
    }))
    .filter(({ opens, closes }) => opens <= time && time < closes);
}

/** Whether it begins on the grid of hours that it lies within, buffers included. @param isThere whether hours of a department count */
const isWithinHours = (
  { starts_at, busy_from, busy_until }: WantedTime,
  doctor: DoctorHours,
  isThere: (department_id: string) => boolean,
  timeZone: string,
): boolean =>
  hoursAt(starts_at, doctor, timeZone).some(
    ({ opens, closes, department_id, slot_minutes }) =>
      isThere(department_id) &&
      opens <= busy_from &&
      busy_until <= closes &&
      (starts_at - opens) % (slot_minutes * MINUTE) === 0,
  );

export type Unoffered = 'online' | 'doctor' | 'department' | 'notice' | 'hours';

/** The first reason why a doctor's time is not offered; null where it is. @param type null: of a visit without one */
export function whyNotOffered(
  wanted: WantedTime,
  doctor: DoctorHours & { doctor_id: string },
  type: OfferedType | null,
  { now, timeZone }: { now: number; timeZone: string },
): Unoffered | null {
  const { department_id } = wanted;
  if (type) {
    if (!type.bookable_online) return 'online';
    if (!names(type.doctor_ids, doctor.doctor_id)) return 'doctor';
    if (department_id !== null && !names(type.department_ids, department_id)) return 'department';
    if (wanted.starts_at < earliestOf(type, now)) return 'notice';
  }
  const isThere = (id: string) =>
    department_id === null ? names(type?.department_ids ?? [], id) : id === department_id;
  return isWithinHours(wanted, doctor, isThere, timeZone) ? null : 'hours';
}
