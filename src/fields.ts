import * as z from 'zod';
import { currencyExponent } from './currency';
import { DATE_PATTERN, DATETIME_PATTERN, isDate, isDatetime } from './datetime';
import { decimalPlaces, MAX_MINOR, toAmount } from './money';
import { memoised, once } from './once';

/** Bounds of what is accepted, in characters (code points) and elements. */
export const NAME_MAX = 200;
export const TEXT_MAX = 4_000;
export const LIST_MAX = 200;

const issue = (type: string, message: string, input: unknown) =>
  ({ code: 'custom', params: { type }, message, input, continue: true }) as const;

const codePoints = (value: string) => {
  let n = 0;
  for (const _ of value) n++;
  return n;
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
    .meta(min ? { minLength: min, maxLength: max } : { maxLength: max }),
);

export const name = () => text(NAME_MAX, 1);
export const freeText = () => text(TEXT_MAX);

/** Left out or null becomes null. */
export function optional<T extends z.ZodType>(schema: T) {
  const known = optionals.get(schema) as ReturnType<typeof nullable<T>> | undefined;
  if (known) return known;
  const made = nullable(schema);
  optionals.set(schema, made);
  return made;
}
const optionals = new WeakMap<z.ZodType, z.ZodType>();
const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().default(null as never);

/** Left out or null becomes the value. */
export const withDefault = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema
    .nullish()
    .transform((given) => given ?? value)
    .pipe(schema as unknown as z.ZodType<z.output<T>, Awaited<z.output<T>>>)
    .meta({ default: value });

export const listOf = <T extends z.ZodType>(item: T, max = LIST_MAX) => z.array(item).max(max);
export const optionalList = <T extends z.ZodType>(item: T) => withDefault(listOf(item), []);

export const uuid = once(() => z.guid().toLowerCase());

export const date = once(() =>
  z
    .string()
    .check(({ value, issues }) => {
      if (!isDate(value))
        issues.push(issue('date_parsing', 'Input should be a valid date in the form YYYY-MM-DD', value));
    })
    .meta({ format: 'date', pattern: DATE_PATTERN }),
);

/** Comes back as sent, so the zone is optional and JSON Schema's `date-time`, which demands one, does not fit. */
export const datetime = once(() =>
  z
    .string()
    .check(({ value, issues }) => {
      if (!isDatetime(value))
        issues.push(issue('datetime_parsing', 'Input should be a valid ISO 8601 date and time', value));
    })
    .meta({ pattern: DATETIME_PATTERN, description: 'ISO 8601 date-time, with or without a zone designator' }),
);

/** An amount of the deployment's currency. */
export const amount = once(() => {
  const exponent = currencyExponent();
  return z
    .number()
    .min(0)
    .max(toAmount(MAX_MINOR, exponent))
    .check(({ value, issues }) => {
      if (decimalPlaces(value) > exponent) {
        issues.push(issue('value_error', `Amount should have at most ${exponent} decimals`, value));
      }
    });
});

export const percent = once(() => z.number().min(0).max(100));
export const count = memoised((max: number) => z.number().min(0).max(max));

/** An integer of the query string. */
export const queryInt = (min: number, max: number, fallback: number) =>
  z
    .string()
    .optional()
    .transform((given, ctx) => {
      if (given === undefined) return fallback;
      if (/^[+-]?\d{1,15}$/.test(given.trim())) return Number(given);
      ctx.issues.push(
        issue('int_parsing', 'Input should be a valid integer, unable to parse string as an integer', given),
      );
      return z.NEVER;
    })
    .pipe(z.int().min(min).max(max))
    .meta({ default: fallback });

/** A query parameter that may stand several times. */
export const queryList = (item: z.ZodType<string, string>) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((given) => (given === undefined ? [] : Array.isArray(given) ? given : [given]))
    .pipe(listOf(item, 20))
    .meta({ default: [] });

/** Letter case does not distinguish codes, e-mails and the like: STRASSE is Straße, ΣΑΣ is σας. */
export const keyOf = (value: string): string =>
  value.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
