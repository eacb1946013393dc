// Reads what was sent by its schema: the faults that the service would find by the same schema.
import { DATETIME_PATTERN, isDate, isDatetime } from '../../../src/rules/datetime.ts';
import { canonicalUuid } from '../../../src/rules/uuid.ts';
import { branches, type Parameter, resolved, type Schema, takesNull } from './document.ts';
import type { Fault } from './refusal.ts';

export type Json = { [name: string]: unknown };
type Loc = (string | number)[];

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Record<string, [is: (value: unknown) => boolean, type: string, what: string]> = {
  string: [(value) => typeof value === 'string', 'string_type', 'string'],
  number: [(value) => typeof value === 'number', 'float_type', 'number'],
  integer: [Number.isInteger, 'int_type', 'integer'],
  boolean: [(value) => typeof value === 'boolean', 'bool_type', 'boolean'],
  array: [Array.isArray, 'list_type', 'list'],
  object: [isJson, 'dict_type', 'dictionary'],
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const lengthOf = (text: string) => [...text].length;

function textFault(schema: Schema, text: string): [type: string, msg: string] | undefined {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (lengthOf(text) > maxLength) return ['string_too_long', `String should have at most ${maxLength} characters`];
  if (lengthOf(text) < minLength) return ['string_too_short', `String should have at least ${minLength} character`];
  if (format === 'uuid') return canonicalUuid(text) ? undefined : ['uuid_parsing', 'Input should be a valid UUID'];
  if (format === 'email' && !EMAIL.test(text)) return ['value_error', 'value is not a valid email address'];
  if (format === 'date' && !isDate(text))
    return ['date_parsing', 'Input should be a valid date in the form YYYY-MM-DD'];
  if (pattern === DATETIME_PATTERN && !isDatetime(text))
    return ['datetime_parsing', 'Input should be a valid ISO 8601 date and time'];
  if (pattern === undefined || new RegExp(pattern).test(text)) return undefined;
  return pattern.includes('[0-5][0-9]')
    ? ['time_parsing', 'Input should be a time of day, HH:MM']
    : ['value_error', 'value has another form'];
}

function numberFault(schema: Schema, number: number): [type: string, msg: string] | undefined {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
  if (number <= exclusiveMinimum) return ['greater_than', `Input should be greater than ${exclusiveMinimum}`];
  if (number < minimum) return ['greater_than_equal', `Input should be greater than or equal to ${minimum}`];
  if (number > maximum) return ['less_than_equal', `Input should be less than or equal to ${maximum}`];
  return undefined;
}

function faultOf(schema: Schema, value: unknown): [type: string, msg: string] | undefined {
  if (value === undefined) return ['missing', 'Field required'];
  const [is, type, what] = TYPES[String([schema.type].flat()[0])] ?? [() => true, '', ''];
  if (!is(value)) return [type, `Input should be a valid ${what}`];
  const allowed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (allowed && !allowed.includes(value))
    return ['enum', `Input should be ${allowed.map((one) => `'${one}'`).join(', ')}`];
  if (schema.not && schema.not.const === value) return ['value_error', `Input should not be ${value}`];
  if (Array.isArray(value) && value.length > (schema.maxItems ?? Infinity))
    return ['too_long', `List should have at most ${schema.maxItems} items`];
  if (typeof value === 'string') return textFault(schema, value);
  return typeof value === 'number' ? numberFault(schema, value) : undefined;
}

/**
 * @param faults where it adds those that it finds
 * @param ignored where it adds the names that the schema does not have
 * @returns what was sent, without these
 */
export function read(given: Schema, sent: unknown, loc: Loc, faults: Fault[], ignored: string[] = []): unknown {
  const schema = resolved(given);
  if (sent === null && takesNull(schema)) return null;
  const [first = {}, ...others] = branches(schema);
  const fits = (branch: Schema) => {
    const found: Fault[] = [];
    read(branch, sent, loc, found);
    return found.length === 0;
  };
  const branch = [first, ...others].length === 1 ? first : ([first, ...others].find(fits) ?? first);
  const fault = faultOf(branch, sent);
  if (fault) {
    faults.push({ loc, msg: fault[1], type: fault[0] });
    return sent;
  }
  if (Array.isArray(sent)) return sent.map((one, i) => read(branch.items ?? {}, one, [...loc, i], faults, ignored));
  if (!isJson(sent) || !branch.properties) return sent;
  const { properties, required = [] } = branch;
  for (const name of Object.keys(sent).filter((name) => !(name in properties))) {
    if (branch.additionalProperties === false)
      faults.push({ loc: [...loc, name], msg: 'The field is not taken here', type: 'extra_forbidden' });
    else ignored.push([...loc.slice(1), name].join('.'));
  }
  const names = Object.keys(properties).filter((name) => required.includes(name) || sent[name] !== undefined);
  return Object.fromEntries(
    names.map((name) => [name, read(properties[name] ?? {}, sent[name], [...loc, name], faults, ignored)]),
  );
}

/** @param sent as text; of a list, all that were sent */
export function readParameter(
  { name, in: place, schema, required }: Parameter,
  sent: string[],
  faults: Fault[],
): unknown {
  const loc = [place, name];
  const [first = {}] = branches(schema);
  const values = sent.filter((value) => value !== '');
  if (first.type === 'array') return read(first, values, loc, faults);
  const [value] = values;
  if (value === undefined && !required) return schema.default;
  if (first.type !== 'integer' || value === undefined) return read(schema, value, loc, faults);
  if (/^[+-]?\d{1,15}$/.test(value)) return read(schema, Number(value), loc, faults);
  faults.push({
    loc,
    msg: 'Input should be a valid integer, unable to parse string as an integer',
    type: 'int_parsing',
  });
  return undefined;
}

/** What a create makes of what is left out; also what an update makes of null. */
export function withDefaults(given: Schema, sent: Json): Json {
  const { properties = {} } = resolved(given);
  const filled = Object.entries(properties).map(([name, schema]) => [
    name,
    sent[name] ?? schema.default ?? (name in sent ? null : takesNull(schema) ? null : undefined),
  ]);
  return Object.fromEntries(filled);
}
