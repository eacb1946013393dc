import * as z from 'zod';
import { Database } from '../db/client';
import type { Bindings } from '../env';
import { failureOf, log } from '../log';
import { type AccessRecord, writeAccess } from './access';

/** As wrangler.toml has it: after so many deliveries more, a message goes to the dead letter queue. */
const MAX_RETRIES = 100;
const LONGEST_WAIT = 3600;

/** Seconds until the next delivery: 10, doubling up to an hour. */
const waitAfter = (attempts: number): number => Math.min(LONGEST_WAIT, 10 * 2 ** Math.min(attempts - 1, 10));

const Detail = z.object({ patients: z.array(z.string()).optional() }).catchall(z.string());

function isDetail(text: string): boolean {
  try {
    return Detail.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** The last time that a `Date` can have. */
const LAST_TIME = 8.64e15;

const name = z.string().max(1_000);
/**
 * What the table takes and its readers can show. A name that this version does not know passes: a newer one may have sent it,
 * and a look that is not on record is worse.
 */
const Message: z.ZodType<AccessRecord> = z.object({
  id: z.uuid(),
  at: z.int().min(0).max(LAST_TIME),
  actor: name.nullable(),
  role: name.nullable(),
  action: name,
  entity: name,
  entity_id: name.nullable(),
  patient_id: name.nullable(),
  owner_id: name.nullable(),
  count: z.int().min(0).nullable(),
  request_id: name.nullable(),
  address: name.nullable(),
  // A queue takes no message above 128 KB.
  detail: z.string().max(131_072).refine(isDetail).nullable(),
});

/**
 * Writes a batch of the queue into the access log. What cannot be written now is delivered again; what could never be written
 * is set aside, so that it holds up nothing else.
 */
export async function consumeAccess({ messages }: MessageBatch<unknown>, env: Bindings): Promise<void> {
  const read = messages.map((message) => ({ message, body: Message.safeParse(message.body).data }));
  const malformed = read.filter(({ body }) => !body);
  for (const { message } of malformed) message.ack();
  if (malformed.length > 0) log('error', 'access_malformed', { count: malformed.length });

  const records = read.flatMap(({ message, body }) => (body ? [{ message, body }] : []));
  if (records.length === 0) return;
  try {
    await writeAccess(
      new Database(env.DB, 'first-primary'),
      records.map(({ body }) => body),
    );
    for (const { message } of records) message.ack();
  } catch (error) {
    const failure = failureOf(error);
    for (const { message } of records) message.retry({ delaySeconds: waitAfter(message.attempts) });
    const dead = records.filter(({ message }) => message.attempts > MAX_RETRIES).length;
    if (dead > 0) log('error', 'access_dead', { count: dead, ...failure });
    if (dead < records.length) log('warn', 'access_delayed', { count: records.length - dead, ...failure });
  }
}
