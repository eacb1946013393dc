import * as z from 'zod';
import { Database } from '../db/client';
import { type Bindings, settingsOf } from '../env';
import { failureOf, log } from '../log';
import { MAX_RETRIES, waitAfter } from '../rules/redelivery';
import { OBJECT_MAX_BYTES } from './objects';
import { type AccessRecord, groupsOf, recordBytes } from './record';
import { storeAccesses } from './store';

/** Of messages that were given up. Whoever has them delivered again says how often: what is tried there may be gone afterwards. */
const DEAD = /-dead(-|$)/;

const Detail = z.object({ patients: z.array(z.string()).optional() }).catchall(z.string());

function isDetail(text: string): boolean {
  try {
    return Detail.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** A day short of the year 10000, which ISO 8601 writes with a sign. */
const LAST_TIME = Date.UTC(9999, 11, 31);

const name = z.string().max(1_000);
/** Unknown names pass: a newer version may have sent them, and a lost access is worse. */
const Row: z.ZodType<AccessRecord> = z.object({
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

interface Delivered {
  message: Message<unknown>;
  records: AccessRecord[];
  malformed: number;
}

/** A message of the version before is one record. */
function recordsIn(message: Message<unknown>): Delivered {
  const rows = (Array.isArray(message.body) ? message.body : [message.body]).map((row) => Row.safeParse(row).data);
  const records = rows.filter((row) => row !== undefined);
  return { message, records, malformed: rows.length - records.length };
}

const sizeOf = ({ records }: Delivered): number => records.reduce((sum, record) => sum + recordBytes(record), 0);

/** What cannot be stored now is delivered again; what never could be is logged and dropped, so that it holds up nothing. */
export async function consumeAccess({ messages, queue }: MessageBatch<unknown>, env: Bindings): Promise<void> {
  const delivered = messages.map(recordsIn);
  const malformed = delivered.reduce((sum, { malformed }) => sum + malformed, 0);
  if (malformed > 0) log('error', 'access_malformed', { count: malformed });
  for (const { message, records } of delivered) if (records.length === 0) message.ack();

  const written = delivered.filter(({ records }) => records.length > 0);
  const database = new Database(env.DB, 'first-primary');
  for (const group of groupsOf(written, sizeOf, OBJECT_MAX_BYTES)) {
    try {
      const accesses = group.flatMap(({ records }) => records);
      await storeAccesses({ database, bucket: env.FILES, timeZone: settingsOf(env).TIME_ZONE }, accesses);
      for (const { message } of group) message.ack();
    } catch (error) {
      const failure = failureOf(error);
      for (const { message } of group) message.retry({ delaySeconds: waitAfter(message.attempts) });
      const isDead = ({ message: { attempts } }: Delivered) => DEAD.test(queue) || attempts > MAX_RETRIES.access;
      const dead = group.filter(isDead).length;
      if (dead > 0) log('error', 'access_dead', { count: dead, ...failure });
      if (dead < group.length) log('warn', 'access_delayed', { count: group.length - dead, ...failure });
    }
  }
}
