import * as z from 'zod/mini';
import { currencyExponent } from './currency';
import { DATE_PATTERN, DATETIME_PATTERN, isDate, isDatetime } from './datetime';
import { decimalPlaces, MAX_MINOR, toAmount } from './money';
import { memoised, once } from './once';

/** Bounds of what is accepted, in characters (code points) and elements. */
export const NAME_MAX = 200;
const TEXT_MAX = 4_000;
export const LIST_MAX = 200;

/** A fault that a check pushes to its issues, `type` in pydantic's words. */
export const issue = (type: string, message: string, input: unknown) =>
  ({ code: 'custom', params: { type }, message, input, continue: true }) as const;

/** A copy of the schema with what the API reference says of it, beside what it says already. */
export function noted<T extends z.ZodMiniType>(schema: T, note: z.core.GlobalMeta | string): T {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, typeof note === 'string' ? { description: note } : note);
  return copy;
}

/**
 * `z.object` whose fields are made at their first use: all together would take a third of the Worker's start, and an
 * isolate sees requests to few of the routes.
 */
export function object<S extends z.core.$ZodLooseShape>(fields: () => S, ...checks: z.core.$ZodCheck<never>[]) {
  const shape = once(fields);
  const def = {
    type: 'object' as const,
    get shape() {
      return shape();
    },
    checks,
  };
  return new z.ZodMiniObject(def as never) as z.ZodMiniObject<S, z.core.$strip>;
}

/** A schema that the API reference names. */
export function component<T extends z.ZodMiniType>(id: string, schema: T, examples?: z.input<T>[]): T {
  z.globalRegistry.add(schema, examples ? { id, examples } : { id });
  return schema;
}

const codePoints = (value: string) => {
  let n = 0;
  for (const _ of value) n++;
  return n;
};

/** Fields of answers, which nothing checks. */
export const answered = {
  id: once(() => z.uuid()),
  idOrNull: once(() => z.nullable(z.uuid())),
  text: once(() => z.string()),
  textOrNull: once(() => z.nullable(z.string())),
  texts: once(() => z.array(z.string())),
  number: once(() => z.number()),
  time: once(() => z.iso.datetime()),
};

/** Any Unicode but NUL and lone surrogates, stored as sent. */
export const text = memoised((max: number, min: number = 0) =>
  z
    .string()
    .check(({ value, issues }) => {
      if (value.includes('\0') || !value.isWellFormed()) {
        issues.push(issue('value_error', 'String should not contain NUL or lone surrogates', value));
      }
      // A string has at most as many code points as UTF-16 units: counting is needed only beyond the bound.
      if (value.length > max && codePoints(value) > max) {
        issues.push(issue('string_too_long', `String should have at most ${max} characters`, value));
      }
      if (value.length < min)
        issues.push(issue('string_too_short', `String should have at least ${min} character`, value));
    })
    .register(z.globalRegistry, min ? { minLength: min, maxLength: max } : { maxLength: max }),
);

export const name = () => text(NAME_MAX, 1);
export const freeText = () => text(TEXT_MAX);

/** Left out or null becomes null. */
export const optional = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null as never);
export const optionalText = () => optional(text(NAME_MAX));

/**
 * What the client sends, of the type `Sent`, is read by `read` before the schema checks it. The API reference tells of
 * the schema, and of what `read` makes of a value that is left out (`default`) or null (`nullable`).
 */
function readAs<Sent extends z.ZodMiniType, T extends z.ZodMiniType>(
  schema: T,
  note: { default: unknown; nullable?: boolean },
  read: (sent: unknown, ctx: z.core.ParsePayload) => unknown,
) {
  const made = z.pipe(z.transform(read), schema as never) as unknown as z.ZodMiniPipe<Sent, T>;
  z.globalRegistry.add(made, note);
  return made;
}

/** Left out or null becomes the value. */
export const withDefault = <T extends z.ZodMiniType>(schema: T, value: z.output<T>) =>
  readAs<z.ZodMiniOptional<z.ZodMiniNullable<T>>, T>(
    schema,
    { default: value, nullable: true },
    (sent) => sent ?? value,
  );

export const listOf = <T extends z.ZodMiniType>(item: T, max = LIST_MAX) => z.array(item).check(z.maxLength(max));
export const optionalList = <T extends z.ZodMiniType>(item: T) => withDefault(listOf(item), []);

export const uuid = once(() => z.guid().check(z.toLowerCase()));

export const date = once(() =>
  z
    .string()
    .check(({ value, issues }) => {
      if (!isDate(value))
        issues.push(issue('date_parsing', 'Input should be a valid date in the form YYYY-MM-DD', value));
    })
    .register(z.globalRegistry, { format: 'date', pattern: DATE_PATTERN }),
);

/** Comes back as sent, so the zone is optional and JSON Schema's `date-time`, which demands one, does not fit. */
export const datetime = once(() =>
  z
    .string()
    .check(({ value, issues }) => {
      if (!isDatetime(value))
        issues.push(issue('datetime_parsing', 'Input should be a valid ISO 8601 date and time', value));
    })
    .register(z.globalRegistry, {
      pattern: DATETIME_PATTERN,
      description: 'ISO 8601 date-time, with or without a zone designator',
    }),
);

/** An amount of the deployment's currency. */
export const amount = once(() => {
  const exponent = currencyExponent();
  return z.number().check(z.minimum(0), z.maximum(toAmount(MAX_MINOR, exponent)), ({ value, issues }) => {
    if (decimalPlaces(value) > exponent) {
      issues.push(issue('value_error', `Amount should have at most ${exponent} decimals`, value));
    }
  });
});

export const percent = once(() => z.number().check(z.minimum(0), z.maximum(100)));
export const count = memoised((max: number) => z.number().check(z.minimum(0), z.maximum(max)));

/** An integer of the query string. */
export const queryInt = (min: number, max: number, fallback: number) =>
  readAs<z.ZodMiniOptional<z.ZodMiniString>, z.ZodMiniInt>(
    z.int().check(z.minimum(min), z.maximum(max)),
    { default: fallback },
    (sent, ctx) => {
      if (sent === undefined) return fallback;
      if (typeof sent === 'string' && /^[+-]?\d{1,15}$/.test(sent.trim())) return Number(sent);
      const message = 'Input should be a valid integer, unable to parse string as an integer';
      ctx.issues.push(issue('int_parsing', message, sent));
      return z.NEVER;
    },
  );

type OneOrSeveral = z.ZodMiniOptional<z.ZodMiniUnion<[z.ZodMiniString, z.ZodMiniArray<z.ZodMiniString>]>>;

/** A query parameter that may stand several times. */
export const queryList = <T extends z.ZodMiniType<string, string>>(item: T) =>
  readAs<OneOrSeveral, z.ZodMiniArray<T>>(listOf(item, 20), { default: [] }, (sent) =>
    sent === undefined ? [] : Array.isArray(sent) ? sent : [sent],
  );

/** Letter case does not distinguish codes, e-mails and the like: STRASSE is Straße, ΣΑΣ is σας. */
export const keyOf = (value: string): string =>
  value.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
