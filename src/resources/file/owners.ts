import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { existsLive } from '../../db/entity';
import { appointment, department, doctor, file, invoice, patient } from '../../db/schema';
import { rawStatement } from '../../db/statement';

/** What may own files. */
const OWNERS = { patient, doctor, appointment, invoice, department };
export type Owner = keyof typeof OWNERS;
const owners = Object.keys(OWNERS) as Owner[];

/** The condition: there is such a record, and the patient that it is about is not deleted. */
export function isReachable(owner: Owner, id: SQLWrapper): SQL {
  const table = OWNERS[owner];
  return existsLive(table, id, ...('patient_id' in table ? [existsLive(patient, table.patient_id)] : []));
}

/** What a record is that may own files. Raw: a union over a list of tables. */
export const ownerOf = rawStatement<{ entity_id: string }, { entity: Owner }>((p) =>
  sql.join(
    owners.map((owner) => sql`select ${owner} as entity where ${isReachable(owner, p.entity_id)}`),
    sql` union all `,
  ),
);

/**
 * The condition on a file: the patient that its owner is about is not deleted. Otherwise it is out of reach like the
 * patient's own files, which are marked as deleted. Raw: Drizzle has no word for `case`, which looks up nothing for others.
 */
export const isOfReachable: SQL = sql`case ${file.entity} ${sql.join(
  owners
    .filter((owner) => 'patient_id' in OWNERS[owner])
    .map((owner) => sql`when ${owner} then ${isReachable(owner, file.entity_id)} `),
)} else 1 end`;
