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
    }) as JsonObject & {
      $defs?: Record<string, JsonObject>;
    };
    for (const [id, definition] of Object.entries($defs))
      this.schemas[this.#name(id, io)] = this.#refer(definition, io);
    const id = typeof root.id === 'string' ? root.id : undefined;
    if (!id) return this.#refer(root, io);
    this.schemas[this.#name(id, io)] = this.#refer(root, io);
    return { $ref: `#/components/schemas/${this.#name(id, io)}` };
  }

  #name = (id: string, io: string) => (io === 'input' && !id.endsWith('Input') ? `${id}Input` : id);

  #refer(value: JsonObject, io: string): JsonObject {
    const walk = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.map(walk);
      if (node === null || typeof node !== 'object') return node;
      return Object.fromEntries(
        Object.entries(node).flatMap(([key, child]): [string, unknown][] => {
          if (key === '$ref' && typeof child === 'string' && child.startsWith('#/$defs/')) {
            return [[key, `#/components/schemas/${this.#name(child.slice('#/$defs/'.length), io)}`]];
          }
          if (key === 'properties') return [[key, walk(describeAll(child as Record<string, JsonObject>))]];
          return key === 'id' && typeof child === 'string' ? [] : [[key, walk(child)]];
        }),
      );
    };
    return walk(value) as JsonObject;
  }
}
