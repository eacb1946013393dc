import { RuleError } from '../../errors';
import { hasTime, isCancelled, isCheckedIn, isNoShow, isSameStatus, isScheduled } from '../../rules/appointment-status';
import { MINUTE } from '../../rules/clock';
import { LONGEST_MINUTES } from './schemas';

/** Minutes before and after a visit that a type may add. */
export const BUFFER_MAX = 240;

/** Milliseconds: what began longer ago is over. */
export const LONGEST = LONGEST_MINUTES * MINUTE;
/** The same with buffers. */
export const LONGEST_BUSY = LONGEST + 2 * BUFFER_MAX * MINUTE;
const DEFAULT_MINUTES = 15;

/** Times are epoch milliseconds. */
export interface Booking {
  id: string;
  patient_id: string;
  doctor_id: string;
  status: string;
  starts_at: number;
  ends_at: number;
  /** with buffers */
  busy_from: number;
  busy_until: number;
}

interface OwnTime {
  starts_at: number;
  ends_at: number;
}
/** Minutes. */
export interface Buffers {
  buffer_before: number;
  buffer_after: number;
}
export const NO_BUFFERS: Buffers = { buffer_before: 0, buffer_after: 0 };

/** As the columns of the table derive it. */
export const busyTime = ({ starts_at, ends_at }: OwnTime, { buffer_before, buffer_after }: Buffers) => ({
  busy_from: starts_at - buffer_before * MINUTE,
  busy_until: ends_at + buffer_after * MINUTE,
});
export const withBusyTime = <T extends OwnTime & Buffers>(row: T) => ({ ...row, ...busyTime(row, row) });

interface InDepartment {
  department_id: string;
  status: string;
}

/** At least a minute after the start: even an appointment of 0 minutes needs its doctor. */
export const endOf = (starts_at: number, minutes: number | null): number =>
  starts_at + Math.max(MINUTE, Math.round((minutes ?? DEFAULT_MINUTES) * MINUTE));

/** Of whom a change takes time: a patient comes for the visit itself. */
const TIME_OF = {
  doctor_id: ['busy_from', 'busy_until'],
  patient_id: ['starts_at', 'ends_at'],
} as const;

/** Whether a change takes time of a doctor, or of a patient, that the appointment did not have before. */
export const takesTime = (whose: 'doctor_id' | 'patient_id', before: Booking, after: Booking): boolean =>
  takesLonger(TIME_OF[whose], before, after) || (hasTime(after.status) && before[whose] !== after[whose]);

/** Whether a change takes time of a room that the appointment did not have before. */
export const takesRoomTime = (before: Booking, after: Booking): boolean =>
  takesLonger(TIME_OF.doctor_id, before, after);

function takesLonger([from, until]: (typeof TIME_OF)['doctor_id' | 'patient_id'], before: Booking, after: Booking) {
  const isWithin = before[from] <= after[from] && after[until] <= before[until];
  return hasTime(after.status) && !(hasTime(before.status) && isWithin);
}

/** Whether a change takes what time the appointment has in another department, which may be closed. */
export const changesDepartment = (before: InDepartment, after: InDepartment): boolean =>
  hasTime(after.status) && before.department_id !== after.department_id;

/** @throws RuleError where the one status may not follow the other */
export function requireTransition(from: string, to: string): void {
  if (hasTime(from) || isSameStatus(from, to) || isScheduled(to)) return;
  if (!isNoShow(from)) {
    throw new RuleError('transition', `An appointment that is ${from} can only go back to SCEDULED`);
  }
  // The patient comes late after all, or calls.
  if (isCancelled(to) || isCheckedIn(to)) return;
  throw new RuleError(
    'transition',
    `An appointment that is ${from} can only go back to SCEDULED, or become CHECKED_IN or CANCELLED`,
  );
}

/** @param sent undefined or null where the update gives no reason @throws RuleError */
export function requireReason(status: string, sent: string | null | undefined): void {
  if (typeof sent === 'string' && !isCancelled(status)) {
    throw new RuleError('inconsistent', 'Only an appointment that is CANCELLED has a cancel_reason');
  }
}
