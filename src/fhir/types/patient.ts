/** Patient (hl7.org/fhir/R4/patient.html). What is written of it: patient-writing.ts. */
import { isNull, or, sql } from 'drizzle-orm';
import { folded } from '../../db/schema/appointment';
import { mergedInto, patient } from '../../db/schema/patient';
import { ownName } from '../../db/systems';
import { knownBirth } from '../../rules/birth';
import { said } from '../../rules/said';
import { ID_MARK, nationalIdKey } from '../../rules/search/national-id';
import { GENDERS } from '../elements/codes';
import { type Deployment, identifierOf, type Resource, referenceTo, textOnly } from '../elements/datatypes';
import {
  addressesOf,
  emailOf,
  familyIn,
  genderOf,
  givenIn,
  nameOf,
  namesIn,
  phonesIn,
  phonesOf,
} from '../elements/people';
import { dateTimeOf } from '../elements/time';
import { birthParameter } from '../search/birth-dates';
import { booleanParameter } from '../search/constants';
import { identifierParameter } from '../search/identifiers';
import { codeParameter } from '../search/parameters';
import { phoneParameter, stringParameter } from '../search/texts';
import type { RowMeta, StoredType } from '../served-type';
import { DELETED_PATIENTS, entityFields } from './fields';

/** Of the records that were merged into the patient. Who was merged then has its own: of a chain, each would have those of all before. */
const formerIdentifiers = sql`iif(${patient.merged} is null or ${patient.merged_into} is not null, null, (
    select json_group_array(json(one.value)) from ${patient} as former, json_each(former.identifiers) one
    where former.id in (select value ->> 'id' from json_each(${patient.merged}))))`
  .mapWith(patient.identifiers)
  .as('former_identifiers');

/** Of a record that was merged: who has its records now, as long as nobody has deleted them. */
const survivor = sql`iif(${patient.merged_into} is null, null, (
    select kept.id from ${patient} as kept where kept.id = ${mergedInto(patient.id)} and kept.deleted_at is null))`;

const fields = {
  ...entityFields(patient),
  // A record that leads on is still read.
  deleted_at: sql<number | null>`iif(${survivor} is null, ${patient.deleted_at}, null)`.as('deleted_at'),
  reg_number: patient.reg_number,
  gender: patient.gender,
  first_name: patient.first_name,
  middle_name: patient.middle_name,
  last_name: patient.last_name,
  phone_number: patient.phone_number,
  alt_phone_number: patient.alt_phone_number,
  dob: patient.dob,
  dob_precision: patient.dob_precision,
  addresses: patient.addresses,
  email: patient.email,
  national_id: patient.national_id,
  preferred_language: patient.preferred_language,
  deceased_at: patient.deceased_at,
  merged_into: patient.merged_into,
  survivor: sql<string | null>`${survivor}`.as('survivor'),
  merged: patient.merged,
  identifiers: patient.identifiers,
  former_identifiers: formerIdentifiers,
};

type Stored = typeof patient.$inferSelect;
export type PatientRow = RowMeta &
  Pick<Stored, Exclude<keyof typeof fields, 'survivor' | 'former_identifiers'>> & {
    survivor: string | null;
    former_identifiers: Stored['identifiers'];
  };

const identifiersOf = ({ reg_number, national_id, ...row }: PatientRow, deployment: Deployment) => [
  ...identifierOf(deployment, 'patient-number', reg_number, 'MR'),
  ...identifierOf(deployment, 'national-id', national_id, 'NI'),
  ...(row.identifiers ?? []),
  // What a merged record was called by us is not what the patient is called.
  ...(row.former_identifiers ?? []).filter(({ system }) => ownName(system, deployment.systems) === undefined),
];

const ofPatient = (row: PatientRow, deployment: Deployment): Resource => ({
  resourceType: 'Patient',
  id: row.id,
  identifier: identifiersOf(row, deployment),
  active: true,
  name: nameOf(row),
  telecom: [...phonesOf(row.phone_number, row.alt_phone_number), ...emailOf(row.email)],
  ...genderOf(row.gender),
  birthDate: knownBirth(row),
  deceasedDateTime: dateTimeOf(row.deceased_at, deployment.timeZone),
  address: addressesOf(row.addresses),
  communication: said(row.preferred_language) ? [{ language: textOnly(row.preferred_language), preferred: true }] : [],
  link: row.merged?.map(({ id }) => ({ other: referenceTo('Patient', id), type: 'replaces' })),
});

/** Of a record that was merged into another one: who it was, and where it went, as of its version. */
const ofMerged = (row: PatientRow, merged_into: string, deployment: Deployment): Resource => ({
  ...{ resourceType: 'Patient', id: row.id, identifier: identifiersOf(row, deployment), active: false },
  name: nameOf(row),
  link: [{ other: referenceTo('Patient', merged_into), type: 'replaced-by' }],
});

export const patientType: StoredType<PatientRow> = {
  type: 'Patient',
  table: patient,
  fields,
  live: isNull(patient.deleted_at),
  readable: sql`${or(isNull(patient.deleted_at), sql`${survivor} is not null`)}`,
  updated: patient.updated_at,
  deletions: DELETED_PATIENTS,
  toFhir: (row, deployment) =>
    row.merged_into === null ? ofPatient(row, deployment) : ofMerged(row, row.merged_into, deployment),
  access: ({ id, survivor }) => ({ id, of: survivor ?? id }),
  mandatory: [],
  parameters: {
    identifier: identifierParameter({
      documentation: 'Registration number, national id, or what another system calls the patient',
      table: patient,
      own: [
        { system: 'patient-number', column: patient.reg_number, leads: true },
        { system: 'national-id', column: patient.national_id_key, keyOf: nationalIdKey, mark: ID_MARK },
      ],
      hasForeign: true,
    }),
    name: stringParameter({ documentation: 'Beginning of any part of the name', texts: namesIn }),
    family: stringParameter({ documentation: 'Beginning of the family name', texts: familyIn }),
    given: stringParameter({ documentation: 'Beginning of a given name', texts: givenIn }),
    birthdate: birthParameter(
      { day: patient.dob, precision: patient.dob_precision },
      'Date of birth, of which perhaps only the month or the year is known',
    ),
    gender: codeParameter({
      documentation: 'Administrative gender',
      system: 'http://hl7.org/fhir/administrative-gender',
      map: GENDERS,
      column: patient.gender,
      folded,
    }),
    active: booleanParameter(
      'active',
      'false of who was merged into somebody else, and is found by _id alone',
      sql`${patient.merged_into} is null`,
    ),
    deceased: booleanParameter(
      'deceased',
      'Whether there is a death on record',
      sql`${patient.deceased_at} is not null`,
    ),
    phone: phoneParameter('A phone number, or its last four digits or more', phonesIn),
  },
};
