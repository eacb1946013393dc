import type { RouterRoute } from 'hono/types';
import { CLIENT_ROLE, may, ROLE_PERMISSIONS, ROLES } from '../src/auth/permissions';
import { lettersOfAny, scopeText } from '../src/auth/scopes';
import { alongOf } from '../src/http/along';
import { disclosureOf } from '../src/http/disclosure';
import type { EndpointSpec } from '../src/http/endpoint-spec';
import { grantsNeeded, scopesFor } from '../src/scopes';
import { requestBodyOf } from './bodies';
import { headerComponents } from './headers';
import { API_INFO, TAGS } from './info';
import { Components, type JsonObject } from './json-schema';
import { operationsOf } from './operations';
import { Parameters } from './parameters';
import { Responses } from './responses';
import { webhooks } from './webhooks';

const permissionNote = ({ permission, unlessOpened }: Pick<EndpointSpec, 'permission' | 'unlessOpened'>): string => {
  if (unlessOpened) return `Public where its address opens it. Otherwise: ${permissionNote(unlessOpened)}`;
  if (!permission) return 'Public: no token needed.';
  if (permission === 'account') return 'Anybody who is logged in; no program.';
  const roles = ROLES.filter((role) => may(role, permission));
  const scopes = grantsNeeded(permission).map((needed) => scopeText('system', needed));
  const letters = lettersOfAny(permission);
  const having = letters ? `\`${letters}\` of any type, for what is of that type` : `\`${scopes.join(' ')}\``;
  const programs = may(CLIENT_ROLE, permission) ? `; programs with ${having}` : '';
  return `Permission \`${permission}\`: ${roles.join(', ')}${programs}.`;
};

/** Of operations that show, or search by, other kinds of records. */
function alongNote(spec: EndpointSpec): string | undefined {
  const { shown, searched, isAlways, hasTable } = alongOf(spec);
  const scopeOf = ({ type, letters }: (typeof shown)[number]) => `${type}.${letters}`;
  const asking = isAlways ? '' : ` for \`view=full\`${hasTable ? ' and a table' : ''}`;
  const needed = [
    ...(shown.length > 0 ? [`\`${shown.map(scopeOf).join(' ')}\`${asking}`] : []),
    ...Object.entries(searched).map(([name, one]) => `\`${scopeOf(one)}\` for \`${name}\``),
  ];
  return needed.length > 0 ? `A scope needs ${needed.join(', and ')}, too.` : undefined;
}

/** Of operations that show patients, or the log itself. */
const recordedNote = (method: string) =>
  method === 'get'
    ? 'Recorded in the access log, for an account.'
    : 'An answer that shows a record and has written nothing, as that to a repeated request, is recorded in the access log.';

const LETTERS: Record<string, string> = { c: 'create', r: 'read', u: 'update', d: 'delete', s: 'search' };

const scopesOfPrograms = () =>
  Object.fromEntries(
    scopesFor(ROLE_PERMISSIONS[CLIENT_ROLE]).map((scope) => {
      const [type, letters = ''] = scope.replace('system/', '').split('.');
      return [scope, `${type}: ${[...letters].map((letter) => LETTERS[letter]).join(', ')}`];
    }),
  );

/** Shown under "Authorize" on /docs. */
const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    description:
      'People log in with e-mail and password; an account with a second factor needs `POST /auth/login`. Programs have a secret',
    flows: {
      password: { tokenUrl: '/auth/login', refreshUrl: '/auth/refresh', scopes: {} },
      clientCredentials: { tokenUrl: '/auth/token', scopes: scopesOfPrograms() },
    },
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
    webhooks: webhooks(schemas),
    components: {
      schemas: schemas.schemas,
      parameters: parameters.components,
      headers: headerComponents(),
      responses: responses.components,
      securitySchemes,
    },
  };
}
