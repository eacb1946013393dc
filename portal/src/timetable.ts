import type { Appointment } from './appointments';
import { type Closure, minutesWithin } from './closures';
import { minuteOf, now, today } from './format';
import type { Open } from './hours';
import { type Placed, place } from './placing';

// Where in a column of the calendar something stands, in minutes after midnight.

export interface Span {
  from: number;
  to: number;
}

export interface Free extends Span {
  department: string;
}

/** One doctor on one day, or all of a department. */
export interface Column {
  /** what tells it apart from those beside it: the doctor, or the day */
  title: string;
  day: string;
  /** empty where it is of several */
  doctor: string;
  placed: Placed[];
  open: Open[];
  closed: (Span & { name: string })[];
  free: Free[];
}

/** minutes */
export const DAY = 24 * 60;

export const meets = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

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
  const taken = [...placed.filter(({ isOff }) => !isOff), ...closed];
  return { title, day, doctor, placed, open, closed, free: freeOf(day, open, taken) };
}

/** The days of several doctors as one: a time is free if any of them is. */
export function joinedColumn(title: string, day: string, columns: readonly Column[]): Column {
  const closedFor = Map.groupBy(
    columns.flatMap(({ closed }) => closed),
    ({ name, from, to }) => JSON.stringify([name, from, to]),
  );
  const free = Map.groupBy(
    columns.flatMap((column) => column.free),
    ({ from }) => from,
  );
  return {
    title,
    day,
    doctor: '',
    placed: place(columns.flatMap(({ placed }) => placed.map(({ appointment }) => appointment))),
    open: columns.flatMap(({ open }) => open).sort((a, b) => a.from - b.from),
    // While one of them is away, the others are there.
    closed: [...closedFor.values()].flatMap((same) => (same.length === columns.length ? same.slice(0, 1) : [])),
    free: [...free.values()].flatMap((same) => same.slice(0, 1)),
  };
}

/**
 * The same with some of the appointments alone; no time is free for that.
 * @param isTight whether it is one of many
 */
export const narrowed = (column: Column, isShown: (appointment: Appointment) => boolean, isTight: boolean): Column => ({
  ...column,
  placed: place(column.placed.map(({ appointment }) => appointment).filter(isShown), isTight),
});

/** How far from everybody's hours the present one may be to be shown: of a night in which nobody works there is nothing to see. */
const NEAR = 3 * 60;

/** The hours to show: those in which somebody works or comes, an hour around them, and the present one. */
export function rangeOf(columns: readonly Column[]): Span {
  const spans = columns.flatMap(({ open, placed }): Span[] => [...open, ...placed]);
  const moment = columns.some(({ day }) => day === today()) ? minuteOf(now()) : 12 * 60;
  if (spans.length === 0) spans.push({ from: moment, to: moment });
  let first = Math.min(...spans.map(({ from }) => from));
  let last = Math.max(...spans.map(({ to }) => to));
  if (columns.some(({ day }) => day === today()) && first - NEAR <= moment && moment <= last + NEAR)
    [first, last] = [Math.min(first, moment), Math.max(last, moment)];
  return {
    from: Math.max(0, Math.floor(first / 60) * 60 - 60),
    to: Math.min(DAY, Math.ceil(last / 60) * 60 + 60),
  };
}

/** The shortest free time or appointment of some length that is shown, which has to be high enough to be read. */
export const shortestOf = (columns: readonly Column[]): number =>
  Math.min(30, ...columns.flatMap(({ open }) => open.map(({ slot }) => slot)));

/** The time at a place in a column: of the grid of free times within hours, otherwise of five minutes. */
export function snapped(minute: number, { open }: Column, round = Math.round): number {
  const hours = open.find(({ from, to }) => from <= minute && minute < to);
  const [start, step] = hours ? [hours.from, hours.slot] : [0, 5];
  return Math.min(Math.max(0, start + round((minute - start) / step) * step), DAY - 5);
}
