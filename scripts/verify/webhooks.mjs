import { select } from '../storage/pages.mjs';
import { ranges } from './declared.mjs';

const UNSIGNED = `SELECT id FROM webhook WHERE seq > ? AND seq <= ? AND deleted_at IS NULL AND secret NOT LIKE 'whsec!_%' ESCAPE '!'`;
const AHEAD = `SELECT id FROM webhook WHERE seq > ? AND seq <= ? AND deleted_at IS NULL
  AND cursor > (SELECT coalesce(max(seq), 0) FROM audit)`;
const ALONE = 'SELECT DISTINCT webhook_seq FROM webhook_delivery WHERE webhook_seq NOT IN (SELECT seq FROM webhook)';

/** Each can sign, and is not ahead of the trail, of which it would leave out what comes. Deliveries are of one that was. */
export async function webhooks({ DB }, wrong) {
  for await (const range of ranges(DB, 'webhook')) {
    for (const { id } of await select(DB, UNSIGNED, ...range)) wrong(`webhook ${id}: it has no secret`);
    for (const { id } of await select(DB, AHEAD, ...range)) wrong(`webhook ${id}: it is ahead of the audit trail`);
  }
  for (const { webhook_seq } of await select(DB, ALONE))
    wrong(`webhook number ${webhook_seq}: it has deliveries, and is not there`);
  const [{ n }] = await select(DB, 'SELECT count(*) AS n FROM webhook WHERE deleted_at IS NULL');
  return `${n} webhooks`;
}
