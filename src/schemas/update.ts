import * as z from 'zod';
import { byName } from '../rules/fields-of';
import { partOf } from './part';

type Updatable<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Sent extends z.ZodType>
    ? z.ZodOptional<Sent>
    : Shape[Name];
};

export const KEEPS_WHAT_IS_LEFT_OUT =
  'What the body leaves out stays as it is; null or [] clears a field unless its description says otherwise. ' +
  'What a create requires is required.';

export const CHANGES_WHAT_IT_NAMES =
  'A merge patch (RFC 7396): what it leaves out stays as it is, null clears a field that a create may leave out, a list is ' +
  'replaced as a whole.';

/** What an update leaves out stays as it is, so an update has no defaults. */
function withoutDefault(field: z.ZodType): z.ZodType {
  if (!(field instanceof z.ZodDefault)) return field;
  // `meta` would make one more schema.
  return partOf(field.unwrap())
    .optional()
    .register(z.globalRegistry, field.meta() ?? {});
}

/**
 * PUT: an optional field that is left out is undefined and stays as it is; null makes it what a create without it makes it. It has
 * the fields of the create, each as `withoutDefault` makes it, which `Updatable` says for the compiler.
 */
export const updateOf = <Shape extends z.ZodRawShape>(create: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(Object.entries(create.shape).map(([name, field]) => [name, withoutDefault(partOf(field))])),
  ) as z.ZodObject<Updatable<Shape>>;

/** PATCH (RFC 7396): null clears a field where a create takes null, and is refused elsewhere. An array is replaced whole. */
export const patchOf = <Shape extends z.ZodRawShape>(create: z.ZodObject<Shape>) => updateOf(create).partial();

/** For a field that cannot be empty. */
export const keptIfNull = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((sent) => sent ?? undefined)
    .describe([schema.description, 'Null leaves it as it is, too'].filter(Boolean).join('. '));

export const hasEveryField = <S extends z.ZodObject>(create: S, sent: object): sent is z.output<S> =>
  Object.keys(create.shape).every((name) => byName(sent)[name] !== undefined);

/** Each field of a create, as it was sent or else as it is: both were read by its schema, and so the record is one of it. */
export const mergeUpdate = <S extends z.ZodObject>(create: S, sent: object, current: z.output<S>): z.output<S> => {
  const [before, given] = [byName(current), byName(sent)];
  const names = Object.keys(create.shape);
  return Object.fromEntries(
    names.map((name) => [name, given[name] === undefined ? before[name] : given[name]]),
  ) as z.output<S>;
};
