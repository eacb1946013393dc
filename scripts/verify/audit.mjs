import { select, selectAll } from '../storage/pages.mjs';
import { ENTITIES, ranges } from './declared.mjs';

const OF_RECORDS = `action IN ('create', 'update', 'delete', 'merge', 'unmerge')`;

/** Records of a range whose versions are not those of their audit rows, of which the oldest may have been archived. */
function incomplete(table) {
  const written = (column) =>
    `(SELECT ${column} FROM audit AS a WHERE a.entity_id = t.id AND a.entity = '${table}' AND ${OF_RECORDS})`;
  const complete = 'last = version AND n = version - first + 1 AND (first = 1 OR archived)';
  const allArchived = 'archived AND n = 0 AND updated_at < (SELECT at FROM audit ORDER BY seq LIMIT 1)';
  // Earlier versions hid the files of a deleted patient without an audit row for each.
  const hidden = table === 'file' ? 'deleted_at IS NOT NULL AND n = version - 1 AND last = n' : '0';
  return `SELECT id, version, n, last FROM (
      SELECT id, version, deleted_at, updated_at, (SELECT min(seq) FROM audit) > 1 AS archived,
        ${written('count(DISTINCT a.version)')} AS n, ${written('min(a.version)')} AS first,
        ${written('max(a.version)')} AS last
      FROM ${table} AS t WHERE seq > ? AND seq <= ?)
    WHERE coalesce(${complete}, 0) + coalesce(${allArchived}, 0) + coalesce(${hidden}, 0) = 0`;
}

/** Audit rows of a range that tell of a record which is not there, although nothing tells of its removal. */
const GONE = `SELECT seq, entity, entity_id FROM audit AS a WHERE seq > ? AND seq <= ? AND action = 'create'
  AND NOT CASE entity ${ENTITIES.map((table) => `WHEN '${table}' THEN EXISTS (SELECT 1 FROM ${table} WHERE id = a.entity_id)`).join(' ')} ELSE 1 END
  AND NOT EXISTS (SELECT 1 FROM audit AS d WHERE d.entity_id = a.entity_id AND d.action = 'delete')`;

/** Each version of each record has its audit row, and each record that was created is there. */
export async function audit({ DB }, wrong) {
  let records = 0;
  for (const table of ENTITIES) {
    const sql = incomplete(table);
    for await (const range of ranges(DB, table)) {
      const [found, [{ n }]] = await selectAll(DB, [
        [sql, ...range],
        [`SELECT count(*) AS n FROM ${table} WHERE seq > ? AND seq <= ?`, ...range],
      ]);
      records += n;
      for (const { id, version, n, last } of found) {
        wrong(
          `${table} ${id}: it has version ${version}, the audit trail tells of ${n} versions, the last one ${last ?? 0}`,
        );
      }
    }
  }
  for await (const range of ranges(DB, 'audit')) {
    for (const { seq, entity, entity_id } of await select(DB, GONE, ...range)) {
      wrong(`${entity} ${entity_id}: the audit trail (${seq}) tells of its creation, but it is not there`);
    }
  }
  return `${records} records`;
}
