import { unwrap } from 'hospital-service-client';
import { closuresDuring, loadClosures } from './closures';
import { addMinutes, wallTime } from './format';
import { type SeriesBody, type SeriesTime, timesOf } from './repeat';
import { hospital, may } from './session';

/** What a series would be, of which nothing is booked. @param minutes that each of its visits takes */
export async function previewSeries(body: SeriesBody, minutes: number, signal: AbortSignal): Promise<SeriesTime[]> {
  const planned = { ...body, on_conflict: 'skip' as const, dry_run: true };
  const [result, { closures }] = await Promise.all([
    hospital.POST('/calendar/series', { body: planned, signal }),
    may('hours:read') ? loadClosures(signal) : { closures: [] },
  ]);
  const whose = { department: body.department_id ?? '', doctor: body.doctor_id };
  return timesOf(unwrap(result)).map((time) => {
    if (time.reason !== undefined) return time;
    const start = wallTime(time.schedule).slice(0, 16);
    const closing = closuresDuring(closures, { ...whose, start, end: addMinutes(start, minutes) });
    return closing.length > 0 ? { ...time, closed: closing.map(({ name }) => name) } : time;
  });
}

/** All visits of a series, in the order of time. */
export const loadSeries = (series_id: string, signal: AbortSignal) =>
  Array.fromAsync(hospital.list('/calendar/appointments/', { params: { query: { series_id } }, signal }));

/** Cancels those of a series that begin on a day or later. */
export async function cancelSeries(id: string, from: string, cancel_reason: string | null): Promise<void> {
  const body = { from, ...(cancel_reason && { cancel_reason }) };
  unwrap(await hospital.POST('/calendar/series/{id}/cancel', { params: { path: { id } }, body }));
}
