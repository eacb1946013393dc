import { vi } from 'vitest';
import { type Body, call, ok } from './client';
import { input } from './input';
import { row, rows } from './rows';

/** There may be 20 at once: only the newest ones stay. */
export const leaveRoomForWebhooks = (kept = 5) =>
  rows(
    `UPDATE webhook SET deleted_at = 1 WHERE deleted_at IS NULL
      AND seq NOT IN (SELECT seq FROM webhook WHERE deleted_at IS NULL ORDER BY seq DESC LIMIT ?)`,
    kept,
  );

/** That the newest rows of the trail were sent to a webhook. */
export const deliver = (id: string, n: number) =>
  rows(
    `INSERT INTO webhook_delivery (webhook_seq, event_seq, attempts, status, attempted_at)
      SELECT w.seq, a.seq, 1, 204, 1000 FROM webhook w JOIN audit a WHERE w.id = ? ORDER BY a.seq DESC LIMIT ?`,
    id,
    n,
  );

export type Given = Parameters<typeof input.webhook>[0];

export const postWebhook = (given: Given = {}, headers: Record<string, string> = {}) =>
  call('POST', '/webhooks/', { as: 'admin', json: input.webhook(given), headers });

/** A new one, with its secret. */
export async function newWebhook(given: Given = {}): Promise<Body> {
  await leaveRoomForWebhooks();
  return ok('POST', '/webhooks/', { as: 'admin', json: input.webhook(given) });
}

/** All that the database has of one. */
export const storedWebhook = async (id: string): Promise<Body> => row('SELECT * FROM webhook WHERE id = ?', id);

export interface Sent {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Puts a receiver in the place of the network while the work is done. @returns what it was sent */
export async function receiving(answer: () => Response, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const receiver = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    sent.push({ url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() });
    return answer();
  });
  try {
    await work();
  } finally {
    receiver.mockRestore();
  }
  return sent;
}
