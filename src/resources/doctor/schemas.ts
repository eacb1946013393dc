import * as z from 'zod/mini';
import { ROLES } from '../../auth/permissions';
import {
  amount,
  answered,
  component,
  count,
  date,
  freeText,
  issue,
  NAME_MAX,
  name,
  noted,
  optional,
  optionalList,
  text,
  withDefault,
} from '../../fields';
import { Address } from '../address';
import { email, password } from '../auth/schemas';
import { File } from '../static/schemas';

const short = () => optional(text(NAME_MAX));
const SYMBOL = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;

const doctorPassword = () =>
  password().check(({ value, issues }) => {
    if (SYMBOL.test(value)) return;
    const message = 'Password should contain at least one symbol of !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
    issues.push(issue('value_error', message, value));
  });

const userFields = {
  username: noted(optional(name()), 'Login name; the e-mail when left out'),
  email: email(),
  phone_number: short(),
  type: withDefault(z.enum(ROLES), 'doctor'),
};
const doctorFields = {
  first_name: name(),
  middle_name: short(),
  last_name: name(),
  alt_phone_number: short(),
  bio: optional(freeText()),
  license_number: name(),
  gender: optional(text(50, 1)),
  dob: optional(date()),
  experience: noted(optional(count(100)), 'Years'),
  consultation_fee: optional(amount()),
  addresses: optionalList(Address),
};

export const DoctorInput = component(
  'DoctorInput',
  z.object({
    ...doctorFields,
    user: component('DoctorUserInput', z.object({ ...userFields, password: doctorPassword() })),
  }),
  [
    {
      first_name: 'Erik',
      last_name: 'Lind',
      license_number: 'SE-12345',
      experience: 12,
      consultation_fee: 80.5,
      user: { email: 'erik.lind@example.org', type: 'doctor', password: 'long-enough!' },
    },
  ],
);
export type DoctorInput = z.output<typeof DoctorInput>;

/** Without a password the old one stays. */
export const DoctorUpdate = component(
  'DoctorUpdateInput',
  z.object({
    ...doctorFields,
    user: component('DoctorUserUpdateInput', z.object({ ...userFields, password: optional(doctorPassword()) })),
  }),
);
export type DoctorUpdate = z.output<typeof DoctorUpdate>;

const DoctorUser = component(
  'DoctorUser',
  z.object({
    id: answered.id,
    username: answered.text,
    email: answered.text,
    phone_number: answered.textOrNull,
    type: z.enum(ROLES),
  }),
);

/** The row of the full record: but for `user` and `files`, which lie in tables of their own. */
export const DoctorRow = z.object({ id: answered.id, reg_number: answered.text, ...doctorFields });
export const DoctorRecord = component('DoctorRecord', z.extend(DoctorRow, { user: DoctorUser }));
const withFiles = { files: z.array(File) };

export const Doctor = component('Doctor', z.extend(DoctorRecord, withFiles));
export type Doctor = z.output<typeof Doctor>;

export const ListedDoctor = component(
  'ListedDoctor',
  z.pick(DoctorRow, {
    id: true,
    reg_number: true,
    first_name: true,
    middle_name: true,
    last_name: true,
    gender: true,
    license_number: true,
    experience: true,
    consultation_fee: true,
  }),
);
export const DoctorByRegNumber = component('DoctorByRegNumber', z.extend(ListedDoctor, withFiles));
export const DoctorRowById = z.extend(ListedDoctor, { dob: DoctorRow.shape.dob });
export const ReducedDoctor = component('ReducedDoctor', z.extend(DoctorRowById, withFiles));
