import { rows } from './rows';

/** Inserts a row as an old version of the service did. */
export async function insertOld(table: string, values: Record<string, unknown>): Promise<void> {
  const row = { version: 1, created_at: 0, updated_at: 0, ...values };
  const places = Object.keys(row).map(() => '?');
  await rows(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places})`, ...Object.values(row));
}

const PATIENT = {
  ...{ gender: 'female', first_name: 'Anna', last_name: 'Berg', blood_group: 'NOT_SET' },
  ...{ medical_conditions: '[]', past_surgeries: '[]', current_medications: '[]', addresses: '[]' },
};

export const insertOldPatient = (
  id: string,
  terms: string[],
  names: string[],
  values: Record<string, unknown> = {},
): Promise<void> =>
  insertOld('patient', {
    ...{ id, ...PATIENT, terms: JSON.stringify(terms), name_terms: JSON.stringify(names) },
    ...values,
  });
