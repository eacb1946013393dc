/** What answers of resources have in common: versions, preferences, accesses. */
import { recordAccess, recordNoAccess } from '../../http/access-log';
import { type AppContext, isShown } from '../../http/context';
import { ignoredPaths } from '../../http/ignored-fields';
import { isKnown } from '../../http/versions';
import type { Deployment } from '../elements/datatypes';
import type { Found, Written } from '../served-type';
import { answerFhir } from './negotiation';
import { issuesOf, outcomeOf } from './outcome';

/** In seconds, as precise as HTTP dates are. */
const seconds = (time: number) => Math.floor(time / 1000);

type Versioned = Pick<Found, 'version' | 'updated_at'>;

export function isUnmodified(c: AppContext, { version, updated_at }: Versioned): boolean {
  if (c.req.header('if-none-match') !== undefined) return isKnown(c, `"${version}"`);
  const since = Date.parse(c.req.header('if-modified-since') ?? '');
  return seconds(updated_at) <= seconds(since);
}

export const headersOf = ({ version, updated_at }: Versioned) => ({
  etag: `W/"${version}"`,
  'last-modified': new Date(updated_at).toUTCString(),
});

export function answerFound(c: AppContext, found: Found) {
  recordAccess(c, found.access);
  const headers = headersOf(found);
  return isUnmodified(c, found) ? c.newResponse(null, 304, headers) : answerFhir(c, found.json, 200, headers);
}

/** RFC 7240. Without a preference the resource is answered, but for what of it was left out. */
const preferredReturn = (c: AppContext) =>
  /(?:^|[,;\s])return="?(minimal|representation|OperationOutcome)"?(?:$|[,;\s])/i.exec(
    c.req.header('prefer') ?? '',
  )?.[1];

export const isAsync = (c: AppContext) => /(?:^|[,;\s])respond-async(?:$|[,;\s])/i.test(c.req.header('prefer') ?? '');

export const isStrict = (c: AppContext) =>
  /(?:^|[,;\s])handling="?strict"?(?:$|[,;\s])/i.test(c.req.header('prefer') ?? '');

export const isLenient = (c: AppContext) =>
  /(?:^|[,;\s])handling="?lenient"?(?:$|[,;\s])/i.test(c.req.header('prefer') ?? '');

/** Of a create or update, also of one that found the resource to be there. */
export function answerWritten(c: AppContext, deployment: Deployment, { found, leftOut }: Written, status: 200 | 201) {
  const { resource, version } = found;
  const address = `${deployment.url}/${resource.resourceType}/${resource.id}/_history/${version}`;
  const unasked = isLenient(c) && leftOut.length > 0 ? 'OperationOutcome' : undefined;
  const preferred = isShown(c) ? (preferredReturn(c) ?? unasked)?.toLowerCase() : 'minimal';
  const headers = {
    ...headersOf(found),
    ...(c.req.method === 'POST' ? { location: address } : { 'content-location': address }),
    ...(preferred && { 'preference-applied': `return=${preferred}` }),
    ...(leftOut.length > 0 && { 'x-ignored-fields': ignoredPaths(leftOut.map(({ loc: [, ...path] }) => path)) }),
  };
  if (preferred === undefined || preferred === 'representation') {
    recordAccess(c, found.access);
    return answerFhir(c, found.json, status, headers);
  }
  // That it is there, and where, is said all the same.
  if (status === 200 && c.req.method === 'POST') recordAccess(c, found.access);
  else recordNoAccess(c);
  if (preferred === 'minimal') return c.newResponse(null, status, headers);
  const diagnostics = `${resource.resourceType}/${resource.id} is version ${version}`;
  const done = outcomeOf([
    { severity: 'information', code: 'informational', diagnostics },
    ...issuesOf(c, leftOut, 'warning'),
  ]);
  return answerFhir(c, done, status, headers);
}
