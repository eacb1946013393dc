import * as z from 'zod/mini';
import { BLOOD_GROUPS } from '../../db/schema/patient';
import {
  answered,
  component,
  date,
  freeText,
  name,
  object,
  optional,
  optionalList,
  optionalText,
  text,
  withDefault,
} from '../../fields';
import { Address } from '../address';
import { files } from '../static/schemas';

const MedicalCondition = component(
  'MedicalCondition',
  object(() => ({ diagnozed_date: optional(date()), condition: optionalText(), description: optional(freeText()) })),
);

const Surgery = component(
  'Surgery',
  object(() => ({
    surgery: optionalText(),
    date: optional(date()),
    surgeon: optionalText(),
    hospital: optionalText(),
  })),
);

const Medication = component(
  'Medication',
  object(() => ({
    medication: optionalText(),
    dosage: optionalText(),
    frequency: optionalText(),
    prescribed_by: optionalText(),
  })),
);

export const PatientInput = component(
  'PatientInput',
  object(() => ({
    gender: text(50, 1),
    first_name: name(),
    middle_name: optionalText(),
    last_name: name(),
    phone_number: optionalText(),
    alt_phone_number: optionalText(),
    dob: optional(date()),
    blood_group: withDefault(z.enum(BLOOD_GROUPS), 'NOT_SET'),
    medical_conditions: optionalList(MedicalCondition),
    past_surgeries: optionalList(Surgery),
    current_medications: optionalList(Medication),
    addresses: optionalList(Address),
  })),
  [
    {
      gender: 'female',
      first_name: 'Anna',
      last_name: 'Svensson',
      phone_number: '+46 70 123 45 67',
      dob: '1984-02-29',
      blood_group: 'A_POS',
      medical_conditions: [{ diagnozed_date: '2019-05-04', condition: 'Asthma', description: 'Mild' }],
      addresses: [{ address_type: 'home', street: 'Storgatan 1', city: 'Uppsala', country: 'Sweden' }],
    },
  ],
);
export type PatientInput = z.output<typeof PatientInput>;

/** The full record but for its files, which lie in a table of their own. */
export const PatientRecord = object(() => ({ id: answered.id(), reg_number: answered.text(), ...PatientInput.shape }));
export type PatientRecord = z.output<typeof PatientRecord>;

export const Patient = component(
  'Patient',
  object(() => ({ ...PatientRecord.shape, files: files() })),
);
export type Patient = z.output<typeof Patient>;

export const PatientRowByRegNumber = object(() => {
  const { id, reg_number, gender, first_name, middle_name, last_name, phone_number, dob, blood_group } =
    PatientRecord.shape;
  return { id, reg_number, gender, first_name, middle_name, last_name, phone_number, dob, blood_group };
});
export const ListedPatient = component(
  'ListedPatient',
  object(() => ({ ...PatientRowByRegNumber.shape, alt_phone_number: PatientRecord.shape.alt_phone_number })),
);
export const ReducedPatient = component(
  'ReducedPatient',
  object(() => ({ ...ListedPatient.shape, files: files() })),
);
export const PatientByRegNumber = component(
  'PatientByRegNumber',
  object(() => ({ ...PatientRowByRegNumber.shape, files: files() })),
);
