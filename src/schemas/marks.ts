import * as z from 'zod';

export type Entity = 'patient' | 'appointment' | 'invoice' | 'file' | 'audit' | 'access';

/** What a field is to the access log: of a record in an answer, or in a query or path that asks for records. */
export interface Mark {
  /** it is the id under which a look at such a record is logged */
  entity?: Entity;
  /** it says whose the record is: the patient, or what belongs to one, by which the consumer finds the patient */
  whose?: 'patient_id' | 'owner_id';
}

/** Kept apart from `meta`, which is published. What is made of an object (`pick`, `extend`) keeps its fields and their marks. */
const marks = z.registry<Mark>();

export function marked<T extends z.ZodType>(schema: T, mark: Mark): T {
  const copy = schema.clone();
  marks.add(copy, mark);
  return copy;
}

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;

/** Of a field, or of what it wraps: `marked(uuid, …).optional()`. */
function markOf(schema: z.ZodType): Mark | undefined {
  const plain = unwrapped(schema);
  return marks.get(plain) ?? (plain === schema ? undefined : marks.get(schema));
}

/** The names of an object's fields that say what it is and whose, by the log's own. */
export type Ids = { [column in 'entity_id' | NonNullable<Mark['whose']>]?: string };

interface Logged {
  entity: Entity | undefined;
  fields: Ids;
}

/** What the marks of an object's own fields say; undefined where none is marked. */
export function loggedBy(schema: z.ZodType | undefined): Logged | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  const logged: Logged = { entity: undefined, fields: {} };
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const { entity, whose } = markOf(field) ?? {};
    if (entity) [logged.entity, logged.fields.entity_id] = [entity, name];
    if (whose) logged.fields[whose] = name;
  }
  return Object.keys(logged.fields).length > 0 ? logged : undefined;
}

/** A step from a body to its records: into a field, or to each element of a list. */
export const EACH = Symbol('each');
export type Path = readonly (string | typeof EACH)[];

/** Where a body has records that are logged. What a record contains is part of it, whatever its own marks. */
export function recordsIn(schema: z.ZodType, path: Path = []): (Logged & { path: Path })[] {
  if (marks.has(schema)) return [];
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodArray) return recordsIn(plain.element as z.ZodType, [...path, EACH]);
  if (plain instanceof z.ZodUnion) return (plain.options as z.ZodType[]).flatMap((option) => recordsIn(option, path));
  if (!(plain instanceof z.ZodObject)) return [];
  const logged = loggedBy(plain);
  if (logged) return [{ ...logged, path }];
  return Object.entries(plain.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    recordsIn(field, [...path, name]),
  );
}
