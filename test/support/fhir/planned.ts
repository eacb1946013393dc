import { foldWord } from '../../../src/rules/appointment-status';
import { unique } from '../input';
import { rows } from '../rows';

const insert = async (table: string, row: Record<string, unknown>) => {
  const id = crypto.randomUUID();
  const all = { id, version: 1, created_at: Date.now(), updated_at: Date.now(), ...row };
  const [names, places] = [Object.keys(all), Object.keys(all).map(() => '?')];
  await rows(`INSERT INTO ${table} (${names}) VALUES (${places})`, ...Object.values(all));
  return { id, ...row };
};

/** A room, past the service. */
export const insertRoom = (given: { name?: string; kind?: string; department_id?: string | null } = {}) => {
  const { name = unique('Room'), kind = 'Treatment room', department_id = null } = given;
  return insert('calendar_resource', { name, kind, kind_key: foldWord(kind), department_id });
};

/** A type of visits, past the service. */
export const insertType = (name = unique('Vaccination')) =>
  insert('appointment_type', {
    ...{ name, minutes: 20, buffer_before: 5, buffer_after: 10, department_ids: '[]', doctor_ids: '[]' },
    ...{ bookable_online: 1, min_notice_hours: 0 },
  });
