import { select } from '../storage/pages.mjs';
import { OF_PATIENTS, ranges } from './declared.mjs';

/** What was a merged patient's is that of the one who stayed. */
export async function merges({ DB }, wrong) {
  for await (const range of ranges(DB, 'patient')) {
    for (const { table, patient } of OF_PATIENTS) {
      const left = `SELECT ${table}.id, patient.id AS merged FROM patient JOIN ${table} ON ${table}.${patient} = patient.id
        WHERE patient.seq > ? AND patient.seq <= ? AND patient.merged_into IS NOT NULL AND ${table}.deleted_at IS NULL LIMIT 100`;
      for (const { id, merged } of await select(DB, left, ...range))
        wrong(`${table} ${id}: it belongs to ${merged}, a patient who was merged`);
    }
  }
  const [{ n }] = await select(
    DB,
    'SELECT count(*) AS n FROM patient WHERE merged_into IS NOT NULL AND deleted_at IS NOT NULL',
  );
  return `${n} merged patients`;
}
