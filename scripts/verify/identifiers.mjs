import { select } from '../storage/pages.mjs';
import { IDENTIFIED, ranges } from './declared.mjs';

/** Both sorted, as JSON: the identifiers of a record, and those by which it is found. */
const ofRecord = (identified) => `(SELECT json_group_array(one) FROM (
    SELECT json_array(value ->> 'system', value ->> 'value') AS one FROM json_each(identifiers) WHERE ${identified} ORDER BY 1))`;
const KEPT = `(SELECT json_group_array(one) FROM (
    SELECT json_array(system, value) AS one FROM identifier WHERE entity_id = record.id ORDER BY 1))`;

/** What other systems call a record is what it is found by, and what nobody else can be called. */
export async function identifiers({ DB }, wrong) {
  for (const { table, identified } of IDENTIFIED) {
    for await (const range of ranges(DB, table)) {
      const differ = `SELECT id FROM ${table} AS record WHERE seq > ? AND seq <= ? AND ${ofRecord(identified)} <> ${KEPT}`;
      for (const { id } of await select(DB, differ, ...range))
        wrong(`${table} ${id}: the identifiers that it is found by are not those that it has`);
    }
  }
  const [{ n }] = await select(DB, 'SELECT count(*) AS n FROM identifier');
  return `${n} identifiers of other systems`;
}
