// `x-ignored-fields` and `x-ignored-parameters`: what a body or a query has that its schema does not take, so that nothing is
// lost unnoticed.
import * as z from 'zod';
import type { AppContext } from './context';
import type { EndpointSpec } from './endpoint-spec';

const NAMES_MAX = 20;
/** Of the header. */
const LENGTH_MAX = 1_000;
/** In place of those that are too many or too long. */
const MORE = '...';

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

// A name is the client's own text: a header takes no other characters, and a dot would begin another name.
const encoded = (name: string): string =>
  encodeURIComponent(name.slice(0, LENGTH_MAX + 1).toWellFormed() || '""').replace(
    /[.!~*'()]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** @param at where both are in their bodies @param found where it adds the paths of what was not read, one too many at most */
function collect(sent: Node, read: Node, at: string[], found: string[]): void {
  // Elements of a list are compared, not counted: a repeated tag is stored once.
  const isList = Array.isArray(sent);
  for (const name of Object.keys(sent)) {
    if (found.length > NAMES_MAX) return;
    const value = sent[name];
    if (!Object.hasOwn(read, name)) {
      if (!isList) found.push([...at, name].map(encoded).join('.'));
    } else if (isNode(value)) {
      const other = read[name];
      at.push(name);
      // What a schema takes whatever it is, is read as a whole: it may be nested deeper than calls may be.
      if (isNode(other) && other !== value) collect(value, other, at, found);
      at.pop();
    }
  }
}

/** @param found names or paths, encoded */
function listed(found: readonly string[]): string {
  let header = '';
  for (const [n, one] of found.entries()) {
    const longer = n === 0 ? one : `${header}, ${one}`;
    if (n === NAMES_MAX || longer.length > LENGTH_MAX) return header === '' ? MORE : `${header}, ${MORE}`;
    header = longer;
  }
  return header;
}

/** Of paths that are known otherwise. */
export const ignoredPaths = (paths: readonly (readonly (string | number)[])[]): string =>
  listed(paths.slice(0, NAMES_MAX + 1).map((path) => path.map((name) => encoded(String(name))).join('.')));

/** @param sent the parsed JSON @param read what its schema has made of it */
export function ignoredFields(sent: unknown, read: unknown): string {
  const found: string[] = [];
  if (isNode(sent) && isNode(read)) collect(sent, read, [], found);
  return listed(found);
}

/** Files are asked for by pages that others write; what FHIR ignores is in its bundles. */
export const namesParameters = ({ isDescribedElsewhere, answers }: EndpointSpec): boolean =>
  !isDescribedElsewhere && !Object.values(answers).some(({ body }) => body && 'media' in body);

/** @param sent parameters by name */
export function ignoredParameters(sent: object, { query }: EndpointSpec): string {
  const taken = query instanceof z.ZodObject ? query.shape : {};
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(taken, name));
  return listed(unknown.slice(0, NAMES_MAX + 1).map(encoded));
}

interface Sent {
  /** parameters by name; undefined where none are named */
  query: object | undefined;
  /** what the schema has made of the body */
  json: unknown;
}

/** Behind the handler: an answer that is an error has done nothing with what was sent. */
export function tellIgnored(c: AppContext, spec: EndpointSpec, { query, json }: Sent): void {
  if (!c.res.ok) return;
  const body = c.get('sent');
  const fields = body === undefined ? '' : ignoredFields(body, json);
  if (fields) c.header('x-ignored-fields', fields);
  const parameters = query === undefined ? '' : ignoredParameters(query, spec);
  if (parameters) c.header('x-ignored-parameters', parameters);
}
