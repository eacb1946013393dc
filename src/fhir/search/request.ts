/** A search as it was sent, read by what its type declares. */
import { sql } from 'drizzle-orm';
import type { House, Resource } from '../elements';
import { badParameter } from '../errors';
import type { StoredType } from '../type';
import { COUNT, COUNT_MAX } from './bounds';
import type { Condition, Parameter, Parameters, SearchRequest } from './condition';
import { timeParameter } from './parameters';
import { alternativesOf, MalformedValue, plainValue } from './values';

/** Of one request: each may be a condition of the SQL. */
const CONDITIONS_MAX = 20;

/** What a search of the type may be asked besides its own parameters. */
export function commonParameters({
  table,
  fields,
  updated,
  readable,
}: Pick<StoredType, 'table' | 'fields' | 'updated' | 'readable'>): Parameters {
  const { updated_at } = fields;
  return {
    _id: {
      type: 'token',
      documentation: 'Logical id',
      condition: (or) => ({
        shape: 'id',
        value: JSON.stringify(or.map(plainValue)),
        where: (ids) => sql`${table.id} in (select value from json_each(${ids}))`,
        access: { way: 'few', rows: readable },
      }),
    },
    _lastUpdated: timeParameter((updated ?? updated_at) as never, {
      documentation: 'When it was last changed',
      indexed: updated !== undefined,
    }),
  };
}

/** Read by the answer itself. */
const OF_RESULT = new Set(['_count', '_elements', '_format', '_include', '_pretty', '_cursor']);

export function countOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw badParameter('_count', 'a whole number is expected');
  if (Number(text) === 0) throw badParameter('_count', 'should be at least 1: matches are not counted');
  return Math.min(Number(text), COUNT_MAX);
}

interface Reading {
  type: string;
  parameters: Parameters;
  includes: Readonly<Record<string, string>>;
  strict: boolean;
}

/** @throws FhirError 400 for a malformed value, an unknown modifier, and under `handling=strict` an unknown parameter */
export function readSearch(
  sent: Iterable<[string, string]>,
  { type, parameters, includes, strict }: Reading,
  house: House,
): SearchRequest {
  const request: SearchRequest = {
    ...{ conditions: [], isEmpty: false, count: COUNT, cursor: undefined, elements: undefined, includes: [], used: [] },
  };
  for (const [name, value] of sent) {
    if (value === '' && name !== '_cursor') continue;
    if (OF_RESULT.has(name)) {
      const isUsed = readResult(request, { type, includes }, name, value);
      if (isUsed) request.used.push([name, value]);
      else if (strict) throw badParameter(name, `${value} is not known of ${type}`);
      continue;
    }
    const [base = '', modifier] = name.split(':', 2);
    const parameter: Parameter | undefined = Object.hasOwn(parameters, base) ? parameters[base] : undefined;
    if (!parameter) {
      if (strict) throw badParameter(base, `is not a search parameter of ${type}`);
      continue;
    }
    if (modifier !== undefined && !parameter.modifiers?.includes(modifier))
      throw badParameter(base, `the modifier :${modifier} is not known`);
    const condition = conditionOf(base, () => parameter.condition(alternativesOf(value), house, modifier));
    if (condition) request.conditions.push(condition);
    else request.isEmpty = true;
    request.used.push([name, value]);
  }
  if (request.conditions.length > CONDITIONS_MAX)
    throw badParameter('http', `at most ${CONDITIONS_MAX} search parameters`);
  return request;
}

function conditionOf(name: string, read: () => Condition | null): Condition | null {
  try {
    return read();
  } catch (error) {
    throw error instanceof MalformedValue ? badParameter(name, error.message) : error;
  }
}

/** @returns whether it took effect */
function readResult(
  request: SearchRequest,
  { type, includes }: Pick<Reading, 'type' | 'includes'>,
  name: string,
  value: string,
) {
  switch (name) {
    case '_count':
      request.count = countOf(value);
      return true;
    case '_cursor':
      request.cursor = value;
      return true;
    case '_elements':
      request.elements = new Set([...(request.elements ?? []), ...value.split(',').map((one) => one.trim())]);
      return true;
    case '_include': {
      const [source, parameter = ''] = value.split(':');
      if (source !== type || !Object.hasOwn(includes, parameter)) return false;
      request.includes.push(parameter);
      return true;
    }
    default:
      return true;
  }
}

const SUBSETTED = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' };

/** With those that R4 demands, marked as incomplete (hl7.org/fhir/R4/search.html#elements). */
export function onlyElements(
  resource: Resource,
  elements: ReadonlySet<string>,
  mandatory: readonly string[],
): Resource {
  const kept = new Set(['resourceType', 'id', 'meta', ...mandatory, ...elements]);
  const { meta, ...others } = Object.fromEntries(
    Object.entries(resource).filter(([name]) => kept.has(name.replace(/^_/, ''))),
  ) as Resource;
  return { ...others, meta: { ...meta, tag: [...(meta?.tag ?? []), SUBSETTED] } };
}
