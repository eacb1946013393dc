import { zValidator } from '@hono/zod-validator';
import type { Context, MiddlewareHandler, Next } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type * as z from 'zod';
import { may, type Permission } from '../auth/permissions';
import type { ServiceContext } from '../context';
import { type AnyErrorKind, type Fault, ForbiddenError, InvalidError, RuleError } from '../errors';
import { searches } from '../schemas/listing';
import { recordOutcome, recordRefusal } from './access';
import { authenticate, identify } from './authenticate';
import { FORM_TYPE, mediaType, readForm, readJson } from './body';
import type { AppContext, AppEnv } from './context';
import { toInvalidError } from './faults';
import { limitAccount } from './limits';
import { beginLook, type Look, lookOf } from './look';
import { withoutStored } from './stored';

/** What a route's inputs are checked against. */
interface InputSchemas {
  param?: z.ZodType;
  query?: z.ZodType;
  header?: z.ZodType;
  json?: z.ZodType;
  /** taken instead of `json` when the client sends a form (OAuth 2.0) */
  form?: z.ZodType;
}

/** A documented answer: its body's schema, null for a JSON null, or the media types of a body that is not JSON, and what it is `of`. */
export interface Answer {
  description: string;
  body?: z.ZodType | null | { media: readonly string[]; of: z.ZodType };
  headers?: Record<string, string>;
}

/** A route's declaration: who may call it, what it takes, what it answers. The API reference is made from it. */
export interface EndpointSpec extends InputSchemas {
  /** names the operation in generated clients: a verb (list, get, create, update by PUT, patch by PATCH, delete) and a noun */
  operationId: string;
  summary: string;
  description?: string;
  /** a permission of the role table; `account`: any account that is logged in; left out: public */
  permission?: Permission | 'account';
  /** counted as a search, whatever its query */
  search?: true;
  answers: Record<number, Answer>;
  /** how the access log calls what it shows of patients, if not `read` for a record and `list` for several */
  look?: Look['action'];
  /** beyond those that follow from the permission and the inputs */
  errors?: readonly AnyErrorKind[];
  /** of an update: the record as it is. What it has may be sent back, also if it breaks a rule that came later */
  stored?: (ctx: ServiceContext, id: string) => Promise<{ record: object }>;
  /** for the API reference: headers that the handler reads itself, as any text is valid */
  requestHeaders?: z.ZodObject;
  /** for the API reference: a body that the handler reads itself, as schemas by media type, null for bytes */
  requestBody?: { required: boolean; content: Record<string, z.ZodType | null> };
  /** `rule`: the interface wants 400 for invalid data and for a body that is not JSON, not 422 and 415 */
  invalid?: 'rule';
}

const SPEC = Symbol('endpoint');
export const specOf = (handler: unknown): EndpointSpec | undefined =>
  (handler as { [SPEC]?: EndpointSpec } | undefined)?.[SPEC];

type SchemasOf<S> = { [K in keyof S & keyof InputSchemas as S[K] extends z.ZodType ? K : never]: S[K] };
/** What `c.req.valid` gives for each target, in Hono's terms. */
type ValidatedInput<S> = {
  in: { [K in keyof SchemasOf<S>]: z.input<SchemasOf<S>[K]> };
  out: { [K in keyof SchemasOf<S>]: z.output<SchemasOf<S>[K]> };
};

type Values = Record<string, unknown>;
/** As it is once the validators have run. */
type ValidatedContext = Context<AppEnv, string, { out: { param: Values; query: Values } }>;

const LOCATIONS = { param: 'path', query: 'query', header: 'header', json: 'body', form: 'body' } as const;

type Query = Record<string, string | string[]>;

/** The query without what is empty: a form sends a parameter for every filter, chosen or not. */
export const withoutEmpty = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, sent]) => {
      const [first, ...others] = [sent].flat().filter((value) => value !== '');
      return first === undefined ? [] : [[name, others.length ? [first, ...others] : first]];
    }),
  );

/** The validator of one target. It throws instead of answering, so that the faults of all targets are reported at once. */
const validator = (target: keyof InputSchemas, schema: z.ZodType): MiddlewareHandler =>
  zValidator(
    target,
    schema,
    (result) => {
      if (!result.success) throw toInvalidError(result.error, LOCATIONS[target]);
    },
    {
      validationFunction: (schema, value) =>
        // With the input, a fault tells a missing field from one of a wrong type.
        schema.safeParse(target === 'query' ? withoutEmpty(value as Query) : value, { reportInput: true }),
    },
  );

/** The faults that the validators find, all of them. @throws RuleError where the body is not JSON */
async function findFaults(c: AppContext, validators: readonly MiddlewareHandler[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const validate of validators) {
    try {
      await validate(c, async () => {});
    } catch (error) {
      if (error instanceof HTTPException) throw new RuleError('invalid_body', 'The body is not valid JSON');
      if (!(error instanceof InvalidError)) throw error;
      faults.push(...error.faults);
    }
  }
  return faults;
}

/**
 * The middleware before a route's handler, in the order of the contract: 401, 403, 429 for the account, then every fault
 * of path, query, header and body at once.
 */
export function endpoint<const S extends EndpointSpec>(spec: S): MiddlewareHandler<AppEnv, string, ValidatedInput<S>> {
  const validatorsOf = (...targets: (keyof InputSchemas)[]) =>
    targets.flatMap((target) => {
      const schema = spec[target];
      return schema ? [validator(target, schema)] : [];
    });
  const ofJson = validatorsOf('param', 'query', 'header', 'json');
  const ofForm = validatorsOf('param', 'query', 'header', 'form');

  const look = lookOf(spec);

  const handler = async (c: ValidatedContext, next: Next) => {
    let isSearch = false;
    if (spec.permission) {
      const actor = await authenticate(c);
      if (spec.permission !== 'account' && !may(actor.role, spec.permission)) {
        await recordRefusal(c, spec, actor);
        throw new ForbiddenError();
      }
      isSearch = searches(c.req.queries());
      await limitAccount(c, actor, spec.search ?? isSearch);
    } else if (look) await identify(c);
    const isForm = spec.form !== undefined && mediaType(c) === FORM_TYPE;
    if (isForm) await readForm(c);
    else if (spec.json) await readJson(c, spec.invalid);
    const faults = await findFaults(c, isForm ? ofForm : ofJson);
    const wrong = faults.length > 0 ? await withoutStored(c, spec, faults) : [];
    if (wrong.length > 0) throw new InvalidError(wrong, spec.invalid);
    if (look) {
      const [param, query] = [spec.param ? c.req.valid('param') : {}, spec.query ? c.req.valid('query') : {}];
      c.set('look', beginLook(look, param, query, isSearch));
    }
    await next();
    recordOutcome(c, spec);
  };
  return documented(handler, spec);
}

/** The handler with its declaration. Its type promises what `endpoint` has validated when the route's handler runs. */
const documented = <S extends EndpointSpec>(handler: (c: ValidatedContext, next: Next) => Promise<void>, spec: S) =>
  Object.assign(handler, { [SPEC]: spec }) as unknown as MiddlewareHandler<AppEnv, string, ValidatedInput<S>>;
