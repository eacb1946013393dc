import { sql } from 'drizzle-orm';
import type { Database } from '../db/client';
import { insertion } from '../db/insert';
import { audit, auditSeal } from '../db/schema';
import { rawStatement } from '../db/statement';
import { lineOf, NO_HASH, type Seal, sealHash, type TrailRow } from './chain';

/** With SEALS_MAX, 52 rows a second. Each seal takes two queries, and D1 allows 1,000 in one run. */
export const SEAL_ROWS = 2_500;
const SEALS_MAX = 75;

const lastSeal = rawStatement<unknown, Seal>(
  () => sql`select trail, from_seq, to_seq, count, hash from ${auditSeal}
    where ${auditSeal.trail} = 'audit' order by ${auditSeal.from_seq} desc limit 1`,
);

const rowsAfter = rawStatement<{ seq: number }, TrailRow>(
  (p) => sql`select * from ${audit} where seq > ${p.seq} order by seq limit ${SEAL_ROWS}`,
);

/** Another run may have sealed these rows in the meantime. */
const insert = insertion(auditSeal, {
  where: (p) =>
    sql`coalesce((select max(last.from_seq) from ${auditSeal} last where last.trail = ${p.trail}), 0) < ${p.from_seq}`,
  returning: ['to_seq'],
});

/** The end of the chain: a copy of it kept elsewhere shows whether the chain was made anew. */
interface Head {
  rows: number;
  to_seq: number;
  hash: string;
}

export async function sealAudit(database: Database, now: number): Promise<Head> {
  const last = await database.first(lastSeal({}));
  const head: Head = { rows: 0, to_seq: last?.to_seq ?? 0, hash: last?.hash ?? NO_HASH };
  for (let seals = 0; seals < SEALS_MAX; seals++) {
    const found = await database.run(rowsAfter({ seq: head.to_seq }));
    const [first, end] = [found[0], found.at(-1)];
    if (!first || !end) break;
    const hash = await sealHash(head.hash, found.map(lineOf));
    const seal = { trail: 'audit' as const, from_seq: first.seq, to_seq: end.seq, count: found.length, hash };
    const written = await database.run(insert({ ...seal, at: now }));
    if (written.length === 0) break;
    Object.assign(head, { rows: head.rows + found.length, to_seq: end.seq, hash });
    if (found.length < SEAL_ROWS) break;
  }
  return head;
}
