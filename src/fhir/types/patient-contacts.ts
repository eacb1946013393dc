/** How a Patient that is sent is reached, and the next of kin, with faults for what has no place (elements/left-out.ts). */
import type { Fault } from '../../errors';
import type { NextOfKin } from '../../schemas/next-of-kin';
import { noPlaceAt, type Path, passedOver } from '../elements/left-out';
import { ofToday } from '../elements/period';
import { textOf } from '../elements/schemas';
import type { HumanName, PatientResource } from './patient-resource';

type Telecom = NonNullable<PatientResource['telecom']>;

/** Where it is a fault of one that cannot be kept. */
function faultOf({ system, value, use }: Telecom[number]): Path | undefined {
  if (use === 'old' || system === undefined || value === undefined) return [];
  return system === 'phone' || system === 'email' ? undefined : ['system'];
}

/** Phone numbers, the first to try first, and e-mail addresses. */
function reachedBy(telecom: Telecom | undefined, at: Path, faults: Fault[]) {
  const ways = ofToday(telecom, at, faults).filter((way) => {
    const fault = faultOf(way);
    if (fault) faults.push(noPlaceAt([...way.path, ...fault], 'Phone numbers and e-mail addresses of today are kept'));
    else faults.push(...passedOver(way, ['use'], way.path));
    return !fault;
  });
  const phones = ways
    .filter(({ system }) => system === 'phone')
    .sort((a, b) => (a.rank ?? a.n + 1) - (b.rank ?? b.n + 1));
  return { phones, emails: ways.filter(({ system }) => system === 'email') };
}

export function contactsOf({ telecom }: PatientResource, faults: Fault[]) {
  const { phones, emails } = reachedBy(telecom, ['telecom'], faults);
  for (const { path } of phones.slice(2)) faults.push(noPlaceAt(path, 'Two phone numbers are kept'));
  for (const { path } of emails.slice(1)) faults.push(noPlaceAt(path, 'One e-mail address is kept'));
  const [first, second] = phones;
  // A single number of rank 2 is the alternative one.
  const isSecond = first !== undefined && second === undefined && first.rank === 2;
  return {
    phone_number: isSecond ? null : (first?.value ?? null),
    alt_phone_number: isSecond ? first.value : (second?.value ?? null),
    email: emails[0]?.value ?? null,
  };
}

const whole = ({ text, given = [], family }: HumanName): string | undefined =>
  text ?? ([...given, family].filter((part) => part !== undefined).join(' ') || undefined);

/** The first contact that has a name. @returns undefined where there is none: the next of kin stays as it is */
export function nextOfKinOf({ contact }: PatientResource, faults: Fault[]): { kin?: NextOfKin; n: number } {
  const people = ofToday(contact, ['contact'], faults).map((one) => ({ ...one, called: one.name && whole(one.name) }));
  const kin = people.find(({ called }) => called !== undefined);
  for (const { path } of people.filter((other) => other !== kin))
    faults.push(noPlaceAt(path, 'One person is kept, by name, as next of kin'));
  if (kin?.called === undefined) return { n: 0 };
  const { called, relationship: [relation, ...others] = [], telecom, n, path } = kin;
  others.forEach((_, i) => {
    faults.push(noPlaceAt([...path, 'relationship', i + 1], 'One relation is kept'));
  });
  faults.push(...passedOver(relation ?? {}, ['coding'], [...path, 'relationship', 0]));
  faults.push(...passedOver(kin.name ?? {}, ['use', 'period'], [...path, 'name']));
  const { phones, emails } = reachedBy(telecom, [...path, 'telecom'], faults);
  for (const other of [...phones.slice(1), ...emails])
    faults.push(noPlaceAt(other.path, 'One phone number of a next of kin is kept'));
  return {
    kin: { name: called, relation: (relation && textOf(relation)) ?? null, phone: phones[0]?.value ?? null },
    n,
  };
}
