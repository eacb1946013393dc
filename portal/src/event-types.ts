import type { Schema } from 'hospital-service-client';
import { entityText } from './audit';
import { office } from './i18n';

export type EventType = Schema<'Event'>['type'];

type EntityOf<Type> = Type extends `${infer Entity}.${string}` ? Entity : never;
type ActOf<Entity extends string, Type = EventType> = Type extends `${Entity}.${infer Act}` ? Act : never;
type Entity = EntityOf<EventType>;
export type Act = ActOf<Entity>;

/** What happens to which records, those first that most receivers are for. The compiler names what is missing. */
const EVENTS: { [E in Entity]: Record<ActOf<E>, true> } = {
  appointment: { created: true, updated: true },
  patient: { created: true, updated: true, deleted: true, merged: true, unmerged: true },
  note: { signed: true, updated: true },
  file: { created: true, updated: true, deleted: true },
  invoice: { created: true, updated: true },
  payment: { created: true },
  credit_note: { created: true },
  catalog_item: { created: true, updated: true, deleted: true },
  doctor: { created: true, updated: true, deleted: true },
  doctor_hours: { created: true, updated: true },
  closures: { created: true, updated: true },
  message: { due: true },
  message_rules: { created: true, updated: true },
  appointment_type: { created: true, updated: true, deleted: true },
  calendar_resource: { created: true, updated: true, deleted: true },
  department: { created: true, updated: true, deleted: true },
  user: { created: true, updated: true, deleted: true },
  client: { created: true, updated: true, deleted: true },
  webhook: { created: true, updated: true, deleted: true },
  calendar_feed: { created: true, deleted: true },
};

export const ENTITIES: readonly string[] = Object.keys(EVENTS);
/** `appointment.created` and the others of a kind of records. */
const TYPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(EVENTS).map(([entity, acts]) => [entity, Object.keys(acts).map((act) => `${entity}.${act}`)]),
);
export const typesOf = (entity: string): readonly string[] => TYPES.get(entity) ?? [];

/** All types of a kind of records, also those that come to be. */
const wholeOf = (entity: string): string => `${entity}.*`;

const parts = (type: string): [string, string] => {
  const [entity = '', act = ''] = type.split('.');
  return [entity, act];
};

export const actText = (type: string): string => {
  const [, act] = parts(type);
  const texts: Record<string, string> = office.webhooks.acts;
  return texts[act] ?? act;
};

/** `Appointment: Changed`; of all of a kind its name alone. A newer service may have others than this portal knows. */
export function eventText(type: string): string {
  const [entity, act] = parts(type);
  return act === '*' ? entityText(entity) : office.webhooks.event(entityText(entity), actText(type));
}

// What a webhook is told of is kept as one text, as a form's fields are: its words with a space between them.

/** As they are sent. What this portal does not know a newer service may have answered. */
export const patternsOf = (types: string) => wordsOf(types) as Schema<'WebhookInput'>['types'];

export const wordsOf = (types: string): string[] => types.split(' ').filter(Boolean);

/** `whole`: with what comes to be. */
export type Ticked = 'whole' | 'part' | 'none';

export function tickedOf(types: string, entity: string): Ticked {
  const words = wordsOf(types);
  if (words.includes(wholeOf(entity))) return 'whole';
  return typesOf(entity).some((type) => words.includes(type)) ? 'part' : 'none';
}

/** Of all kinds together. */
export function tickedOfAll(types: string): Ticked {
  const each = ENTITIES.map((entity) => tickedOf(types, entity));
  if (each.every((ticked) => ticked === 'whole')) return 'whole';
  return each.every((ticked) => ticked === 'none') ? 'none' : 'part';
}

const isOf = (entity: string) => (word: string) => parts(word)[0] === entity;

export function withEntity(types: string, entity: string, isTicked: boolean): string {
  const others = wordsOf(types).filter((word) => !isOf(entity)(word));
  return [...others, ...(isTicked ? [wholeOf(entity)] : [])].join(' ');
}

export function withType(types: string, type: string, isTicked: boolean): string {
  const others = wordsOf(types).filter((word) => word !== type);
  return [...others, ...(isTicked ? [type] : [])].join(' ');
}

export const withAll = (isTicked: boolean): string => (isTicked ? ENTITIES.map(wholeOf).join(' ') : '');

/** What is told in words, each kind of records once. */
export function toldTexts(words: readonly string[]): string[] {
  const types = words.join(' ');
  if (tickedOfAll(types) === 'whole') return [office.webhooks.everything];
  return words.map(eventText);
}
