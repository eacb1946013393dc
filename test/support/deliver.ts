import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { vi } from 'vitest';
import { consumeAccess } from '../../src/audit/consumer';
import type { Bindings } from '../../src/env';
import { testEnv } from './client';

/** Delivers a batch of the access log's queue to its consumer, and says after how many seconds messages come again. */
export async function deliver(
  bodies: readonly unknown[],
  { attempts = 1, ...env }: Partial<Bindings> & { attempts?: number } = {},
) {
  const messages = bodies.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts, body }));
  const batch = createMessageBatch<unknown>('hospital-access', messages);
  const retries = batch.messages.map((message) => vi.spyOn(message, 'retry'));
  await consumeAccess(batch, { ...testEnv, ...env });
  const waits = retries.flatMap(({ mock }) => mock.calls.map(([options]) => options?.delaySeconds));
  return { ...(await getQueueResult(batch, createExecutionContext())), waits };
}
