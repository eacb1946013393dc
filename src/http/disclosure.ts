// What an endpoint shows of patients, or of the log itself, as the marks of its schemas say.
import * as z from 'zod';
import type { AccessRecord } from '../audit/access-record';
import { EACH, type Entity, type Ids, loggedBy, type Path, recordsIn } from '../schemas/marks';
import type { EndpointSpec, LookAction } from './endpoint-spec';

/** One look names at most this many people, and stands for at most this many whole records. */
export const PEOPLE_MAX = 100;

/** Of an endpoint whose successful answers to accounts are recorded. */
interface Disclosure {
  entity: Entity;
  action: LookAction;
  /** where its records are in the body */
  path: Path;
  /** fields with the ids of a record and of its patient */
  fields: Ids;
  /** fields of the request with such ids, for all records of the answer */
  requestFields: { param: Ids; query: Ids };
}

/** Computed once for each endpoint. @throws Error where one look could not say what an answer shows */
export function disclosureOf({ operationId, answers, param, query, look }: EndpointSpec): Disclosure | undefined {
  const bodies = Object.values(answers).flatMap(({ body }) =>
    body instanceof z.ZodType ? [body] : body?.of ? [body.of] : [],
  );
  const byPath = new Map(bodies.flatMap((body) => recordsIn(body)).map((one) => [one.path.map(String).join(), one]));
  const [record, ...others] = byPath.values();
  if (!record) return undefined;
  const { entity, path, fields } = record;
  if (!entity || others.length > 0) throw new Error(`${operationId}: what it shows is not one kind of record`);
  return {
    ...{ entity, path, fields, action: look ?? (path.includes(EACH) ? 'list' : 'read') },
    requestFields: { param: loggedBy(param)?.fields ?? {}, query: loggedBy(query)?.fields ?? {} },
  };
}

type Values = Record<string, unknown>;

export interface RequestDisclosure extends Pick<Disclosure, 'entity' | 'path' | 'fields'> {
  action: LookAction | 'search';
  /** from the request */
  ids: Partial<AccessRecord>;
  /** whether lists show whole records */
  isWhole: boolean;
  /** whether the answer was recorded */
  isAnswered: boolean;
}

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
  isWhole: query.view !== 'reduced',
  isAnswered: false,
});

const recordsAt = (body: unknown, [step, ...path]: Path): Values[] => {
  if (step === undefined) return [body as Values];
  if (step === EACH)
    return path.length === 0 ? (body as Values[]) : (body as unknown[]).flatMap((one) => recordsAt(one, path));
  return recordsAt((body as Values)[step], path);
};

/** Without the patient who was asked for; nobody where there are too many to be named. */
function naming(people: Set<string>, requested: AccessRecord['patient_id'] = null): Partial<AccessRecord> {
  const others = [...people].filter((id) => id !== requested);
  if (others.length === 0 || others.length > PEOPLE_MAX) return {};
  return others.length === 1 && requested === null
    ? { patient_id: others[0] as string }
    : { detail: JSON.stringify({ patients: others }) };
}

/** Whole records of more than `PEOPLE_MAX` people take several looks. A reduced list of as many only has its count. */
export function looksAt(
  { action, path, fields, ids, isWhole }: RequestDisclosure,
  body: unknown,
): Partial<AccessRecord>[] {
  const records = recordsAt(body, path);
  if (!path.includes(EACH)) return records.map((record) => ({ ...ids, ...idsOf(fields, record) }));
  const field = fields.patient_id;
  const peopleIn = (part: Values[]) =>
    new Set(field === undefined ? [] : part.flatMap((record) => (record[field] as string | null) ?? []));
  const isLong = isWhole && peopleIn(records).size > PEOPLE_MAX;
  const parts = Array.from({ length: isLong ? Math.ceil(records.length / PEOPLE_MAX) : 1 }, (_, n) =>
    isLong ? records.slice(n * PEOPLE_MAX, (n + 1) * PEOPLE_MAX) : records,
  );
  // Rows say whose they are: who was asked for may have been merged. Duplicates are of the patient who was asked for.
  const requested = action === 'duplicates' ? ids.patient_id : null;
  return parts.map((part) => ({ ...ids, count: part.length, ...naming(peopleIn(part), requested) }));
}
