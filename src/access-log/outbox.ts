import { Database } from '../db/client';
import type { Bindings } from '../env';
import { log } from '../log';
import { type AccessRecord, groupsOf, recordBytes } from './record';
import { writeAccess } from './table';

/** A queue takes 128 KB, and counts an operation for each 64 KB. */
const MESSAGE_MAX_BYTES = 60_000;

/** Milliseconds between two messages of an isolate, in which records gather. */
const PAUSE = 50;

/** Milliseconds for which a request sends for others: the platform ends it 30 seconds after its answer. */
const TURN = 5_000;

/** Records that may wait where the queue is slow. Beyond, each request sends its own. */
const WAITING_MAX = 2_000;

/** Plain data, as no request may use a promise or a connection of another one. */
interface Outbox {
  /** in the order of arrival; a record leaves once it is sent */
  readonly waiting: Set<AccessRecord>;
  turn: { readonly ends: number } | undefined;
}

const outboxes = new WeakMap<object, Outbox>();

function outboxOf({ ACCESS_QUEUE, DB }: Bindings): Outbox {
  const key = ACCESS_QUEUE ?? DB;
  const outbox = outboxes.get(key) ?? { waiting: new Set(), turn: undefined };
  outboxes.set(key, outbox);
  return outbox;
}

/**
 * One request at a time sends, for the others, too: nothing waits in an idle isolate, and the busier one is, the more accesses
 * share a message. If that request breaks off, the first one after its turn takes over, and sends again what may not have
 * arrived (an access is stored once, by its id). Never fails.
 */
export async function sendToAccessLog(env: Bindings, records: readonly AccessRecord[]): Promise<void> {
  const outbox = outboxOf(env);
  const isTaken = outbox.turn !== undefined && Date.now() < outbox.turn.ends;
  if (isTaken && outbox.waiting.size >= WAITING_MAX) return send(env, [...records]);
  for (const record of records) outbox.waiting.add(record);
  if (isTaken) return;

  const own = { ends: Date.now() + TURN };
  outbox.turn = own;
  while (outbox.turn === own && outbox.waiting.size > 0) {
    const [message = [], next] = groupsOf(outbox.waiting, recordBytes, MESSAGE_MAX_BYTES);
    await send(env, message);
    for (const record of message) outbox.waiting.delete(record);
    const isFull = next !== undefined;
    if (!isFull && outbox.waiting.size > 0) await scheduler.wait(PAUSE);
  }
  if (outbox.turn === own) outbox.turn = undefined;
}

/** Without a queue, or where it refuses, records wait in the database. Never fails. */
async function send(env: Bindings, message: AccessRecord[]): Promise<void> {
  if (env.ACCESS_QUEUE) {
    try {
      await env.ACCESS_QUEUE.send(message);
      return;
    } catch {
      log('warn', 'access_queue_refused', { count: message.length });
    }
  }
  try {
    await writeAccess(new Database(env.DB, 'first-primary'), message);
  } catch {
    for (const { request_id } of message) log('error', 'access_lost', { count: 1, request_id });
  }
}
