import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { vi } from 'vitest';
import { consumeAccess } from '../../src/access-log/consumer';
import type { Bindings } from '../../src/env';
import { consumeExports } from '../../src/fhir/export/consumer';
import { consumeImports } from '../../src/imports/consumer';
import { exportsSent, importsSent, testEnv } from './client';

type Options = Partial<Bindings> & { attempts?: number; queue?: string };

async function deliverTo(
  consume: typeof consumeAccess,
  own: string,
  bodies: readonly unknown[],
  { attempts = 1, queue = own, ...env }: Options,
) {
  const messages = bodies.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts, body }));
  const batch = createMessageBatch<unknown>(queue, messages);
  const retries = batch.messages.map((message) => vi.spyOn(message, 'retry'));
  await consume(batch, { ...testEnv, ...env });
  const waits = retries.flatMap(({ mock }) => mock.calls.map(([options]) => options?.delaySeconds));
  return { ...(await getQueueResult(batch, createExecutionContext())), waits };
}

/** Delivers a batch of the access log's queue to its consumer, and says after how many seconds messages come again. */
export const deliver = (bodies: readonly unknown[], options: Options = {}) =>
  deliverTo(consumeAccess, 'hospital-access', bodies, options);

/** The same of the queue of exports. */
export const deliverExports = (bodies: readonly unknown[], options: Options = {}) =>
  deliverTo(consumeExports, 'hospital-export', bodies, options);

/** Delivers whatever exports have sent, until they send no more. */
export async function finishExports(): Promise<void> {
  for (let message = exportsSent.shift(); message; message = exportsSent.shift()) await deliverExports([message]);
}

/** Of the queue of imports. */
export const deliverImports = (bodies: readonly unknown[], options: Options = {}) =>
  deliverTo(consumeImports, 'hospital-import', bodies, options);

/** Delivers whatever imports have sent, until they send no more. */
export async function finishImports(options: Options = {}): Promise<void> {
  for (let message = importsSent.shift(); message; message = importsSent.shift())
    await deliverImports([message], options);
}
