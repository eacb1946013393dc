import type { RouterRoute } from 'hono/types';
import * as z from 'zod/mini';
import { ROLE_PERMISSIONS, ROLES } from '../auth/permissions';
import type { ErrorKind } from '../errors';
import { FORM_TYPE } from './body';
import { type Answer, type EndpointSpec, specOf } from './endpoint';
import { ERRORS, ErrorBody, InternalErrorBody, ValidationErrorBody } from './errors';

type JsonObject = Record<string, unknown>;

interface Operation {
  method: string;
  path: string;
  spec: EndpointSpec;
}

/** Every documented route, its path as the interface writes it: `/patient/`, `/patient/{id}`. */
export function operationsOf(routes: readonly RouterRoute[]): Operation[] {
  return routes.flatMap(({ handler, method, path }) => {
    const spec = specOf(handler);
    if (!spec) return [];
    const shown = path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}');
    // Collections end with a slash, and only they have one segment.
    return [
      {
        method: method.toLowerCase(),
        path: shown.lastIndexOf('/') === 0 ? `${shown.replace(/\/$/, '')}/` : shown,
        spec,
      },
    ];
  });
}

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
class Components {
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

const json = (schema: JsonObject) => ({ 'application/json': { schema } });

function parametersOf(spec: EndpointSpec, components: Components): JsonObject[] {
  return (['param', 'query', 'header'] as const).flatMap((target) => {
    const schema = spec[target];
    if (!(schema instanceof z.ZodMiniObject)) return [];
    return Object.entries(schema.shape as Record<string, z.ZodMiniType>).map(([name, field]) => {
      const { description, ...rest } = components.schema(field, 'output') as JsonObject & { description?: string };
      return {
        name,
        in: target === 'param' ? 'path' : target,
        required: target === 'param' || !field.safeParse(undefined).success,
        ...(description ? { description } : {}),
        schema: rest,
        ...(rest.type === 'array' ? { explode: true, style: 'form' } : {}),
      };
    });
  });
}

const BYTES = { type: 'string', format: 'binary' };

function requestBodyOf({ json, form, requestBody }: EndpointSpec, components: Components): JsonObject | undefined {
  const { required, content } = json
    ? { required: true, content: { 'application/json': json, ...(form ? { [FORM_TYPE]: form } : {}) } }
    : (requestBody ?? {});
  if (!content) return undefined;
  const media = Object.entries(content).map(([type, schema]) => [
    type,
    { schema: schema ? components.schema(schema, 'input') : BYTES },
  ]);
  return { required, content: Object.fromEntries(media) };
}

function contentOf({ body }: Answer, components: Components): JsonObject | undefined {
  if (body === undefined) return undefined;
  if (body === null) return json({ type: 'null' });
  if (body instanceof z.ZodMiniType) return json(components.schema(body, 'output'));
  return Object.fromEntries(body.media.map((media) => [media, { schema: BYTES }]));
}

function errorsOf(spec: EndpointSpec): ErrorKind[] {
  const kinds = new Set<ErrorKind>(spec.errors);
  if (spec.permission) kinds.add('unauthenticated');
  if (spec.permission && spec.permission !== 'account') kinds.add('forbidden');
  if (spec.param || spec.query || spec.header || spec.json) kinds.add(spec.invalid ?? 'invalid');
  if (spec.json) for (const kind of ['rule', 'too_large', 'unsupported_media_type'] as const) kinds.add(kind);
  return [...kinds.add('rule').add('unavailable')];
}

function responsesOf(spec: EndpointSpec, components: Components): JsonObject {
  const responses: Record<string, JsonObject> = {};
  for (const [status, answer] of Object.entries(spec.answers)) {
    const content = contentOf(answer, components);
    const headers = Object.fromEntries(
      Object.entries(answer.headers ?? {}).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } },
      ]),
    );
    responses[status] = {
      description: answer.description,
      ...(content ? { content } : {}),
      ...(answer.headers ? { headers } : {}),
    };
  }
  const error = components.schema(ErrorBody, 'output');
  const validation = components.schema(ValidationErrorBody, 'output');
  for (const kind of errorsOf(spec)) {
    const { status, description } = ERRORS[kind];
    const both = kind === 'rule' && spec.invalid === 'rule';
    const schema = kind === 'invalid' ? validation : both ? { anyOf: [error, validation] } : error;
    responses[status] ??= { description, content: json(schema) };
  }
  responses[500] = {
    description: 'Internal server error',
    content: json(components.schema(InternalErrorBody, 'output')),
  };
  return responses;
}

const operationId = ({ method, path }: Operation) =>
  [method, ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)]
    .map((word, i) => (i ? word[0]?.toUpperCase() + word.slice(1) : word))
    .join('');

const permissionNote = (permission: EndpointSpec['permission']) => {
  if (!permission) return 'Public: no token needed.';
  if (permission === 'account') return 'Any account that is logged in.';
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].has(permission));
  return `Permission \`${permission}\`: ${roles.join(', ')}.`;
};

/** OpenAPI 3.1 document of the routes, from the schemas that validate them. */
export function openApiDocument(
  routes: readonly RouterRoute[],
  info: { title: string; version: string; description: string },
): JsonObject {
  const components = new Components();
  const paths: Record<string, JsonObject> = {};
  for (const operation of operationsOf(routes)) {
    const { method, path, spec } = operation;
    const body = requestBodyOf(spec, components);
    const parameters = parametersOf(spec, components);
    paths[path] ??= {};
    paths[path][method] = {
      operationId: operationId(operation),
      tags: [path.split('/')[1]],
      summary: spec.summary,
      description: [spec.description, permissionNote(spec.permission)].filter(Boolean).join('\n\n'),
      ...(parameters.length ? { parameters } : {}),
      ...(body ? { requestBody: body } : {}),
      responses: responsesOf(spec, components),
      security: spec.permission ? [{ bearer: [] }, ...(spec.oauth2 ? [{ oauth2: [] }] : [])] : [],
    };
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        oauth2: {
          type: 'oauth2',
          flows: { password: { tokenUrl: '/auth/login', refreshUrl: '/auth/refresh', scopes: {} } },
        },
      },
    },
  };
}
