import { useEffect } from 'preact/hooks';
import { today } from './format';
import { type Hours, hoursOn } from './hours';
import { hospital, may, session } from './session';
import type { Staff } from './staff';

// Somebody is here without an appointment: in which department, and with whom, when nobody has said so.

/** Names what is typed: of nobody in particular, or, with an id behind it, of a patient. */
export const WALK_IN = 'walk-in';
const WANTED = 'walkinwanted';

/** Opens the dialog, for a patient who is chosen already. */
export const openWalkIn = (patient = ''): boolean => dispatchEvent(new CustomEvent(WANTED, { detail: patient }));

export function useWalkInWanted(open: (patient: string) => void): void {
  useEffect(() => {
    const follow = (event: Event) => open((event as CustomEvent<string>).detail);
    addEventListener(WANTED, follow);
    return () => removeEventListener(WANTED, follow);
  }, []);
}

let last: { user: string; department: string } | undefined;

/** Where the same account sent somebody last in this tab, as most desks belong to one department. */
export const lastDepartment = (): string | undefined =>
  last?.user === session().user.id ? last.department : undefined;

export function rememberDepartment(department: string): void {
  last = { user: session().user.id, department };
}

/** The department in which a doctor works on these days, if it is only one. */
export function onlyDepartment(hours: Hours | undefined, doctor: string): string {
  const all = [...(hours?.values() ?? [])].flat().filter(({ doctor_id }) => doctor_id === doctor);
  const departments = new Set(all.map(({ department_id }) => department_id));
  return departments.size === 1 ? ([...departments][0] ?? '') : '';
}

type Doctor = Staff['doctors'][number];

/** Doctors, by whether they work in a department at a minute of today. */
export interface Present {
  now: Doctor[];
  later: Doctor[];
  others: Doctor[];
}

export function presentIn(department: string, doctors: readonly Doctor[], hours: Hours, minute: number): Present {
  const present: Present = { now: [], later: [], others: [] };
  for (const doctor of doctors) {
    const there = hoursOn(today(), doctor.id, hours).filter((open) => !department || open.department === department);
    const isNow = there.some(({ from, to }) => from <= minute && minute < to);
    const when = isNow ? 'now' : there.some(({ from }) => from > minute) ? 'later' : 'others';
    present[when].push(doctor);
  }
  return present;
}

/** How many wait today, by doctor. Of them nothing is asked but that: no names. */
export async function loadWaiting(day: string, signal: AbortSignal): Promise<Map<string, number>> {
  if (!may('appointment:read')) return new Map();
  const query = { from: day, to: `${day}T23:59:59`, status: ['CHECKED_IN'] };
  const visits = await Array.fromAsync(hospital.list('/calendar/appointments/', { params: { query }, signal }));
  return new Map([...Map.groupBy(visits, ({ doctor_id }) => doctor_id)].map(([id, all]) => [id, all.length]));
}

/** For whom fewest wait of those who are there; nobody where that would be a guess. */
export function freest({ now, later, others }: Present, waiting: ReadonlyMap<string, number>): string {
  const [there = []] = [now, later, others.length === 1 ? others : []].filter(({ length }) => length > 0);
  const countOf = ({ id }: Doctor) => waiting.get(id) ?? 0;
  return [...there].sort((a, b) => countOf(a) - countOf(b))[0]?.id ?? '';
}
