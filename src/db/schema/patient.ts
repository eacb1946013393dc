import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Address } from '../../schemas/address';
import type { Contact } from '../../schemas/contact';
import type { Allergy, MedicalCondition, Medication, Surgery } from '../../schemas/history';
import type { ForeignIdentifier } from '../../schemas/identifier';
import type { NextOfKin } from '../../schemas/next-of-kin';
import type { Payer } from '../../schemas/payer';
import { entityColumns, json, live, optionalJson, regNumber, terms } from './columns';
import { searchable } from './searchable';
import { patients } from './whose';

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

export interface MergedPatient {
  id: string;
  reg_number: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
}

/** With what a search finds it by, which a new name or number of the patient must not forget. */
export interface FoundMergedPatient extends MergedPatient {
  phone_number?: string | null | undefined;
  alt_phone_number?: string | null | undefined;
  national_id?: string | null | undefined;
  /** what other systems call it; left out where that is nothing */
  identifiers?: string[] | undefined;
  /** of names and numbers: invoices are found by these, too */
  terms: string[];
  /** of phone numbers and national id */
  person_terms?: string[];
}

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
    /** the first of its month or year, where only that is known */
    dob: text(),
    /** null: the day is known */
    dob_precision: text({ enum: ['month', 'year'] }),
    blood_group: text({ enum: BLOOD_GROUPS }).notNull(),
    medical_conditions: json<MedicalCondition[]>(),
    past_surgeries: json<Surgery[]>(),
    current_medications: json<Medication[]>(),
    addresses: json<Address[]>(),
    email: text(),
    national_id: text(),
    /** what of it counts where two are compared */
    national_id_key: text(),
    preferred_language: text(),
    next_of_kin: optionalJson<NextOfKin>(),
    /** null: nobody has asked; empty: none are known */
    allergies: optionalJson<Allergy[]>(),
    /** the text as sent */
    deceased_at: text(),
    mother_id: text(),
    /** what other systems call the patient; null: nothing, and never an empty list. Triggers keep them unique */
    identifiers: optionalJson<ForeignIdentifier[]>(),
    /** who pays, where that is not the patient */
    payer: optionalJson<Payer>(),
    /** by what the patient agrees to be told of visits; null: by nothing */
    contact: optionalJson<Contact>(),
    /** the patient who was found to be the same person: this record is deleted, and its address leads there */
    merged_into: text(),
    /** those who were merged into this one, by whose names and numbers it is found */
    merged: optionalJson<FoundMergedPatient[]>(),
    terms: terms(),
    /** of names and former numbers alone: invoices are found by these, even once the patient is deleted, not by phones */
    name_terms: terms(),
  },
  (t) => [
    uniqueIndex('patient_reg_number').on(t.reg_number),
    uniqueIndex('patient_national_id')
      .on(t.national_id_key)
      .where(sql`national_id_key IS NOT NULL AND deleted_at IS NULL`),
    live(index('patient_live').on(t.seq)),
    live(index('patient_updated').on(t.updated_at)),
    live(index('patient_dob').on(t.dob)),
    // Tells whether a patient is deleted without reading a row of those who are not.
    uniqueIndex('patient_deleted').on(t.id).where(sql`deleted_at IS NOT NULL`),
  ],
);

export const patientRows = patients(patient, { fhir: 'Patient' });

/**
 * Whose records are those of a patient who was merged, through further merges: an id, or null of all who were not. The index by
 * name, so that it reads no row of who is not deleted; left to itself, SQLite reads the patient.
 */
export const mergedInto = (id: SQLWrapper): SQL => sql`(select (
    with recursive chain(id, step) as (select origin.merged_into, 1 union all
      select next.merged_into, step + 1 from chain join ${patient} as next indexed by patient_deleted
        on next.id = chain.id and next.deleted_at is not null and next.merged_into is not null)
    select id from (select id, max(step) from chain))
  from ${patient} as origin indexed by patient_deleted
  where origin.id = ${id} and origin.deleted_at is not null and origin.merged_into is not null)`;

/** Of an id by which rows of a patient are looked for: that of who has them now. It is named once, as one parameter. */
export const survivorOf = (id: SQLWrapper): SQL =>
  sql`(select coalesce(${mergedInto(sql`asked.id`)}, asked.id) from (select ${id} as id) asked)`;

/** With those of the records that were merged into the patient, which stay theirs. RETURNING would drop the table of a column. */
export const allIdentifiers = sql`iif(${patient}.merged is null, ${patient}.identifiers, (
    select nullif(json_group_array(json(value)), '[]') from (
      select one.value from json_each(${patient}.identifiers) one
      union all select one.value from ${patient} as former, json_each(former.identifiers) one
        where former.id in (select value ->> 'id' from json_each(${patient}.merged)))))`
  .mapWith(patient.identifiers)
  .as('identifiers');

/** Merges of releases to 1.1.0 have not kept what other systems call a record. */
export const mergedWithIdentifiers = sql`iif(${patient}.merged is null, null, (
    select json_group_array(json((select iif(count(*) = 0, one.value,
        json_set(one.value, '$.identifiers', json_group_array(its.value ->> 'value')))
      from ${patient} as former, json_each(former.identifiers) its where former.id = one.value ->> 'id')))
    from json_each(${patient}.merged) one))`
  .mapWith(patient.merged)
  .as('merged');

export const patientExtras = () => [searchable(patient, { terms: [patient.terms, patient.name_terms] })];
