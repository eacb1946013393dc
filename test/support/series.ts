import { newBooking } from './booking';
import { type Body, type CallOptions, call, ok } from './client';
import { make } from './factories';
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

/** Of the account of `doctor`, who is not the one that `call` acts for by default. */
export const addHold = (hold: Overrides) =>
  add('calendar_hold', {
    ...{ id: crypto.randomUUID(), account_id: actorOf('doctor').id, schedule: '', expected_duration_minutes: 15 },
    ...{ buffer_before: 0, buffer_after: 0, created_at: Date.now(), expires_at: Date.now() + 300_000, ...hold },
  });

/** The id of a new room of any department. */
export const addRoom = async (kind: string): Promise<string> => (await make.calendarResource({ kind })).id;

/** The id of a new type, without buffers. */
export const addType = async (type: Overrides): Promise<string> =>
  (await make.appointmentType({ buffer_before: 0, buffer_after: 0, ...type })).id;
