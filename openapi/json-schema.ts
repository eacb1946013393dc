import * as z from 'zod';
import { descriptionOf } from './descriptions';

export type JsonObject = Record<string, unknown>;

/** What a schema is of: a body that is sent, a parameter, or an answer. */
type Use = 'input' | 'parameter' | 'output';

/** zod leaves out the default of a field that is transformed on its way in. Answers have none. */
function keepDefault(zodSchema: z.core.$ZodType, jsonSchema: JsonObject, use: Use): void {
  if (use === 'output') delete jsonSchema.default;
  else if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
}

const isWorthSaying = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/**
 * A property or parameter with what it is, by its schema or else by its name. Its default is said in words: where JSON Schema
 * says it, generated types require the field, openapi-typescript's also of what is sent.
 */
export function described(name: string, { default: value, ...schema }: JsonObject): JsonObject {
  const words = [schema.description ?? descriptionOf(name), isWorthSaying(value) && `By default \`${value}\``];
  const description = words.filter((word) => typeof word === 'string').join('. ');
  return description ? { ...schema, description } : schema;
}

const describeAll = (properties: Record<string, JsonObject>): JsonObject =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, described(name, schema)]));

const nameOf = (id: string, io: string) => (io === 'input' && !id.endsWith('Input') ? `${id}Input` : id);
const refTo = (id: string, io: string) => `#/components/schemas/${nameOf(id, io)}`;

/** A schema of zod's that refers to components, and whose properties say what they are. */
function asComponent(schema: JsonObject, io: string): JsonObject {
  const text = JSON.stringify(schema).replace(/"#\/\$defs\/(\w+)"/g, (_, id: string) => `"${refTo(id, io)}"`);
  return JSON.parse(text, (key, value) => {
    if (key === 'properties') return describeAll(value);
    return key === 'id' && typeof value === 'string' ? undefined : value;
  });
}

/** JSON Schemas of zod schemas; those with an id become components, `…Input` where they are what a client sends. */
export class Components {
  readonly schemas: Record<string, JsonObject> = {};

  schema(schema: z.ZodType, use: Use): JsonObject {
    const io = use === 'input' ? 'input' : 'output';
    const {
      $defs = {},
      $schema: _,
      ...root
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => keepDefault(zodSchema, jsonSchema, use),
    });
    const named = root.id === undefined ? $defs : { ...$defs, [root.id]: root };
    for (const [id, definition] of Object.entries(named)) this.schemas[nameOf(id, io)] = asComponent(definition, io);
    return root.id === undefined ? asComponent(root, io) : { $ref: refTo(root.id, io) };
  }
}
