import { select } from '../storage/pages.mjs';
import { ranges } from './declared.mjs';

/** By table: whose identifiers are found. */
const FOUND = { patient: 'deleted_at IS NULL OR merged_into IS NOT NULL', appointment: 'true' };

/** Both sorted, as JSON: the identifiers of a record, and those by which it is found. */
const OF_RECORD = (found) => `(SELECT json_group_array(one) FROM (
    SELECT json_array(value ->> 'system', value ->> 'value') AS one FROM json_each(identifiers) WHERE ${found} ORDER BY 1))`;
const KEPT = `(SELECT json_group_array(one) FROM (
    SELECT json_array(system, value) AS one FROM identifier WHERE entity_id = record.id ORDER BY 1))`;

/** What other systems call a record is what it is found by, and what nobody else can be called. */
export async function identifiers({ DB }, wrong) {
  for (const [table, found] of Object.entries(FOUND)) {
    for await (const range of ranges(DB, table)) {
      const differ = `SELECT id FROM ${table} AS record WHERE seq > ? AND seq <= ? AND ${OF_RECORD(found)} <> ${KEPT}`;
      for (const { id } of await select(DB, differ, ...range))
        wrong(`${table} ${id}: the identifiers that it is found by are not those that it has`);
    }
  }
  const [{ n }] = await select(DB, 'SELECT count(*) AS n FROM identifier');
  return `${n} identifiers of other systems`;
}
