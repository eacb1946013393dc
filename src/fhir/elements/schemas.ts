/** Pieces of what is taken in resources that are written. Strict: what has no place is refused by its name. */

import * as z from 'zod';
import { type IdSystem, ownName } from '../../db/systems';
import type { Fault } from '../../errors';
import { namesOf } from '../../rules/fields-of';
import { LIST_MAX, listOf, TEXT_MAX, text } from '../../schemas/fields';
import {
  codingsOf,
  type ForeignIdentifier,
  identifierText,
  identifierUse,
  identifierValue,
  uri,
} from '../../schemas/identifier';
import { type Deployment, ORIGINAL_TEXT } from './datatypes';
import { noPlace, noPlaceAt, passedOver } from './left-out';
import { Period } from './period';

/** FHIR's string is not empty (hl7.org/fhir/R4/datatypes.html#string). */
export const string = text(TEXT_MAX, 1);

/** `meta` and `text` are the server's own, whatever is sent. */
export const resourceShape = (type: string) => ({
  resourceType: z.literal(type),
  id: string.optional(),
  meta: z.unknown().optional(),
  text: z.unknown().optional(),
});

/** What of them is said to be left out: not what an answer has. */
export const passedOverIn = ({ meta, text }: { meta?: unknown; text?: unknown }): Fault[] => {
  const names = Object.keys(Object(meta)).filter((name) => name !== 'versionId' && name !== 'lastUpdated');
  return [...passedOver(Object(meta), names, ['meta']), ...passedOver({ text }, ['text'], [])];
};

export const elementWithOriginal = z.strictObject({
  extension: listOf(
    z
      .looseObject({ url: string, valueString: string.optional() })
      .refine(({ url }) => url === ORIGINAL_TEXT, noPlace(`${ORIGINAL_TEXT} alone is kept`)),
  ),
});

/** @param path in the resource */
export const faultAt = (path: (string | number)[], msg: string): Fault => ({
  loc: ['body', ...path],
  msg,
  type: 'value_error',
});

export const Coding = z.strictObject({
  system: uri.optional(),
  code: identifierText.optional(),
  display: identifierText.optional(),
});

/** A concept of which the text is kept, and of codes what they are called where there is none. */
export const Concept = z.strictObject({
  coding: listOf(z.looseObject({ code: string.optional(), display: string.optional() })).optional(),
  text: string.optional(),
});

export const textOf = ({ text, coding: [first] = [] }: z.output<typeof Concept>): string | undefined =>
  text ?? first?.display ?? first?.code;

export const Identifier = z.strictObject({
  use: identifierUse.optional(),
  type: z.strictObject({ coding: codingsOf(Coding).optional(), text: identifierText.optional() }).optional(),
  system: uri.optional(),
  value: identifierValue.optional(),
  period: Period.optional(),
  assigner: z.unknown().optional(),
});

/**
 * Own ones have to be what they are, and may be there in their former form, too; others are kept.
 * @param own values by system: null where the service gives it, undefined where the client may
 */
export function identifiersIn<Own extends IdSystem>(
  sent: readonly z.output<typeof Identifier>[] = [],
  deployment: Deployment,
  own: Readonly<Record<Own, string | null | undefined>>,
  faults: Fault[],
) {
  const foreign: ForeignIdentifier[] = [];
  const values: Partial<Record<Own, string>> = {};
  sent.forEach(({ period, assigner, ...identifier }, n) => {
    const { system, value } = identifier;
    if (system === undefined || value === undefined) {
      const missing = system === undefined ? 'system' : 'value';
      faults.push(noPlaceAt(['identifier', n, missing], 'An identifier is kept by its system and value'));
      return;
    }
    faults.push(...passedOver({ period, assigner }, ['period', 'assigner'], ['identifier', n]));
    const refuse = (msg: string, ...path: string[]) =>
      faults.push({ loc: ['body', 'identifier', n, ...path], msg, type: 'value_error' });
    const name = ownName(system, deployment.systems);
    if (name === undefined) {
      if (foreign.some((one) => one.system === system && one.value === value)) refuse('It is there twice');
      foreign.push({ ...identifier, system, value });
      return;
    }
    const known = namesOf(own).find((one) => one === name);
    const given = known && own[known];
    if (known === undefined || given === null) refuse('The service gives these itself', known ? 'value' : 'system');
    else if (given !== undefined && given !== value) refuse('The service has given the record another one', 'value');
    else if ((values[known] ?? value) !== value) refuse('A system has one value');
    else values[known] = value;
  });
  if (foreign.length > LIST_MAX)
    faults.push(faultAt(['identifier'], `At most ${LIST_MAX} identifiers of other systems are kept`));
  return { foreign: foreign.length > 0 ? foreign : null, values };
}
