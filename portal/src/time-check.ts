import { unwrap } from 'hospital-service-client';
import { type Appointment, isOpen } from './appointments';
import { type Closure, closuresDuring, loadClosures } from './closures';
import { addDays, addMinutes, dayOf, minuteOf, now, wallTime } from './format';
import { hoursOn, loadHours, type Open } from './hours';
import { hospital, may } from './session';

/** A time for a patient, before an appointment is made or moved there. */
export interface Wanted {
  doctor: string;
  department: string;
  /** nobody yet, who has no other visits */
  patient?: string | undefined;
  schedule: string;
  /** as long as the service takes it to be, where none are known */
  minutes: number | null;
  /** the id of the appointment that moves, which is in nobody's way */
  moving?: string | undefined;
}

/** What should be asked before somebody is booked at a time: people may have their reasons. */
export type Question =
  | { kind: 'past' }
  | { kind: 'closed'; closures: Closure[] }
  /** with the hours of the doctor in the department on that day */
  | { kind: 'outside'; hours: Open[] }
  /** other visits of the patient */
  | { kind: 'patient'; visits: Appointment[] }
  /** other patients of the doctor */
  | { kind: 'doctor'; visits: Appointment[] };

/** What the service takes an appointment to last that does not say. */
export const USUAL_MINUTES = 15;

interface Time extends Wanted {
  day: string;
  /** wall times, which are compared as texts */
  start: string;
  end: string;
}

/** The questions that a time raises, the gravest first; none where nothing speaks against it. */
export async function questionsOf(wanted: Wanted, signal = new AbortController().signal): Promise<Question[]> {
  const start = wallTime(wanted.schedule).slice(0, 16);
  const end = addMinutes(start, wanted.minutes || USUAL_MINUTES);
  const time = { ...wanted, day: dayOf(start), start, end };
  const { doctor, department, patient } = wanted;
  const [visits, others, hours, closures] = await Promise.all([
    patient ? visitsDuring(time, { patient_id: patient }, signal) : [],
    visitsDuring(time, { doctor_id: doctor }, signal),
    loadHours({ from: time.day, days: 1, department, doctor }, signal),
    may('hours:read') ? loadClosures(signal) : { closures: [] },
  ]);
  const open = hoursOn(time.day, doctor, hours);
  const isOutside = !isWithin(open, time) && (await hasHours(doctor, signal));
  const closed = closuresDuring(closures.closures, { ...wanted, start, end });
  const mine = new Set(visits.map(({ id }) => id));
  const theirs = others.filter(({ id }) => !mine.has(id));
  return [
    ...(start < now().slice(0, 16) ? [{ kind: 'past' as const }] : []),
    ...(closed.length > 0 ? [{ kind: 'closed' as const, closures: closed }] : []),
    ...(isOutside ? [{ kind: 'outside' as const, hours: open }] : []),
    ...(visits.length > 0 ? [{ kind: 'patient' as const, visits }] : []),
    ...(theirs.length > 0 ? [{ kind: 'doctor' as const, visits: theirs }] : []),
  ];
}

/** Whether anybody has ever said when a doctor works: otherwise nothing is outside of it. */
async function hasHours(id: string, signal: AbortSignal): Promise<boolean> {
  if (!may('hours:read')) return false;
  const result = await hospital.GET('/calendar/doctors/{id}/hours', { params: { path: { id } }, signal });
  const { weekly, exceptions } = unwrap(result);
  return weekly.length + exceptions.length > 0;
}

/** Whether hours, one after the other, hold the whole time. */
function isWithin(hours: readonly Open[], { start, minutes }: Time): boolean {
  const end = minuteOf(start) + (minutes || USUAL_MINUTES);
  let held = minuteOf(start);
  for (const { from, to } of hours) if (from <= held) held = Math.max(held, to);
  return hours.some(({ from }) => from <= minuteOf(start)) && held >= end;
}

type Whose = { patient_id: string } | { doctor_id: string };

/** What takes any of a time. The service lists by beginnings: what lasts for more than a day is not looked for. */
async function visitsDuring(
  { start, end, day, moving }: Time,
  whose: Whose,
  signal: AbortSignal,
): Promise<Appointment[]> {
  if (!may('appointment:read')) return [];
  const query = { ...whose, from: addDays(day, -1), to: end, view: 'full' as const };
  const listed = await Array.fromAsync(hospital.list('/calendar/appointments/', { params: { query }, signal }));
  return listed.filter(({ id, status, schedule, expected_duration_minutes }) => {
    const begins = wallTime(schedule).slice(0, 16);
    const isAtThatTime = begins < end && addMinutes(begins, expected_duration_minutes || USUAL_MINUTES) > start;
    return isAtThatTime && isOpen(status) && id !== moving;
  });
}
