import type { RouterRoute } from 'hono/types';
import { ROLE_PERMISSIONS, ROLES } from '../src/auth/permissions';
import { alongOf, scopeOf } from '../src/http/along';
import { disclosureOf } from '../src/http/disclosure';
import type { EndpointSpec } from '../src/http/endpoint-spec';
import { requestBodyOf } from './bodies';
import { headerComponents } from './headers';
import { API_INFO, TAGS } from './info';
import { Components, type JsonObject } from './json-schema';
import { operationsOf } from './operations';
import { Parameters } from './parameters';
import { Responses } from './responses';

const permissionNote = ({ permission, unlessOpened }: Pick<EndpointSpec, 'permission' | 'unlessOpened'>): string => {
  if (unlessOpened) return `Public where its address opens it. Otherwise: ${permissionNote(unlessOpened)}`;
  if (!permission) return 'Public: no token needed.';
  if (permission === 'account') return 'Any account that is logged in.';
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].has(permission));
  return `Permission \`${permission}\`: ${roles.join(', ')}.`;
};

/** Of operations that show, or search by, other kinds of records. */
function alongNote(spec: EndpointSpec): string | undefined {
  const { shown, searched, isAlways, hasTable } = alongOf(spec);
  const asking = isAlways ? '' : ` for \`view=full\`${hasTable ? ' and a table' : ''}`;
  const needed = [
    ...(shown.length > 0 ? [`\`${shown.map(scopeOf).join(' ')}\`${asking}`] : []),
    ...Object.entries(searched).map(([name, one]) => `\`${scopeOf(one)}\` for \`${name}\``),
  ];
  return needed.length > 0 ? `A login with a \`scope\` needs ${needed.join(', and ')}, too.` : undefined;
}

/** Of operations that show patients, or the log itself. */
const recordedNote = (method: string) =>
  method === 'get'
    ? 'Recorded in the access log, for an account.'
    : 'An answer that shows a record and has written nothing, as that to a repeated request, is recorded in the access log.';

/** Shown under "Authorize" on /docs. */
const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    description: 'Logs in with e-mail and password; an account with a second factor needs `POST /auth/login`',
    flows: { password: { tokenUrl: '/auth/login', refreshUrl: '/auth/refresh', scopes: {} } },
  },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The `access_token` of a login' },
};

const securityOf = ({ permission, unlessOpened }: EndpointSpec) => [
  ...(unlessOpened ? [{}] : []),
  ...(permission || unlessOpened ? [{ bearer: [] }, { oauth2: [] }] : []),
];

/** OpenAPI 3.1. */
export function openApiDocument(routes: readonly RouterRoute[]): JsonObject {
  const schemas = new Components();
  const parameters = new Parameters(schemas);
  const responses = new Responses(schemas);
  const paths: Record<string, JsonObject> = {};
  for (const operation of operationsOf(routes)) {
    const { method, path, spec } = operation;
    const inputs = parameters.of(operation);
    const requestBody = requestBodyOf(operation, schemas);
    paths[path] ??= {};
    paths[path][method] = {
      operationId: spec.operationId,
      tags: [path.split('/')[1]],
      summary: spec.summary,
      description: [spec.description, permissionNote(spec), alongNote(spec), disclosureOf(spec) && recordedNote(method)]
        .filter(Boolean)
        .join('\n\n'),
      ...(inputs.length ? { parameters: inputs } : {}),
      ...(requestBody ? { requestBody } : {}),
      responses: responses.of(operation),
      security: securityOf(spec),
    };
  }
  return {
    openapi: '3.1.0',
    info: API_INFO,
    servers: [{ url: '/', description: 'Where this document is served' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.schemas,
      parameters: parameters.components,
      headers: headerComponents(),
      responses: responses.components,
      securitySchemes,
    },
  };
}
