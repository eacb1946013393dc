/** Patient/{id}/$everything (hl7.org/fhir/R4/patient-operation-everything.html): all that is held of a patient, in one trip. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { batchOf, type Query } from '../../db/query';
import { appointment } from '../../db/schema/appointment';
import { calendarResource } from '../../db/schema/calendar';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { invoice } from '../../db/schema/invoice';
import { note } from '../../db/schema/note';
import { mergedInto, patient, survivorOf } from '../../db/schema/patient';
import { payment } from '../../db/schema/payment';
import type { FhirType } from '../../fhir-types';
import type { Deployment } from '../elements/datatypes';
import { badParameter, notFound } from '../errors';
import type { Found, SearchPage, ServedType } from '../served-type';
import { COUNT_MAX } from './bounds';
import type { Condition, SearchRequest } from './condition';
import { passOver } from './passed-over';
import { countOf } from './request';
import { fitting } from './run';

/** Searches by the patient, or by what else refers to the patient, in the order of the answer. */
export const STAGES: readonly { type: FhirType; by: string | ((id: SQLWrapper) => SQL) }[] = [
  { type: 'Patient', by: '_id' },
  // Of who was merged, all that follows is the survivor's.
  { type: 'Patient', by: (id) => sql`${patient.id} = ${mergedInto(id)}` },
  { type: 'Observation', by: 'patient' },
  { type: 'Condition', by: 'patient' },
  { type: 'Procedure', by: 'patient' },
  { type: 'MedicationStatement', by: 'patient' },
  { type: 'AllergyIntolerance', by: 'patient' },
  { type: 'RelatedPerson', by: 'patient' },
  { type: 'Appointment', by: 'patient' },
  { type: 'Invoice', by: 'patient' },
  {
    type: 'PaymentNotice',
    by: (id) =>
      sql`${payment.invoice_id} in (select id from ${invoice} where patient_id = ${survivorOf(id)} and deleted_at is null)`,
  },
  { type: 'DocumentReference', by: 'patient' },
  {
    type: 'Practitioner',
    by: (id) =>
      sql`${doctor.id} in (select doctor_id from ${appointment} where patient_id = ${survivorOf(id)}
        union select doctor_id from ${note} where patient_id = ${survivorOf(id)} and signed_at is not null)`,
  },
  {
    type: 'HealthcareService',
    by: (id) =>
      sql`${department.id} in (select department_id from ${appointment} where patient_id = ${survivorOf(id)})`,
  },
  // A cursor has the number of its stage: new ones come last.
  { type: 'Composition', by: 'patient' },
  {
    type: 'Location',
    by: (id) =>
      sql`${calendarResource.id} in (select resource_id from ${appointment} where patient_id = ${survivorOf(id)})`,
  },
];

export interface Everything {
  types: Set<string> | undefined;
  /** a value of `_lastUpdated` */
  since: string | undefined;
  count: number;
  cursor: string | undefined;
}

/** Null where nothing can meet them, as an id that is none. */
function conditionsOf(
  served: ServedType,
  by: (typeof STAGES)[number]['by'],
  id: string,
  since: string | undefined,
  deployment: Deployment,
): Condition[] | null {
  const conditions: (Condition | null | undefined)[] = [
    typeof by === 'string'
      ? served.parameters[by]?.condition([id], deployment, undefined)
      : { shape: 'of the patient', value: id, where: by, access: { way: 'few' } },
    since === undefined ? undefined : served.parameters._lastUpdated?.condition([`ge${since}`], deployment, undefined),
  ];
  if (conditions.includes(null)) return null;
  return conditions.filter((condition) => condition !== null && condition !== undefined);
}

/** Of a cursor: the stage, and the cursor within it. */
function startIn(cursor: string | undefined): { stage: number; within: string | undefined } {
  if (cursor === undefined) return { stage: 0, within: undefined };
  const [, stage, within] = /^(\d{1,2})\.([\w-]+)$/.exec(cursor) ?? [];
  if (stage === undefined) throw badParameter('_cursor', 'should be that of a link');
  return { stage: Number(stage), within };
}

