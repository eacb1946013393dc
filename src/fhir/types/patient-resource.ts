/** The form of a Patient that another system sends. What of it is taken: patient-input.ts. */
import * as z from 'zod';
import { LIST_MAX, listOf } from '../../schemas/fields';
import { noPlace } from '../elements/left-out';
import { Period } from '../elements/period';
import { Concept, elementWithOriginal, Identifier, resourceShape, string } from '../elements/schemas';

const HumanName = z.strictObject({
  use: z.enum(['usual', 'official', 'temp', 'nickname', 'anonymous', 'old', 'maiden']).optional(),
  text: string.optional(),
  family: string.optional(),
  given: listOf(string).min(1).optional(),
  period: Period.optional(),
});

const ContactPoint = z.strictObject({
  system: z.enum(['phone', 'fax', 'email', 'pager', 'url', 'sms', 'other']).optional(),
  value: string.optional(),
  use: z.enum(['home', 'work', 'temp', 'old', 'mobile']).optional(),
  rank: z.int().min(1).optional(),
  period: Period.optional(),
});

const Address = z.strictObject({
  use: z.enum(['home', 'work', 'temp', 'old', 'billing']).optional(),
  _use: elementWithOriginal.optional(),
  text: string.optional(),
  line: listOf(string).optional(),
  city: string.optional(),
  state: string.optional(),
  postalCode: string.optional(),
  country: string.optional(),
  period: Period.optional(),
});

const Contact = z.strictObject({
  relationship: listOf(Concept).optional(),
  name: HumanName.optional(),
  telecom: listOf(ContactPoint).optional(),
  period: Period.optional(),
});

const Link = z.strictObject({
  other: z.strictObject({ reference: string }),
  type: z.enum(['replaces', 'replaced-by']),
});

/** Ours, which come with those of other systems, of which `LIST_MAX` are kept. */
const OWN_IDENTIFIERS = 2;

export const PatientResource = z.strictObject({
  ...resourceShape('Patient'),
  identifier: listOf(Identifier, LIST_MAX + OWN_IDENTIFIERS).optional(),
  active: z
    .boolean()
    .refine((value) => value, noPlace('A patient is active; one who is not is deleted'))
    .optional(),
  name: listOf(HumanName).min(1),
  telecom: listOf(ContactPoint).optional(),
  gender: z.enum(['male', 'female', 'other', 'unknown']).optional(),
  _gender: elementWithOriginal.optional(),
  birthDate: string.optional(),
  deceasedBoolean: z.boolean().optional(),
  deceasedDateTime: string.optional(),
  address: listOf(Address).optional(),
  contact: listOf(Contact).optional(),
  communication: listOf(z.strictObject({ language: Concept, preferred: z.boolean().optional() })).optional(),
  link: listOf(Link).optional(),
});
export type PatientResource = z.output<typeof PatientResource>;
export type HumanName = z.output<typeof HumanName>;
