/** Creates and updates: what HTTP asks of them, whatever the type. */

import { DuplicateError, ForbiddenError, NotFoundError } from '../../errors';
import { recordSearch } from '../../http/access-log';
import type { AppContext } from '../../http/context';
import { idempotencyOf } from '../../http/created';
import type { EndpointSpec } from '../../http/endpoint-spec';
import { limitAccount } from '../../http/limits';
import { serviceContext } from '../../http/service-context';
import { covers } from '../../scopes';
import type { Deployment } from '../elements/datatypes';
import { badParameter, FhirError } from '../errors';
import { COUNT } from '../search/bounds';
import type { SearchRequest } from '../search/condition';
import { readSearch } from '../search/request';
import type { Found, ServedType, Updating, Writing } from '../served-type';
import { askedIn } from './answer-search';
import { deploymentOf } from './deployment';
import { answerWritten, isLenient } from './exchange';
import { readSent } from './read-sent';

/** `identifier=…`, also behind `?`, `Patient?` or `{base}/Patient?`, as others send it. @throws FhirError 400 */
function criteriaIn(header: string, { type }: ServedType, { url }: Deployment): URLSearchParams {
  const [, place = '', criteria = header] = /^([^?=]*)\?(.*)$/s.exec(header) ?? [];
  if (!['', type, `${url}/${type}`].includes(place))
    throw badParameter('If-None-Exist', `should ask for ${type} of this server`);
  return new URLSearchParams(criteria);
}

/** How the answer to a search is asked for is not the client's to say. */
const ALL = { count: COUNT, cursor: undefined, elements: undefined, includes: [] };

/** `If-None-Exist`, if it is there: a search as any other. @throws ForbiddenError, ThrottledError, FhirError 400, 412 */
async function conditionOf(
  c: AppContext,
  served: ServedType,
  deployment: Deployment,
): Promise<SearchRequest | undefined> {
  const header = c.req.header('if-none-exist');
  const actor = c.get('actor');
  if (header === undefined || !served.search || !actor) return undefined;
  if (!covers(actor, { type: served.type, interaction: 's' }))
    throw new ForbiddenError('The scope of the token does not cover the search', 'insufficient_scope');
  // A search shows what it finds.
  c.set('writesOnly', false);
  await limitAccount(c, actor, true);
  const read = readSearch(criteriaIn(header, served, deployment), { ...served, strict: true }, deployment);
  if (read.conditions.length === 0 && !read.isEmpty)
    throw new FhirError(412, 'multiple-matches', 'If-None-Exist has no criterion');
  return { ...read, ...ALL };
}

/** What meets it. @throws FhirError 412 where that may be several */
async function existing(
  c: AppContext,
  served: ServedType,
  deployment: Deployment,
  condition: SearchRequest,
  spec: EndpointSpec,
): Promise<Found | undefined> {
  const page = await served.search?.(serviceContext(c), deployment, condition);
  const { matches, next } = page ?? { matches: [], next: null };
  // The only one is answered, and so is on record.
  if (matches.length === 1 && next === null) return matches[0];
  const accesses = matches.map(({ access }) => access);
  recordSearch(c, spec, accesses, askedIn(condition.conditions));
  if (matches.length > 1) throw new FhirError(412, 'multiple-matches', 'If-None-Exist is met by several');
  if (next !== null)
    throw new FhirError(412, 'multiple-matches', 'If-None-Exist may be met by several: not all were looked at');
  return undefined;
}

/** @param searching of the search that `If-None-Exist` is */
export async function answerCreate(
  c: AppContext,
  served: ServedType,
  writing: Writing,
  sent: unknown,
  key: Parameters<typeof idempotencyOf>[1],
  searching: EndpointSpec,
) {
  const { resource, leftOut } = readSent(writing.schema, sent, isLenient(c));
  const deployment = await deploymentOf(c);
  const condition = await conditionOf(c, served, deployment);
  const before = condition && (await existing(c, served, deployment, condition, searching));
  if (before) return answerWritten(c, deployment, { found: before, leftOut: [] }, 200);
  try {
    const idempotency = await idempotencyOf(c, key);
    const made = await writing.create(serviceContext(c), deployment, resource, isLenient(c), idempotency);
    return answerWritten(c, deployment, { ...made, leftOut: [...leftOut, ...made.leftOut] }, 201);
  } catch (error) {
    // Somebody else has created it since the search.
    const now =
      condition && error instanceof DuplicateError
        ? await existing(c, served, deployment, condition, searching)
        : undefined;
    if (!now) throw error;
    return answerWritten(c, deployment, { found: now, leftOut: [] }, 200);
  }
}

export async function answerUpdate(
  c: AppContext,
  served: ServedType,
  writing: Updating,
  sent: unknown,
  id: string,
  if_version: number | null,
) {
  const { resource, leftOut } = readSent(writing.schema, sent, isLenient(c));
  const given = typeof resource === 'object' && resource !== null && 'id' in resource ? resource.id : undefined;
  if (given !== id)
    throw new FhirError(400, 'value', `The id in the resource should be ${id}`, { expression: `${served.type}.id` });
  const deployment = await deploymentOf(c);
  try {
    const made = await writing.update(serviceContext(c), deployment, resource, isLenient(c), id, if_version);
    return answerWritten(c, deployment, { ...made, leftOut: [...leftOut, ...made.leftOut] }, 200);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await served.read(serviceContext(c), deployment, id).catch((missing) => {
      if (missing instanceof FhirError && missing.status !== 404) throw missing;
    });
    throw new FhirError(405, 'not-supported', 'Ids are given by the server: create it by POST', {
      headers: { allow: 'GET, HEAD' },
    });
  }
}
