import type { ServiceContext } from '../context';
import type { Database } from '../db/client';
import type { KeysetPage, KeysetQuery } from '../db/keyset-list';
import { mostAlike } from '../rules/likeness';
import type { Names } from '../rules/same-name';
import { approximately } from '../rules/search/approximate';
import type { Criterion } from '../rules/search/criterion';

/** People who are compared with what was typed. */
const COMPARED_MAX = 200;

type List<Row> = (db: Database, query: KeysetQuery, criteria?: readonly Criterion[]) => Promise<KeysetPage<Row>>;

/**
 * A page of people. Where nobody has the words of a search, it has those whose names sound alike, the most alike first, and
 * is `approximate`.
 */
export async function listPeople<Row extends Names>(
  { db }: ServiceContext,
  list: List<Row>,
  query: KeysetQuery & { search?: string | undefined },
  criteria: readonly Criterion[] | undefined,
): Promise<KeysetPage<Row> & { approximate: boolean }> {
  const page = await list(db, query, criteria);
  const isEmpty = page.rows.length === 0 && query.offset === 0 && query.cursor === undefined;
  const bySound = isEmpty && query.search !== undefined && criteria && approximately(criteria);
  if (!bySound) return { ...page, approximate: false };
  const { rows } = await list(db, { limit: COMPARED_MAX, offset: 0 }, bySound);
  const alike = mostAlike(query.search ?? '', rows).slice(0, query.limit);
  return { rows: alike, next: null, approximate: alike.length > 0 };
}
