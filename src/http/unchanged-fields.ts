import * as z from 'zod';
import { type Fault, NotFoundError } from '../errors';
import { byName } from '../rules/fields-of';
import { idParam } from '../schemas/requests';
import type { AppContext } from './context';
import type { EndpointSpec } from './endpoint-spec';
import { serviceContext } from './service-context';

/** Faults that a stored record never has. */
const NEVER_STORED = /^missing$|_type$/;

const fieldOf = ({ loc: [, name = ''] }: Fault): string => String(name);

/**
 * A record may be older than a rule that a field of it breaks. An update may send such a field back: its faults are dropped.
 * If there are no others, the rest of the body becomes the valid one.
 */
export async function withoutUnchanged(c: AppContext, spec: EndpointSpec, faults: Fault[]): Promise<Fault[]> {
  const { json, stored } = spec;
  const mayBeStored = ({ loc, type }: Fault) => loc[0] === 'body' && !NEVER_STORED.test(type);
  if (!stored || !(json instanceof z.ZodObject) || !faults.every(mayBeStored)) return faults;
  const found = await stored(serviceContext(c), idParam.parse(c.req.param()).id).catch((error) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
  if (!found) return faults;
  const sent: Record<string, unknown> = { ...Object(c.get('sent')) };
  const record = byName(found.record);
  // Each field is compared once: it may be large, and have a fault in each of its elements.
  const isUnchanged = (name: string) => JSON.stringify(sent[name]) === JSON.stringify(record[name]);
  const unchanged = new Set([...new Set(faults.map(fieldOf))].filter(isUnchanged));
  const wrong = faults.filter((fault) => !unchanged.has(fieldOf(fault)));
  if (wrong.length > 0) return wrong;
  for (const name of unchanged) delete sent[name];
  c.set('sent', sent);
  // No other field is missing, or there would be a fault.
  c.req.addValidatedData('json', json.partial().parse(sent));
  return [];
}
