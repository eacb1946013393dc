import { etagOf, type Schema, unwrap } from 'hospital-service-client';
import { useMemo } from 'preact/hooks';
import { addDays, dayOf, formatDayOrMoment, formatTime, isDay, minuteOf, wallTime } from './format';
import type { Loaded } from './hooks';
import { t } from './i18n';
import { useKnown } from './known';
import { hospital, may } from './session';
import { doctorText } from './staff';

export type Closure = Schema<'Closure'>;

interface List {
  closures: Closure[];
  /** that an update of the list is of */
  version: string | undefined;
}

/** @param known is given again where it is still so */
export async function loadClosures(signal: AbortSignal, known?: List): Promise<List> {
  const header = known?.version ? { 'if-none-match': known.version } : {};
  const result = await hospital.GET('/calendar/closures', { params: { header }, signal });
  if (known && result.status === 304) return known;
  return { closures: unwrap(result).closures, version: etagOf(result) };
}

interface Wanted {
  from: string;
  days: number;
  /** ids, empty for any */
  department: string;
  doctor: string;
}

/** Wall times, which are compared as texts: from midnight of the first day to the end of the last one, where they are days. */
const startOf = ({ from }: Closure): string => (isDay(from) ? `${from}T00:00` : wallTime(from));
const endOf = ({ to }: Closure): string => (isDay(to) ? `${addDays(to, 1)}T00:00` : wallTime(to));

const concerns = (asked: string, of: string | null): boolean => !asked || !of || asked === of;

interface Span {
  /** wall times to the minute; `end` is excluded */
  start: string;
  end: string;
  department: string;
  doctor: string;
}

/** Those that close any of a time of what is asked for, or a part of it, in the order of time. */
export const closuresDuring = (closures: readonly Closure[], { start, end, department, doctor }: Span): Closure[] =>
  closures
    .filter((closure) => startOf(closure).slice(0, 16) < end && endOf(closure).slice(0, 16) > start)
    .filter(({ department_id, doctor_id }) => concerns(department, department_id) && concerns(doctor, doctor_id))
    .sort((a, b) => startOf(a).localeCompare(startOf(b)));

/** The same of some days. */
export const closuresWithin = (closures: readonly Closure[], { from, days, ...whose }: Wanted): Closure[] =>
  closuresDuring(closures, { start: `${from}T00:00`, end: `${addDays(from, days)}T00:00`, ...whose });

/** What is closed of a day, in minutes after midnight. */
export const minutesWithin = (closure: Closure, day: string): { from: number; to: number } => ({
  from: startOf(closure) < `${day}T00:00` ? 0 : minuteOf(startOf(closure)),
  to: endOf(closure) >= `${addDays(day, 1)}T00:00` ? 1440 : minuteOf(endOf(closure)),
});

/** The same, as the service has them. Nobody is refused a calendar who may not read them. */
export function useClosures(wanted: Wanted): Loaded<Closure[]> {
  const { from, days, department, doctor } = wanted;
  const none: List = { closures: [], version: undefined };
  const list = useKnown<List>(
    'closures',
    async (signal, known) => (may('hours:read') ? loadClosures(signal, known) : none),
    [from],
  );
  const data = useMemo(
    () => list.data && closuresWithin(list.data.closures, wanted),
    [list.data, from, days, department, doctor],
  );
  return { ...list, data };
}

export function rangeText({ from, to }: Closure): string {
  if (from === to) return formatDayOrMoment(from);
  const isOneDay = !isDay(from) && !isDay(to) && dayOf(from) === dayOf(to);
  return `${formatDayOrMoment(from)} – ${isOneDay ? formatTime(to) : formatDayOrMoment(to)}`;
}

/** Those by whose names closures are told. */
export interface Known {
  departments: readonly { id: string; name: string }[];
  doctors: readonly { id: string; first_name: string; last_name: string }[];
}

/** Who is closed: an ellipsis until the names are `known`. A department or doctor who is there no more has no name. */
export function scopeText({ department_id, doctor_id }: Closure, known: Known | undefined): string {
  if (!doctor_id && !department_id) return t.closures.whole;
  if (!known) return '…';
  const department = known.departments.find(({ id }) => id === department_id);
  return [doctor_id && doctorText(doctor_id, known), department_id && (department?.name ?? t.closures.formerDepartment)]
    .filter(Boolean)
    .join(' · ');
}