/**
 * @param served types that the account may see
 * @returns with the id of the patient whose all of it is
 * @throws FhirError 404, 410 where there is no such patient
 */
export async function everything(
  ctx: ServiceContext,
  deployment: Deployment,
  id: string,
  { types, since, count, cursor }: Everything,
  served: readonly ServedType[],
): Promise<SearchPage & { of: string }> {
  const { stage: first, within } = startIn(cursor);
  const prepareOf = (one: ServedType, conditions: Condition[] | null, count: number, cursor?: string) =>
    one.prepare?.(
      deployment,
      {
        ...{ conditions: conditions ?? [], isEmpty: conditions === null, count, cursor },
        ...{ includes: [], used: [], passed: new Set(), elements: undefined },
      },
      ctx.actor,
    );
  const patients = served.find(({ type }) => type === 'Patient');
  const isThere = patients && prepareOf(patients, conditionsOf(patients, '_id', id, undefined, deployment), 1);
  if (!isThere) throw notFound('Patient', id);
  const stages = STAGES.flatMap(({ type, by }, stage) => {
    const one = served.find((known) => known.type === type);
    if (!one || stage < first || (types && !types.has(type))) return [];
    const prepared = prepareOf(
      one,
      conditionsOf(one, by, id, since, deployment),
      count,
      stage === first ? within : undefined,
    );
    return prepared ? [{ stage, prepared }] : [];
  });
  const queries: Record<string, Query<unknown> | undefined> = Object.fromEntries(
    stages.map(({ stage, prepared }) => [`stage${stage}`, prepared.query]),
  );
  const read = await ctx.db.batch({ isThere: isThere.query, stages: batchOf(queries) });
  const asked = (await isThere.page(read.isThere))?.matches[0];
  if (!asked) await patients?.read(ctx, deployment, id);

  const all: { found: Found; at: string }[] = [];
  let next: string | null = null;
  for (const { stage, prepared } of stages) {
    const page = await prepared.page(read.stages[`stage${stage}`]);
    all.push(...page.matches.map((found) => ({ found, at: `${stage}.${found.cursor}` })));
    // Behind a stage that has more, nothing is of this page.
    if (page.next !== null) {
      next = `${stage}.${page.next}`;
      break;
    }
  }
  const page = fitting(all.slice(0, count));
  if (page.length < all.length) next = page.at(-1)?.at ?? null;
  return { matches: page.map(({ found }) => found), included: [], next, of: asked?.access?.of ?? id };
}

const SINCE = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

type Asked = Everything & Pick<SearchRequest, 'used' | 'passed'>;

/** @throws FhirError 400 */
export function readEverything(sent: URLSearchParams, strict: boolean): Asked {
  const asked: Asked = {
    ...{ types: undefined, since: undefined, count: COUNT_MAX, cursor: undefined, used: [], passed: new Set() },
  };
  for (const [name, value] of sent) {
    if (name === '_type') addTypes(asked, value);
    else if (name === '_since' && SINCE.test(value)) asked.since = value;
    else if (name === '_since') throw badParameter(name, 'a time is expected');
    else if (name === '_count') asked.count = countOf(value);
    else if (name === '_cursor') asked.cursor = value;
    else if (name === 'start' || name === 'end')
      throw badParameter(name, 'dates of care are not served: _since and _type narrow it', 'not-supported');
    else {
      const isOfForm = name === '_format' || name === '_pretty';
      if (!isOfForm) passOver(asked.passed, name, 'is not a parameter of $everything', strict);
      continue;
    }
    asked.used.push([name, value]);
  }
  return asked;
}

function addTypes(asked: Everything, value: string): void {
  asked.types ??= new Set();
  for (const type of value.split(',')) {
    if (!STAGES.some((stage) => stage.type === type)) throw badParameter('_type', `${type} is not part of it`);
    asked.types.add(type);
  }
}
