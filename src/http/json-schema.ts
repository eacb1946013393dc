import * as z from 'zod/mini';

export type JsonObject = Record<string, unknown>;

/** Said of what a transform reads, of which zod knows nothing: it may be left out, or null, and what it then is. */
function keepMeta(
  zodSchema: z.core.$ZodType,
  jsonSchema: z.core.JSONSchema.BaseSchema & { nullable?: boolean },
  io: 'input' | 'output',
): void {
  const metaOf = (schema: z.core.$ZodType) => z.globalRegistry.get(schema) ?? {};
  const { examples, default: fallback, nullable } = metaOf(zodSchema);
  delete jsonSchema.nullable;
  if (io === 'input' && nullable) {
    const { description: _, ...schema } = jsonSchema;
    for (const key of Object.keys(schema)) delete jsonSchema[key];
    jsonSchema.anyOf = [schema, { type: 'null' }];
  }
  if (io === 'input' && zodSchema instanceof z.ZodMiniObject && jsonSchema.required) {
    const shape = zodSchema.shape as Record<string, z.core.$ZodType>;
    const required = jsonSchema.required.filter((key) => !('default' in metaOf(shape[key] as z.core.$ZodType)));
    if (required.length > 0) jsonSchema.required = required;
    else delete jsonSchema.required;
  }
  if (examples) jsonSchema.examples = examples as unknown[];
  if (fallback !== undefined) jsonSchema.default = fallback as typeof jsonSchema.default;
}

/** JSON Schemas of zod schemas; those with an id become components, `…Input` where they are what a client sends. */
export class Components {
  readonly schemas: Record<string, JsonObject> = {};

  schema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject {
    const {
      $defs = {},
      $schema: _,
      ...root
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => keepMeta(zodSchema, jsonSchema, io),
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
          return key === 'id' && typeof child === 'string' ? [] : [[key, walk(child)]];
        }),
      );
    };
    return walk(value) as JsonObject;
  }
}
