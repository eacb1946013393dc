import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { fingerprint } from '../auth/tokens';
import { settingsOf } from '../env';
import { eventId, type Place } from '../events/id';
import { placesFrom, SINCE_MAX, type Since } from '../events/places';
import { HOUR } from '../rules/clock';
import { recordAccess, recordNoAccess } from './access-log';
import type { AppContext } from './context';
import { setNextPage } from './lists';
import { database } from './service-context';
import { namedTags } from './versions';

interface Polled {
  /** all that it shows rows of, or asks about: each change of these is in the trail by the table's name */
  tables: readonly SQLiteTable[];
  /** whether a change of one of them may be seen in it; by default each may */
  concerns?: (since: Since) => boolean;
  read: () => Promise<{
    rows: object[];
    next: string | null;
    /** where the trail ended when the rows were read */
    place: Place | undefined;
  }>;
}

/** What is shown, where the trail ended then, and a seal on both. Those of former versions had the first alone. */
const TAG = /^"([0-9a-f]{32})(?:-(\d{1,15})-([0-9a-f]{32}))?"$/;

const keyed = async (c: AppContext, ...parts: unknown[]) =>
  (await fingerprint(settingsOf(c.env), parts.join('\n'))).slice(0, 32);

/**
 * Only who was shown it has it, at that address, and until half past: the hourly job, which begins at 17 past, moves instants without the
 * trail, and the next deployment may show more. The row of the trail is named by more than its number, which Time Travel gives out again.
 */
async function sealOf(c: AppContext, shown: string, place: Place): Promise<string> {
  const { id, role, scope } = c.get('actor') ?? {};
  const hour = Math.floor((Date.now() + HOUR / 2) / HOUR);
  return keyed(c, 'polled', shown, await eventId(place), hour, id, role, scope, settingsOf(c.env).TIME_ZONE, c.req.url);
}

const tagOf = async (c: AppContext, shown: string, place: Place | undefined): Promise<string> =>
  place ? `"${shown}-${place.seq}-${await sealOf(c, shown, place)}"` : `"${shown}"`;

/** @returns the tag of what it names, where the trail says that this is as it was: of its one row, where nobody has written anything */
async function stillOf(
  c: AppContext,
  tag: string,
  { tables, concerns = () => true }: Polled,
): Promise<string | undefined> {
  const [, shown, seq, seal] = TAG.exec(tag) ?? [];
  if (shown === undefined || seq === undefined) return undefined;
  const [named, ...since] = await database(c).run(placesFrom({ seq: Number(seq) }));
  if (named?.seq !== Number(seq) || (await sealOf(c, shown, named)) !== seal) return undefined;
  const entities = tables.map((table): string => getTableName(table));
  if (since.length > SINCE_MAX || since.some((row) => entities.includes(row.entity) && concerns(row))) return undefined;
  const last = since.at(-1);
  return last ? tagOf(c, shown, last) : tag;
}

function answerUnchanged(c: AppContext, tag: string) {
  c.header('etag', tag);
  recordNoAccess(c);
  return c.body(null, 304);
}

/**
 * A list that portals ask for every few seconds. Where the trail has nothing since of what it shows, it is not read. A 304 is no access, as
 * nobody but the account that was shown the page, and is on record for that, can know its tag: it is keyed, and of that account and
 * address alone. Its tag is the one to ask by next: it may name a later row of the trail.
 */
export async function answerPolled(c: AppContext, polled: Polled) {
  const named = namedTags(c);
  const sealed = named.find((tag) => TAG.exec(tag)?.[3]);
  const still = sealed && (await stillOf(c, sealed, polled));
  if (still) return answerUnchanged(c, still);

  const { rows, next, place } = await polled.read();
  const body = JSON.stringify(rows);
  const shown = await keyed(c, c.get('actor')?.id, c.req.url, next, body);
  const tag = await tagOf(c, shown, place);
  if (named.some((one) => one === '*' || TAG.exec(one)?.[1] === shown)) return answerUnchanged(c, tag);
  c.header('etag', tag);
  setNextPage(c, { next });
  recordAccess(c, rows);
  return c.body(body, 200, { 'content-type': 'application/json' });
}
