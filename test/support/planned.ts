/** Types, rooms, holds and visits of them, written directly into D1, in whatever state a test needs. */

import { rows } from './rows';
import { actorOf } from './users';

const MINUTE = 60_000;

async function insert(table: string, values: Record<string, unknown>): Promise<void> {
  const names = Object.keys(values);
  await rows(
    `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`,
    ...Object.values(values).map((value) => (typeof value === 'object' && value ? JSON.stringify(value) : value)),
  );
}

const entity = () => ({ id: crypto.randomUUID() as string, version: 1, created_at: 0, updated_at: 0 });

/** Of 30 minutes, offered by everybody everywhere. @param overrides columns @returns its id */
export async function insertType(overrides: Record<string, unknown> = {}): Promise<string> {
  const type = {
    ...entity(),
    ...{ name: 'Echo', minutes: 30, buffer_before: 0, buffer_after: 0, department_ids: [], doctor_ids: [] },
    ...{ bookable_online: 1, min_notice_hours: 0, ...overrides },
  };
  await insert('appointment_type', type);
  return type.id;
}

/** @param kind folded @returns its id */
export async function insertRoom(kind: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const room = { ...entity(), name: 'Room 1', kind, kind_key: kind, ...overrides };
  await insert('calendar_resource', room);
  return room.id;
}

interface HeldTime {
  doctor_id: string;
  /** ISO 8601, UTC */
  at: string;
  minutes?: number;
  [column: string]: unknown;
}

/** Of the account of staff, for some time to come. */
export async function insertHold({ at, minutes = 30, ...overrides }: HeldTime): Promise<string> {
  const starts_at = Date.parse(at);
  const hold = {
    id: crypto.randomUUID() as string,
    ...{ account_id: actorOf('staff').id, schedule: at, expected_duration_minutes: minutes },
    ...{ starts_at, ends_at: starts_at + minutes * MINUTE, buffer_before: 0, buffer_after: 0 },
    ...{ created_at: Date.now(), expires_at: Date.now() + 15 * MINUTE, ...overrides },
  };
  await insert('calendar_hold', hold);
  return hold.id;
}

/** Gives a visit buffers, a type or a room. @param columns without any, nothing is changed */
export const plan = (appointment_id: string, columns: Record<string, unknown>) =>
  rows(
    `UPDATE appointment SET ${Object.keys(columns)
      .map((name) => `${name} = ?`)
      .join()} WHERE id = ?`,
    ...Object.values(columns),
    appointment_id,
  );
