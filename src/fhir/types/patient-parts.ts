/** Names, ways to reach, addresses and next of kin of a Patient that is sent. Each has a fault for what has no place (left-out.ts). */
import type { Fault } from '../../errors';
import type { NextOfKin } from '../../schemas/next-of-kin';
import { addressUse } from '../elements/codes';
import { originalOf } from '../elements/datatypes';
import { noPlaceAt, type Path, passedOver } from '../elements/left-out';
import { faultAt, isOver, type Period, textOf } from '../elements/schemas';
import type { HumanName, PatientResource } from './patient-resource';

/** The hospital's word for a code: the text that came with it, which has to say the same. */
export function wordOf(
  code: string,
  original: string | undefined,
  codeFor: (text: string) => string | undefined,
  refuse: (msg: string) => unknown,
): string {
  if (original !== undefined && codeFor(original) !== code) refuse('The original text has another code');
  return original ?? code;
}

/** With their places: what is over is none of a record that has no past. */
function ofToday<Entry extends { period?: Period | undefined }>(sent: Entry[] = [], at: Path, faults: Fault[]) {
  return sent.flatMap((entry, n) => {
    const path = [...at, n];
    if (isOver(entry.period)) {
      faults.push(noPlaceAt(path, 'It is over by its period'));
      return [];
    }
    if (entry.period) faults.push(noPlaceAt([...path, 'period'], 'No period is kept'));
    return [{ ...entry, n, path }];
  });
}

/** The official name, or else the usual one. */
export function nameIn({ name }: PatientResource, faults: Fault[]): HumanName & { n: number } {
  const names = ofToday(name, ['name'], faults);
  const [one] = ['official', 'usual', undefined].flatMap((wanted) => names.filter(({ use }) => use === wanted));
  for (const { path } of names.filter((other) => one && other !== one))
    faults.push(noPlaceAt(path, 'One name is kept, the official one'));
  if (!one) {
    const [other] = names;
    faults.push(faultAt(other ? [...other.path, 'use'] : ['name'], 'An official or usual name is expected'));
    return { n: 0 };
  }
  const { path, ...kept } = one;
  const use = one.use === 'usual' ? one.use : undefined;
  faults.push(...passedOver({ use, text: one.text }, ['use', 'text'], path));
  if (one.family === undefined && one.given === undefined)
    faults.push(faultAt(path, 'A family name or a given one is expected'));
  return kept;
}

/** Phone numbers, the first to try first, and e-mail addresses. */
function reachedBy(telecom: PatientResource['telecom'], at: Path, faults: Fault[]) {
  const ways = ofToday(telecom, at, faults).flatMap(({ system, value, use, rank, n, path }) => {
    const isKept = use !== 'old' && (system === 'phone' || system === 'email');
    if (!isKept || value === undefined) {
      const element = system !== undefined && value !== undefined && use !== 'old' ? ['system'] : [];
      faults.push(noPlaceAt([...path, ...element], 'Phone numbers and e-mail addresses of today are kept'));
      return [];
    }
    faults.push(...passedOver({ use }, ['use'], path));
    return [{ system, value, rank, n, path }];
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

/** @returns undefined where nothing could be taken of what there is: it stays as it is */
export function addressesOf({ address }: PatientResource, faults: Fault[]) {
  const sent = ofToday(address, ['address'], faults);
  const taken = sent.flatMap(({ path, use, _use, text, line, city, state, postalCode, country }) => {
    if (text !== undefined) faults.push(noPlaceAt([...path, 'text'], 'An address is kept by its parts'));
    const original = originalOf(_use);
    const refuse = (msg: string) => faults.push(faultAt([...path, '_use'], msg));
    const address_type = use === undefined ? original : wordOf(use, original, addressUse, refuse);
    const parts = { street: line?.join('\n'), city, state, postal_code: postalCode, country };
    const isText = text !== undefined && Object.values(parts).every((part) => part === undefined);
    if (!isText) return [{ address_type, ...parts }];
    faults.push(...passedOver({ use, _use }, ['use', '_use'], path));
    return [];
  });
  return sent.length > 0 && taken.length === 0 ? undefined : taken;
}

/** @returns undefined where there is none: it stays as it is */
export function languageOf({ communication = [] }: PatientResource, faults: Fault[]) {
  const entries = communication.map((entry, n) => ({ ...entry, n }));
  const one = entries.find(({ preferred }) => preferred) ?? entries.find(({ preferred }) => preferred === undefined);
  for (const { n } of entries.filter((other) => other !== one))
    faults.push(noPlaceAt(['communication', n], 'One language is kept, the preferred one'));
  if (!one) return { text: entries.length > 0 ? undefined : null, n: 0 };
  const path: Path = ['communication', one.n, 'language'];
  const text = textOf(one.language);
  if (text === undefined) faults.push(faultAt(path, 'A text or a code is expected'));
  faults.push(...passedOver(one.language, ['coding'], path));
  return { text, n: one.n };
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
