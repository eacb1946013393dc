/**
 * What is taken of a Patient that another system sends. FHIR replaces whole resources, so what has no place here is never dropped
 * unnamed (elements/left-out.ts); what we ourselves send is taken back.
 */
import type { Fault } from '../../errors';
import { type Patient, PatientPatch } from '../../resources/patient/schemas';
import { birthOf, isMonthOrYear } from '../../rules/birth';
import { codeOf, GENDERS } from '../elements/codes';
import { type Deployment, originalOf } from '../elements/datatypes';
import { leftOutOf, noPlaceAt, type Path } from '../elements/left-out';
import { faultAt, identifiersIn, passedOverIn } from '../elements/schemas';
import { contactsOf, nextOfKinOf } from './patient-contacts';
import { addressesOf, languageOf, nameIn, wordOf } from './patient-parts';
import type { PatientResource } from './patient-resource';

/** @returns undefined where it is said, but not when */
function deathOf({ deceasedBoolean, deceasedDateTime }: PatientResource, faults: Fault[]): string | null | undefined {
  if (deceasedBoolean) faults.push(noPlaceAt(['deceasedBoolean'], 'Say when, by deceasedDateTime'));
  if (deceasedDateTime === undefined) return deceasedBoolean ? undefined : null;
  if (!isMonthOrYear(deceasedDateTime)) return deceasedDateTime;
  faults.push(noPlaceAt(['deceasedDateTime'], 'A death is kept with its day'));
}

/** Fields of a record, as they are sent. Undefined is of what had nothing to take: it stays as it is. */
function inputOf(sent: PatientResource, faults: Fault[]) {
  const name = nameIn(sent, faults);
  const [first, ...middle] = name.given ?? [];
  const language = languageOf(sent, faults);
  const { kin, n: contact } = nextOfKinOf(sent, faults);
  const input = {
    gender: wordOf(
      sent.gender ?? 'unknown',
      originalOf(sent._gender),
      (word) => codeOf(GENDERS, word),
      (msg) => faults.push(faultAt(['_gender'], msg)),
    ),
    // Of some, another system knows the family name alone.
    ...{ first_name: first ?? '', middle_name: middle.join(' ') || null, last_name: name.family ?? '' },
    ...contactsOf(sent, faults),
    ...birthOf(sent.birthDate ?? null),
    addresses: addressesOf(sent, faults),
    preferred_language: language.text,
    deceased_at: deathOf(sent, faults),
    next_of_kin: kin,
  };
  /** Where in the resource the fields are, to say where a fault is. */
  const places: Readonly<Record<string, Path>> = {
    first_name: ['name', name.n, 'given', 0],
    middle_name: ['name', name.n, 'given', 1],
    last_name: ['name', name.n, 'family'],
    phone_number: ['telecom'],
    alt_phone_number: ['telecom'],
    email: ['telecom'],
    gender: ['gender'],
    dob: ['birthDate'],
    dob_precision: ['birthDate'],
    national_id: ['identifier'],
    preferred_language: ['communication', language.n, 'language', 'text'],
    deceased_at: ['deceasedDateTime'],
    addresses: ['address'],
    next_of_kin: ['contact', contact],
  };
  return { input, places };
}

/** @param before the record as it is, which a create does not have */
export function readPatient(sent: PatientResource, deployment: Deployment, before?: Patient) {
  const faults: Fault[] = passedOverIn(sent);
  const own = { 'patient-number': before?.reg_number ?? null, 'national-id': undefined };
  const { foreign, values } = identifiersIn(sent.identifier, deployment, own, faults);
  const links = before?.merged?.map(({ id }) => id) ?? [];
  (sent.link ?? []).forEach(({ other, type }, n) => {
    if (type !== 'replaces' || !links.some((id) => other.reference.endsWith(`Patient/${id}`)))
      faults.push(faultAt(['link', n], 'Records are linked by merging them, not here'));
  });
  const { input, places } = inputOf(sent, faults);
  return { input: { ...input, national_id: values['national-id'] ?? null }, places, identifiers: foreign, faults };
}
type Read = ReturnType<typeof readPatient>;

/**
 * @param shown as the record is read: what comes back so stays as it is stored. FHIR has no empty texts, nor spaces around one.
 * @returns the fields that change, and what is left out
 * @throws InvalidError naming the elements
 */
export function changesOf({ input, places, faults }: Read, isLenient: boolean, shown?: Read) {
  const same: Record<string, unknown> = shown?.input ?? {};
  const differs = (name: string, value: unknown) => JSON.stringify(value) !== JSON.stringify(same[name]);
  // Without it, another date of birth is known to the day.
  const isBirth = (name: string) => name === 'dob_precision' && differs('dob', input.dob);
  const changed = Object.entries(input).filter(
    ([name, value]) => value !== undefined && (differs(name, value) || isBirth(name)),
  );
  // The hospital's own form asks for a first name.
  const checked = changed.filter(([name, value]) => name !== 'first_name' || value !== '');
  const { data, error } = PatientPatch.safeParse(Object.fromEntries(checked), { reportInput: true });
  for (const { path, message } of error?.issues ?? []) {
    const [field, ...rest] = path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    faults.push(faultAt([...(places[String(field)] ?? [String(field)]), ...rest], message));
  }
  const leftOut = leftOutOf(faults, isLenient);
  return { fields: { ...Object.fromEntries(changed), ...data }, leftOut };
}
