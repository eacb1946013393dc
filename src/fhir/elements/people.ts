/** What patients, doctors and next of kin have in common: names, ways to reach them, addresses, gender. */

import { said } from '../../rules/said';
import type { Address } from '../../schemas/address';
import { addressUse, codeOf, GENDERS } from './codes';
import { elementOf, originalText, type Resource } from './datatypes';

export interface Names {
  first_name: string;
  middle_name: string | null;
  last_name: string;
}

export const nameOf = ({ first_name, middle_name, last_name }: Names) => [
  { use: 'official', family: last_name, given: [first_name, middle_name] },
];

/** The first is the one to try first. */
export const phonesOf = (...numbers: (string | null | undefined)[]) =>
  numbers.flatMap((value, n) => (said(value) ? [{ system: 'phone', value, rank: n + 1 }] : []));

export const emailOf = (value: string | null | undefined) => (value ? [{ system: 'email', value }] : []);

/** @returns `gender`, and `_gender` where the code does not say all that the text does */
export function genderOf(text: string | null) {
  if (text === null) return {};
  const gender = codeOf(GENDERS, text);
  return { gender, ...(text !== gender && { _gender: originalText(text) }) };
}

export const addressesOf = (addresses: readonly Address[]) =>
  addresses.map(({ address_type, street, city, state, postal_code, country }) => {
    const use = address_type === null ? undefined : addressUse(address_type);
    return {
      use,
      ...(address_type && address_type !== use && { _use: originalText(address_type) }),
      ...{ line: street?.split('\n'), city, state, postalCode: postal_code, country },
    };
  });

interface HumanName {
  family?: string;
  given?: string[];
}
const humanNames = (resource: Resource) => elementOf<HumanName[]>(resource, 'name') ?? [];

export const familyIn = (resource: Resource) => humanNames(resource).flatMap(({ family }) => family ?? []);
export const givenIn = (resource: Resource) => humanNames(resource).flatMap(({ given }) => given ?? []);
export const namesIn = (resource: Resource) => [...familyIn(resource), ...givenIn(resource)];

export const phonesIn = (resource: Resource) =>
  (elementOf<{ system?: string; value?: string }[]>(resource, 'telecom') ?? []).flatMap(({ system, value }) =>
    system === 'phone' && value ? [value] : [],
  );
