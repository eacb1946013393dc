import { CLIENT_ROLE } from '../../auth/permissions';
import type { Actor } from '../../context';
import { DAY, firstTimeOf, readingAt } from '../../rules/clock';
import { type DoctorHours, hoursOn } from '../../rules/hours';

/** Open holds at a time: of a person, or for one of those behind a program, … */
export const HOLDS_MAX = 3;
/** … and of a program. */
const CLIENT_HOLDS_MAX = 50;

export const isProgram = (actor: Actor | null): boolean => actor?.role === CLIENT_ROLE;

export const mostHolds = (actor: Actor | null): number => (isProgram(actor) ? CLIENT_HOLDS_MAX : HOLDS_MAX);

/** The hours in which a time lies: those of the day before may reach into it. */
export function hoursAt(time: number, hours: DoctorHours, timeZone: string) {
  const midnight = Math.floor(readingAt(time, timeZone) / DAY) * DAY;
  return [midnight - DAY, midnight]
    .flatMap((day) => hoursOn(day, hours))
    .filter(({ begins, ends }) => firstTimeOf(begins, timeZone) <= time && time < firstTimeOf(ends, timeZone));
}
