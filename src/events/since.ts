import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { audit } from '../db/schema/system';
import { DAY } from '../rules/clock';

/** Milliseconds for which events are shown and sent, and their deliveries kept. */
export const EVENTS_LIFETIME = 30 * DAY;

/**
 * The number of the trail's first row that is not from before a time, which is the next one where all are; null where there is none.
 * Rows are nearly in the order of time: halving reads 20 of a million.
 */
export const firstSince = (time: SQLWrapper): SQL => sql`(with recursive half(lo, hi) as (
    select (select min(seq) from ${audit}), (select max(seq) + 1 from ${audit})
    union all
    select iif(a.at < ${time}, a.seq + 1, lo), iif(a.at < ${time}, hi, a.seq)
    from half join ${audit} a on a.seq = (lo + hi) / 2 where lo < hi
  ) select max(lo) from half)`;
