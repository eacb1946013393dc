import * as z from 'zod';
import { hasSymbol, SYMBOL_MISSING } from '../../rules/password';
import { Address } from '../../schemas/address';
import { csvQuery } from '../../schemas/csv';
import {
  amount,
  dateOfBirth,
  fault,
  freeText,
  name,
  nameWithLetter,
  nonNegative,
  optional,
  optionalList,
  optionalText,
  personNamePart,
  uuid,
  visible,
  withDefault,
} from '../../schemas/fields';
import { boundedSearch, keysetQuery } from '../../schemas/listing';
import { viewQuery } from '../../schemas/requests';
import { keptIfNull, patchOf, updateOf } from '../../schemas/update';
import { gender } from '../../schemas/words';
import { answeredRole, email, notNamedSo, password, role } from '../auth/accounts/schemas';
import { files } from '../file/schemas';

const doctorPassword = password
  .refine(hasSymbol, fault('value_error', SYMBOL_MISSING))
  .describe('8 to 128 characters, one of them a symbol; common ones are refused');

export const DoctorAccount = z.object({
  username: optional(visible(name)).describe('Login name, by default the e-mail'),
  email,
  phone_number: optionalText,
  type: withDefault(role, 'doctor').describe(role.description ?? ''),
});

export const DoctorFields = z.object({
  first_name: nameWithLetter,
  middle_name: optional(personNamePart),
  last_name: personNamePart.describe('Empty for a person with one name'),
  alt_phone_number: optionalText,
  bio: optional(freeText),
  license_number: name,
  gender: optional(gender),
  dob: optional(dateOfBirth),
  experience: optional(nonNegative(100)).describe('Years'),
  consultation_fee: optional(amount),
  addresses: optionalList(Address),
});

export type WholeDoctor = z.output<typeof DoctorFields> & { user: z.output<typeof DoctorAccount> };

export const DoctorInput = z
  .object({
    ...DoctorFields.shape,
    user: notNamedSo(DoctorAccount.extend({ password: doctorPassword })).meta({ id: 'DoctorUserInput' }),
  })
  .meta({ id: 'DoctorInput' });
export type DoctorInput = z.output<typeof DoctorInput>;
/** Without a password its account is one that was invited: an admin hands over the link by which its owner sets one. */
export type NewDoctor = WholeDoctor & { user: Partial<Pick<DoctorInput['user'], 'password'>> };

const accountUpdate = updateOf(DoctorAccount).extend({ type: keptIfNull(role), password: keptIfNull(doctorPassword) });

export const DoctorUpdate = updateOf(DoctorFields)
  .extend({ user: notNamedSo(accountUpdate).meta({ id: 'DoctorUserUpdateInput' }) })
  .meta({ id: 'DoctorUpdateInput' });

export const DoctorPatch = patchOf(DoctorFields)
  .extend({ user: notNamedSo(accountUpdate.partial()).meta({ id: 'DoctorUserPatchInput' }).optional() })
  .meta({ id: 'DoctorPatchInput' });
export type DoctorPatch = z.output<typeof DoctorPatch>;

export const DoctorUser = z
  .object({
    id: z.uuid(),
    username: z.string(),
    email: z.string(),
    phone_number: z.string().nullable(),
    type: answeredRole,
  })
  .meta({ id: 'DoctorUser' });
export type DoctorUser = z.output<typeof DoctorUser>;

/** The full record without `user` and `files`, which have their own tables. */
export const DoctorRow = z.object({ id: z.uuid(), reg_number: z.string(), ...DoctorFields.shape });
export const DoctorRecord = z.object({ ...DoctorRow.shape, user: DoctorUser }).meta({ id: 'DoctorRecord' });

export const Doctor = z.object({ ...DoctorRecord.shape, files }).meta({ id: 'Doctor' });
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
}).meta({ id: 'ListedDoctor' });
export const DoctorByRegNumber = z.object({ ...ListedDoctor.shape, files }).meta({ id: 'DoctorByRegNumber' });
export const DoctorRowById = z.object({ ...ListedDoctor.shape, dob: DoctorRow.shape.dob });
export const ReducedDoctor = z.object({ ...DoctorRowById.shape, files }).meta({ id: 'ReducedDoctor' });

export const DoctorList = z.array(z.union([DoctorRecord, ListedDoctor]));

const PAGING = ['search', 'offset', 'cursor'] as const;

export const DoctorQuery = boundedSearch(
  z
    .object({
      ...keysetQuery.shape,
      ...viewQuery.shape,
      ...csvQuery.shape,
      user_id: uuid.optional().describe(`The doctor alone who has this account; not with ${PAGING.join(', ')}`),
    })
    .refine((query) => query.user_id === undefined || PAGING.every((name) => !query[name]), {
      path: ['user_id'],
      ...fault('value_error', `user_id goes with none of ${PAGING.join(', ')}`),
    }),
);
export type DoctorQuery = z.output<typeof DoctorQuery>;
