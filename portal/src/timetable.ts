import { type Appointment, isOff } from './appointments';
import { type Closure, minutesWithin } from './closures';
import { minuteOf, now, today } from './format';
import type { Open } from './hours';
import { USUAL_MINUTES } from './time-check';

// Where in a column of the calendar something stands, in minutes after midnight.

export interface Span {
  from: number;
  to: number;
}

/** Of appointments at the same time each has a lane of its own. */
export interface Placed extends Span {
  appointment: Appointment;
  lane: number;
  lanes: number;
}

export interface Free extends Span {
  department: string;
}

/** One doctor on one day. */
export interface Column {
  /** what tells it apart from those beside it: the doctor, or the day */
  title: string;
  day: string;
  doctor: string;
  placed: Placed[];
  open: Open[];
  closed: (Span & { name: string })[];
  free: Free[];
}

const DAY = 24 * 60;

const meets = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Appointments of one column side by side where they meet. Beside those that are off there is room for a free time. */
function place(appointments: readonly Appointment[]): Placed[] {
  const placed = appointments
    .map((appointment) => {
      const from = minuteOf(appointment.schedule);
      const to = Math.min(from + (appointment.expected_duration_minutes || USUAL_MINUTES), DAY);
      return { appointment, from, to, lane: 0, lanes: 1 };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  let meeting: Placed[] = [];
  let ends: number[] = [];
  for (const entry of placed) {
    if (entry.from >= Math.max(0, ...ends)) [meeting, ends] = [[], []];
    const gap = ends.findIndex((end) => end <= entry.from);
    entry.lane = gap < 0 ? ends.length : gap;
    ends[entry.lane] = entry.to;
    meeting.push(entry);
    const isRoomy = meeting.every(({ appointment }) => isOff(appointment.status));
    for (const each of meeting) each.lanes = ends.length + (isRoomy ? 0.5 : 0);
  }
  return placed;
}

/** What is closed of a doctor's day. A closure of a department closes the hours of its doctors there. */
function closedOf(closures: readonly Closure[], day: string, doctor: string, open: readonly Open[]): Column['closed'] {
  return closures
    .filter(({ doctor_id }) => !doctor_id || doctor_id === doctor)
    .flatMap((closure) => {
      const closed = { ...minutesWithin(closure, day), name: closure.name };
      if (!closure.department_id) return [closed];
      return open
        .filter((hours) => hours.department === closure.department_id && meets(hours, closed))
        .map(({ from, to }) => ({ ...closed, from: Math.max(from, closed.from), to: Math.min(to, closed.to) }));
    })
    .filter(({ from, to }) => from < to);
}

/** The times of a doctor's hours that are still to come, and that neither an appointment nor a closure takes. */
function freeOf(day: string, open: readonly Open[], taken: readonly Span[]): Free[] {
  if (day < today()) return [];
  const earliest = day === today() ? minuteOf(now()) : 0;
  return open.flatMap(({ from, to, slot, department }) =>
    Array.from({ length: Math.floor((to - from) / slot) }, (_, i) => from + i * slot)
      .map((start) => ({ from: start, to: start + slot, department }))
      .filter((free) => free.from >= earliest && free.to <= DAY && !taken.some((span) => meets(span, free))),
  );
}

interface DayOf extends Pick<Column, 'title' | 'day' | 'doctor' | 'open'> {
  appointments: readonly Appointment[];
  closures: readonly Closure[];
}

export function columnOf({ title, day, doctor, open, appointments, closures }: DayOf): Column {
  const placed = place(appointments);
  const closed = closedOf(closures, day, doctor, open);
  const taken = [...placed.filter(({ appointment }) => !isOff(appointment.status)), ...closed];
  return { title, day, doctor, placed, open, closed, free: freeOf(day, open, taken) };
}

/** The hours to show: those in which somebody works or comes, an hour around them, and the present one. */
export function rangeOf(columns: readonly Column[]): Span {
  const spans = columns.flatMap(({ open, placed }): Span[] => [...open, ...placed]);
  const isToday = columns.some(({ day }) => day === today());
  if (isToday || spans.length === 0) {
    const moment = isToday ? minuteOf(now()) : 12 * 60;
    spans.push({ from: moment, to: moment });
  }
  const first = Math.min(...spans.map(({ from }) => from));
  const last = Math.max(...spans.map(({ to }) => to));
  return {
    from: Math.max(0, Math.floor(first / 60) * 60 - 60),
    to: Math.min(DAY, Math.ceil(last / 60) * 60 + 60),
  };
}

/** The shortest that is shown, which has to be high enough to be read. */
export const shortestOf = (columns: readonly Column[]): number =>
  Math.min(
    30,
    ...columns.flatMap(({ open, placed }) => [
      ...open.map(({ slot }) => slot),
      ...placed.map(({ from, to }) => to - from),
    ]),
  );

/** The time at a place in a column: of the grid of free times within hours, otherwise of five minutes. */
export function snapped(minute: number, { open }: Column, round = Math.round): number {
  const hours = open.find(({ from, to }) => from <= minute && minute < to);
  const [start, step] = hours ? [hours.from, hours.slot] : [0, 5];
  return Math.min(Math.max(0, start + round((minute - start) / step) * step), DAY - 5);
}
