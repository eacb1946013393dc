/** Searches as they are asked for by GET, by POST and by `If-None-Exist`. */
import { may } from '../auth/permissions';
import { covers, type FhirType, permissionOf } from '../auth/scopes';
import { recordLooks } from '../http/access-log';
import { FORM_TYPE, JSON_MAX_BYTES, mediaType, readBytes } from '../http/body';
import type { AppContext } from '../http/context';
import { HttpError } from '../http/errors';
import { serviceContext } from '../http/service-context';
import { searchset } from './bundle';
import { isStrict } from './exchange';
import { houseOf } from './house';
import { answerFhir } from './negotiation';
import { readSearch } from './search/request';
import type { ServedType } from './type';

/** Whether what is shown along may be shown to the account. */
export function maySee(c: AppContext, type: FhirType): boolean {
  const actor = c.get('actor');
  return actor !== undefined && may(actor.role, permissionOf(type, 'r')) && covers(actor, { type, interaction: 'r' });
}

export type Search = NonNullable<ServedType['search']>;

export async function found(
  c: AppContext,
  served: ServedType,
  search: Search,
  sent: Iterable<[string, string]>,
  strict: boolean,
) {
  const house = await houseOf(c);
  const read = readSearch(sent, { ...served, strict }, house);
  const includes = read.includes.filter((name) => maySee(c, served.includes[name] ?? served.type));
  const request = { ...read, includes };
  return { house, request, page: await search.call(served, serviceContext(c), house, request) };
}

export async function answerSearch(
  c: AppContext,
  served: ServedType,
  search: Search,
  sent: Iterable<[string, string]>,
) {
  const { house, request, page } = await found(c, served, search, sent, isStrict(c));
  recordLooks(
    c,
    page.matches.map(({ look }) => look),
  );
  return answerFhir(c, searchset(house, served.type, request, page, served));
}

export const queryOf = (c: AppContext) => new URL(c.req.url).searchParams;

/** Values of the body and of the address count together (hl7.org/fhir/R4/http.html#search). */
export async function sentBy(c: AppContext): Promise<[string, string][]> {
  if (mediaType(c) !== FORM_TYPE) throw new HttpError('unsupported_media_type', `Parameters are sent as ${FORM_TYPE}`);
  const body = new TextDecoder().decode(await readBytes(c, JSON_MAX_BYTES));
  return [...queryOf(c), ...new URLSearchParams(body)];
}
