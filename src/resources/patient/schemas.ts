import * as z from 'zod';
import { BLOOD_GROUPS } from '../../db/schema/patient';
import { PRECISIONS } from '../../rules/birth';
import { REASONS } from '../../rules/same-person';
import { nationalIdKey } from '../../rules/search/national-id';
import { Address } from '../../schemas/address';
import { Contact } from '../../schemas/contact';
import { csvQuery } from '../../schemas/csv';
import {
  dateOfBirth,
  fault,
  knownDate,
  listOf,
  NAME_MAX,
  nameWithLetter,
  optional,
  optionalFields,
  optionalIfAny,
  optionalList,
  optionalText,
  pastDatetime,
  personNamePart,
  text,
  uuid,
  withDefault,
} from '../../schemas/fields';
import { Allergy, MedicalCondition, Medication, Surgery } from '../../schemas/history';
import { ForeignIdentifiers } from '../../schemas/identifier';
import { boundedSearch, keysetQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';
import { UpdatedMessage } from '../../schemas/messages';
import { NextOfKin } from '../../schemas/next-of-kin';
import { Payer } from '../../schemas/payer';
import { viewQuery } from '../../schemas/requests';
import { patchOf, updateOf } from '../../schemas/update';
import { answered, gender } from '../../schemas/words';
import { EMAIL } from '../auth/accounts/schemas';
import { files } from '../file/schemas';

/** What the interface has. */
export const PatientBasics = z.object({
  gender,
  first_name: nameWithLetter,
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
});
export type PatientBasics = z.output<typeof PatientBasics>;

/** Forms send what nobody has filled in as an empty text. */
const emptyOr = (isValid: (value: string) => boolean, message: string) =>
  [(value: string) => value === '' || isValid(value), fault('value_error', message)] as const;

/** What the interface does not have: answered where it has a value, and kept by a PUT that leaves it out. */
export const FurtherFields = z.object({
  dob_precision: z.enum(PRECISIONS),
  email: text(NAME_MAX).refine(...emptyOr((value) => EMAIL.test(value), 'value is not a valid email address')),
  national_id: text(50).refine(
    ...emptyOr((value) => nationalIdKey(value) !== null, 'A national id should have a digit or be empty'),
  ),
  preferred_language: text(50),
  next_of_kin: NextOfKin,
  allergies: listOf(Allergy),
  deceased_at: pastDatetime.describe(`${pastDatetime.description}; where it is new, not before the day of \`dob\``),
  mother_id: uuid,
  payer: Payer,
  contact: Contact,
  identifiers: ForeignIdentifiers,
});

export const PatientInput = z
  .object({
    ...PatientBasics.shape,
    ...optionalFields(FurtherFields.shape),
    identifiers: optionalIfAny(ForeignIdentifiers),
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
  .object({
    id: marked(z.uuid(), patientId),
    reg_number: z.string(),
    ...PatientBasics.shape,
    first_name: personNamePart.describe('Empty where another system has sent a family name alone'),
    ...FurtherFields.partial().shape,
  })
  .meta({ id: 'PatientRecord' });
export type PatientRecord = z.output<typeof PatientRecord>;

export const MergedPatient = z
  .object({
    id: z.uuid(),
    reg_number: z.string(),
    first_name: z.string(),
    middle_name: z.string().nullable(),
    last_name: z.string(),
  })
  .meta({ id: 'MergedPatient', description: 'A record that was merged into another one, with the names that it had' });

/** What is still booked for a patient who has died. */
export const StillBooked = z
  .object({
    id: z.uuid(),
    type: answered.appointmentType.describe('Kind of visit'),
    status: answered.appointmentStatus.describe('Any in which it holds its time'),
    schedule: z.string().describe('When it begins, as sent'),
    doctor_id: z.uuid(),
    department_id: z.uuid(),
  })
  .meta({ id: 'StillBooked' });
export type StillBooked = z.output<typeof StillBooked>;
const appointments = z
  .array(StillBooked)
  .optional()
  .describe(
    'Where `deceased_at` was sent: what is still booked from then on, the first hundred; left out where nothing is',
  );

export const Patient = PatientRecord.extend({
  files,
  merged: z
    .array(MergedPatient)
    .optional()
    .describe(
      'Records that were merged into this one, by whose names and numbers it is found; left out where there are none',
    ),
}).meta({ id: 'Patient' });
export type Patient = z.output<typeof Patient>;

export const UpdatedPatient = z.union([
  Patient.extend({ appointments }).meta({ id: 'UpdatedPatient' }),
  UpdatedMessage.extend({ appointments }).meta({ id: 'UpdatedPatientMessage' }),
]);

const byRegNumber = {
  id: true,
  reg_number: true,
  gender: true,
  first_name: true,
  middle_name: true,
  last_name: true,
  phone_number: true,
  dob: true,
  dob_precision: true,
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
    ...csvQuery.shape,
    dob: knownDate
      .optional()
      .describe('Only patients who may be born on this day, or in this month or year, with or without a search'),
    national_id: FurtherFields.shape.national_id
      .optional()
      .describe('Only the patient with this one, whatever its spaces, hyphens, dots, slashes and letter case'),
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
