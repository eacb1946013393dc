import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { PatientInput } from '../../resources/patient/schemas';
import { entityColumns, jsonOf, live, regNumber } from './columns';
import { searchable } from './extras';

export const BLOOD_GROUPS = [
  'NOT_SET',
  'A_POS',
  'A_NEG',
  'B_POS',
  'B_NEG',
  'AB_POS',
  'AB_NEG',
  'O_POS',
  'O_NEG',
] as const;

export const patient = sqliteTable(
  'patient',
  {
    ...entityColumns(),
    reg_number: regNumber('PAT'),
    gender: text().notNull(),
    first_name: text().notNull(),
    middle_name: text(),
    last_name: text().notNull(),
    phone_number: text(),
    alt_phone_number: text(),
    dob: text(),
    blood_group: text({ enum: BLOOD_GROUPS }).notNull(),
    medical_conditions: jsonOf<PatientInput['medical_conditions']>(),
    past_surgeries: jsonOf<PatientInput['past_surgeries']>(),
    current_medications: jsonOf<PatientInput['current_medications']>(),
    addresses: jsonOf<PatientInput['addresses']>(),
    terms: jsonOf<string[]>(),
    /** the terms of the names alone: by these, and not by phone numbers, the patient's invoices are found */
    name_terms: jsonOf<string[]>(),
  },
  (t) => [uniqueIndex('patient_reg_number').on(t.reg_number), live(index('patient_live').on(t.seq))],
);

export const patientExtras = () => [searchable(patient)];
