import { expect } from 'vitest';
import type { Body } from '../client';
import { rows } from '../rows';
import { ANSWERS } from './answers';

export const search = (list: string, text: string) => `/${list}/?search=${encodeURIComponent(text)}`;

/** The ids of what is found now, in the order in which the first release listed them all. */
export async function found(list: 'patient' | 'invoice', condition: string) {
  const ids = new Set((await rows<{ id: string }>(`SELECT id FROM ${list} WHERE ${condition}`)).map(({ id }) => id));
  const all = ANSWERS.find(({ path }) => path === `/${list}/`)?.body;
  return (all.data ?? all).flatMap(({ id }: Body) => (ids.has(id) ? [id] : []));
}
export const ofPatient = (names: string) => `patient_id IN (SELECT id FROM patient WHERE last_name IN (${names}))`;
const asPage = (ids: string[]) => ({ ids, page: { total: ids.length, offset: 0, limit: 100 } });

/** What is answered otherwise than by the first release, each on purpose. */
export async function differing(isSwept: boolean): Promise<Map<string, object>> {
  const outOfReach = await rows<{ path: string }>(
    `SELECT '/static/' || f.entity_id || '/' || f.id || f.extension || '?download=1' AS path
     FROM file f JOIN (SELECT id, patient_id FROM invoice UNION ALL SELECT id, patient_id FROM appointment) o
       ON o.id = f.entity_id JOIN patient p ON p.id = o.patient_id WHERE p.deleted_at IS NOT NULL`,
  );
  expect(outOfReach).toHaveLength(2);
  const answers: [path: string, object][] = [
    // Å is also written aa.
    [search('patient', 'Åsa'), { ids: await found('patient', "first_name IN ('Åsa', 'Aasa')") }],
    // A search without any letter or digit finds nothing; it found everything.
    [search('patient', '%'), { ids: [] }],
    // Invoices of deleted patients are found by their names.
    [search('invoice', 'berg'), asPage(await found('invoice', ofPatient("'Berg', 'Bergström'")))],
    // The files of a deleted patient's appointments and invoices are out of reach.
    ...outOfReach.map(({ path }): [string, object] => [path, { status: 404 }]),
  ];
  if (isSwept) {
    const numbers = "first_name IN ('Aasa', 'Мария', 'Ἀλέξανδρος', '👩‍⚕️ Ada')";
    answers.push(
      // Phone numbers are found by their last digits, and those written with spaces as well.
      [search('patient', '1234567'), { ids: await found('patient', numbers) }],
      // A name with an apostrophe is found without it.
      [search('invoice', 'oneill'), asPage(await found('invoice', ofPatient("'O’Neill'")))],
    );
  }
  return new Map(answers);
}
