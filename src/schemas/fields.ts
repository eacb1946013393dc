import { env } from 'cloudflare:workers';
import * as z from 'zod';
import { isMonthOrYear } from '../rules/birth';
import { DAY, DEFAULT_TIME_ZONE } from '../rules/clock';
import { DEFAULT_CURRENCY, uncheckedExponentOf } from '../rules/currency';
import { DATE_PATTERN, DATETIME_PATTERN, instant, isDate, isDatetime, localDate } from '../rules/datetime';
import { isLikelyBirth, isLikelyTime, YEARS } from '../rules/likely-dates';
import { MAX_MINOR, toAmount, wholeUnits } from '../rules/money';
import { BORN_FROM } from '../rules/search/birth-date';
import { uniqueKey } from '../rules/unique-key';
import { UNSEEN } from '../rules/unseen';
import { canonicalUuid } from '../rules/uuid';
import { partOf } from './part';

/** In characters (code points) and elements. */
export const NAME_MAX = 200;
export const TEXT_MAX = 4_000;
export const LIST_MAX = 200;

/** A message, and pydantic's type for the fault. */
export const fault = (type: string, error: string) => ({ params: { type }, error });
/** For the `when` of a check between fields: without it zod skips the check where a field has a fault. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const valueError = (message: string) => fault('value_error', message);

const codePoints = (value: string) => {
  let n = 0;
  for (const _ of value) n++;
  return n;
};

/** Most methods of a schema make another one: with a `check` of all rules, and `register`, a text takes two and not five. */
const newText = (max: number, min: number) =>
  z
    .string()
    .check(
      z.refine<string>(
        (value) => !value.includes('\0') && value.isWellFormed(),
        valueError('String should not contain NUL or lone surrogates'),
      ),
      // No string has more code points than UTF-16 units, so only longer ones are counted. What is too long is looked at no
      // further: to fold 1 MiB of accents on one letter takes a minute.
      z.refine<string>((value) => value.length <= max || codePoints(value) <= max, {
        ...fault('string_too_long', `String should have at most ${max} characters`),
        abort: true,
      }),
      z.refine<string>(
        (value) => value.length >= min,
        fault('string_too_short', `String should have at least ${min} character`),
      ),
    )
    .register(z.globalRegistry, min ? { minLength: min, maxLength: max } : { maxLength: max });

const texts = new Map<string, z.ZodString>();

/** Any Unicode but NUL and lone surrogates, stored as sent. The same bounds have the same schema: the start pays for each. */
export function text(max: number, min = 0): z.ZodString {
  const bounds = `${min}-${max}`;
  const made = texts.get(bounds) ?? newText(max, min);
  texts.set(bounds, made);
  return made;
}

const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;
/** For what people type to log in: two texts that look the same are the same. */
export const visible = (schema: z.ZodString) =>
  schema.refine(
    (value) => value.search(INVISIBLE) < 0,
    valueError('String should not contain invisible, control or unassigned characters'),
  );

const ANY_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');
/** Two texts that look the same become one, but for letters that only look alike. */
export const asRead = (value: string): string => uniqueKey(value.normalize('NFKC').replace(ANY_UNSEEN, '')).trim();

export const name = text(NAME_MAX, 1);
export const freeText = text(TEXT_MAX);

/** Of any script. To Unicode, modifiers such as \u02BC and the invisible fillers of Hangul are letters, too. */
const LETTER = /(?!\p{Default_Ignorable_Code_Point})[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u;
const isEmptyOrHasLetter = (value: string) => value === '' || LETTER.test(value);

/** Of whoever or whatever is called so: a blank one would say nothing. */
export const nameWithLetter = name.refine(isEmptyOrHasLetter, valueError('A name should have a letter'));
/** A part of a name that not everyone has. */
export const personNamePart = text(NAME_MAX).refine(
  isEmptyOrHasLetter,
  valueError('A name should have a letter or be empty'),
);

/** Left out or null, the field becomes null. On an update, see `updateOf`. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
/** Each of these fields as `optional` makes it, and no other: the type says the same of each. */
export const optionalFields = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, optional(partOf(field))])) as {
    [Name in keyof Shape]: Shape[Name] extends z.ZodType ? ReturnType<typeof optional<Shape[Name]>> : never;
  };
/** Null, too, where it is empty: there is nothing then. */
export const optionalIfAny = <T extends z.ZodType<string | unknown[]>>(schema: T) =>
  schema
    .nullable()
    .transform((sent) => (sent?.length ? sent : null))
    .default(null);
export const optionalText = optional(text(NAME_MAX));

