import type { RouterRoute } from 'hono/types';
import * as z from 'zod';
import { ROLE_PERMISSIONS, ROLES } from '../auth/permissions';
import type { AnyErrorKind } from '../errors';
import { FORM_TYPE, MERGE_PATCH_TYPE } from '../http/body';
import type { Answer, EndpointSpec } from '../http/endpoint';
import { errorBodyOf, InternalErrorBody, ValidationErrorBody } from '../http/error-bodies';
import { ERRORS } from '../http/errors';
import { Components, type JsonObject } from './json-schema';
import { type Operation, operationsOf } from './operations';

const json = (schema: JsonObject) => ({ 'application/json': { schema } });

function parametersOf(spec: EndpointSpec, components: Components): JsonObject[] {
  return (['param', 'query', 'header'] as const).flatMap((target) => {
    const schema = spec[target];
    if (!(schema instanceof z.ZodObject)) return [];
    return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
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

/** The bodies that are taken, by media type: as JSON, and what else the method or the declaration says. */
const bodiesOf = ({ method, spec: { json, form } }: Operation) => ({
  ...(method === 'patch' && { [MERGE_PATCH_TYPE]: json }),
  'application/json': json,
  ...(form && { [FORM_TYPE]: form }),
});

function requestBodyOf(operation: Operation, components: Components): JsonObject | undefined {
  const { json, requestBody } = operation.spec;
  const { required, content } = json ? { required: true, content: bodiesOf(operation) } : (requestBody ?? {});
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
  if (body instanceof z.ZodType) return json(components.schema(body, 'output'));
  return Object.fromEntries(body.media.map((media) => [media, { schema: BYTES }]));
}

function errorsOf(spec: EndpointSpec): AnyErrorKind[] {
  const kinds = new Set<AnyErrorKind>(spec.errors);
  if (spec.permission) kinds.add('unauthenticated').add('throttled');
  if (spec.permission && spec.permission !== 'account') kinds.add('forbidden');
  if (spec.param || spec.query || spec.header || spec.json) kinds.add(spec.invalid ?? 'invalid');
  if (spec.json) kinds.add('too_large').add(spec.invalid ?? 'unsupported_media_type');
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
  const validation = components.schema(ValidationErrorBody, 'output');
  for (const kind of errorsOf(spec)) {
    const { status, description } = ERRORS[kind];
    const both = kind === 'rule' && spec.invalid === 'rule';
    const error = kind === 'invalid' ? validation : components.schema(errorBodyOf(kind), 'output');
    const schema = both ? { anyOf: [error, validation] } : error;
    responses[status] ??= { description, content: json(schema) };
  }
  responses[500] = {
    description: 'Internal server error',
    content: json(components.schema(InternalErrorBody, 'output')),
  };
  return responses;
}

const permissionNote = (permission: EndpointSpec['permission']) => {
  if (!permission) return 'Public: no token needed.';
  if (permission === 'account') return 'Any account that is logged in.';
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].has(permission));
  return `Permission \`${permission}\`: ${roles.join(', ')}.`;
};

const RECORDED = 'Recorded in the access log, for an account.';

/** OpenAPI 3.1 document of the routes, from the schemas that validate them. */
export function openApiDocument(
  routes: readonly RouterRoute[],
  info: { title: string; version: string; description: string },
): JsonObject {
  const components = new Components();
  const paths: Record<string, JsonObject> = {};
  for (const operation of operationsOf(routes)) {
    const { method, path, spec } = operation;
    const body = requestBodyOf(operation, components);
    const parameters = parametersOf(spec, components);
    paths[path] ??= {};
    paths[path][method] = {
      operationId: spec.operationId,
      tags: [path.split('/')[1]],
      summary: spec.summary,
      description: [spec.description, permissionNote(spec.permission), spec.shows && RECORDED]
        .filter(Boolean)
        .join('\n\n'),
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
