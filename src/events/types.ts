import type { FhirType } from '../fhir-types';
import { byName, namesOf } from '../rules/fields-of';

/**
 * What of the trail is an event: its words for tables and for what was done, and the type of the event. `scope` is the FHIR type that
 * a program's scope must have for it; null: no program is told. Logins, sessions, exports and refusals are no events.
 */
const EVENTS = {
  patient: {
    scope: 'Patient',
    types: {
      create: 'patient.created',
      update: 'patient.updated',
      delete: 'patient.deleted',
      merge: 'patient.merged',
      unmerge: 'patient.unmerged',
    },
  },
  doctor: {
    scope: 'Practitioner',
    types: { create: 'doctor.created', update: 'doctor.updated', delete: 'doctor.deleted' },
  },
  department: {
    scope: 'Organization',
    types: { create: 'department.created', update: 'department.updated', delete: 'department.deleted' },
  },
  appointment: {
    scope: 'Appointment',
    types: { create: 'appointment.created', update: 'appointment.updated' },
  },
  appointment_type: {
    scope: 'Schedule',
    types: {
      create: 'appointment_type.created',
      update: 'appointment_type.updated',
      delete: 'appointment_type.deleted',
    },
  },
  calendar_resource: {
    scope: 'Location',
    types: {
      create: 'calendar_resource.created',
      update: 'calendar_resource.updated',
      delete: 'calendar_resource.deleted',
    },
  },
  doctor_hours: { scope: 'Schedule', types: { create: 'doctor_hours.created', update: 'doctor_hours.updated' } },
  closures: { scope: 'Schedule', types: { create: 'closures.created', update: 'closures.updated' } },
  // A program that sends messages is told when.
  message: { scope: 'Appointment', types: { due: 'message.due' } },
  message_rules: { scope: null, types: { create: 'message_rules.created', update: 'message_rules.updated' } },
  invoice: { scope: 'Invoice', types: { create: 'invoice.created', update: 'invoice.updated' } },
  payment: { scope: 'PaymentNotice', types: { create: 'payment.created' } },
  credit_note: { scope: 'Invoice', types: { create: 'credit_note.created' } },
  catalog_item: {
    scope: 'ChargeItemDefinition',
    types: { create: 'catalog_item.created', update: 'catalog_item.updated', delete: 'catalog_item.deleted' },
  },
  file: {
    scope: 'DocumentReference',
    // A merge gives the files of one patient to another one.
    types: { create: 'file.created', update: 'file.updated', delete: 'file.deleted' },
  },
  // A draft is its author's alone: the first event of a note is its signature, and only addenda follow.
  note: { scope: 'Composition', types: { sign: 'note.signed', append: 'note.updated' } },
  user: { scope: null, types: { create: 'user.created', update: 'user.updated', delete: 'user.deleted' } },
  client: { scope: null, types: { create: 'client.created', update: 'client.updated', delete: 'client.deleted' } },
  webhook: { scope: null, types: { create: 'webhook.created', update: 'webhook.updated', delete: 'webhook.deleted' } },
  calendar_feed: { scope: null, types: { create: 'calendar_feed.created', delete: 'calendar_feed.deleted' } },
} as const satisfies Record<string, { scope: FhirType | null; types: Readonly<Record<string, string>> }>;

export type EventEntity = keyof typeof EVENTS;
export const EVENT_ENTITIES = namesOf(EVENTS);

type ValueOf<T> = T[keyof T];
export type EventType = ValueOf<{ [E in EventEntity]: ValueOf<(typeof EVENTS)[E]['types']> }>;
export const EVENT_TYPES: readonly EventType[] = Object.values(EVENTS).flatMap(({ types }) => Object.values(types));

/** What a webhook, or a query, may name: `appointment.*` is all types of that entity, also those that come to be. */
export type EventPattern = EventType | `${EventEntity}.*`;
export const EVENT_PATTERNS: readonly EventPattern[] = [
  ...EVENT_ENTITIES.map((entity) => `${entity}.*` as const),
  ...EVENT_TYPES,
];

/** The beginning of a type is its entity. */
const prefixOf = (pattern: EventPattern) => pattern.slice(0, pattern.indexOf('.'));

const isEntity = (entity: string): entity is EventEntity => Object.hasOwn(EVENTS, entity);

/** A row of the trail. */
interface Change {
  action: string;
  entity: string;
  changed: readonly string[];
}

/** The trail's word, but of a note what the update was. */
function wordOf({ action, entity, changed }: Change): string {
  if (entity !== 'note') return action;
  if (changed.includes('signed_at')) return 'sign';
  return changed.includes('addenda') ? 'append' : action;
}

/** The words of the trail for events of these types: a table and what was done. Of notes they fit other rows, too. */
export const wordsOf = (types: readonly EventType[]): string[] => [
  ...new Set(
    EVENT_ENTITIES.flatMap((entity) =>
      Object.entries(EVENTS[entity].types).flatMap(([word, type]) =>
        types.includes(type) ? [`${entity} ${entity === 'note' ? 'update' : word}`] : [],
      ),
    ),
  ),
];

/** @returns undefined where it is no event */
export function eventTypeOf(change: Change): EventType | undefined {
  if (!isEntity(change.entity)) return undefined;
  const type = byName(EVENTS[change.entity].types)[wordOf(change)];
  return EVENT_TYPES.find((known) => known === type);
}

/** What a program's scope must have to be told of it; null: no program is. */
export function scopeOfEvents(pattern: EventPattern): FhirType | null {
  const entity = prefixOf(pattern);
  return isEntity(entity) ? EVENTS[entity].scope : null;
}

/** Whether the type is one of these. */
export const isAmong = (patterns: readonly string[], type: EventType): boolean =>
  patterns.includes(type) || patterns.includes(`${prefixOf(type)}.*`);
