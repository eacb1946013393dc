import { sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { busyColumns } from './appointment';
import { appointmentType, calendarResource } from './calendar';
import { department } from './department';
import { doctor } from './doctor';
import { withoutRowid } from './extras';
import { user } from './user';
import { ofHospital } from './whose';

/**
 * Time that is kept while somebody fills a form. It ends by itself: whatever asks for it compares `expires_at`. Nobody's record, so that it
 * has no version and no trail.
 */
export const hold = sqliteTable(
  'calendar_hold',
  {
    id: text().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => user.id),
    /** for whom a program holds it: a hash of the address, or of the key, that it passes; null: the account itself */
    behind: text(),
    doctor_id: text()
      .notNull()
      .references(() => doctor.id),
    department_id: text().references(() => department.id),
    type_id: text().references(() => appointmentType.id),
    /** as sent */
    schedule: text().notNull(),
    expected_duration_minutes: real().notNull(),
    starts_at: integer().notNull(),
    ends_at: integer().notNull(),
    buffer_before: integer().notNull(),
    buffer_after: integer().notNull(),
    ...busyColumns(),
    resource_id: text().references(() => calendarResource.id),
    created_at: integer().notNull(),
    expires_at: integer().notNull(),
  },
  (t) => [
    index('calendar_hold_doctor').on(t.doctor_id, t.busy_from, t.busy_until, t.expires_at, t.account_id),
    index('calendar_hold_resource')
      .on(t.resource_id, t.busy_from, t.busy_until, t.expires_at, t.account_id)
      .where(sql`resource_id IS NOT NULL`),
    index('calendar_hold_account').on(t.account_id, t.expires_at),
    index('calendar_hold_expiry').on(t.expires_at),
  ],
);

export const holdRows = ofHospital(hold, { notInBackups: 'they live for fifteen minutes at most' });

export const holdExtras = () => [withoutRowid(hold)];
