import type { ServiceContext } from '../context';
import { nearestNames } from '../rules/nearest-names';
import type { Names } from '../rules/same-name';
import { approximately } from '../rules/search/approximate';
import type { Criterion } from '../rules/search/criterion';
import type { View } from '../schemas/requests';
import type { Database } from './client';
import type { KeysetPage, KeysetQuery } from './keyset-list';
import { numberTerm } from './search';

const COMPARED_MAX = 200;

type List<Row> = (db: Database, query: KeysetQuery, criteria?: readonly Criterion[]) => Promise<KeysetPage<Row>>;
type Listed = Names & Record<'id' | 'reg_number', string>;

const numbered = (people: readonly Listed[]): Criterion[] => [
  { prefixes: [], terms: people.map(({ reg_number }) => numberTerm(reg_number)), numbers: {} },
];

/** A search that nobody matches finds names of a like sound. Reduced records are compared: full ones may be too large. */
export async function listPeople<Reduced extends Listed, Full extends Listed>(
  { db }: ServiceContext,
  lists: { reduced: List<Reduced>; full: List<Full> },
  { view, search = '', ...query }: KeysetQuery & { view: View; search?: string | undefined },
  criteria: readonly Criterion[] | undefined,
): Promise<KeysetPage<Reduced | Full> & { approximate: boolean }> {
  const list: List<Reduced | Full> = lists[view];
  const page = await list(db, query, criteria);
  const isEmpty = page.rows.length === 0 && query.offset === 0 && query.cursor === undefined;
  const bySound = isEmpty && search !== '' && criteria && approximately(criteria);
  if (!bySound) return { ...page, approximate: false };
  const compared = await lists.reduced(db, { limit: COMPARED_MAX, offset: 0 }, bySound);
  const nearest = nearestNames(search, compared.rows).slice(0, query.limit);
  if (nearest.length === 0 || view === 'reduced') return { rows: nearest, next: null, approximate: nearest.length > 0 };
  const whole = new Map<string, Full>();
  for (let cursor: number | null | undefined; cursor !== null; ) {
    const part = await lists.full(db, { limit: nearest.length, offset: 0, cursor }, numbered(nearest));
    for (const row of part.rows) whole.set(row.id, row);
    cursor = part.next;
  }
  return { rows: nearest.flatMap(({ id }) => whole.get(id) ?? []), next: null, approximate: true };
}
