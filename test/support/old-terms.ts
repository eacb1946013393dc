import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { UUID } from './multiply';
import { rows } from './rows';
import { emptyStorage } from './storage';
import { actorOf, insertRoleUsers } from './users';

/** What two steps do. */
export const PATIENTS = 1_000;
/** The last two patients, the doctor, and an invoice of the deleted patient. */
export const ids = {
  live: crypto.randomUUID(),
  deleted: crypto.randomUUID(),
  doctor: crypto.randomUUID(),
  invoice: crypto.randomUUID(),
};

/** Inserts a row as it is. */
async function insert(table: string, values: Record<string, unknown>): Promise<void> {
  const row = { version: 1, created_at: 0, updated_at: 0, ...values };
  const places = Object.keys(row).map(() => '?');
  await rows(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places})`, ...Object.values(row));
}

const patient = (id: string, first_name: string, last_name: string, terms: string) =>
  insert('patient', {
    ...{ id, first_name, last_name, gender: 'female', blood_group: 'NOT_SET', medical_conditions: '[]' },
    ...{ past_surgeries: '[]', current_medications: '[]', addresses: '[]', terms, name_terms: terms },
  });

/** A database whose rows have terms that no rule of today derives. */
export async function oldTerms(): Promise<void> {
  await emptyStorage();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await insertRoleUsers();
  await patient(crypto.randomUUID(), 'Anna', 'Berg', '["anna","berg"]');
  await rows(
    `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO patient (id, version, created_at, updated_at, gender, first_name, last_name, blood_group,
       medical_conditions, past_surgeries, current_medications, addresses, terms, name_terms)
     SELECT ${UUID}, 1, 0, 0, 'x', 'Anna', 'Berg', 'NOT_SET', '[]', '[]', '[]', '[]', '["oldanna","oldberg"]',
       '["oldanna","oldberg"]' FROM n`,
    PATIENTS - 3,
  );
  await patient(ids.live, 'Jane', 'Doe', '["oldjane","olddoe"]');
  await patient(ids.deleted, 'Jane', 'Doe', '["oldjane","olddoe"]');
  await insert('doctor', {
    ...{ id: ids.doctor, first_name: 'Erik', last_name: 'Lind', license_number: '00000001', license_key: 'x' },
    ...{ addresses: '[]', user_id: actorOf('doctor').id, terms: '["olderik"]' },
  });
  const line = { catalog_id: null, code: 'P1', name: 'Plaster', quantity: 1, unit_price: 0 };
  const free = { discount_percent: 0, discount_amount: 0, net_amount: 0 };
  await insert('invoice', {
    ...{ id: ids.invoice, patient_id: ids.deleted, issue_date: '2026-01-01T00:00', issue_at: 0, status: 'ISSUED' },
    ...{ discount_amount: 0, discount_percent: 0, paid_amount: 0, tags: '["ward"]', terms: '["oldplaster"]' },
    ...{ items: JSON.stringify([{ ...line, ...free }]), subtotal: 0, total_amount: 0, remaining_amount: 0 },
  });
  await rows('UPDATE patient SET deleted_at = 1 WHERE id = ?', ids.deleted);
}
