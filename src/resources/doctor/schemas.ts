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
  name,
  noted,
  object,
  optional,
  optionalList,
  optionalText,
  text,
  withDefault,
} from '../../fields';
import { once } from '../../once';
import { Address } from '../address';
import { email, password } from '../auth/schemas';
import { files } from '../static/schemas';

const SYMBOL = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;

const doctorPassword = () =>
  password().check(({ value, issues }) => {
    if (SYMBOL.test(value)) return;
    const message = 'Password should contain at least one symbol of !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
    issues.push(issue('value_error', message, value));
  });

const userFields = once(() => ({
  username: noted(optional(name()), 'Login name; the e-mail when left out'),
  email: email(),
  phone_number: optionalText(),
  type: withDefault(z.enum(ROLES), 'doctor'),
}));
/** What a doctor is but for its user: what PUT replaces. */
export const DoctorFields = object(() => ({
  first_name: name(),
  middle_name: optionalText(),
  last_name: name(),
  alt_phone_number: optionalText(),
  bio: optional(freeText()),
  license_number: name(),
  gender: optional(text(50, 1)),
  dob: optional(date()),
  experience: noted(optional(count(100)), 'Years'),
  consultation_fee: optional(amount()),
  addresses: optionalList(Address),
}));

export const DoctorInput = component(
  'DoctorInput',
  object(() => ({
    ...DoctorFields.shape,
    user: component(
      'DoctorUserInput',
      object(() => ({ ...userFields(), password: doctorPassword() })),
    ),
  })),
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
  object(() => ({
    ...DoctorFields.shape,
    user: component(
      'DoctorUserUpdateInput',
      object(() => ({ ...userFields(), password: optional(doctorPassword()) })),
    ),
  })),
);
export type DoctorUpdate = z.output<typeof DoctorUpdate>;

const DoctorUser = component(
  'DoctorUser',
  object(() => ({
    id: answered.id(),
    username: answered.text(),
    email: answered.text(),
    phone_number: answered.textOrNull(),
    type: z.enum(ROLES),
  })),
);

/** The row of the full record: but for `user` and `files`, which lie in tables of their own. */
export const DoctorRow = object(() => ({ id: answered.id(), reg_number: answered.text(), ...DoctorFields.shape }));
export const DoctorRecord = component(
  'DoctorRecord',
  object(() => ({ ...DoctorRow.shape, user: DoctorUser })),
);

export const Doctor = component(
  'Doctor',
  object(() => ({ ...DoctorRecord.shape, files: files() })),
);
export type Doctor = z.output<typeof Doctor>;

export const ListedDoctor = component(
  'ListedDoctor',
  object(() => {
    const { id, reg_number, first_name, middle_name, last_name, gender, license_number, experience, consultation_fee } =
      DoctorRow.shape;
    return { id, reg_number, first_name, middle_name, last_name, gender, license_number, experience, consultation_fee };
  }),
);
export const DoctorByRegNumber = component(
  'DoctorByRegNumber',
  object(() => ({ ...ListedDoctor.shape, files: files() })),
);
export const DoctorRowById = object(() => ({ ...ListedDoctor.shape, dob: DoctorRow.shape.dob }));
export const ReducedDoctor = component(
  'ReducedDoctor',
  object(() => ({ ...DoctorRowById.shape, files: files() })),
);
