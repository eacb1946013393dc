import { make } from './factories';
import type { Overrides } from './input';
import { rows } from './rows';
import { insertUser } from './users';

/** A row of a hold, past the service: of a type or a room, by default open for a minute. */
export async function insertHold({
  type_id = null,
  resource_id = null,
  expires_at = Date.now() + 60_000,
}: Overrides): Promise<string> {
  const id = crypto.randomUUID();
  const [doctor, account] = [await make.doctor(), await insertUser('staff')];
  await rows(
    `INSERT INTO calendar_hold (id, account_id, doctor_id, type_id, schedule, expected_duration_minutes, starts_at, ends_at,
       buffer_before, buffer_after, resource_id, created_at, expires_at)
     VALUES (?, ?, ?, ?, '2099-01-01T10:00', 20, 4070944800000, 4070946000000, 0, 0, ?, 0, ?)`,
    ...[id, account.id, doctor.id, type_id, resource_id, expires_at],
  );
  return id;
}
