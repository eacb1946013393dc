import * as z from 'zod';
import { descriptionOf } from './descriptions';

export type JsonObject = Record<string, unknown>;

/** What a schema is of: a body that is sent, a parameter, or an answer. */
type Use = 'input' | 'parameter' | 'output';

const isWorthSaying = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);

/**
 * A default is said in words. Where JSON Schema says it, generated types require the field: openapi-typescript's, also of
 * what is sent.
 */
function sayDefault(zodSchema: z.core.$ZodType, jsonSchema: JsonObject, use: Use): void {
  delete jsonSchema.default;
  if (use === 'output' || !(zodSchema instanceof z.ZodDefault) || !isWorthSaying(zodSchema.def.defaultValue)) return;
  const words = `By default \`${zodSchema.def.defaultValue}\``;
  const { description } = jsonSchema;
  jsonSchema.description = typeof description === 'string' ? `${description.replace(/\.$/, '')}. ${words}` : words;
}

/** Properties whose schemas do not say what they are get the description of their name. */
const describeAll = (properties: Record<string, JsonObject>): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = schema.description ?? descriptionOf(name);
      return [name, description === undefined ? schema : { ...schema, description }];
    }),
  );

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
      override: ({ zodSchema, jsonSchema }) => sayDefault(zodSchema, jsonSchema, use),
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
