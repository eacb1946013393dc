import type * as z from 'zod';
import { knownBirth } from '../../rules/birth';
import type { Columns } from '../../rules/csv';
import type { View } from '../../schemas/requests';
import type { ListedPatient, PatientRecord } from './schemas';

type Row = z.output<typeof ListedPatient> & Partial<PatientRecord>;

const REDUCED: Columns<Row> = {
  reg_number: ({ reg_number }) => reg_number,
  first_name: ({ first_name }) => first_name,
  middle_name: ({ middle_name }) => middle_name,
  last_name: ({ last_name }) => last_name,
  gender: ({ gender }) => gender,
  dob: knownBirth,
  phone_number: ({ phone_number }) => phone_number,
  alt_phone_number: ({ alt_phone_number }) => alt_phone_number,
  blood_group: ({ blood_group }) => blood_group,
};

/** The list as a table, by its views. What a patient has several of is not in it, but for the first address. */
export const PATIENT_COLUMNS: Record<View, Columns<Row>> = {
  reduced: { ...REDUCED, id: ({ id }) => id },
  full: {
    ...REDUCED,
    email: ({ email }) => email,
    national_id: ({ national_id }) => national_id,
    preferred_language: ({ preferred_language }) => preferred_language,
    street: ({ addresses }) => addresses?.[0]?.street,
    city: ({ addresses }) => addresses?.[0]?.city,
    state: ({ addresses }) => addresses?.[0]?.state,
    postal_code: ({ addresses }) => addresses?.[0]?.postal_code,
    country: ({ addresses }) => addresses?.[0]?.country,
    next_of_kin: ({ next_of_kin }) => next_of_kin?.name,
    next_of_kin_phone: ({ next_of_kin }) => next_of_kin?.phone,
    payer: ({ payer }) => payer?.name,
    member_number: ({ payer }) => payer?.member_number,
    deceased_at: ({ deceased_at }) => deceased_at,
    id: ({ id }) => id,
  },
};
