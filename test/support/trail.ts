import { env } from 'cloudflare:workers';
import { archiveKey } from '../../src/audit/chain';
import { sealAudit } from '../../src/audit/seal';
import { sqlSource, verifyTrail } from '../../src/audit/verify';
import { Database } from '../../src/db/client';
import { rows } from './rows';

export const newDatabase = () => new Database(env.DB, 'first-primary');
export const seal = (now = Date.now()) => sealAudit(newDatabase(), now);

/** What `npm run audit:verify` finds. */
export const verify = () =>
  verifyTrail(sqlSource(rows, async (seal) => (await env.FILES.get(archiveKey(seal)))?.text()));

/** Does to the audit trail what its triggers refuse: whoever may write the database may also drop them. */
export async function tamper(sql: string): Promise<void> {
  const triggers = await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'",
  );
  for (const { name } of triggers) await env.DB.prepare(`DROP TRIGGER ${name}`).run();
  await env.DB.prepare(sql).run();
  for (const trigger of triggers) await env.DB.prepare(trigger.sql).run();
}

/** Adds `n` rows to the audit trail, directly in D1. */
export const addAudit = (n: number, at = Date.now(), entity = 'patient') =>
  rows(
    `WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < ?1)
     INSERT INTO audit (at, actor, action, entity, entity_id, version, changed)
     SELECT ?2, 'someone', 'update', ?3, 'patient-' || n, 1, '["dob"]' FROM i`,
    n,
    at,
    entity,
  );
