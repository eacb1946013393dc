import * as z from 'zod';
import { ROLES } from '../../auth/permissions';
import { amount, count, date, freeText, NAME_MAX, name, optional, optionalList, text, withDefault } from '../../fields';
import { Address } from '../address';
import { email, password } from '../auth/schemas';
import { File } from '../static/schemas';

const short = () => optional(text(NAME_MAX));
const SYMBOL = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;

const doctorPassword = () =>
  password().check(({ value, issues }) => {
    if (SYMBOL.test(value)) return;
    const message = 'Password should contain at least one symbol of !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
    issues.push({ code: 'custom', continue: true, input: value, message, params: { type: 'value_error' } });
  });

const userFields = {
  username: optional(name()).describe('Login name; the e-mail when left out'),
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
  experience: optional(count(100)).describe('Years'),
  consultation_fee: optional(amount()),
  addresses: optionalList(Address),
};

export const DoctorInput = z
  .object({
    ...doctorFields,
    user: z.object({ ...userFields, password: doctorPassword() }).register(z.globalRegistry, { id: 'DoctorUserInput' }),
  })
  .register(z.globalRegistry, {
    id: 'DoctorInput',
    examples: [
      {
        first_name: 'Erik',
        last_name: 'Lind',
        license_number: 'SE-12345',
        experience: 12,
        consultation_fee: 80.5,
        user: { email: 'erik.lind@example.org', type: 'doctor', password: 'long-enough!' },
      },
    ],
  });
export type DoctorInput = z.output<typeof DoctorInput>;

/** Without a password the old one stays. */
export const DoctorUpdate = z
  .object({
    ...doctorFields,
    user: z
      .object({ ...userFields, password: optional(doctorPassword()) })
      .register(z.globalRegistry, { id: 'DoctorUserUpdateInput' }),
  })
  .register(z.globalRegistry, { id: 'DoctorUpdateInput' });
export type DoctorUpdate = z.output<typeof DoctorUpdate>;

const DoctorUser = z
  .object({
    id: z.uuid(),
    username: z.string(),
    email: z.string(),
    phone_number: z.string().nullable(),
    type: z.enum(ROLES),
  })
  .register(z.globalRegistry, { id: 'DoctorUser' });
export type DoctorUser = z.output<typeof DoctorUser>;

/** The row of the full record: but for `user` and `files`, which lie in tables of their own. */
export const DoctorRow = z.object({ id: z.uuid(), reg_number: z.string(), ...doctorFields });
export const DoctorRecord = DoctorRow.extend({ user: DoctorUser }).register(z.globalRegistry, { id: 'DoctorRecord' });
const withFiles = { files: z.array(File) };

export const Doctor = DoctorRecord.extend(withFiles).register(z.globalRegistry, { id: 'Doctor' });
export type Doctor = z.output<typeof Doctor>;

export const ListedDoctor = DoctorRow.pick({
  id: true,
  reg_number: true,
  first_name: true,
  middle_name: true,
  last_name: true,
  gender: true,
  license_number: true,
  experience: true,
  consultation_fee: true,
}).register(z.globalRegistry, { id: 'ListedDoctor' });
export const DoctorByRegNumber = ListedDoctor.extend(withFiles).register(z.globalRegistry, { id: 'DoctorByRegNumber' });
export const DoctorRowById = ListedDoctor.extend({ dob: DoctorRow.shape.dob });
export const ReducedDoctor = DoctorRowById.extend(withFiles).register(z.globalRegistry, { id: 'ReducedDoctor' });
