/** Bundles of what a search has found (hl7.org/fhir/R4/bundle.html). */
import type { House } from './elements';
import type { SearchRequest } from './search/condition';
import { onlyElements } from './search/request';
import type { Found, SearchPage, ServedType } from './type';

const entryOf = ({ url }: House, mode: 'match' | 'include', json: string, { resource }: Found): string =>
  `{"fullUrl":${JSON.stringify(`${url}/${resource.resourceType}/${resource.id}`)},"resource":${json},"search":{"mode":"${mode}"}}`;

interface Link {
  relation: 'self' | 'next';
  url: string;
}

/** The address by which the same is found again; values of a POST are in it, too. */
const addressOf = ({ url }: House, path: string, parameters: readonly (readonly [string, string])[]): string => {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
  return `${url}/${path}${query ? `?${query}` : ''}`;
};

function linksOf(house: House, path: string, used: SearchRequest['used'], next: string | null): Link[] {
  const others = used.filter(([name]) => name !== '_cursor');
  const links: Link[] = [{ relation: 'self', url: addressOf(house, path, used) }];
  if (next !== null) links.push({ relation: 'next', url: addressOf(house, path, [...others, ['_cursor', next]]) });
  return links;
}

/** As text: each resource was written once already, to see how large the page is. */
export function searchset(
  house: House,
  path: string,
  { used, elements }: Pick<SearchRequest, 'used'> & Partial<SearchRequest>,
  { matches, included, next }: SearchPage,
  { mandatory }: Pick<ServedType, 'mandatory'>,
): string {
  const jsonOf = (found: Found) =>
    elements ? JSON.stringify(onlyElements(found.resource, elements, mandatory)) : found.json;
  const entries = [
    ...matches.map((found) => entryOf(house, 'match', jsonOf(found), found)),
    ...included.map((found) => entryOf(house, 'include', found.json, found)),
  ];
  const bundle = JSON.stringify({
    resourceType: 'Bundle',
    id: crypto.randomUUID(),
    type: 'searchset',
    link: linksOf(house, path, used, next),
  });
  return entries.length === 0 ? bundle : `${bundle.slice(0, -1)},"entry":[${entries.join()}]}`;
}
