import * as z from 'zod';

export type JsonObject = Record<string, unknown>;

/** zod drops these where a field is transformed on its way in. */
function keepMeta({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonObject }): void {
  const { examples, default: fallback } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples) jsonSchema.examples = examples;
  if (fallback !== undefined) jsonSchema.default = fallback;
}

/** JSON Schemas of zod schemas; those with an id become components, `…Input` where they are what a client sends. */
export class Components {
  readonly schemas: Record<string, JsonObject> = {};

  schema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
    const {
      $defs = {},
      $schema: _,
      ...root
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: keepMeta,
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
