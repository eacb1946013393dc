import { foldWord, hasTime, isCancelled, isCheckedIn, isNoShow } from '../../../src/rules/appointment-status.ts';
import { MINUTE } from '../../../src/rules/clock.ts';
import { instant, localDay } from '../../../src/rules/datetime.ts';
import type { Asked } from './asked.ts';
import { Refusal, rule } from './refusal.ts';
import type { Stored } from './store.ts';
import type { Json } from './validate.ts';

export function spanOf({ schedule, expected_duration_minutes }: Json, timeZone: string): [number, number] {
  const start = instant(String(schedule), timeZone);
  return [start, start + Math.max(MINUTE, Number(expected_duration_minutes ?? 15) * MINUTE)];
}

export const holding = ({ store }: Asked, whose: 'doctor_id' | 'patient_id', id: unknown): Stored[] =>
  store.all('Appointment').filter(({ data }) => data[whose] === id && hasTime(String(data.status)));

/** Those of the same doctor, or the same patient, at the same time. */
function overlapping(asked: Asked, whose: 'doctor_id' | 'patient_id', data: Json, own?: Stored): Stored[] {
  if (!hasTime(String(data.status))) return [];
  const [start, end] = spanOf(data, asked.timeZone);
  return holding(asked, whose, data[whose]).filter((one) => {
    const [begins, ends] = spanOf(one.data, asked.timeZone);
    return one !== own && begins < end && start < ends;
  });
}

/** Other appointments of the patient refuse nothing, but are told. */
export function conflicts(asked: Asked, { data }: Stored, before?: Json): Record<string, string> {
  const [start, end] = spanOf(data, asked.timeZone);
  const [began, ended] = before ? spanOf(before, asked.timeZone) : [end, start];
  const hadTime = before?.patient_id === data.patient_id && hasTime(String(before?.status));
  if (hadTime && began <= start && end <= ended) return {};
  const others = overlapping(asked, 'patient_id', data).filter(({ id }) => id !== data.id);
  const links = others.map(({ id }) => `<${asked.url.origin}/calendar/appointments/${id}>; rel="conflict"`);
  return links.length ? { link: links.join(', ') } : {};
}

function requireFree(asked: Asked, data: Json, own?: Stored): void {
  const [other] = asked.doubleBooking === 'reject' ? overlapping(asked, 'doctor_id', data, own) : [];
  if (other) throw new Refusal(409, 'overlap', `The doctor has another appointment at that time: ${other.id}`);
}

export function makeAppointment(asked: Asked, data: Json): Json {
  const { store, timeZone } = asked;
  if (store.get('Patient', data.patient_id)?.data.deceased_at)
    throw rule('deceased', 'The patient has died, and takes no new appointments');
  requireFree(asked, data);
  const dayOf = (one: Json) => localDay(instant(String(one.schedule), timeZone), timeZone);
  const queue = store
    .all('Appointment')
    .filter((one) => one.data.department_id === data.department_id && dayOf(one.data) === dayOf(data));
  const last = Math.max(0, ...queue.map((one) => Number(one.data.queue_number ?? 0)));
  return { ...data, cancel_reason: null, ...(isCheckedIn(String(data.status)) && { queue_number: last + 1 }) };
}

export function changeAppointment(asked: Asked, before: Stored, sent: Json, after: Json): Json {
  const [from, to] = [String(before.data.status), String(after.status)];
  const mayFollow =
    hasTime(from) ||
    [foldWord(from), 'SCEDULED'].includes(foldWord(to)) ||
    (isNoShow(from) && (isCancelled(to) || isCheckedIn(to)));
  if (!mayFollow) throw rule('transition', `An appointment that is ${from} can only go back to SCEDULED`);
  if (typeof sent.cancel_reason === 'string' && !isCancelled(to))
    throw rule('inconsistent', 'Only an appointment that is CANCELLED has a cancel_reason');
  const takesTime = ['schedule', 'expected_duration_minutes', 'doctor_id', 'status'].some((name) => name in sent);
  if (takesTime) requireFree(asked, after, before);
  return { ...after, cancel_reason: isCancelled(to) ? after.cancel_reason : null };
}
