import * as z from 'zod';
import { partOf } from './part';

export type Entity =
  | 'patient'
  | 'appointment'
  | 'invoice'
  | 'file'
  | 'note'
  | 'appointment_series'
  | 'audit'
  | 'access';

/** Types of FHIR, by which scopes of logins are named. */
export type ShownType = 'Patient' | 'Practitioner' | 'HealthcareService' | 'Appointment' | 'Invoice' | 'PaymentNotice';

/** What a field says to the access log: of a record in an answer, or in a query or path that asks for records. */
export interface Mark {
  /** it is the id under which an access to such a record is logged */
  entity?: Entity;
  /** it says whose the record is: the patient, or what belongs to one, by which the consumer finds the patient */
  whose?: 'patient_id' | 'owner_id';
  /** it shows a record of another kind, or searches by what such records say: a narrowed login needs that scope, too */
  shows?: ShownType;
}

/** Apart from `meta`, which is published. What is made of an object (`pick`, `extend`) keeps the marks of its fields. */
const marks = z.registry<Mark>();

export function marked<T extends z.ZodType>(schema: T, mark: Mark): T {
  const copy = schema.clone();
  marks.add(copy, mark);
  return copy;
}

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrapped(partOf(schema.unwrap()))
    : schema;

/** A wrapped schema has the marks of what it wraps, too: `marked(uuid, …).optional()`. */
function markOf(schema: z.ZodType): Mark | undefined {
  const plain = unwrapped(schema);
  return marks.get(plain) ?? (plain === schema ? undefined : marks.get(schema));
}

export const shownBy = (schema: z.ZodType): ShownType | undefined => markOf(schema)?.shows;

export const fieldsOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** By the names of the log's columns. */
export type Ids = { [column in 'entity_id' | NonNullable<Mark['whose']>]?: string };

interface Logged {
  entity: Entity | undefined;
  fields: Ids;
}

/** Undefined where no field is marked. */
export function loggedBy(schema: z.ZodType | undefined): Logged | undefined {
  const logged: Logged = { entity: undefined, fields: {} };
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    const { entity, whose } = markOf(field) ?? {};
    if (entity) [logged.entity, logged.fields.entity_id] = [entity, name];
    if (whose) logged.fields[whose] = name;
  }
  return Object.keys(logged.fields).length > 0 ? logged : undefined;
}

/** The step of a path to each element of a list. */
export const EACH = Symbol('each');
export type Path = readonly (string | typeof EACH)[];

/** What a record contains is part of it, whatever its own marks. */
export function recordsIn(schema: z.ZodType, path: Path = []): (Logged & { path: Path })[] {
  if (marks.has(schema)) return [];
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodArray) return recordsIn(partOf(plain.element), [...path, EACH]);
  if (plain instanceof z.ZodUnion) return plain.options.flatMap((option) => recordsIn(partOf(option), path));
  if (!(plain instanceof z.ZodObject)) return [];
  const logged = loggedBy(plain);
  if (logged) return [{ ...logged, path }];
  return Object.entries(fieldsOf(plain)).flatMap(([name, field]) => recordsIn(field, [...path, name]));
}

/** Records of other kinds that are shown along. @param isEach of each record of a list */
export function shownIn(schema: z.ZodType, isEach = false): { type: ShownType; isEach: boolean }[] {
  const plain = unwrapped(schema);
  const type = shownBy(schema);
  const within =
    plain instanceof z.ZodArray
      ? shownIn(partOf(plain.element), true)
      : (plain instanceof z.ZodUnion ? plain.options.map(partOf) : Object.values(fieldsOf(plain))).flatMap((part) =>
          shownIn(part, isEach),
        );
  return [...(type ? [{ type, isEach }] : []), ...within];
}
