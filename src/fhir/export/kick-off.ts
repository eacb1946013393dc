/** What a kick-off asks for (hl7.org/fhir/uv/bulkdata/STU2/export.html). */
import * as z from 'zod';
import type { ExportStep } from '../../db/schema/export-job';
import type { FhirType } from '../../fhir-types';
import { DEFAULT_TIME_ZONE } from '../../rules/clock';
import { instant, isDatetime } from '../../rules/datetime';
import { LIST_MAX, listOf, NAME_MAX, TEXT_MAX, text } from '../../schemas/fields';
import { badParameter, FhirError } from '../errors';
import { outcomeOf } from '../http/outcome';
import type { ExportPage } from '../served-type';
import { deletedSteps, EXPORTED, isExported } from './exported';
import type { Job } from './queries';

const value = text(TEXT_MAX).optional();

export const Parameters = z.object({
  resourceType: z.literal('Parameters'),
  parameter: listOf(
    z.object({ name: text(NAME_MAX), valueString: value, valueCode: value, valueInstant: value }),
  ).default([]),
});

/** undefined: a value of a type that no parameter of an export has */
export type Sent = readonly (readonly [name: string, value: string | undefined])[];

export const sentIn = ({ parameter }: z.output<typeof Parameters>): Sent =>
  parameter.map(({ name, valueString, valueCode, valueInstant }) => [name, valueString ?? valueCode ?? valueInstant]);

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

/** What the address asks for, or the Parameters. */
interface Asked {
  _type: Set<FhirType>;
  _since: Set<number>;
  /** what is not supported: names of parameters, and `_type` with a type */
  unsupported: [name: string, why: string][];
}

/** @param seen types that the role may see */
function askedIn(sent: Sent, seen: readonly string[]): Asked {
  const asked: Asked = { _type: new Set(), _since: new Set(), unsupported: [] };
  const addTypes = (value: string) => {
    for (const name of value.split(',').map((one) => one.trim())) {
      if (!isExported(name)) asked.unsupported.push(['_type', `not exported: ${name}`]);
      else if (!seen.includes(name)) asked.unsupported.push(['_type', `not exported to this account: ${name}`]);
      else asked._type.add(name);
    }
  };
  for (const [name, value] of sent) {
    if (!['_type', '_since', '_outputFormat'].includes(name)) {
      asked.unsupported.push([name, 'is not a parameter of $export here']);
      continue;
    }
    if (value === undefined) throw badParameter(name, 'should be a valueString, valueCode or valueInstant');
    if (value === '') continue;
    if (name === '_type') addTypes(value);
    else if (name === '_since') asked._since.add(sinceOf(value));
    else if (!FORMAT.test(withPlus(value))) throw badParameter(name, 'should be application/fhir+ndjson');
  }
  if (asked._since.size > 1) throw badParameter('_since', 'is there twice, and differs');
  return asked;
}

/** What one of them asks for, or both the same. */
function agreed<T>(name: string, query: ReadonlySet<T>, parameters: ReadonlySet<T>): ReadonlySet<T> {
  const [one, other] = query.size > 0 ? [query, parameters] : [parameters, query];
  const isSame = one.size === other.size && [...one].every((value) => other.has(value));
  if (other.size > 0 && !isSame) throw badParameter(name, 'differs between the address and the Parameters');
  return one;
}

interface KickOff {
  steps: ExportStep[];
  since: number | null;
  /** what is not supported, each once */
  leftOut: string[];
  /** of all these, types that the scope lacks */
  outside: FhirType[];
}

interface Exportable {
  /** types that the role may see: others are no part of its export */
  seen: readonly string[];
  /** of these, what the scope has, too */
  granted: readonly string[];
}

/**
 * @param isLenient whether what is not supported is left out; else it is refused
 * @throws FhirError 400
 */
export function readKickOff(query: Sent, parameters: Sent, { seen, granted }: Exportable, isLenient: boolean): KickOff {
  const [inQuery, inParameters] = [askedIn(query, seen), askedIn(parameters, seen)];
  const types = agreed('_type', inQuery._type, inParameters._type);
  const [since = null] = agreed('_since', inQuery._since, inParameters._since);
  const unsupported = [...inQuery.unsupported, ...inParameters.unsupported];
  // Without a type that is known, everything would be exported, which nobody has asked for.
  const fatal = unsupported.find(([name]) => !isLenient || (name === '_type' && types.size === 0));
  if (fatal) throw badParameter(...fatal, 'not-supported');
  const leftOut = [...new Set(unsupported.map(([name, why]) => `${name}: ${why}`))];
  if (leftOut.length > LIST_MAX)
    throw new FhirError(400, 'too-costly', `More than ${LIST_MAX} things that $export does not support`);
  const all = granted.length > 0 ? granted : seen;
  const exported = EXPORTED.filter((type) => (types.size === 0 ? all.includes(type) : types.has(type)));
  const steps: ExportStep[] = [
    ...(leftOut.length > 0 ? (['OperationOutcome'] as const) : []),
    ...exported,
    ...(since === null ? [] : deletedSteps(exported)),
  ];
  return { steps, since, leftOut, outside: exported.filter((type) => !granted.includes(type)) };
}

/** An OperationOutcome for each thing that was left out, while all steps of the job are still to come. */
export async function readLeftOut({ query, types }: Pick<Job, 'query' | 'types'>): Promise<ExportPage> {
  const { leftOut } = readKickOff([...new URLSearchParams(query)], [], { seen: types, granted: types }, true);
  const lines = leftOut.map((what) =>
    JSON.stringify(outcomeOf([{ severity: 'warning', code: 'not-supported', diagnostics: `Left out: ${what}` }])),
  );
  return { lines, next: null };
}
