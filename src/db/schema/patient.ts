import { sql } from 'drizzle-orm';
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Address } from '../../schemas/address';
import type { MedicalCondition, Medication, Surgery } from '../../schemas/history';
import { entityColumns, json, live, regNumber, terms } from './columns';
import { searchable } from './searchable';

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
    medical_conditions: json<MedicalCondition[]>(),
    past_surgeries: json<Surgery[]>(),
    current_medications: json<Medication[]>(),
    addresses: json<Address[]>(),
    terms: terms(),
    /** of the names alone: a patient's invoices are found by these, even once it is deleted, and not by phone numbers */
    name_terms: terms(),
  },
  (t) => [
    uniqueIndex('patient_reg_number').on(t.reg_number),
    live(index('patient_live').on(t.seq)),
    // Tells whether a patient is deleted without reading a row of those who are not.
    uniqueIndex('patient_deleted').on(t.id).where(sql`deleted_at IS NOT NULL`),
  ],
);

export const patientExtras = () => [searchable(patient, { terms: [patient.terms, patient.name_terms] })];
