/** What a kick-off asks for (hl7.org/fhir/uv/bulkdata/STU2/export.html). */
import * as z from 'zod';
import type { FhirType } from '../../auth/scopes';
import { DEFAULT_TIME_ZONE } from '../../rules/clock';
import { instant, isDatetime } from '../../rules/datetime';
import { listOf, NAME_MAX, TEXT_MAX, text } from '../../schemas/fields';
import { badParameter } from '../errors';
import { EXPORTED } from './exported';

const value = text(TEXT_MAX).optional();

export const Parameters = z.object({
  resourceType: z.literal('Parameters'),
  parameter: listOf(
    z.object({ name: text(NAME_MAX), valueString: value, valueCode: value, valueInstant: value }),
  ).default([]),
});

export type Sent = readonly (readonly [name: string, value: string])[];

export const sentIn = ({ parameter }: z.output<typeof Parameters>): Sent =>
  parameter.map(({ name, valueString, valueCode, valueInstant }) => [
    name,
    valueString ?? valueCode ?? valueInstant ?? '',
  ]);

const FORMAT = /^(application\/(fhir\+)?)?ndjson$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Of an address in which it was not encoded. */
const withPlus = (value: string) => value.replace(' ', '+');

function sinceOf(value: string): number {
  const text = withPlus(value);
  if (!INSTANT.test(text) || !isDatetime(text))
    throw badParameter('_since', 'an instant is expected, as 2026-11-25T09:00:00Z');
  return instant(text, DEFAULT_TIME_ZONE);
}

function addTypes(types: Set<string>, value: string): void {
  for (const type of value.split(',').map((one) => one.trim())) {
    if (!EXPORTED.some((known) => known === type)) throw badParameter('_type', `not exported: ${type}`);
    types.add(type);
  }
}

interface KickOff {
  types: FhirType[];
  since: number | null;
}

/** @throws FhirError 400 */
export function readKickOff(sent: Sent, strict: boolean): KickOff {
  const types = new Set<string>();
  let since: number | null = null;
  for (const [name, value] of sent) {
    if (value === '') continue;
    if (name === '_type') addTypes(types, value);
    else if (name === '_since') since = sinceOf(value);
    else if (name === '_outputFormat') {
      if (!FORMAT.test(withPlus(value))) throw badParameter(name, 'should be application/fhir+ndjson');
    } else if (strict) throw badParameter(name, 'is not a parameter of $export here');
  }
  return { types: EXPORTED.filter((type) => types.size === 0 || types.has(type)), since };
}
