import type { Fault } from '../errors';
import { asStored } from '../schemas/fields';
import { idParam } from '../schemas/requests';
import { type AppContext, serviceContext } from './context';
import type { EndpointSpec } from './endpoint';

const fieldsOf = (value: unknown): Record<string, unknown> => ({ ...(value as object) });

/**
 * The faults of a body without those of fields that break only a rule for new values, and are what the record has, from
 * before the rule. If there are no others, the body is valid. The record is read only where that may be.
 * @throws what `spec.stored` throws: NotFoundError
 */
export async function withoutStored(c: AppContext, { json, stored }: EndpointSpec, faults: Fault[]): Promise<Fault[]> {
  if (!json || !stored || faults.some(({ loc }) => loc[0] !== 'body')) return faults;
  const { success, data } = asStored(json, await c.req.json());
  if (!success) return faults;
  const { record } = await stored(serviceContext(c), idParam.parse(c.req.param()).id);
  const [sent, kept] = [fieldsOf(data), fieldsOf(record)];
  const isKept = (name: string) => name in kept && JSON.stringify(sent[name]) === JSON.stringify(kept[name]);
  c.req.addValidatedData('json', sent);
  return faults.filter(({ loc: [, name] }) => !isKept(String(name)));
}
