import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type * as z from 'zod';
import { type Fault, InvalidError, RuleError } from '../errors';
import type { AppContext } from './context';
import type { InputSchemas } from './endpoint-spec';
import { toInvalidError } from './faults';

const LOCATIONS = { param: 'path', query: 'query', header: 'header', json: 'body', form: 'body' } as const;

type Query = Record<string, string | string[]>;

/** A form sends a parameter for every filter, chosen or not. */
export const withoutEmpty = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, sent]) => {
      const [first, ...others] = [sent].flat().filter((value) => value !== '');
      return first === undefined ? [] : [[name, others.length ? [first, ...others] : first]];
    }),
  );

/** Throws instead of answering, so that the faults of all targets are answered together. */
const validator = (target: keyof InputSchemas, schema: z.ZodType): MiddlewareHandler =>
  zValidator(
    target,
    schema,
    (result, c: AppContext) => {
      if ('sent' in result) c.set('sent', result.sent);
      if (!result.success) throw toInvalidError(result.error, LOCATIONS[target]);
    },
    {
      validationFunction: (schema, value) => ({
        // With it, a fault tells a missing field from one of a wrong type.
        ...schema.safeParse(target === 'query' ? withoutEmpty(value) : value, { reportInput: true }),
        // Each `c.req.json()` parses the body anew.
        ...(target === 'json' && { sent: value }),
      }),
    },
  );

export const validatorsOf = (schemas: InputSchemas, body: 'json' | 'form'): MiddlewareHandler[] =>
  (['param', 'query', 'header', body] as const).flatMap((target) => {
    const schema = schemas[target];
    return schema ? [validator(target, schema)] : [];
  });

/** @throws RuleError where the body is not JSON */
export async function findFaults(c: AppContext, validators: readonly MiddlewareHandler[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const validate of validators) {
    try {
      await validate(c, async () => {});
    } catch (error) {
      if (error instanceof HTTPException) throw new RuleError('invalid_body', 'The body is not valid JSON');
      if (!(error instanceof InvalidError)) throw error;
      // One by one: a call does not take as many arguments as a body may have faults.
      for (const fault of error.faults) faults.push(fault);
    }
  }
  return faults;
}
