import * as z from 'zod';
import { BOOKMARK } from '../src/http/service-context';
import { type Components, described, type JsonObject } from './json-schema';
import type { Operation } from './operations';

/** They begin at the primary anyway, or do not ask the database. */
const WITHOUT_BOOKMARK = /^\/(auth|settings|health)\//;

const bookmark = {
  name: 'x-d1-bookmark',
  in: 'header',
  required: false,
  description: 'The bookmark of an earlier answer: what it has seen is seen again, at the nearest replica',
  schema: { type: 'string', pattern: BOOKMARK.source },
};

/** `if-match` → `IfMatch` */
const idOf = (name: string) => name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

/** Headers become components, as many operations have the same. */
export class Parameters {
  readonly components: Record<string, JsonObject> = {};

  readonly #schemas: Components;

  constructor(schemas: Components) {
    this.#schemas = schemas;
  }

  of({ path, spec }: Operation): JsonObject[] {
    const targets = { path: [spec.param], query: [spec.query], header: [spec.header, spec.requestHeaders] };
    const declared = Object.entries(targets).flatMap(([where, schemas]) =>
      schemas.flatMap((schema) => {
        if (!(schema instanceof z.ZodObject)) return [];
        return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
          const parameter = this.#parameter(name, where, field);
          return where === 'header' ? this.#refer(parameter) : parameter;
        });
      }),
    );
    return WITHOUT_BOOKMARK.test(path) ? declared : [...declared, this.#refer(bookmark)];
  }

  #parameter(name: string, where: string, field: z.ZodType) {
    const { description, ...schema } = described(name, this.#schemas.schema(field, 'parameter'));
    return {
      name,
      in: where,
      required: where === 'path' || !field.safeParse(undefined).success,
      ...(description ? { description } : {}),
      schema,
      ...(schema.type === 'array' ? { explode: true, style: 'form' } : {}),
    };
  }

  #refer(parameter: JsonObject & { name: string }): JsonObject {
    const id = idOf(parameter.name);
    const known = this.components[id];
    if (known && JSON.stringify(known) !== JSON.stringify(parameter)) throw new Error(`Two headers are called ${id}`);
    this.components[id] = parameter;
    return { $ref: `#/components/parameters/${id}` };
  }
}
