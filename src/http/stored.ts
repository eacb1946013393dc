import * as z from 'zod';
import { type Fault, NotFoundError } from '../errors';
import { idParam } from '../schemas/requests';
import { type AppContext, serviceContext } from './context';
import type { EndpointSpec } from './endpoint';

/** Faults that no record can have from before a rule. */
const NEVER_STORED = /^missing$|_type$/;

const fieldOf = ({ loc: [, name = ''] }: Fault): string => String(name);
const fieldsOf = (value: object): Record<string, unknown> => ({ ...value });

/**
 * The faults of an update without those of fields that are sent as the record has them, from before the rule that they break:
 * such fields are as good as left out. If there are no other faults, what is left of the body is valid.
 */
export async function withoutStored(c: AppContext, { json, stored }: EndpointSpec, faults: Fault[]): Promise<Fault[]> {
  const mayBeStored = ({ loc, type }: Fault) => loc[0] === 'body' && !NEVER_STORED.test(type);
  if (!stored || !(json instanceof z.ZodObject) || !faults.every(mayBeStored)) return faults;
  const found = await stored(serviceContext(c), idParam.parse(c.req.param()).id).catch((error) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
  if (!found) return faults;
  const [sent, kept] = [fieldsOf(await c.req.json()), fieldsOf(found.record)];
  // Each field is compared once: it may be the whole body, and have a fault in each of its elements.
  const isKept = (name: string) => JSON.stringify(sent[name]) === JSON.stringify(kept[name]);
  const same = new Set([...new Set(faults.map(fieldOf))].filter(isKept));
  const wrong = faults.filter((fault) => !same.has(fieldOf(fault)));
  if (wrong.length > 0) return wrong;
  for (const name of same) delete sent[name];
  // No field is missing but those: that would be another fault.
  c.req.addValidatedData('json', json.partial().parse(sent));
  return [];
}
