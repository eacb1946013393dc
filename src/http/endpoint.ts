import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type * as z from 'zod';
import { may, type Permission } from '../auth/permissions';
import { type ErrorKind, type Fault, ForbiddenError, InvalidError, RuleError } from '../errors';
import { authenticate } from './authenticate';
import { FORM_TYPE, mediaType, readForm, readJson } from './body';
import type { AppContext, AppEnv } from './context';
import { faultOf } from './faults';

/** What a route's inputs are checked against. */
interface InputSchemas {
  param?: z.ZodType;
  query?: z.ZodType;
  header?: z.ZodType;
  json?: z.ZodType;
  /** taken instead of `json` when the client sends a form (OAuth 2.0) */
  form?: z.ZodType;
}

/** A documented answer: its body's schema, null for a JSON null, or the media types of a body that is not JSON. */
export interface Answer {
  description: string;
  body?: z.ZodType | null | { media: readonly string[] };
  headers?: Record<string, string>;
}

/** All that is said of a route: who may call it, what it takes, what it answers. The API reference is made of it. */
export interface EndpointSpec extends InputSchemas {
  summary: string;
  description?: string;
  /** a permission of the role table; `account`: any account that is logged in; left out: public */
  permission?: Permission | 'account';
  answers: Record<number, Answer>;
  /** beyond those that follow from the permission and the inputs */
  errors?: readonly ErrorKind[];
  /** what the document says of a body that its handler reads itself: schemas by media type, null for bytes */
  requestBody?: { required: boolean; content: Record<string, z.ZodType | null> };
  /** status of invalid data, where the interface wants another than 422 */
  invalid?: 'rule';
  /** declared by the interface for invoice and catalog */
  oauth2?: boolean;
}

const SPEC = Symbol('endpoint');
export const specOf = (handler: unknown): EndpointSpec | undefined =>
  (handler as { [SPEC]?: EndpointSpec } | undefined)?.[SPEC];

type In<T> = T extends z.ZodType ? z.input<T> : never;
type Out<T> = T extends z.ZodType ? z.output<T> : never;
type Validated<S> = {
  in: { [K in keyof S & keyof InputSchemas as S[K] extends z.ZodType ? K : never]: In<S[K]> };
  out: { [K in keyof S & keyof InputSchemas as S[K] extends z.ZodType ? K : never]: Out<S[K]> };
};

const WHERE = { param: 'path', query: 'query', header: 'header', json: 'body', form: 'body' } as const;
const nothing = async () => {};

/** The validator of one target. It throws instead of answering, so that the faults of all targets can be told at once. */
const validator = (target: keyof InputSchemas, schema: z.ZodType): MiddlewareHandler =>
  zValidator(
    target,
    schema,
    (result) => {
      if (!result.success) throw new InvalidError(result.error.issues.map((issue) => faultOf(issue, WHERE[target])));
    },
    { validationFunction: (_, value) => schema.safeParse(value, { reportInput: true }) as never },
  );

/**
 * The middleware that stands before every handler, in the order of the contract: 401, 403, then every fault of path,
 * query, header and body at once.
 */
export function endpoint<const S extends EndpointSpec>(spec: S): MiddlewareHandler<AppEnv, string, Validated<S>> {
  const validators = (targets: readonly (keyof InputSchemas)[]) =>
    targets.flatMap((target) => {
      const schema = spec[target];
      return schema ? [validator(target, schema)] : [];
    });
  const ofJson = validators(['param', 'query', 'header', 'json']);
  const ofForm = validators(['param', 'query', 'header', 'form']);

  const handle = async (c: AppContext, next: () => Promise<void>) => {
    if (spec.permission) {
      const actor = await authenticate(c);
      if (spec.permission !== 'account' && !may(actor.role, spec.permission)) throw new ForbiddenError();
    }
    const form = spec.form !== undefined && mediaType(c) === FORM_TYPE;
    if (form) await readForm(c);
    else if (spec.json) await readJson(c);
    const faults: Fault[] = [];
    for (const validate of form ? ofForm : ofJson) {
      try {
        await validate(c, nothing);
      } catch (error) {
        if (error instanceof HTTPException) throw new RuleError('The body is not valid JSON');
        if (!(error instanceof InvalidError)) throw error;
        faults.push(...error.faults);
      }
    }
    if (faults.length > 0) throw new InvalidError(faults, spec.invalid);
    await next();
  };
  return Object.assign(handle, { [SPEC]: spec }) as unknown as MiddlewareHandler<AppEnv, string, Validated<S>>;
}
