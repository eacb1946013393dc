/** An entry of a batch: what it asks for, and to which entries before it its resource refers. */
import * as z from 'zod';
import { type Fault, InvalidError } from '../../errors';
import { isObject } from '../../schemas/fields';
import { faultAt, string } from '../elements/schemas';
import { FhirError } from '../errors';
import { readSent } from './read-sent';

export const ENTRIES_MAX = 50;

const Asked = z.object({ request: z.object({ method: z.string() }) });

const Entry = z.strictObject({
  fullUrl: string.optional(),
  resource: z.looseObject({}),
  request: z.strictObject({
    method: z.string(),
    url: z.string().regex(/^\w+$/, 'A type alone is expected, as Patient'),
    ifNoneExist: z.string().optional(),
  }),
});
export type Entry = z.output<typeof Entry>;

/** As faults of the Bundle, whose entry is read by itself. */
const placed = (faults: readonly Fault[], n: number): Fault[] =>
  faults.map(({ loc: [, ...path], ...fault }) => ({ ...fault, loc: ['body', 'entry', n, ...path] }));

export const refusedEntry = (n: number, path: string[], msg: string): InvalidError =>
  new InvalidError(placed([faultAt(path, msg)], n));

/** The resource apart, as its own request looks at all that is in it. */
const parted = (sent: unknown) =>
  isObject(sent) && isObject(sent.resource)
    ? { resource: sent.resource, around: { ...sent, resource: {} } }
    : { resource: {}, around: sent };

/** All but its resource, which whoever creates it reads. @throws FhirError 405, InvalidError */
export function readEntry(sent: unknown, n: number, isLenient: boolean): { entry: Entry; leftOut: Fault[] } {
  const method = Asked.safeParse(sent).data?.request.method ?? 'POST';
  if (method !== 'POST') {
    const expression = `Bundle.entry[${n}].request.method`;
    throw new FhirError(405, 'not-supported', `${method} is not served here: a batch creates, by POST`, { expression });
  }
  try {
    const { resource, around } = parted(sent);
    const { resource: entry, leftOut } = readSent(Entry, around, isLenient);
    return { entry: { ...entry, resource }, leftOut: placed(leftOut, n) };
  } catch (error) {
    throw error instanceof InvalidError ? new InvalidError(placed(error.faults, n)) : error;
  }
}

/** By which others refer to it. Letter case says nothing in a UUID. @returns undefined for what is no `urn:uuid:` */
export const nameOf = (url: unknown): string | undefined =>
  typeof url === 'string' && /^urn:uuid:/i.test(url) ? url.toLowerCase() : undefined;

/** Puts what entries have made in the place of references to them. @returns those references that stand for nothing */
export function refer(resource: object, made: ReadonlyMap<string, string | undefined>): string[] {
  const unknown = new Set<string>();
  const open: unknown[] = [resource];
  // No recursion: JSON may be nested deeper than calls may be.
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    for (const [name, value] of Object.entries(node)) {
      const called = name === 'reference' ? nameOf(value) : undefined;
      const reference = called && made.get(called);
      if (reference) Reflect.set(node, name, reference);
      else if (called) unknown.add(called);
      else open.push(value);
    }
  }
  return [...unknown];
}
