/**
 * What is taken of a Patient that another system sends. FHIR replaces whole resources, so what has no place here is refused by
 * its name (422) and never dropped; what we ourselves send is taken back.
 */
import * as z from 'zod';
import { type Fault, InvalidError } from '../../errors';
import { type Patient, PatientInput } from '../../resources/patient/schemas';
import { LIST_MAX, listOf } from '../../schemas/fields';
import type { ForeignIdentifier } from '../../schemas/identifier';
import { addressUse, codeOf, GENDERS } from '../elements/codes';
import { type Deployment, originalOf } from '../elements/datatypes';
import { elementWithOriginal, faultAt, Identifier, identifiersIn, resourceShape, string } from '../elements/schemas';

const HumanName = z.strictObject({
  use: z.literal('official').optional(),
  family: string.optional(),
  given: listOf(string).min(1).optional(),
});

const ContactPoint = z.strictObject({
  system: z.enum(['phone', 'email']),
  value: string,
  rank: z.int().min(1).optional(),
});

const Address = z.strictObject({
  use: z.enum(['home', 'work', 'temp', 'old', 'billing']).optional(),
  _use: elementWithOriginal.optional(),
  line: listOf(string).optional(),
  city: string.optional(),
  state: string.optional(),
  postalCode: string.optional(),
  country: string.optional(),
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
  active: z.literal(true, 'A patient is active; one who is not is deleted').optional(),
  name: z.array(HumanName).length(1, 'A patient has one name'),
  telecom: listOf(ContactPoint).optional(),
  gender: z.enum(['male', 'female', 'other', 'unknown']).optional(),
  _gender: elementWithOriginal.optional(),
  birthDate: string.optional(),
  deceasedBoolean: z.literal(false, 'Say when, by deceasedDateTime').optional(),
  deceasedDateTime: string.optional(),
  address: listOf(Address).optional(),
  communication: z
    .array(
      z.strictObject({
        language: z.strictObject({ text: string }),
        preferred: z.literal(true).optional(),
      }),
    )
    .max(1, 'One language is kept')
    .optional(),
  link: listOf(Link).optional(),
});
export type PatientResource = z.output<typeof PatientResource>;

/** Places in the resource of the fields of a record, to say where a fault is. */
const PLACES: Readonly<Record<string, (string | number)[]>> = {
  first_name: ['name', 0, 'given', 0],
  middle_name: ['name', 0, 'given', 1],
  last_name: ['name', 0, 'family'],
  phone_number: ['telecom'],
  alt_phone_number: ['telecom'],
  email: ['telecom'],
  gender: ['gender'],
  dob: ['birthDate'],
  national_id: ['identifier'],
  preferred_language: ['communication', 0, 'language', 'text'],
  deceased_at: ['deceasedDateTime'],
  addresses: ['address'],
};

/** The hospital's word for a code: the text that came with it, which has to say the same. */
function wordOf(
  code: string,
  original: string | undefined,
  codeFor: (text: string) => string | undefined,
  refuse: (msg: string) => unknown,
): string {
  if (original !== undefined && codeFor(original) !== code) refuse('The original text has another code');
  return original ?? code;
}

function contactsOf(sent: PatientResource, faults: Fault[]) {
  const contacts = (sent.telecom ?? []).map((contact, n) => ({ ...contact, n }));
  const phones = contacts
    .filter(({ system }) => system === 'phone')
    .sort((a, b) => (a.rank ?? a.n + 1) - (b.rank ?? b.n + 1));
  const emails = contacts.filter(({ system }) => system === 'email');
  for (const { n } of phones.slice(2)) faults.push(faultAt(['telecom', n], 'Two phone numbers are kept'));
  for (const { n } of emails.slice(1)) faults.push(faultAt(['telecom', n], 'One e-mail address is kept'));
  const [first, second] = phones;
  // A single number of rank 2 is the alternative one.
  const isSecond = first !== undefined && second === undefined && first.rank === 2;
  return {
    phone_number: isSecond ? null : (first?.value ?? null),
    alt_phone_number: isSecond ? first.value : (second?.value ?? null),
    email: emails[0]?.value ?? null,
  };
}

const addressesOf = ({ address = [] }: PatientResource, faults: Fault[]) =>
  address.map(({ use, _use, line, city, state, postalCode, country }, n) => {
    const original = originalOf(_use);
    const refuse = (msg: string) => faults.push(faultAt(['address', n, '_use'], msg));
    return {
      address_type: use === undefined ? original : wordOf(use, original, addressUse, refuse),
      ...{ street: line?.join('\n'), city, state, postal_code: postalCode, country },
    };
  });

interface Read {
  fields: Pick<PatientInput, Exclude<keyof PatientInput, Untouched>>;
  identifiers: ForeignIdentifier[] | null;
}
/** What a Patient does not have: it stays as it is. */
type Untouched =
  | 'blood_group'
  | 'medical_conditions'
  | 'past_surgeries'
  | 'current_medications'
  | 'next_of_kin'
  | 'allergies'
  | 'mother_id'
  | 'payer';

/** @param before the record as it is, which a create does not have. @throws InvalidError naming the elements */
export function fromFhir(sent: PatientResource, deployment: Deployment, before?: Patient): Read {
  const faults: Fault[] = [];
  const own = { 'patient-number': before?.reg_number ?? null, 'national-id': undefined };
  const { foreign, values } = identifiersIn(sent.identifier, deployment, own, faults);
  const [name] = sent.name;
  const [first, ...middle] = name?.given ?? [];
  const gender = sent.gender ?? 'unknown';
  const links = before?.merged?.map(({ id }) => id) ?? [];
  (sent.link ?? []).forEach(({ other, type }, n) => {
    if (type !== 'replaces' || !links.some((id) => other.reference.endsWith(`Patient/${id}`)))
      faults.push(faultAt(['link', n], 'Records are linked by merging them, not here'));
  });
  const input = {
    gender: wordOf(
      gender,
      originalOf(sent._gender),
      (word) => codeOf(GENDERS, word),
      (msg) => faults.push(faultAt(['_gender'], msg)),
    ),
    ...{ first_name: first, middle_name: middle.join(' ') || null, last_name: name?.family ?? '' },
    ...contactsOf(sent, faults),
    dob: sent.birthDate ?? null,
    addresses: addressesOf(sent, faults),
    national_id: values['national-id'] ?? null,
    preferred_language: sent.communication?.[0]?.language.text ?? null,
    deceased_at: sent.deceasedDateTime ?? null,
  };
  const { data, error } = PatientInput.safeParse(input, { reportInput: true });
  for (const { path, message } of error?.issues ?? []) {
    const [field, ...rest] = path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    faults.push(faultAt([...(PLACES[String(field)] ?? [String(field)]), ...rest], message));
  }
  if (!data || faults.length > 0) throw new InvalidError(faults);
  const fields = Object.fromEntries(Object.keys(input).map((key) => [key, data[key as keyof PatientInput]]));
  return { fields: fields as Read['fields'], identifiers: foreign };
}
