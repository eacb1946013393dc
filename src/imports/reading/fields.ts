import * as z from 'zod';
import { DATETIME_PATTERN } from '../../rules/datetime';
import { partOf } from '../../schemas/part';
import { type Words, wordsOf } from './words';

/** What a cell has to become. `words`: of a text, those that are known, of an enum all. */
export interface Field {
  kind: 'text' | 'list' | 'number' | 'boolean' | 'date' | 'datetime' | 'enum';
  words: Words;
}

const NONE = wordsOf([]);

/** Of lists that are put together from columns. */
const ELEMENTS_MAX = 20;

/** What is sent, of a schema that makes something else of it, too. */
function sentOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return sentOf(partOf(schema.in));
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? sentOf(partOf(schema.unwrap()))
    : schema;
}

function textField(schema: z.ZodString): Field {
  const { format, pattern, examples } = z.globalRegistry.get(schema) ?? {};
  const words = wordsOf(Array.isArray(examples) ? examples.map(String) : []);
  if (pattern === DATETIME_PATTERN) return { kind: 'datetime', words };
  return { kind: format === 'date' ? 'date' : 'text', words };
}

function fieldOf(schema: z.ZodType): Field | undefined {
  if (schema instanceof z.ZodString) return textField(schema);
  if (schema instanceof z.ZodNumber) return { kind: 'number', words: NONE };
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean', words: NONE };
  if (schema instanceof z.ZodEnum) return { kind: 'enum', words: wordsOf(schema.options.map(String)) };
  if (schema instanceof z.ZodArray && sentOf(partOf(schema.element)) instanceof z.ZodString)
    return { kind: 'list', words: NONE };
  return undefined;
}

function partAt(schema: z.ZodType, step: string): z.ZodType | undefined {
  if (schema instanceof z.ZodArray)
    return /^(0|[1-9]\d?)$/.test(step) && Number(step) < ELEMENTS_MAX ? partOf(schema.element) : undefined;
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, step)) return undefined;
  return partOf(schema.shape[step]);
}

/** A field that has a value of its own, by its dotted path: `addresses.0.city`; a list of texts, too. */
export function fieldAt(fields: z.ZodType, path: string): Field | undefined {
  let schema: z.ZodType | undefined = sentOf(fields);
  for (const step of path.split('.')) {
    schema = schema && partAt(schema, step);
    schema = schema && sentOf(schema);
  }
  return schema && fieldOf(schema);
}

/** What a mapping may name; `N` stands for the number of an element. */
export function pathsIn(fields: z.ZodType, before = ''): string[] {
  const schema = sentOf(fields);
  if (fieldOf(schema)) return [before];
  const below = (step: string) => (before === '' ? step : `${before}.${step}`);
  if (schema instanceof z.ZodArray) return pathsIn(partOf(schema.element), below('N'));
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, field]) => pathsIn(partOf(field), below(name)));
}
