import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../db/client';
import { access, appointment, auditSeal, invoice, patient } from '../db/schema';
import { rawStatement } from '../db/statement';

/** One request that read patients' data, failed to log in or was refused. */
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
 * At most the bytes of a record as JSON without `detail`. That is JSON within JSON, where each quote takes two bytes: a tenth
 * more for a list of ids.
 */
const RECORD_BYTES = 600;
export const bytesOf = ({ detail }: Pick<AccessRecord, 'detail'>): number => RECORD_BYTES + 1.1 * (detail?.length ?? 0);

/** What has no more bytes together than `max`, group by group, in order. One that has more is a group by itself. */
export function* groupsOf<T>(all: Iterable<T>, bytes: (one: T) => number, max: number): Generator<T[]> {
  let group: T[] = [];
  let sum = 0;
  for (const one of all) {
    sum += bytes(one);
    if (group.length > 0 && sum > max) {
      yield group;
      [group, sum] = [[], bytes(one)];
    }
    group.push(one);
  }
  if (group.length > 0) yield group;
}

/** The patient whom a file is of, by the id of what it is attached to; null for what is no patient's. */
export const patientOf = (owner: SQLWrapper): SQL => sql`coalesce(
  (select ${patient.id} from ${patient} where ${patient.id} = ${owner}),
  (select ${appointment.patient_id} from ${appointment} where ${appointment.id} = ${owner}),
  (select ${invoice.patient_id} from ${invoice} where ${invoice.id} = ${owner}))`;

/**
 * Raw: rows from JSON. A record that is there already is left out: triggers refuse `OR REPLACE` and could refuse `OR IGNORE`.
 * Numbers go on behind those that were sealed, also where no row of these is left.
 */
const insert = rawStatement<{ records: string }, never>((p) => {
  const field = (name: string) => sql`r.value ->> ${sql.raw(`'${name}'`)}`;
  return sql`insert into ${access}
    (seq, id, at, actor, role, action, entity, entity_id, patient_id, count, request_id, address, detail)
    select max(coalesce((select max(last.seq) from ${access} last), 0),
        coalesce((select max(s.to_seq) from ${auditSeal} s where s.trail = 'access'), 0)) + row_number() over (),
      ${field('id')}, ${field('at')}, ${field('actor')}, ${field('role')}, ${field('action')}, ${field('entity')},
      ${field('entity_id')}, coalesce(${field('patient_id')}, ${patientOf(field('owner_id'))}),
      ${field('count')}, ${field('request_id')}, ${field('address')}, ${field('detail')}
    from json_each(${p.records}) r
    where not exists (select 1 from ${access} where ${access.id} = ${field('id')})`;
});

/** Lets records that are not there yet wait in D1 until the sweep keeps them. @throws StorageError */
export async function writeAccess(database: Database, records: readonly AccessRecord[]): Promise<void> {
  const once = [...new Map(records.map((record) => [record.id, record])).values()];
  await database.run(insert({ records: JSON.stringify(once) }));
}
