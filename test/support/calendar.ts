import { newBooking } from './booking';
import { type Body, type CallOptions, call, nextPage, pages, type Result } from './client';
import type { Overrides } from './input';

export const CALENDAR = '/calendar/appointments/';
export const REJECT = { env: { DOUBLE_BOOKING: 'reject' } };

/** A patient, a doctor and a department with a calendar of their own. */
export async function newCalendar() {
  const { ids, book } = await newBooking();
  /** Books, and returns the appointment. */
  const booked = async (overrides: Overrides = {}, options: CallOptions = {}): Promise<Body> => {
    const { status, body } = await book(overrides, options);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  return { ids, book, booked };
}

export const get = (id: string, query = '', options: CallOptions = {}): Promise<Result> =>
  call('GET', `${CALENDAR}${id}${query}`, options);
export const patch = (id: string, json: unknown, options: CallOptions = {}): Promise<Result> =>
  call('PATCH', `${CALENDAR}${id}`, { ...options, json });

/** The ids of all pages of a list. */
export const listed = async (query: string): Promise<string[]> =>
  (await pages(`${CALENDAR}?${query}`)).flat().map(({ id }) => id);
export { nextPage };
