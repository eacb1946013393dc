/** A search as it was sent, read by what its type declares. */
import { sql } from 'drizzle-orm';
import { canonicalUuid } from '../../rules/uuid';
import type { Deployment, Resource } from '../elements/datatypes';
import { badParameter } from '../errors';
import type { StoredType } from '../served-type';
import { ALTERNATIVES_TOGETHER, CONDITIONS_MAX, COUNT, COUNT_MAX, NAMED_MAX, SEARCH_BYTES } from './bounds';
import type { Condition, Parameter, Parameters, SearchRequest } from './condition';
import { passOver } from './passed-over';
import { timeParameter } from './time-parameters';
import { alternativesOf, MalformedValue, plainValue, TooMany } from './values';

/** What a search of the type may be asked besides its own parameters. */
export function commonParameters({
  type,
  table,
  updated,
  readable,
}: Pick<StoredType, 'type' | 'table' | 'updated' | 'readable'>): Parameters {
  const column = updated ?? table.updated_at;
  if (!column) throw new TypeError(`No column says when a ${type} was last changed`);
  return {
    _id: {
      type: 'token',
      documentation: 'Logical id',
      condition: (or) => {
        // What is none need not be looked for.
        const ids = or.map(plainValue).filter((id) => canonicalUuid(id) === id);
        if (ids.length === 0) return null;
        return {
          shape: 'id',
          value: JSON.stringify(ids),
          named: ids.length,
          where: (list) => sql`${table.id} in (select value from json_each(${list}))`,
          access: { way: 'few', rows: readable },
        };
      },
    },
    _lastUpdated: timeParameter(column, {
      documentation: 'When it was last changed',
      indexed: updated !== undefined,
    }),
  };
}

/** Read by the answer itself. */
const OF_RESULT = new Set(['_count', '_elements', '_format', '_include', '_pretty', '_summary', '_total', '_cursor']);

export function countOf(text: string): number {
  if (!/^\d+$/.test(text)) throw badParameter('_count', 'a whole number is expected');
  if (Number(text) === 0) throw badParameter('_count', 'should be at least 1: matches are not counted');
  return Math.min(Number(text), COUNT_MAX);
}

const notCounted = (name: string) =>
  badParameter(name, 'matches are not counted: follow the next links', 'not-supported');

interface Reading {
  type: string;
  parameters: Parameters;
  includes: Readonly<Record<string, string>>;
  strict: boolean;
}

const tooCostly = (name: string, message: string) => badParameter(name, message, 'too-costly');

/** Asked of each parameter as it comes, so that what is refused costs no more than what is not. */
function budgetOf() {
  const spent = { bytes: 0, parameters: 0, alternatives: 0, named: 0 };
  return {
    send(name: string, value: string) {
      spent.bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (spent.bytes > SEARCH_BYTES) throw tooCostly(name, `a search has at most ${SEARCH_BYTES} bytes`);
    },
    ask(name: string) {
      spent.parameters++;
      if (spent.parameters > CONDITIONS_MAX) throw tooCostly(name, `at most ${CONDITIONS_MAX} search parameters`);
    },
    compare(name: string, { alternatives = 1, named = 0 }: Partial<Condition>) {
      if (alternatives > 1) spent.alternatives += alternatives;
      if (spent.alternatives > ALTERNATIVES_TOGETHER)
        throw tooCostly(name, `at most ${ALTERNATIVES_TOGETHER} alternatives of all parameters together`);
      spent.named += named;
      if (spent.named > NAMED_MAX) throw tooCostly(name, `at most ${NAMED_MAX} ids and identifiers`);
    },
  };
}

/** @throws FhirError 400 for a malformed value, an unknown modifier, too much, and what cannot be passed over (passed-over.ts) */
export function readSearch(
  sent: Iterable<[string, string]>,
  { type, parameters, includes, strict }: Reading,
  deployment: Deployment,
): SearchRequest {
  const request: SearchRequest = {
    ...{ conditions: [], isEmpty: false, count: COUNT, cursor: undefined, elements: undefined, includes: [], used: [] },
    passed: new Set(),
  };
  const budget = budgetOf();
  for (const [name, value] of sent) {
    budget.send(name, value);
    if (value === '' && name !== '_cursor') continue;
    if (OF_RESULT.has(name)) {
      const isUsed = readResult(request, { type, includes }, name, value);
      if (isUsed) request.used.push([name, value]);
      else passOver(request.passed, name, `${value} is not known of ${type}`, strict);
      continue;
    }
    const [base = '', modifier] = name.split(':', 2);
    const parameter: Parameter | undefined = Object.hasOwn(parameters, base) ? parameters[base] : undefined;
    if (!parameter) {
      passOver(request.passed, name, `is not a search parameter of ${type}`, strict);
      continue;
    }
    if (modifier !== undefined && !parameter.modifiers?.includes(modifier))
      throw badParameter(base, `the modifier :${modifier} is not known`);
    budget.ask(base);
    const condition = conditionOf(base, () => parameter.condition(alternativesOf(value), deployment, modifier));
    budget.compare(base, condition ?? {});
    if (condition) request.conditions.push(condition);
    else request.isEmpty = true;
    request.used.push([name, value]);
  }
  return request;
}

function conditionOf(name: string, read: () => Condition | null): Condition | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooMany) throw tooCostly(name, error.message);
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
      request.elements ??= new Set();
      for (const one of value.split(',')) request.elements.add(one.trim());
      return true;
    case '_include': {
      const [source, parameter = ''] = value.split(':');
      if (source !== type || !Object.hasOwn(includes, parameter)) return false;
      request.includes.push(parameter);
      return true;
    }
    case '_summary':
      if (value === 'count') throw notCounted(name);
      return value === 'false';
    case '_total':
      if (value !== 'none') throw notCounted(name);
      return true;
    default:
      return true;
  }
}

const SUBSETTED = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' };

const ALWAYS = ['resourceType', 'id', 'meta'];

/** With those that R4 demands, marked as incomplete (hl7.org/fhir/R4/search.html#elements). */
export function onlyElements(
  resource: Resource,
  elements: ReadonlySet<string>,
  mandatory: readonly string[],
): Resource {
  const isKept = (name: string) => elements.has(name) || ALWAYS.includes(name) || mandatory.includes(name);
  const { resourceType, meta, ...others } = resource;
  const kept = Object.entries(others).filter(([name]) => isKept(name.replace(/^_/, '')));
  return {
    resourceType,
    ...Object.fromEntries(kept),
    meta: { ...meta, tag: [...(meta?.tag ?? []), SUBSETTED] },
  };
}
