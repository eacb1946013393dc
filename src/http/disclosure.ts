// What an endpoint shows of patients, or of the log itself, as the marks of its schemas say.
import * as z from 'zod';
import type { AccessRecord } from '../access-log/record';
import { byName } from '../rules/fields-of';
import { EACH, type Entity, type Ids, loggedBy, type Path, recordsIn } from '../schemas/marks';
import type { AccessAction, EndpointSpec } from './endpoint-spec';

/** One access names at most this many people, and stands for at most this many whole records. */
export const PEOPLE_MAX = 100;

/** Of an endpoint whose successful answers to accounts are recorded. */
interface Disclosure {
  entity: Entity;
  action: AccessAction;
  /** where its records are in the body */
  path: Path;
  /** fields with the ids of a record and of its patient */
  fields: Ids;
  /** fields of the request with such ids, for all records of the answer */
  requestFields: { param: Ids; query: Ids };
}

export const bodiesOf = (answers: EndpointSpec['answers']): z.ZodType[] =>
  Object.values(answers).flatMap(({ body }) => (body instanceof z.ZodType ? [body] : body?.of ? [body.of] : []));

/** Computed once for each endpoint. @throws Error where one access could not say what an answer shows */
export function disclosureOf({
  operationId,
  answers,
  param,
  query,
  accessAction,
}: EndpointSpec): Disclosure | undefined {
  const found = bodiesOf(answers).flatMap((body) => recordsIn(body));
  // Of two answers the fuller one comes first, and has the ids of both.
  const byPath = new Map(found.toReversed().map((one) => [one.path.map(String).join(), one]));
  const [record, ...others] = byPath.values();
  if (!record) return undefined;
  const { entity, path, fields } = record;
  if (!entity || others.length > 0) throw new Error(`${operationId}: what it shows is not one kind of record`);
  return {
    ...{ entity, path, fields, action: accessAction ?? (path.includes(EACH) ? 'list' : 'read') },
    requestFields: { param: loggedBy(param)?.fields ?? {}, query: loggedBy(query)?.fields ?? {} },
  };
}

type Values = Readonly<Record<string, unknown>>;

export interface RequestDisclosure extends Pick<Disclosure, 'entity' | 'path' | 'fields'> {
  action: AccessAction | 'search';
  /** from the request */
  ids: Partial<AccessRecord>;
  /** patients of whom the answer says something also where it shows nothing */
  asked: readonly string[];
  /** whether lists show whole records */
  isWhole: boolean;
  /** whether the answer was recorded */
  isAnswered: boolean;
}

/** What the log has of it, and not of the request. */
export type Access = Pick<AccessRecord, 'action' | 'entity'> & Partial<AccessRecord>;

/** What accesses are made of. */
export interface Shown extends Omit<RequestDisclosure, 'isAnswered'> {
  body: unknown;
}

/** Whole records that are shown beside those of an endpoint. @param fields with their ids */
export const listed = (entity: Entity, fields: Ids, body: readonly object[]): Shown => ({
  ...{ entity, action: 'list', path: [EACH], fields, ids: {}, asked: [], isWhole: true, body },
});

const idsOf = (fields: Ids, values: Values): Partial<AccessRecord> =>
  Object.fromEntries(Object.entries(fields).map(([column, name]) => [column, values[name] ?? null]));

export const beginDisclosure = (
  { requestFields, action, ...disclosure }: Disclosure,
  param: Values,
  query: Values,
  isSearch: boolean,
): RequestDisclosure => ({
  ...disclosure,
  action: isSearch && action === 'list' ? 'search' : action,
  ids: { ...idsOf(requestFields.param, param), ...idsOf(requestFields.query, query) },
  asked: [],
  isWhole: query.view !== 'reduced',
  isAnswered: false,
});

// A path is one of the schema by which the answer was made, so there are lists and objects where it says so. Where there are none, the
// answer is an error: nobody would be on record.
function valuesIn(body: unknown): Values {
  if (typeof body !== 'object' || body === null) throw new TypeError('An answer has no record where its schema says');
  return byName(body);
}
function listIn(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw new TypeError('An answer has no list where its schema says');
  return body;
}

const recordsAt = (body: unknown, [step, ...path]: Path): Values[] => {
  if (step === undefined) return [valuesIn(body)];
  if (step === EACH) return listIn(body).flatMap((one) => recordsAt(one, path));
  return recordsAt(valuesIn(body)[step], path);
};

const alone = (people: ReadonlySet<string>): string | null => (people.size === 1 ? ([...people][0] ?? null) : null);

/** @param of in whose days it is. Others are not named where there are too many */
export function naming(people: ReadonlySet<string>, of = alone(people)): Partial<AccessRecord> {
  const others = [...people].filter((id) => id !== of);
  const isNamed = others.length > 0 && others.length <= PEOPLE_MAX;
  return { patient_id: of, ...(isNamed && { detail: JSON.stringify({ patients: others }) }) };
}

/**
 * Whole records of more than `PEOPLE_MAX` people take several accesses. A reduced list of as many only has its count. Possible
 * duplicates are few, and an access each: whom a made-up twin shows has it in their days.
 */
export function accessesTo({ entity, action, path, fields, ids, asked, isWhole, body }: Shown): Access[] {
  const access = { entity, action, ...ids };
  const records = recordsAt(body, path);
  if (!path.includes(EACH)) return records.map((record) => ({ ...access, ...idsOf(fields, record) }));
  const field = fields.patient_id;
  const peopleIn = (part: Values[]) =>
    new Set(field === undefined ? [] : part.map((record) => record[field]).filter((id) => typeof id === 'string'));
  const shown = peopleIn(records);
  if (action === 'duplicates') {
    const each = [...shown].map((patient_id) => ({ ...access, patient_id, count: 1 }));
    return [{ ...access, count: records.length }, ...each];
  }
  const isLong = isWhole && shown.size > PEOPLE_MAX;
  const parts = Array.from({ length: isLong ? Math.ceil(records.length / PEOPLE_MAX) : 1 }, (_, n) =>
    isLong ? records.slice(n * PEOPLE_MAX, (n + 1) * PEOPLE_MAX) : records,
  );
  return parts.map((part) => {
    const people = peopleIn(part);
    const all = new Set([...people, ...asked]);
    const named = all.size > PEOPLE_MAX ? people : all;
    // Rows say whose they are: who was asked for may have been merged.
    return { ...access, count: part.length, ...naming(named, alone(people) ?? ids.patient_id ?? alone(named)) };
  });
}
