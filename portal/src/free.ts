import { useMemo, useRef } from 'preact/hooks';
import { type Closure, closuresWithin, minutesWithin, useClosures } from './closures';
import { addDays, minuteOf, now } from './format';
import { type Loaded, useLoad } from './hooks';
import { type Hours, hoursOn, type Open, useHours } from './hours';
import type { AppointmentType } from './planning';
import { firstSlot, loadSlots, type Slot } from './slots';
import type { Staff } from './staff';
import { earliestOf } from './visit-types';

// Who is free when: doctors below each other, days side by side.

export interface Wanted {
  /** ids, empty for any */
  department: string;
  doctor: string;
  /** the first of the days */
  from: string;
  days: number;
  minutes: number | undefined;
  /** the id of a type of visits; none: whatever is free */
  type?: string | undefined;
}

export interface FreeDay {
  day: string;
  slots: Slot[];
  /** why there are none, or no more; `closed` has the name of the closure */
  why: 'over' | 'soon' | 'closed' | 'off' | 'full';
  closed?: string;
}

export interface FreeRow {
  doctor: Staff['doctors'][number];
  days: FreeDay[];
}

export interface Free {
  rows: FreeRow[];
  closures: Closure[];
}

/** Of more departments nobody looks at all free times at once: one is chosen first. */
const DEPARTMENTS_AT_ONCE = 12;
/** The service looks at a month at a time. */
const MONTH = 31;
const MONTHS_AHEAD = 6;
const DAY = 24 * 60;

/**
 * Whose times are asked for: the service takes a doctor or a department. Nothing before the departments are known, null where
 * these are too many.
 */
function sourcesOf({ doctor, department }: Wanted, departments: Staff['departments'] | undefined) {
  if (doctor || department) return [{ doctor, department }];
  if (departments && departments.length > DEPARTMENTS_AT_ONCE) return null;
  return departments?.map(({ id }) => ({ department: id }));
}

/**
 * Free times as they are loaded; null where a department or a doctor has to be chosen first.
 * @param staff of whom any is asked for
 * @param kind the type that is wanted, as far as it is known
 */
export function useFree(
  wanted: Wanted,
  staff: Staff | undefined,
  kind: AppointmentType | undefined,
): Loaded<Free | null> {
  const { from, minutes, type } = wanted;
  const sources = sourcesOf(wanted, staff?.departments);
  const times = useLoad(
    async (signal): Promise<Times> => {
      const lists = await Promise.all((sources ?? []).map((source) => loadSlots({ ...wanted, ...source }, signal)));
      return { of: wanted, slots: lists.flat() };
    },
    [from, minutes, type, JSON.stringify(sources)],
  );
  const hours = useHours(wanted);
  const closed = useClosures(wanted);
  const parts = [times, hours, closed];
  const error = parts.find((part) => part.error !== undefined)?.error;
  const loading = !staff || parts.some((part) => part.loading);
  const isWhole = !loading && error === undefined;
  const whole = useMemo(
    () =>
      isWhole && staff && times.data && hours.data && closed.data
        ? freeOf(times.data, staff, hours.data, closed.data, earliestOf(kind))
        : undefined,
    [isWhole, staff, times.data, hours.data, closed.data, kind],
  );
  // What was free before stays until all of what is free now is there.
  const last = useRef<Free>(undefined);
  if (whole || error !== undefined) last.current = whole;
  return {
    data: sources === null ? null : last.current,
    error,
    loading,
    reload() {
      for (const { reload } of parts) reload();
    },
  };
}

interface Times {
  of: Wanted;
  slots: readonly Slot[];
}

function freeOf({ of, slots: listed }: Times, staff: Staff, hours: Hours, closures: Closure[], earliest: string): Free {
  const { doctor, from } = of;
  const slots = Map.groupBy(listed, ({ doctor_id, schedule }) => `${doctor_id} ${schedule.slice(0, 10)}`);
  const days = Array.from({ length: of.days }, (_, i) => addDays(from, i));
  const rows = staff.doctors
    .filter(({ id }) => !doctor || id === doctor)
    .map((each) => ({
      doctor: each,
      days: days.map((day) => {
        const open = hoursOn(day, each.id, hours);
        return { day, slots: slots.get(`${each.id} ${day}`) ?? [], ...whyNone(day, open, each.id, closures, earliest) };
      }),
    }))
    .filter((row) => doctor || row.days.some((day) => day.slots.length > 0 || day.why !== 'off'))
    .sort((a, b) => firstOf(a).localeCompare(firstOf(b)));
  return { rows, closures };
}

/** Who is free first comes first. */
const firstOf = ({ days }: FreeRow): string => days.find(({ slots }) => slots.length > 0)?.slots[0]?.schedule ?? '~';

function whyNone(
  day: string,
  hours: Open[],
  doctor: string,
  closures: readonly Closure[],
  earliest: string,
): Omit<FreeDay, 'day' | 'slots'> {
  // Of those of a night what lies on this day.
  const open = hours.map((one) => ({ ...one, from: Math.max(one.from, 0), to: Math.min(one.to, DAY) }));
  if (open.length === 0) return { why: 'off' };
  const isBefore = (moment: string) => {
    const that = moment.slice(0, 10);
    return day < that || (day === that && open.every(({ to }) => to <= minuteOf(moment)));
  };
  if (isBefore(now())) return { why: 'over' };
  if (isBefore(earliest)) return { why: 'soon' };
  const closing = closuresWithin(closures, { from: day, days: 1, department: '', doctor }).find((closure) =>
    open.every(({ department, from, to }) => {
      const closed = minutesWithin(closure, day);
      const isThere = closure.department_id === null || closure.department_id === department;
      return isThere && closed.from <= from && closed.to >= to;
    }),
  );
  return closing ? { why: 'closed', closed: closing.name } : { why: 'full' };
}

/** The first day with a free time from a day on; nothing in the next months. */
export async function firstFreeDay(wanted: Wanted, staff: Staff): Promise<string | undefined> {
  const sources = sourcesOf(wanted, staff.departments) ?? [];
  for (let month = 0; month < MONTHS_AHEAD; month++) {
    const from = addDays(wanted.from, month * MONTH);
    const firsts = await Promise.all(sources.map((source) => firstSlot({ ...wanted, ...source, from, days: MONTH })));
    const [first] = firsts.flatMap((slot) => slot?.schedule ?? []).sort();
    if (first) return first.slice(0, 10);
  }
  return undefined;
}
