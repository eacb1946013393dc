import type * as z from 'zod';
import type { Columns } from '../../rules/csv';
import type { View } from '../../schemas/requests';
import type { DoctorRecord, ListedDoctor } from './schemas';

type Row = z.output<typeof ListedDoctor> & Partial<z.output<typeof DoctorRecord>>;

const REDUCED: Columns<Row> = {
  reg_number: ({ reg_number }) => reg_number,
  first_name: ({ first_name }) => first_name,
  middle_name: ({ middle_name }) => middle_name,
  last_name: ({ last_name }) => last_name,
  gender: ({ gender }) => gender,
  license_number: ({ license_number }) => license_number,
  experience: ({ experience }) => experience,
  consultation_fee: ({ consultation_fee }) => consultation_fee,
};

/** The list as a table, by its views. */
export const DOCTOR_COLUMNS: Record<View, Columns<Row>> = {
  reduced: { ...REDUCED, id: ({ id }) => id },
  full: {
    ...REDUCED,
    dob: ({ dob }) => dob,
    phone_number: ({ user }) => user?.phone_number,
    alt_phone_number: ({ alt_phone_number }) => alt_phone_number,
    email: ({ user }) => user?.email,
    username: ({ user }) => user?.username,
    id: ({ id }) => id,
  },
};
