// `x-ignored-fields`: what a body has that its schema does not take, so that nothing is lost unnoticed.
import type { AppContext } from './context';

const PATHS_MAX = 20;
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
    if (found.length > PATHS_MAX) return;
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

/** @param sent the parsed JSON @param read what its schema has made of it */
export function ignoredFields(sent: unknown, read: unknown): string {
  const found: string[] = [];
  if (isNode(sent) && isNode(read)) collect(sent, read, [], found);
  let header = '';
  for (const [n, path] of found.entries()) {
    const longer = n === 0 ? path : `${header}, ${path}`;
    if (n === PATHS_MAX || longer.length > LENGTH_MAX) return header === '' ? MORE : `${header}, ${MORE}`;
    header = longer;
  }
  return header;
}

/** Behind the handler: an answer that is an error has done nothing with the body. */
export function tellIgnored(c: AppContext, read: unknown): void {
  const sent = c.get('sent');
  if (sent === undefined || !c.res.ok) return;
  const ignored = ignoredFields(sent, read);
  if (ignored) c.header('x-ignored-fields', ignored);
}
