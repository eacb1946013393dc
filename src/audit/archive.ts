import { between, sql } from 'drizzle-orm';
import type { Database } from '../db/client';
import { insertion } from '../db/insert';
import { audit, auditArchive, auditSeal } from '../db/schema';
import { db, type Inputs, rawStatement, statement } from '../db/statement';
import { DAY } from '../rules/clock';
import { archiveKey, lineOf, NO_HASH, type Seal, sealHash, type TrailRow } from './chain';

const ARCHIVES_MAX = 25; // of one run

type Before = { before: number };

/** The newest seal is never archived: SQLite would give the numbers of its rows again. */
const oldest = (p: Inputs<Before>) => sql`select s.trail, s.from_seq, s.to_seq, s.count, s.hash,
    (select b.hash from ${auditSeal} b where b.trail = s.trail and b.from_seq < s.from_seq
      order by b.from_seq desc limit 1) as previous
  from ${auditSeal} s
  where s.trail = 'audit' and s.at < ${p.before}
    and s.from_seq > coalesce((select max(a.to_seq) from ${auditArchive} a where a.trail = s.trail), 0)
    and exists (select 1 from ${auditSeal} later where later.trail = s.trail and later.from_seq > s.from_seq)
  order by s.from_seq limit 1`;
const nextSeal = rawStatement<Before, Seal & { previous: string | null }>(oldest);

const rowsOfNext = rawStatement<Before, TrailRow>(
  (p) => sql`select t.* from (${oldest(p)}) o join ${audit} t on t.seq between o.from_seq and o.to_seq order by t.seq`,
);
const remove = statement((p: Inputs<Pick<Seal, 'from_seq' | 'to_seq'>>) =>
  db.delete(audit).where(between(audit.seq, p.from_seq, p.to_seq)),
);

const insert = insertion(auditArchive, {
  where: (p) => sql`not exists (select 1 from ${auditArchive} a where a.trail = ${p.trail} and a.to_seq = ${p.to_seq})`,
});

/** Rows of the audit trail differ from what was sealed. */
export class BrokenChainError extends Error {
  override readonly name = 'BrokenChainError';
}

/**
 * Moves rows into R2, a file for each seal. The file is written first, then one transaction notes it and deletes the rows:
 * triggers allow that only once it is noted. After a crash between the two, the same file is written again.
 * @returns how many rows were moved
 * @throws BrokenChainError before anything leaves that differs from what was sealed
 */
export async function archiveAudit(
  database: Database,
  bucket: R2Bucket,
  { now, days }: { now: number; days: number },
): Promise<number> {
  let moved = 0;
  for (let archives = 0; archives < ARCHIVES_MAX; archives++) {
    const age = { before: now - days * DAY };
    const { seals, rows } = await database.batch({ seals: nextSeal(age), rows: rowsOfNext(age) });
    const [found] = seals;
    if (!found) break;
    const { previous, ...seal } = { ...found, previous: found.previous ?? NO_HASH };
    const lines = rows.map(lineOf);
    if ((await sealHash(previous, lines)) !== seal.hash) throw new BrokenChainError('audit');
    const key = archiveKey(seal);
    const header = JSON.stringify({ ...seal, previous });
    await bucket.put(key, `${[header, ...lines].join('\n')}\n`, {
      httpMetadata: { contentType: 'application/x-ndjson' },
    });
    const { trail, from_seq, to_seq, count } = seal;
    await database.batch({
      noted: insert({ trail, from_seq, to_seq, key, at: now }),
      removed: remove({ from_seq, to_seq }),
    });
    moved += count;
  }
  return moved;
}
