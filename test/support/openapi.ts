import { Ajv2020, type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../openapi/document';
import { HEADERS } from '../../openapi/headers';
import { allCodes } from '../../scripts/errors-page';
import { app } from '../../src/app';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required: boolean;
  schema: Schema;
}

/** The part of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxItems?: number;
  format?: string;
  pattern?: string;
  description?: string;
}

/** A body of one media type. */
export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  description: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media>; headers?: Record<string, unknown> }>;
  security: Record<string, string[]>[];
}

// A type rather than an interface, so that the generic JSON of the document can be taken for it.
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, unknown>;
    responses: Record<string, Operation['responses'][string]>;
    securitySchemes: Record<string, Record<string, unknown>>;
  };
};

/** As it is served. */
export const servedDocument = openApiDocument(app.routes) as unknown as Document & {
  info: object;
  servers: object[];
  tags: { name: string; description: string }[];
};

/** With parameters and responses in their places; schemas stay where they are. */
export const document: Document = {
  ...servedDocument,
  paths: JSON.parse(JSON.stringify(servedDocument.paths), (_, node) => {
    const [, kind, name] = /^#\/components\/(parameters|responses)\/(.+)$/.exec(node?.$ref) ?? [];
    return kind && name ? servedDocument.components[kind as 'parameters' | 'responses'][name] : node;
  }),
};

const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema(document as object, 'api');

const literals = (template: string) => template.split('/').filter((part) => !part.startsWith('{')).length;
// The template with the most literal segments wins, as /auth/users/me does over /auth/users/{id}.
const templates = Object.keys(document.paths)
  .sort((a, b) => literals(b) - literals(a))
  .map((template) => ({
    template,
    form: new RegExp(
      `^${template
        .replace(/\/$/, '')
        .replaceAll('.', '\\.')
        .replaceAll('{file_path}', '.+')
        .replace(/\{\w+\}/g, '[^/]+')}/?$`,
    ),
  }));

/** The documented operation for a request; undefined when there is none. */
export function operationOf(method: string, path: string): { template: string; operation: Operation } | undefined {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  for (const { template, form } of templates) {
    const operation = document.paths[template]?.[verb];
    if (operation && form.test(path)) return { template, operation };
  }
  return undefined;
}

const shown = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
const pointer = (...parts: string[]) => parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

const CODES = new Set(allCodes().map(({ code }) => code));

/** How an answer differs from the document; undefined when it does not. */
export function undocumented(
  method: string,
  path: string,
  answer: { status: number; type: string | null; headers: Headers; bytes: Uint8Array; body: unknown },
): string | undefined {
  // Held against FHIR's own definitions (support/fhir).
  if (path.startsWith('/fhir/')) return undefined;
  const found = operationOf(method, path);
  if (!found || method === 'OPTIONS') {
    if (method === 'OPTIONS' || path === '/') return undefined;
    const { detail, code } = (answer.body ?? {}) as { detail?: unknown; code?: string };
    return answer.status >= 400 && ((typeof detail === 'string' && code && CODES.has(code)) || method === 'HEAD')
      ? undefined
      : `an unknown route must answer {detail: string, code}, not ${answer.status}`;
  }
  const { template, operation } = found;
  const status = String(answer.status);
  const response = operation.responses[status];
  if (!response) return `status ${status} is not documented for ${template}`;
  for (const name of Object.keys(HEADERS)) {
    if (answer.headers.has(name) && !response.headers?.[name]) return `${status} has an undocumented header: ${name}`;
  }
  if (method === 'HEAD') return undefined;
  const type = answer.type?.split(';')[0]?.trim().toLowerCase();
  if (!response.content) return answer.bytes.length ? `${status} has a body, the document says none` : undefined;
  if (!type) return `${status} has no Content-Type`;
  if (!response.content[type]) return `${status} with Content-Type ${type} is not documented`;
  if (type !== 'application/json') return undefined;
  const at = pointer('paths', template, method.toLowerCase(), 'responses', status, 'content', type, 'schema');
  const validate = ajv.getSchema(`api#/${at}`);
  if (!validate) return `${status} has no schema`;
  return validate(answer.body)
    ? undefined
    : `${status} is not as documented: ${validate.errors?.map(shown).join('; ')}`;
}

/** A schema, or the component that it refers to, also through an `allOf` of one. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref) return resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const only = schema.allOf?.length === 1 ? schema.allOf[0] : undefined;
  return only ? resolved(only) : schema;
}

/** The schema of the values that are not null. */
export function notNull(schema: Schema): Schema {
  const node = resolved(schema);
  const choices = (node.anyOf ?? node.oneOf ?? []).filter(({ type }) => type !== 'null');
  return choices.length === 1 && choices[0] ? notNull(choices[0]) : node;
}

/** Every documented operation, with its method and path as its name: `GET /patient/{id}`. */
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => {
    const method = verb.toUpperCase();
    return { name: `${method} ${path}`, method, path, operation };
  }),
);

export function operationNamed(name: string): Operation {
  const found = operations.find((operation) => operation.name === name);
  if (!found)
    throw new Error(
      `${name} is not in the document: is its name in test/support/operations right, and its route in src/app.ts?`,
    );
  return found.operation;
}

/** The schema of an operation's JSON body. */
export const bodyOf = (name: string): Schema =>
  resolved(operationNamed(name).requestBody?.content['application/json']?.schema ?? {});
