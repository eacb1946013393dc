// Rows of `access` as versions before the objects sealed them, hour by hour.
import { lineOf, NO_HASH, type Seal, sealHash, type TrailRow } from '../../src/audit/chain.ts';

/** As many as they took for a seal. */
const SEAL_ROWS = 2_500;

/** Seals the rows that are not sealed yet. @returns the head of the chain */
export async function sealAccess(db: D1Database, now = Date.now()) {
  const last = await db
    .prepare("SELECT * FROM audit_seal WHERE trail = 'access' ORDER BY from_seq DESC LIMIT 1")
    .first<Seal>();
  const head = { rows: 0, to_seq: last?.to_seq ?? 0, hash: last?.hash ?? NO_HASH };
  for (;;) {
    const { results } = await db
      .prepare('SELECT * FROM access WHERE seq > ? ORDER BY seq LIMIT ?')
      .bind(head.to_seq, SEAL_ROWS)
      .all<TrailRow>();
    const [first, end] = [results[0], results.at(-1)];
    if (!first || !end) return head;
    const hash = await sealHash('access', head.hash, results.map(lineOf));
    await db
      .prepare("INSERT INTO audit_seal (trail, from_seq, to_seq, count, hash, at) VALUES ('access', ?, ?, ?, ?, ?)")
      .bind(first.seq, end.seq, results.length, hash, now)
      .run();
    Object.assign(head, { rows: head.rows + results.length, to_seq: end.seq, hash });
  }
}
