import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Address } from '../../schemas/address';
import { entityColumns, json, live, longText, regNumber, terms } from './columns';
import { searchable } from './searchable';
import { user } from './user';
import { ofHospital } from './whose';

export const doctor = sqliteTable(
  'doctor',
  {
    ...entityColumns(),
    reg_number: regNumber('DOC'),
    first_name: text().notNull(),
    middle_name: text(),
    last_name: text().notNull(),
    alt_phone_number: text(),
    bio: longText(),
    license_number: text().notNull(),
    license_key: text().notNull(),
    gender: text(),
    dob: text(),
    experience: real(),
    consultation_fee: integer(),
    addresses: json<Address[]>(),
    user_id: text()
      .notNull()
      .references(() => user.id),
    terms: terms(),
  },
  (t) => [
    uniqueIndex('doctor_reg_number').on(t.reg_number),
    live(uniqueIndex('doctor_license').on(t.license_key)),
    live(uniqueIndex('doctor_user').on(t.user_id)),
    live(index('doctor_live').on(t.seq)),
  ],
);

export const doctorRows = ofHospital(doctor);

export const doctorExtras = () => [searchable(doctor)];
