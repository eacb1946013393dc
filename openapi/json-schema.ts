import * as z from 'zod';
import { descriptionOf } from './descriptions';

export type JsonObject = Record<string, unknown>;

/** `input`: a body that is sent; `output`: an answer. */
type Use = 'input' | 'parameter' | 'output';

/** zod leaves out the default of an input that is transformed. Answers have none. */
function keepDefault(zodSchema: z.core.$ZodType, jsonSchema: JsonObject, use: Use): void {
  if (use === 'output') delete jsonSchema.default;
  else if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
}

const isWorthSaying = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** A default is told in words: generated types would require a field with a `default`, openapi-typescript's even in inputs. */
export function described(name: string, { default: value, ...schema }: JsonObject): JsonObject {
  const words = [schema.description ?? descriptionOf(name), isWorthSaying(value) && `By default \`${value}\``];
  const description = words.filter((word) => typeof word === 'string').join('. ');
  return description ? { ...schema, description } : schema;
}

const describeAll = (properties: Record<string, JsonObject>): JsonObject =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, described(name, schema)]));

const nameOf = (id: string, io: string) => (io === 'input' && !id.endsWith('Input') ? `${id}Input` : id);
const refTo = (id: string, io: string) => `#/components/schemas/${nameOf(id, io)}`;

function asComponent(schema: JsonObject, io: string): JsonObject {
  const text = JSON.stringify(schema).replace(/"#\/\$defs\/(\w+)"/g, (_, id: string) => `"${refTo(id, io)}"`);
  return JSON.parse(text, (key, value) => {
    if (key === 'properties') return describeAll(value);
    return key === 'id' && typeof value === 'string' ? undefined : value;
  });
}

/** Schemas with an id become components, `…Input` where a client sends them. */
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
