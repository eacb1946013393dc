import type { Schema } from 'hospital-service-client';
import { knownBirth } from './born';

// What becomes of each field when two records of one person become one: the service's rules, so that people see it before.

type Patient = Schema<'Patient'>;
export type Takeable = NonNullable<Schema<'PatientMergeInput'>['take']>[number];

/** What is decided at once. A name is one thing, whatever the number of its fields. */
export const DECISIONS = {
  name: ['first_name', 'middle_name', 'last_name'],
  gender: ['gender'],
  dob: ['dob'],
  phone_number: ['phone_number'],
  alt_phone_number: ['alt_phone_number'],
  blood_group: ['blood_group'],
  email: ['email'],
  national_id: ['national_id'],
  preferred_language: ['preferred_language'],
  next_of_kin: ['next_of_kin'],
  payer: ['payer'],
  mother_id: ['mother_id'],
  deceased_at: ['deceased_at'],
  contact: ['contact'],
} as const satisfies Record<string, readonly Takeable[]>;

export type Decision = keyof typeof DECISIONS;

/** `taken`: the service does so without being asked; `choice`: it is asked for, or the patient keeps its own */
export type Fate = 'same' | 'kept' | 'taken' | 'choice';

/** Never taken without being asked for: without a death the patient lives, and without consent nobody is written to. */
const ASKED_FOR: readonly Decision[] = ['name', 'gender', 'deceased_at', 'contact'];

const valueIn = (patient: Patient, field: Takeable): unknown =>
  field === 'dob' ? knownBirth(patient) : (patient[field] ?? null);
const isEmpty = (value: unknown): boolean => value === null || value === '' || value === 'NOT_SET';

/** What becomes of a field of the patient who stays. */
export function fateOf(decision: Decision, stays: Patient, goes: Patient): Fate {
  const fields: readonly Takeable[] = DECISIONS[decision];
  const [own, others] = [stays, goes].map((patient) => fields.map((field) => valueIn(patient, field))) as [
    unknown[],
    unknown[],
  ];
  if (JSON.stringify(own) === JSON.stringify(others)) return 'same';
  if (others.every(isEmpty)) return 'kept';
  return own.every(isEmpty) && !ASKED_FOR.includes(decision) ? 'taken' : 'choice';
}

/** What is asked for, where the other record is right. */
export const takeOf = (decisions: Iterable<Decision>): Takeable[] =>
  [...decisions].flatMap((decision): readonly Takeable[] => DECISIONS[decision]);
