import type { Schema } from 'hospital-service-client';
import { type Born, birthOf, knownBirth } from './born';
import { locale } from './i18n/locale';

export type Allergy = Schema<'Allergy'>;
export type NextOfKin = Schema<'NextOfKin'>;
export type Payer = Schema<'Payer'>;
export type Address = Schema<'Address'>;
export type Contact = Schema<'Contact'>;

type Basics = Pick<
  Schema<'ListedPatient'>,
  'first_name' | 'last_name' | 'gender' | 'middle_name' | 'dob' | 'phone_number' | 'alt_phone_number' | 'blood_group'
>;

interface Further {
  email: string | null;
  national_id: string | null;
  preferred_language: string | null;
  next_of_kin: NextOfKin | null;
  payer: Payer | null;
  /** of a newborn, the id of her record */
  mother_id: string | null;
  deceased_at: string | null;
  /** by what the patient agrees to be told of visits; null where nobody has asked */
  contact: Contact | null;
  /** the first one of a patient who is being registered: the record itself has a list */
  address: Address | null;
  /** null where nobody has asked; empty where none are known */
  allergies: Allergy[] | null;
}

/** What the form asks for; the rest of a patient is edited on the patient's page. `dob` is what is known: a day, a month or a year. */
export type Person = Basics & Further;

const NOTHING: Further = {
  email: null,
  national_id: null,
  preferred_language: null,
  next_of_kin: null,
  payer: null,
  mother_id: null,
  deceased_at: null,
  contact: null,
  address: null,
  allergies: null,
};

const { contact: _, ...FOLDED } = NOTHING;
/** The fields behind the fold: registering asks for none of them. */
export const FURTHER = Object.keys(FOLDED) as (keyof typeof FOLDED)[];

export const NOBODY: Person = {
  first_name: '',
  middle_name: null,
  last_name: '',
  gender: 'unknown',
  dob: null,
  phone_number: null,
  alt_phone_number: null,
  blood_group: 'NOT_SET',
  ...NOTHING,
};

export const FIELDS = Object.keys(NOBODY) as (keyof Person)[];

/** Of a full record what the form has. The service leaves out what has no value. */
export const personOf = (patient: Basics & Born & Partial<Further>): Person => ({
  ...(Object.fromEntries(FIELDS.map((name) => [name, patient[name] ?? NOBODY[name]])) as unknown as Person),
  dob: knownBirth(patient),
});

/** As it is sent. */
export const bodyOf = <Some extends Partial<Person>>(person: Some) => ({
  ...person,
  ...(person.dob !== undefined && birthOf(person.dob)),
});

export const NO_KIN: NextOfKin = { name: '', relation: null, phone: null };
export const NO_ADDRESS: Address = {
  address_type: null,
  street: null,
  postal_code: null,
  city: null,
  state: null,
  country: null,
};
export const NO_PAYER: Payer = { name: '', kind: 'insurance', member_number: null, tax_id: null };

const isFilled = (...texts: (string | null)[]): boolean => texts.some(Boolean);

/** Whether anything is written in it: an entry without is none. */
export const isWritten = ({ substance, reaction, noted_date }: Allergy): boolean =>
  isFilled(substance, reaction, noted_date);

/** What is sent: where nobody has written anything, nobody is named, whatever is chosen beside it. */
export function tidy(person: Person): Person {
  const { next_of_kin: kin, payer, address, allergies } = person;
  return {
    ...person,
    next_of_kin: kin && isFilled(kin.name, kin.relation, kin.phone) ? kin : null,
    payer: payer && isFilled(payer.name, payer.member_number, payer.tax_id) ? payer : null,
    address: address && isFilled(...Object.values(address)) ? address : null,
    // Entries that were begun and left empty do not say that the patient has no allergies.
    allergies:
      allergies && allergies.length > 0 && !allergies.some(isWritten) ? null : (allergies?.filter(isWritten) ?? null),
  };
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Only what differs, so that an update leaves alone what nobody has touched. */
export const changesOf = (before: Person, now: Person): Partial<Person> =>
  Object.fromEntries(FIELDS.filter((name) => !isSame(before[name], now[name])).map((name) => [name, now[name]]));

/** Languages to choose from, by their codes. Others may come from elsewhere. */
export const LANGUAGE_CODES = 'ar de en es fa fi fr hi it ku pl pt ru so sv ti tr uk ur zh'.split(' ');

/** `Swedish` of `sv`, in the language of the portal. What is no code stays as it is. */
export function languageText(code: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
