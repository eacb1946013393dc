import '../typescript.mjs';
import { select } from '../storage/pages.mjs';

const { sqlSource, verifyTrail } = await import('../../src/audit/verify.ts');
const { TRAILS } = await import('../../src/db/schema/index.ts');

/** The audit trail and the access log are what was sealed (`npm run audit:verify -- --archives` looks into archives, too). */
export async function chain({ DB }, wrong) {
  const source = sqlSource((sql, ...values) => select(DB, sql, ...values));
  const seen = [];
  for (const trail of TRAILS) {
    const { faults, sealed, archived, unsealed } = await verifyTrail(trail, source);
    for (const fault of faults) wrong(fault);
    seen.push(`${trail} ${sealed} rows sealed, ${archived} archived, ${unsealed} not yet`);
  }
  return seen.join('; ');
}
