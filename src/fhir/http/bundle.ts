/** Bundles of what a search has found (hl7.org/fhir/R4/bundle.html). */
import type { Deployment } from '../elements/datatypes';
import type { SearchRequest } from '../search/condition';
import { onlyElements } from '../search/request';
import type { Found, SearchPage, ServedType } from '../served-type';
import { outcomeOf } from './outcome';

const entryOf = ({ url }: Deployment, mode: 'match' | 'include', json: string, { resource }: Found): string =>
  `{"fullUrl":${JSON.stringify(`${url}/${resource.resourceType}/${resource.id}`)},"resource":${json},"search":{"mode":"${mode}"}}`;

interface Link {
  relation: 'self' | 'next';
  url: string;
}

/** The address by which the same is found again; values of a POST are in it, too. */
const addressOf = ({ url }: Deployment, path: string, parameters: readonly (readonly [string, string])[]): string => {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
  return `${url}/${path}${query ? `?${query}` : ''}`;
};

function linksOf(deployment: Deployment, path: string, used: SearchRequest['used'], next: string | null): Link[] {
  const others = used.filter(([name]) => name !== '_cursor');
  const links: Link[] = [{ relation: 'self', url: addressOf(deployment, path, used) }];
  if (next !== null) links.push({ relation: 'next', url: addressOf(deployment, path, [...others, ['_cursor', next]]) });
  return links;
}

/** Of parameters that were passed over, named in an answer. */
const NAMED_MAX = 10;
const NAME_MAX = 50;

/** What was asked for and is not known, so that nobody takes the answer for less than it is. */
function passedEntry(passed: ReadonlySet<string>): string {
  const names = [...passed].slice(0, NAMED_MAX).map((name) => name.slice(0, NAME_MAX));
  const others = passed.size > NAMED_MAX ? ` and ${passed.size - NAMED_MAX} more` : '';
  const diagnostics = `Passed over, as they are not known: ${names.join(', ')}${others}`;
  const expression = names.map((name) => `http.${name}`);
  const outcome = outcomeOf([{ severity: 'warning', code: 'not-supported', diagnostics, expression }]);
  return `{"resource":${JSON.stringify(outcome)},"search":{"mode":"outcome"}}`;
}

/** As text: each resource was written once already, to see how large the page is. */
export function searchset(
  deployment: Deployment,
  path: string,
  { used, passed, elements }: Pick<SearchRequest, 'used' | 'passed'> & Partial<SearchRequest>,
  { matches, included, next }: SearchPage,
  { mandatory }: Pick<ServedType, 'mandatory'>,
): string {
  const jsonOf = (found: Found) =>
    elements ? JSON.stringify(onlyElements(found.resource, elements, mandatory)) : found.json;
  const entries = [
    ...matches.map((found) => entryOf(deployment, 'match', jsonOf(found), found)),
    ...included.map((found) => entryOf(deployment, 'include', found.json, found)),
    ...(passed.size > 0 ? [passedEntry(passed)] : []),
  ];
  const bundle = JSON.stringify({
    resourceType: 'Bundle',
    id: crypto.randomUUID(),
    type: 'searchset',
    link: linksOf(deployment, path, used, next),
  });
  return entries.length === 0 ? bundle : `${bundle.slice(0, -1)},"entry":[${entries.join()}]}`;
}
