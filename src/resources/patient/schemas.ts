import * as z from 'zod';
import { BLOOD_GROUPS } from '../../db/schema/patient';
import { REASONS } from '../../rules/same-person';
import { Address } from '../../schemas/address';
import {
  date,
  dateOfBirth,
  optional,
  optionalList,
  optionalText,
  personName,
  personNamePart,
  text,
  uuid,
  withDefault,
} from '../../schemas/fields';
import { MedicalCondition, Medication, Surgery } from '../../schemas/history';
import { boundedSearch, keysetQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';
import { viewQuery } from '../../schemas/requests';
import { patchOf, updateOf } from '../../schemas/update';
import { files } from '../file/schemas';

export const PatientInput = z
  .object({
    gender: text(50, 1),
    first_name: personName,
    middle_name: optional(personNamePart),
    last_name: personNamePart.describe('Empty for a person with one name'),
    phone_number: optionalText,
    alt_phone_number: optionalText,
    dob: optional(dateOfBirth),
    blood_group: withDefault(z.enum(BLOOD_GROUPS), 'NOT_SET'),
    medical_conditions: optionalList(MedicalCondition),
    past_surgeries: optionalList(Surgery),
    current_medications: optionalList(Medication),
    addresses: optionalList(Address),
  })
  .meta({ id: 'PatientInput' });
export type PatientInput = z.output<typeof PatientInput>;

export const PatientUpdate = updateOf(PatientInput).meta({ id: 'PatientUpdateInput' });

export const PatientPatch = patchOf(PatientInput).meta({ id: 'PatientPatchInput' });
export type PatientPatch = z.output<typeof PatientPatch>;

const patientId = { entity: 'patient', whose: 'patient_id' } as const;
export const patientParam = z.object({ id: marked(uuid, patientId) });

/** The full record without files, which have their own table. */
export const PatientRecord = z
  .object({ id: marked(z.uuid(), patientId), reg_number: z.string(), ...PatientInput.shape })
  .meta({ id: 'PatientRecord' });
export type PatientRecord = z.output<typeof PatientRecord>;

export const Patient = PatientRecord.extend({ files }).meta({ id: 'Patient' });
export type Patient = z.output<typeof Patient>;

const byRegNumber = {
  id: true,
  reg_number: true,
  gender: true,
  first_name: true,
  middle_name: true,
  last_name: true,
  phone_number: true,
  dob: true,
  blood_group: true,
} as const;

export const PatientRowByRegNumber = PatientRecord.pick(byRegNumber);
export const PatientByRegNumber = PatientRowByRegNumber.extend({ files }).meta({ id: 'PatientByRegNumber' });
export const ListedPatient = PatientRecord.pick({ ...byRegNumber, alt_phone_number: true }).meta({
  id: 'ListedPatient',
});
export const ReducedPatient = ListedPatient.extend({ files }).meta({ id: 'ReducedPatient' });

export const PatientList = z.array(z.union([PatientRecord, ListedPatient]));

export const PatientQuery = boundedSearch(
  z.object({
    ...keysetQuery.shape,
    ...viewQuery.shape,
    dob: date.optional().describe('Only patients who were born on this day, with or without a search'),
  }),
);
export type PatientQuery = z.output<typeof PatientQuery>;

export const Duplicate = z
  .object({
    patient: ListedPatient.describe('As in the list'),
    reasons: z.array(z.enum(REASONS)).describe('What agrees, at least in part'),
    score: z.int().describe('The higher, the likelier; 13 if name, birth date and phone number are the same'),
  })
  .meta({ id: 'DuplicatePatient' });
export type Duplicate = z.output<typeof Duplicate>;
