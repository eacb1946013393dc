/** The list of appointments, apart from service.ts: its pages have two orders, and a cursor of two numbers. */
import type { ServiceContext } from '../../context';
import { wholeRows } from '../../db/page-bytes';
import type { Place } from '../../events/id';
import { lastPlace } from '../../events/places';
import { foldWord, spellingsOf } from '../../rules/appointment-status';
import { instant } from '../../rules/datetime';
import { toListed } from './answers';
import { CALENDAR_SCAN_MAX, INDEXED, pageOf } from './calendar-page';
import { fields, type Row } from './queries';
import type { CalendarQuery, ListedAppointment } from './schemas';

/** Before or after every time and number. */
const END = Number.MAX_SAFE_INTEGER;

/** A place between two rows: right behind this one. */
type Position = [starts_at: number, seq: number];
const compare = (a: Position, b: Position): number => a[0] - b[0] || a[1] - b[1];

const positionOf = ({ starts_at, seq }: Row): Position => [starts_at, seq];

/** Never outside of `from` and `to`, whatever the cursor says. */
function startOf(order_by: CalendarQuery['order_by'], from: number, to: number, cursor: string | undefined): Position {
  const [at = 0, seq = 0] = (cursor ?? '').split('.').map(Number);
  if (order_by === 'created_at') return [0, seq];
  if (order_by === '-created_at') return [0, cursor === undefined ? END : seq];
  const edge: Position = order_by === 'schedule' ? [from - 1, END] : [to, 0];
  if (cursor === undefined) return edge;
  const asked: Position = [at, seq];
  const isBehind = order_by === 'schedule' ? compare(edge, asked) < 0 : compare(asked, edge) < 0;
  return isBehind ? asked : edge;
}

export const timesOf = ({ settings }: ServiceContext, { from, to }: Pick<CalendarQuery, 'from' | 'to'>) => {
  const instantOf = (text: string) => instant(text, settings.TIME_ZONE);
  return { from: from === undefined ? -END : instantOf(from), to: to === undefined ? END : instantOf(to) };
};

/** Pages of any view are bounded by the same column, which all of them have. */
const whole = wholeRows(fields.reduced);

const wordsOf = (words: readonly string[]) => (words.length > 0 ? ` ${words.join(' ')} ` : null);

/** `next` is null on the last page; a page may be short and still not be the last. `place`: where the trail ended. */
export async function listAppointments(
  ctx: ServiceContext,
  { limit, order_by, cursor, ...query }: Omit<CalendarQuery, 'view'>,
  view: keyof typeof fields,
): Promise<{ rows: ListedAppointment[]; next: string | null; place: Place | undefined }> {
  const { from, to } = timesOf(ctx, query);
  const [at, seq] = startOf(order_by, from, to, cursor);
  const descending = order_by.startsWith('-');
  const by = order_by.endsWith('schedule') ? 'schedule' : 'created_at';
  const [statuses, types] = [wordsOf(query.status.flatMap(spellingsOf)), wordsOf(query.type.map(foldWord))];
  const given = INDEXED.filter((name) => query[name] !== undefined);
  const hasTime = query.from !== undefined || query.to !== undefined;
  const isServed = by === 'schedule' ? given.length <= 1 : given.length === 0 && !hasTime;
  const tags = query.tags.length > 0 ? JSON.stringify(query.tags) : null;
  const exact = isServed && statuses === null && types === null && tags === null;
  const { series_id = null, patient_id = null, doctor_id = null, department_id = null } = query;
  const { read, places } = await ctx.db.batch({
    read: pageOf({ by, descending, index: given[0], exact, view })({
      ...{ at, seq, from, to, series_id, patient_id, doctor_id, department_id, statuses, types, tags },
      ...{ limit: limit + 1, scan: exact ? limit + 1 : CALENDAR_SCAN_MAX },
    }),
    places: lastPlace({}),
  });

  const rows = read.flatMap(({ reached_at: _, reached_seq: __, ...row }) => (row.seq === null ? [] : [row]));
  const direction = descending ? -1 : 1;
  rows.sort((a, b) => direction * (by === 'schedule' ? compare(positionOf(a), positionOf(b)) : a.seq - b.seq));
  const page = rows.slice(0, Math.min(limit, whole(rows)));
  const last = rows.length > page.length ? page.at(-1) : undefined;
  const [first] = read;
  const reached = first && first.reached_at !== null ? `${first.reached_at}.${first.reached_seq}` : null;
  return {
    // Appointments of deleted patients are left out only now, as the cursor may be one of them.
    rows: page.filter(({ patient }) => patient !== null).map(toListed),
    next: last ? positionOf(last).join('.') : reached,
    place: places[0],
  };
}
