import { newBooking } from './booking';
import { type Body, type CallOptions, call, ok } from './client';
import { input, type Overrides } from './input';
import { rows } from './rows';
import { actorOf } from './users';

export const SERIES = '/calendar/series';
export const REJECT = { env: { DOUBLE_BOOKING: 'reject' } } as const;

/** A patient, a doctor and a department, with functions that book for them. */
export async function newSeries() {
  const { ids, book } = await newBooking();
  const bodyOf = (overrides: Overrides = {}) =>
    input.appointmentSeries({ ...ids, on_conflict: 'refuse', count: 3, ...overrides });
  const plan = (overrides: Overrides = {}, options: CallOptions = {}) =>
    call('POST', SERIES, { ...REJECT, ...options, json: bodyOf(overrides) });
  const planned = (overrides: Overrides = {}, options: CallOptions = {}): Promise<Body> =>
    ok('POST', SERIES, { ...REJECT, ...options, json: bodyOf(overrides) });
  return { ids, book, bodyOf, plan, planned };
}

export const schedulesOf = ({ appointments }: Body): string[] => appointments.map(({ schedule }: Body) => schedule);

/** What a doctor's visits have of each other's time, buffers included, and rooms that two of them have at once: nothing. */
export const overlapsIn = () =>
  rows(
    `SELECT one.id, other.id FROM appointment one JOIN appointment other
       ON other.seq > one.seq AND other.busy_from < one.busy_until AND other.busy_until > one.busy_from
     WHERE (one.doctor_id = other.doctor_id OR one.resource_id = other.resource_id)
       AND one.status = 'SCEDULED' AND other.status = 'SCEDULED'`,
  );

/** Directly in D1, past the service. */
async function add(table: string, row: Overrides): Promise<string> {
  const names = Object.keys(row);
  const places = names.map(() => '?').join();
  await rows(`INSERT INTO ${table} (${names.join()}) VALUES (${places})`, ...Object.values(row));
  return row.id as string;
}

const entity = () => ({ id: crypto.randomUUID(), version: 1, created_at: 1, updated_at: 1 });

/** Of the account of `doctor`, who is not the one that `call` acts for by default. */
export const addHold = (hold: Overrides) =>
  add('calendar_hold', {
    ...{ id: crypto.randomUUID(), account_id: actorOf('doctor').id, schedule: '', expected_duration_minutes: 15 },
    ...{ buffer_before: 0, buffer_after: 0, created_at: Date.now(), expires_at: Date.now() + 300_000, ...hold },
  });

export const addRoom = (kind_key: string) =>
  add('calendar_resource', { ...entity(), name: 'Room', kind: kind_key, kind_key });

export const addType = (type: Overrides) =>
  add('appointment_type', {
    ...{ ...entity(), name: 'Physiotherapy', minutes: 30, buffer_before: 0, buffer_after: 0 },
    ...{
      department_ids: '[]',
      doctor_ids: '[]',
      bookable_online: 1,
      min_notice_hours: 0,
      needs: type.needs_key,
      ...type,
    },
  });