/** What a schema here answers, it takes: a default is such a value. */
const takingOutput = <T extends z.ZodType>(schema: T) => schema as z.ZodType<z.output<T>, Awaited<z.output<T>>>;
/** No schema here answers undefined, which zod cannot see of a generic one. */
export const definedValue = <Value>(value: Value) => value as z.core.util.NoUndefined<Value>;

/** Left out or null, the field becomes the value. On an update, see `updateOf`. */
export const withDefault = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema
    .nullable()
    .transform((sent) => sent ?? value)
    .pipe(takingOutput(schema))
    .default(definedValue(value));

export const listOf = <T extends z.ZodType>(item: T, max = LIST_MAX) => z.array(item).max(max);
export const optionalList = <T extends z.ZodType>(item: T) => withDefault(listOf(item), []);

/** Takes every form that `canonicalUuid` reads, and answers the canonical one. */
export const uuid = z
  .string()
  .overwrite((sent) => canonicalUuid(sent) ?? sent)
  .refine((value) => canonicalUuid(value) !== undefined, fault('uuid_parsing', 'Input should be a valid UUID'))
  .meta({ format: 'uuid' });

export const date = z
  .string()
  .refine(isDate, fault('date_parsing', 'Input should be a valid date in the form YYYY-MM-DD'))
  .meta({ format: 'date', pattern: DATE_PATTERN });

export const knownDate = z
  .string()
  .refine(
    (value) => isMonthOrYear(value) || isDate(value),
    fault('date_parsing', 'Input should be a valid date in the form YYYY-MM-DD, or YYYY-MM or YYYY'),
  );

// Schemas are made before any request: it is `settingsOf` that reports a wrong variable.
const exponent = uncheckedExponentOf(env.CURRENCY || DEFAULT_CURRENCY);
const timeZone = env.TIME_ZONE || DEFAULT_TIME_ZONE;

export const dateOfBirth = date
  .check(
    z.refine<string>(
      (value) => !isDate(value) || value <= localDate(Date.now() + DAY, timeZone),
      valueError('Date of birth should not be later than tomorrow; a year of the Buddhist calendar is 543 too high'),
    ),
    z.refine<string>(
      (value) => !isDate(value) || isLikelyBirth(value),
      valueError(
        `Date of birth should not be before ${BORN_FROM}; one that is may mean "unknown": then leave it out, or send null`,
      ),
    ),
  )
  .describe(`Where it is new, neither before ${BORN_FROM} nor later than tomorrow`);

/** Stored and answered as sent. The zone is optional, so JSON Schema's `date-time` does not fit. */
export const datetime = z
  .string()
  .refine(isDatetime, fault('datetime_parsing', 'Input should be a valid ISO 8601 date and time'))
  .meta({
    pattern: DATETIME_PATTERN,
    description:
      'ISO 8601 date-time, or a date alone, which is its midnight; without a zone designator in the time zone of the hospital',
  });

/** Of a visit or a bill. */
export const likelyDatetime = datetime
  .refine(
    (value) => !isDatetime(value) || isLikelyTime(value),
    valueError(`value should be of the years ${YEARS.from} to ${YEARS.to}`),
  )
  .describe(`${datetime.description}; where it is new, of the years ${YEARS.from} to ${YEARS.to}`);

/** Of what has happened: a day's grace, as clocks and zones differ. */
export const pastDatetime = datetime.refine(
  (value) => !isDatetime(value) || instant(value, timeZone) <= Date.now() + DAY,
  valueError('value should not be later than tomorrow'),
);

export const futureDatetime = datetime.refine(
  (value) => !isDatetime(value) || instant(value, timeZone) > Date.now(),
  valueError('value should be later than now'),
);

/** Has at most so many decimals, but for the noise of floating-point arithmetic. */
export const decimals = (what: string, places: number) =>
  z
    .number()
    .refine(
      (value) => wholeUnits(value, places) !== undefined,
      valueError(`${what} should have at most ${places} decimals`),
    )
    .overwrite((value) => {
      const units = wholeUnits(value, places);
      return units === undefined ? value : toAmount(Number(units), places);
    });

const AMOUNT_MAX = toAmount(MAX_MINOR, exponent);
// The document is that of every deployment: no currency has a higher bound than those without decimals.
const maximum = MAX_MINOR;
/** In major units. */
export const amount = decimals('Amount', exponent).min(0).max(AMOUNT_MAX).meta({ maximum });
export const signedAmount = decimals('Amount', exponent)
  .min(-AMOUNT_MAX)
  .max(AMOUNT_MAX)
  .meta({ minimum: -maximum, maximum });

export const nonNegative = (max: number) => z.number().min(0).max(max);
export const percent = nonNegative(100);
