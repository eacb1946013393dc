import { sql } from 'drizzle-orm';
import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { entityColumns, json, liveIndex, regNumber, terms } from './columns';
import { user } from './user';

export const doctor = sqliteTable(
  'doctor',
  {
    ...entityColumns(),
    reg_number: regNumber('DOC'),
    first_name: text().notNull(),
    middle_name: text(),
    last_name: text().notNull(),
    alt_phone_number: text(),
    bio: text(),
    license_number: text().notNull(),
    license_key: text().notNull(),
    gender: text(),
    dob: text(),
    experience: real(),
    consultation_fee: integer(),
    addresses: json(),
    user_id: text()
      .notNull()
      .references(() => user.id),
    terms: terms(),
  },
  (t) => [
    uniqueIndex('doctor_reg_number').on(t.reg_number),
    uniqueIndex('doctor_license').on(t.license_key).where(sql`deleted_at IS NULL`),
    liveIndex('doctor_live', t.seq),
  ],
);
