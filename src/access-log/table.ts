import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../db/client';
import { FILE_OWNERS } from '../db/schema/file';
import { access } from '../db/schema/trail';
import { rawStatement } from '../db/statement';
import type { AccessRecord } from './record';

/** @param owner the id of the record that a file is attached to */
export const patientOf = (owner: SQLWrapper): SQL => {
  const patients = Object.values(FILE_OWNERS).flatMap((rows) =>
    'patient' in rows ? [sql`(select ${rows.patient} from ${rows.table} where ${rows.table.id} = ${owner})`] : [],
  );
  return sql`coalesce(${sql.join(patients, sql`, `)})`;
};

/**
 * Raw: rows from JSON. A condition leaves out records that are there already: triggers refuse `OR REPLACE` and could refuse
 * `OR IGNORE`.
 */
const insert = rawStatement<{ records: string }, never>((p) => {
  const field = (name: string) => sql`r.value ->> ${sql.raw(`'${name}'`)}`;
  return sql`insert into ${access}
    (id, at, actor, role, action, entity, entity_id, patient_id, count, request_id, address, detail)
    select ${field('id')}, ${field('at')}, ${field('actor')}, ${field('role')}, ${field('action')}, ${field('entity')},
      ${field('entity_id')}, coalesce(${field('patient_id')}, ${patientOf(field('owner_id'))}),
      ${field('count')}, ${field('request_id')}, ${field('address')}, ${field('detail')}
    from json_each(${p.records}) r
    where not exists (select 1 from ${access} where ${access.id} = ${field('id')})`;
});

/** They wait in D1 until the hourly job moves them into R2. @throws StorageError */
export async function writeAccess(database: Database, records: readonly AccessRecord[]): Promise<void> {
  const once = [...new Map(records.map((record) => [record.id, record])).values()];
  await database.run(insert({ records: JSON.stringify(once) }));
}
