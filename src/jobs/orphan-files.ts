import { sql } from 'drizzle-orm';
import type { Database } from '../db/client';
import { department, doctor, file, patient } from '../db/schema';
import { rawStatement } from '../db/statement';
import { DAY, HOUR } from '../rules/clock';
import { ORPHAN_DAYS, PAGES_MAX, pages } from '../storage/pages';

const ORPHAN_AGE = ORPHAN_DAYS * DAY;

const FILE_KEY = /^[0-9a-f-]{36}\/([0-9a-f-]{36})\.[a-z]+$/;
const DIGITS = [...'0123456789abcdef'];

/** Deleted with its owner: the bytes stay. */
const isHidden = sql.join(
  [patient, doctor, department].map(
    (owner) =>
      sql`exists (select 1 from ${owner} where ${owner.id} = ${file.entity_id} and ${owner.deleted_at} = ${file.deleted_at})`,
  ),
  sql` or `,
);
const idsWithoutFile = rawStatement<{ ids: string; deleted_before: number }, { id: string }>(
  (p) =>
    sql`select value as id from json_each(${p.ids})
      where not exists (select 1 from ${file} where ${file.id} = value
        and (${file.deleted_at} is null or ${file.deleted_at} >= ${p.deleted_before} or ${isHidden}))`,
);

/**
 * Removes what crashes left, and files deleted long ago. Each hour takes a 16th of the keys, each round begins at another place
 * in it: every key has its turn, however many there are.
 */
export async function removeOrphans(bucket: R2Bucket, database: Database, now: number): Promise<number> {
  const hour = Math.floor(now / HOUR);
  const from = Math.floor(hour / 16) % 16;
  const prefixes = [...DIGITS.slice(from), ...DIGITS.slice(0, from)].map((digit) => `${DIGITS[hour % 16]}${digit}`);
  let removed = 0;
  for await (const objects of pages(bucket, prefixes, PAGES_MAX)) {
    const keys = new Map<string, string>();
    for (const { key, uploaded } of objects) {
      const id = FILE_KEY.exec(key)?.[1];
      // Its upload may still be under way.
      if (id && uploaded.getTime() < now - ORPHAN_AGE) keys.set(id, key);
    }
    if (keys.size === 0) continue;
    const orphans = await database.run(
      idsWithoutFile({ ids: JSON.stringify([...keys.keys()]), deleted_before: now - ORPHAN_AGE }),
    );
    if (orphans.length === 0) continue;
    await bucket.delete(orphans.flatMap(({ id }) => keys.get(id) ?? []));
    removed += orphans.length;
  }
  return removed;
}
