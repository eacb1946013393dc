import ICAL from 'ical.js';
import type { Actor } from '../../src/context';
import { type Body, type CallOptions, call, ok, type Result } from './client';
import { keepOutOfLogs } from './log-watch';

/** Makes a feed, and returns it with the path of its address. */
export async function newFeed(as: Actor, of: { doctor_id: string } | { department_id: string }): Promise<Body> {
  const feed = await ok('POST', '/auth/feeds', { as, json: of });
  const path = new URL(feed.url).pathname;
  keepOutOfLogs(tokenIn(path));
  return { ...feed, path };
}

export const tokenIn = (path: string): string => path.slice('/feeds/'.length, -'.ics'.length);

/** As a program of calendars asks: without a token. */
export const readFeed = (path: string, options: CallOptions = {}): Promise<Result> =>
  call('GET', path, { as: null, ...options });

export const textOf = ({ bytes }: Result): string => new TextDecoder().decode(bytes);

/** As ical.js understands them, in their order. */
export const eventsIn = (answer: Result): ICAL.Event[] =>
  new ICAL.Component(ICAL.parse(textOf(answer))).getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));

export const statusOf = (event: ICAL.Event | undefined) => event?.component.getFirstPropertyValue('status');
