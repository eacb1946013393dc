/** AuditEvent (hl7.org/fhir/R4/auditevent.html): a row of the audit trail. */
import type { FhirType } from '../../fhir-types';
import type { AuditEntry } from '../../resources/audit/schemas';
import { ownJson } from '../../rules/own-json';
import { type Coding, type Deployment, elementOf, type Resource, referenceTo } from '../elements/datatypes';
import { zoned } from '../elements/time';
import type { Condition, Parameters } from '../search/condition';
import { instantParameter } from '../search/time-parameters';
import { LAST, MalformedValue, plainValue, type Range, referredId, TooMany, tokenOf } from '../search/values';

const REST = {
  system: 'http://terminology.hl7.org/CodeSystem/audit-event-type',
  code: 'rest',
  display: 'RESTful Operation',
};
const INTERACTIONS = 'http://hl7.org/fhir/restful-interaction';
const ACTIONS = 'http://hl7.org/fhir/audit-event-action';

const CODES = { create: 'C', update: 'U', delete: 'D' } as const;
type Word = keyof typeof CODES;
const isInteraction = (action: string): action is Word => Object.hasOwn(CODES, action);

/** Whatever else was done, as a login or a merge, is an execution, named by its word. */
const actionOf = (action: string) => (isInteraction(action) ? CODES[action] : 'E');
const subtypeOf = (action: string): Coding =>
  isInteraction(action) ? { system: INTERACTIONS, code: action } : { display: action };

/** Records that are resources here, by their tables. */
const TYPES: Readonly<Record<string, FhirType>> = {
  patient: 'Patient',
  doctor: 'Practitioner',
  department: 'Organization',
  appointment: 'Appointment',
  note: 'Composition',
  invoice: 'Invoice',
  payment: 'PaymentNotice',
  catalog_item: 'ChargeItemDefinition',
  file: 'DocumentReference',
  doctor_hours: 'Schedule',
  calendar_resource: 'Location',
};

function whatOf({ entity, entity_id: value }: AuditEntry, deployment: Deployment) {
  const type = TYPES[entity];
  if (type) return referenceTo(type, value);
  const identifier = entity === 'user' ? { system: deployment.systems.user, value } : { value };
  return { identifier, display: entity };
}

export const eventOf = (row: AuditEntry, deployment: Deployment): Resource => ({
  resourceType: 'AuditEvent',
  id: idOf(row),
  meta: { versionId: '1', lastUpdated: row.at },
  type: REST,
  subtype: [subtypeOf(row.action)],
  action: actionOf(row.action),
  recorded: zoned(Date.parse(row.at), deployment.timeZone),
  outcome: '0',
  agent: [
    {
      who: { identifier: row.actor && { system: deployment.systems.user, value: row.actor } },
      requestor: true,
      network: row.address && { address: row.address, type: '2' },
    },
  ],
  source: { observer: { display: 'hospital-service' } },
  entity: [
    {
      what: whatOf(row, deployment),
      detail: row.changed.map((valueString) => ({ type: 'changed', valueString })),
    },
  ],
});

export const idOf = ({ seq }: Pick<AuditEntry, 'seq'>): string => `a.${seq}`;
export function seqOf(id: string): number | undefined {
  const seq = Number(/^a\.([1-9]\d{0,15})$/.exec(id)?.[1]);
  return Number.isSafeInteger(seq) ? seq : undefined;
}

/** Of one search. */
const IDS_MAX = 100;

const recorded = instantParameter('recorded', 'When it was recorded', (resource) => resource.recorded);

interface What {
  reference?: string;
  identifier?: { value: string };
}
const whatIn = (resource: Resource): What => elementOf<{ what: What }[]>(resource, 'entity')?.[0]?.what ?? {};

const TYPE_NAMES = Object.values(TYPES);

export const parameters: Parameters = {
  _id: {
    type: 'token',
    documentation: 'Logical id',
    condition: (or) => {
      const ids = or.map(plainValue).filter(seqOf);
      if (ids.length > IDS_MAX) throw new TooMany(IDS_MAX, 'ids');
      if (ids.length === 0) return null;
      const refine = ({ id }: Resource) => id !== undefined && ids.includes(id);
      return { shape: 'ids', value: JSON.stringify(ids), refine };
    },
  },
  _lastUpdated: recorded,
  date: recorded,
  entity: {
    type: 'reference',
    documentation: 'The record that was written; its id alone also finds what is no resource',
    modifiers: TYPE_NAMES,
    condition: ([one = '', ...others], { url }, modifier) => {
      if (others.length > 0) throw new TooMany(1, 'record');
      const { type = modifier, id } = referredId(one, TYPE_NAMES, url) ?? {};
      if (id === undefined) return null;
      return {
        ...{ shape: 'entity', value: id },
        refine: (resource) => {
          const { reference, identifier } = whatIn(resource);
          return type ? reference === `${type}/${id}` : identifier?.value === id || !!reference?.endsWith(`/${id}`);
        },
      };
    },
  },
  action: {
    type: 'token',
    documentation: 'C, U or D; E for whatever else was done, as a login. What was read (R) is listed by /audit/access',
    condition: (or) => {
      const tokens = or.map(tokenOf);
      // Nothing found would say that nobody has read anything.
      if (tokens.some(({ code }) => code === 'R')) throw new MalformedValue('what was read is listed by /audit/access');
      const codes = tokens.flatMap(({ system = ACTIONS, code }) =>
        system === ACTIONS && ['C', 'U', 'D', 'E'].includes(code) ? [code] : [],
      );
      if (codes.length === 0) return null;
      const refine = ({ action }: Resource) => codes.includes(String(action));
      return { shape: 'action', value: JSON.stringify(codes), refine };
    },
  },
};

const valuesOf = (conditions: readonly Condition[], named: string) =>
  conditions.filter(({ shape }) => shape === named).map(({ value }) => String(value));

/** Of the years that datetimes have. */
const YEARS_END = Date.UTC(9999, 11, 31);

/** What the trail is asked for, of which the conditions then choose. */
export function filtersOf(conditions: readonly Condition[]) {
  const spans = valuesOf(conditions, 'recorded').map((value) => ownJson<Range[]>(value));
  const from = Math.max(...spans.map((ranges) => Math.min(...ranges.map(([first]) => first))));
  const to = Math.min(LAST, ...spans.map((ranges) => Math.max(...ranges.map(([, last]) => last))));
  const [entity_id] = valuesOf(conditions, 'entity');
  const [codes = []] = valuesOf(conditions, 'action').map((value) => ownJson<string[]>(value));
  const word = Object.entries(CODES).find(([, code]) => codes.length === 1 && code === codes[0])?.[0];
  return {
    ...(from >= 0 && { from: new Date(Math.min(from, YEARS_END)).toISOString() }),
    ...(to < LAST && { to: new Date(Math.max(0, to)).toISOString() }),
    ...(entity_id && { entity_id }),
    ...(word && { action: word }),
  };
}

/** Whether those filters leave nothing to choose. */
export const isServed = (conditions: readonly Condition[]): boolean =>
  conditions.every(({ shape, value }) => {
    if (shape === 'entity') return true;
    const alternatives = ownJson<unknown[]>(String(value));
    return alternatives.length === 1 && alternatives[0] !== 'E';
  });
