import { expect } from 'vitest';
import { may, ROLES, type Role } from '../../../src/auth/permissions';
import type { FhirType } from '../../../src/fhir-types';
import { permissionOf } from '../../../src/scopes';
import { type Body, type CallOptions, call, type Result } from '../client';
import { validate } from './validate';

const BASE = '/fhir/r4';
/** How resources name this server. */
export const URL = `http://localhost${BASE}`;

/** Of a resource that was written once. */
export const meta = { versionId: '1', lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) };

/** Calls the service as another system does, and holds each answer against R4's definitions. @param path below the base */
export async function fhir(method: string, path: string, options: CallOptions = {}): Promise<Result> {
  const result = await call(method, `${BASE}/${path.replace(/^\//, '')}`, options);
  if (result.headers.get('content-type')?.startsWith('application/fhir+json')) validate(result.body);
  return result;
}

/** A role that may read the type: an admin, but for what only doctors may. */
export const roleFor = (type: FhirType): Role => ROLES.find((role) => may(role, permissionOf(type, 'r'))) ?? 'none';

/** A read, or a search of which each parameter has to be known. */
export const get = (path: string, options: CallOptions = {}): Promise<Result> =>
  fhir('GET', path, { ...options, headers: { prefer: 'handling=strict', ...options.headers } });

export const resourcesIn = ({ body }: Pick<Result, 'body'>, mode?: 'match' | 'include' | 'outcome'): Body[] =>
  (body.entry ?? [])
    .filter(({ search }: Body) => mode === undefined || search.mode === mode)
    .map(({ resource }: Body) => resource);

/** What a search finds, in its order. */
export async function found(path: string, options: CallOptions = {}): Promise<Body[]> {
  const result = await get(path, options);
  if (result.status !== 200) expect.fail(`${path}: ${result.status} ${JSON.stringify(result.body)}`);
  return resourcesIn(result);
}

export const idsIn = (resources: readonly Body[]): string[] => resources.map(({ id }) => id);
export const idsOf = async (path: string, options?: CallOptions): Promise<string[]> =>
  idsIn(await found(path, options));

/** All pages, by following `next` as a client does. */
export async function pagesOf(path: string, options: CallOptions = {}): Promise<Body[][]> {
  const pages: Body[][] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const page: Result = await get(at, options);
    if (page.status !== 200) expect.fail(`${at}: ${page.status} ${JSON.stringify(page.body)}`);
    pages.push(resourcesIn(page));
    at = page.body.link.find(({ relation }: Body) => relation === 'next')?.url.slice(URL.length);
  }
  return pages;
}
export const idsOfPages = async (path: string): Promise<string[][]> => (await pagesOf(path)).map(idsIn);

/** Status, code and places of the first issue of a refusal. */
export const issueOf = ({ status, body }: Result) => {
  expect(body.resourceType).toBe('OperationOutcome');
  const [{ code, expression }] = body.issue;
  return [status, code, ...(expression ?? [])];
};

/** All places that a refused resource is wrong at. */
export const expressionsOf = ({ body }: Result): string[] =>
  body.issue.flatMap(({ expression }: Body) => expression ?? []);
