/** Searches as they are asked for by GET and by POST. `If-None-Exist`: writing.ts. */

import { type AskedAbout, recordAccess, setAsked } from '../../http/access-log';
import { FORM_TYPE, mediaType, readBytes } from '../../http/body';
import type { AppContext } from '../../http/context';
import { HttpError } from '../../http/errors';
import { serviceContext } from '../../http/service-context';
import { maySee } from '../../scopes';
import type { Deployment } from '../elements/datatypes';
import { badParameter } from '../errors';
import { SEARCH_BYTES } from '../search/bounds';
import type { Condition, SearchRequest } from '../search/condition';
import { readSearch } from '../search/request';
import type { Access, SearchPage, ServedType } from '../served-type';
import { listsOf } from './access';
import { searchset } from './bundle';
import { deploymentOf } from './deployment';
import { isStrict } from './exchange';
import { answerFhir } from './negotiation';

export type Search = NonNullable<ServedType['search']>;

type Asking = Pick<SearchRequest, 'used' | 'passed'> & Partial<SearchRequest>;

/** Whom a search asks about, for the access log. */
export function askedIn(conditions: readonly Condition[]): AskedAbout {
  const asked = conditions.flatMap((condition) => condition.asked ?? []);
  const patients = asked.flatMap(({ type, id }) => (type === 'Patient' ? [id] : []));
  const others = asked.filter(({ type }) => type !== 'Patient');
  const [owner] = patients.length === 0 && others.length === 1 ? others : [];
  return { patients, owner_id: owner?.id ?? null };
}

/** All that a page shows, and whom its search asks about. @param read whose parts are matches, where it is no search */
export function recordPage(
  c: AppContext,
  { conditions = [] }: Asking,
  { matches, included }: SearchPage,
  read?: Access,
) {
  setAsked(c, askedIn(conditions));
  const along = read ? matches.filter(({ access }) => access?.id !== read.id) : [];
  recordAccess(c, read ?? matches.map(({ access }) => access), listsOf([...along, ...included]));
}

/** @param path of the search, below the base */
export function answerPage(
  c: AppContext,
  {
    deployment,
    path,
    request,
    page,
    served,
  }: { deployment: Deployment; path: string; request: Asking; page: SearchPage; served: ServedType },
  read?: Access,
) {
  recordPage(c, request, page, read);
  return answerFhir(c, searchset(deployment, path, request, page, served));
}

export async function answerSearch(
  c: AppContext,
  served: ServedType,
  search: Search,
  sent: Iterable<[string, string]>,
) {
  const deployment = await deploymentOf(c);
  const read = readSearch(sent, { ...served, strict: isStrict(c) }, deployment);
  const includes = read.includes.filter((name) => maySee(c.get('actor'), served.includes[name] ?? served.type));
  const request = { ...read, includes };
  const page = await search.call(served, serviceContext(c), deployment, request);
  return answerPage(c, { deployment, path: served.type, request, page, served });
}

export const queryOf = (c: AppContext) => new URL(c.req.url).searchParams;

/** Values of the body and of the address count together (hl7.org/fhir/R4/http.html#search). */
export async function sentBy(c: AppContext): Promise<[string, string][]> {
  if (mediaType(c) !== FORM_TYPE) throw new HttpError('unsupported_media_type', `Parameters are sent as ${FORM_TYPE}`);
  const bytes = await readBytes(c, SEARCH_BYTES).catch((error) => {
    const isTooLarge = error instanceof HttpError && error.kind === 'too_large';
    throw isTooLarge ? badParameter('body', `a search has at most ${SEARCH_BYTES} bytes`, 'too-costly') : error;
  });
  return [...queryOf(c), ...new URLSearchParams(new TextDecoder().decode(bytes))];
}
