import { expect } from 'vitest';
import { type Body, type CallOptions, call, type Result } from '../client';
import { validate } from './validate';

/** Calls the service as another system does, and holds each answer against R4's definitions. */
export async function fhir(method: string, path: string, options: CallOptions = {}): Promise<Result> {
  const result = await call(method, `/fhir/r4${path}`, options);
  if (result.headers.get('content-type')?.startsWith('application/fhir+json')) validate(result.body);
  return result;
}

const STRICT = { prefer: 'handling=strict' };

export const resourcesIn = ({ body }: Pick<Result, 'body'>): Body[] =>
  (body.entry ?? []).map(({ resource }: Body) => resource);

/** What a search finds, each of its parameters being known. */
export async function found(path: string, options: CallOptions = {}): Promise<Body[]> {
  const result = await fhir('GET', path, { ...options, headers: { ...STRICT, ...options.headers } });
  if (result.status !== 200) expect.fail(`${path}: ${result.status} ${JSON.stringify(result.body)}`);
  return resourcesIn(result);
}

export const idsIn = (resources: readonly Body[]): string[] => resources.map(({ id }) => id);

const linkOf = ({ body }: Pick<Result, 'body'>, relation: string): string | undefined =>
  body.link.find((link: Body) => link.relation === relation)?.url;

/** All pages, by following `next` as a client does. */
export async function pagesOf(path: string, options: CallOptions = {}): Promise<Body[][]> {
  const pages: Body[][] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const page: Result = await fhir('GET', at, options);
    if (page.status !== 200) expect.fail(`${at}: ${page.status} ${JSON.stringify(page.body)}`);
    pages.push(resourcesIn(page));
    at = linkOf(page, 'next')?.slice('http://localhost/fhir/r4'.length);
  }
  return pages;
}

/** The one issue of a refused request. */
export const issueOf = ({ status, body }: Result) => {
  expect(body.resourceType).toBe('OperationOutcome');
  const [{ code, expression }] = body.issue;
  return [status, code, ...(expression ?? [])];
};

/** All places that a refused resource is wrong at. */
export const expressionsOf = ({ body }: Result): string[] =>
  body.issue.flatMap(({ expression }: Body) => expression ?? []);
