import { env } from 'cloudflare:workers';
import * as z from 'zod';
import { DEFAULT_CURRENCY, uncheckedExponentOf } from '../rules/currency';
import { DATE_PATTERN, DATETIME_PATTERN, isDate, isDatetime } from '../rules/datetime';
import { decimalPlaces, MAX_MINOR, toAmount } from '../rules/money';

/** Bounds of what is accepted, in characters (code points) and elements. */
export const NAME_MAX = 200;
const TEXT_MAX = 4_000;
export const LIST_MAX = 200;

/** The message of a failed check, and pydantic's type for it. */
export const fault = (type: string, error: string) => ({ params: { type }, error });
const valueError = (message: string) => fault('value_error', message);

const codePoints = (value: string) => {
  let n = 0;
  for (const _ of value) n++;
  return n;
};

/** Any Unicode but NUL and lone surrogates, stored as sent. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      valueError('String should not contain NUL or lone surrogates'),
    )
    // No string has more code points than UTF-16 units, so only longer ones are counted.
    .refine(
      (value) => value.length <= max || codePoints(value) <= max,
      fault('string_too_long', `String should have at most ${max} characters`),
    )
    .refine((value) => value.length >= min, fault('string_too_short', `String should have at least ${min} character`))
    .meta(min ? { minLength: min, maxLength: max } : { maxLength: max });

export const name = text(NAME_MAX, 1);
export const freeText = text(TEXT_MAX);

/** A field that may be left out or null; both become null. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
export const optionalText = optional(text(NAME_MAX));

/** A field that may be left out or null; both become the value. */
export const withDefault = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema
    .nullish()
    .transform((sent) => sent ?? value)
    .pipe(schema as z.ZodType<z.output<T>, Awaited<z.output<T>>>)
    .meta({ default: value });

export const listOf = <T extends z.ZodType>(item: T, max = LIST_MAX) => z.array(item).max(max);
export const optionalList = <T extends z.ZodType>(item: T) => withDefault(listOf(item), []);

export const uuid = z.guid().toLowerCase();

export const date = z
  .string()
  .refine(isDate, fault('date_parsing', 'Input should be a valid date in the form YYYY-MM-DD'))
  .meta({ format: 'date', pattern: DATE_PATTERN });

/** Stored and answered as sent. The zone is optional, so JSON Schema's `date-time`, which requires one, does not fit. */
export const datetime = z
  .string()
  .refine(isDatetime, fault('datetime_parsing', 'Input should be a valid ISO 8601 date and time'))
  .meta({ pattern: DATETIME_PATTERN, description: 'ISO 8601 date-time, with or without a zone designator' });

/** At most so many decimals. */
export const decimals = (what: string, max: number) =>
  [(value: number) => decimalPlaces(value) <= max, valueError(`${what} should have at most ${max} decimals`)] as const;

// Schemas are made with the module, before any request: a wrong CURRENCY is reported by `settingsOf`, not here.
const exponent = uncheckedExponentOf(env.CURRENCY || DEFAULT_CURRENCY);

/** An amount of the deployment's currency, in major units. */
export const amount = z
  .number()
  .min(0)
  .max(toAmount(MAX_MINOR, exponent))
  .refine(...decimals('Amount', exponent));

export const nonNegative = (max: number) => z.number().min(0).max(max);
export const percent = nonNegative(100);

const isInteger = (sent: unknown) => typeof sent === 'string' && /^[+-]?\d{1,15}$/.test(sent.trim());

/** An integer of the query string. */
export const queryInt = (min: number, max: number) =>
  z
    .custom<string>(
      isInteger,
      fault('int_parsing', 'Input should be a valid integer, unable to parse string as an integer'),
    )
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** A query parameter that may be repeated. */
export const queryList = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .preprocess((sent: string | string[] | undefined) => (sent === undefined ? [] : [sent].flat()), listOf(item, 20))
    .meta({ default: [] });
