/** Name, addresses and language of a Patient that is sent, each with faults for what has no place (elements/left-out.ts). */
import type { Fault } from '../../errors';
import { addressUse } from '../elements/codes';
import { originalOf } from '../elements/datatypes';
import { noPlaceAt, type Path, passedOver } from '../elements/left-out';
import { ofToday } from '../elements/period';
import { faultAt, textOf } from '../elements/schemas';
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
