import { type Body, call, ok } from './client';
import { input } from './input';
import { rows } from './rows';

/** There may be 20 at once: only the newest ones stay. */
export const leaveRoomForWebhooks = () =>
  rows(`UPDATE webhook SET deleted_at = 1 WHERE deleted_at IS NULL
    AND seq NOT IN (SELECT seq FROM webhook WHERE deleted_at IS NULL ORDER BY seq DESC LIMIT 5)`);

/** That the newest rows of the trail were sent to a webhook. */
export const deliver = (id: string, n: number) =>
  rows(
    `INSERT INTO webhook_delivery (webhook_seq, event_seq, attempts, status, attempted_at)
      SELECT w.seq, a.seq, 1, 204, 1000 FROM webhook w JOIN audit a WHERE w.id = ? ORDER BY a.seq DESC LIMIT ?`,
    id,
    n,
  );

/** A new one, with its secret. */
export async function newWebhook(given: Parameters<typeof input.webhook>[0] = {}): Promise<Body> {
  await leaveRoomForWebhooks();
  return ok('POST', '/webhooks/', { as: 'admin', json: input.webhook(given) });
}

export const getWebhook = (id: string) => call('GET', `/webhooks/${id}`, { as: 'admin' });
export const patchWebhook = (id: string, json: object, headers: Record<string, string> = {}) =>
  call('PATCH', `/webhooks/${id}`, { as: 'admin', json, headers });
