import { sql } from 'drizzle-orm';
import { Database } from '../db/client';
import { access, appointment, invoice, patient } from '../db/schema';
import { rawStatement } from '../db/statement';
import type { Bindings } from '../env';
import { log } from '../log';

/** One request that read patients' data, failed to log in or was refused: a message of the queue, a row of the log. */
export interface AccessRecord {
  /** a UUID of version 7 */
  id: string;
  at: number;
  actor: string | null;
  role: string | null;
  action: string;
  entity: string;
  entity_id: string | null;
  patient_id: string | null;
  /** of a file: the record that it belongs to, by which the consumer finds the patient */
  owner_id: string | null;
  count: number | null;
  request_id: string | null;
  address: string | null;
  /** JSON */
  detail: string | null;
}

/**
 * Raw: rows from JSON, one statement for a batch of any size. A record that is there already is left out, since a queue
 * may deliver twice. Triggers refuse `OR REPLACE` and could refuse `OR IGNORE`.
 */
const insert = rawStatement<{ records: string }, never>((p) => {
  const field = (name: string) => sql`r.value ->> ${sql.raw(`'${name}'`)}`;
  const owner = field('owner_id');
  return sql`insert into ${access}
    (id, at, actor, role, action, entity, entity_id, patient_id, count, request_id, address, detail)
    select ${field('id')}, ${field('at')}, ${field('actor')}, ${field('role')}, ${field('action')}, ${field('entity')},
      ${field('entity_id')}, coalesce(${field('patient_id')},
        (select ${patient.id} from ${patient} where ${patient.id} = ${owner}),
        (select ${appointment.patient_id} from ${appointment} where ${appointment.id} = ${owner}),
        (select ${invoice.patient_id} from ${invoice} where ${invoice.id} = ${owner})),
      ${field('count')}, ${field('request_id')}, ${field('address')}, ${field('detail')}
    from json_each(${p.records}) r
    where not exists (select 1 from ${access} where ${access.id} = ${field('id')})`;
});

/** Writes records that are not in the log yet. @throws StorageError */
export async function writeAccess(database: Database, records: readonly AccessRecord[]): Promise<void> {
  const once = [...new Map(records.map((record) => [record.id, record])).values()];
  await database.run(insert({ records: JSON.stringify(once) }));
}

/** Sends a record to the queue, or writes it where there is no queue or it does not take it. Never fails. */
export async function recordAccess(env: Bindings, record: AccessRecord): Promise<void> {
  const { request_id } = record;
  if (env.ACCESS_QUEUE) {
    try {
      await env.ACCESS_QUEUE.send(record);
      return;
    } catch {
      log('warn', 'access_queue_refused', { count: 1, request_id });
    }
  }
  await writeAccess(new Database(env.DB, 'first-primary'), [record]).catch(() =>
    log('error', 'access_lost', { count: 1, request_id }),
  );
}
