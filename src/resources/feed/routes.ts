import { Hono } from 'hono';
import * as z from 'zod';
import { fingerprint } from '../../auth/tokens';
import { settingsOf } from '../../env';
import { recordFeed } from '../../http/access-log';
import type { AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { readHeader } from '../../http/headers';
import { limitFeed } from '../../http/limits';
import { serviceContext } from '../../http/service-context';
import { isKnown } from '../../http/versions';
import { calendarOf } from '../../rules/icalendar';
import { feedParam } from './schemas';
import { busyTimes, noFeed, openFeed } from './service';

const MEDIA_TYPE = 'text/calendar';

const headers = { etag: 'Of this calendar, for `If-None-Match`' };

export const feedRoutes = new Hono<AppEnv>({ strict: false }).get(
  '/:file',
  endpoint({
    operationId: 'getFeed',
    summary: 'When a doctor, or a department, is busy, as a calendar',
    description:
      'iCalendar (RFC 5545) of the visits from 7 days ago to 90 days ahead, at most 2,000 from the first on, for programs that subscribe to an address ' +
      'of `POST /auth/feeds`. Each is `Busy`: it says neither who comes nor why. `SEQUENCE` rises with each change, and one that ' +
      'was cancelled stays for 7 days, as CANCELLED. HEAD is answered, too. An address that has ended is 404, as one that never was.',
    param: feedParam,
    requestHeaders: readHeader,
    answers: {
      200: { description: 'The calendar', body: { media: [MEDIA_TYPE], of: z.string() }, headers },
      304: { description: 'Not modified: what `If-None-Match` names', headers },
    },
    errors: ['not_found', 'throttled'],
  }),
  async (c) => {
    const ctx = serviceContext(c);
    const feed = await openFeed(ctx, c.req.valid('param').file);
    // Programs of many people ask from one address of Google or Microsoft, so an address is counted only where it guesses.
    await limitFeed(c, feed);
    if (!feed) throw noFeed();
    const times = await busyTimes(ctx, feed);
    const calendar = calendarOf(times);
    // Keyed: nobody who was not shown the calendar knows its tag, so a 304 is no access.
    const etag = `"${(await fingerprint(settingsOf(c.env), `feed\n${feed.id}\n${calendar}`)).slice(0, 32)}"`;
    c.header('etag', etag);
    c.header('cache-control', 'private, max-age=300');
    if (isKnown(c, etag)) return c.body(null, 304);
    if (times.length > 0) recordFeed(c, feed, times.length);
    return c.body(calendar, 200, { 'content-type': `${MEDIA_TYPE}; charset=utf-8` });
  },
);
