import type { Context, MiddlewareHandler, Next } from 'hono';
import type * as z from 'zod';
import { may, PERMISSIONS, type Permission } from '../auth/permissions';
import { ForbiddenError, InvalidError } from '../errors';
import { searches } from '../schemas/listing';
import { covers, type FhirAccess } from '../scopes';
import { recordOutcome, recordRefusal } from './access-log';
import { lackedScopes, lacking } from './along';
import { authenticate, identify } from './authenticate';
import { FORM_TYPE, mediaType, readForm, readJson } from './body';
import { type AppContext, type AppEnv, isRead } from './context';
import { beginDisclosure, disclosureOf } from './disclosure';
import { type EndpointSpec, type InputSchemas, withSpec } from './endpoint-spec';
import { namesParameters, tellIgnored } from './ignored-fields';
import { limitAccount } from './limits';
import { withoutUnchanged } from './unchanged-fields';
import { findFaults, validatorsOf } from './validation';

type SchemasOf<S> = { [K in keyof S & keyof InputSchemas as S[K] extends z.ZodType ? K : never]: S[K] };
type ValidatedInput<S> = {
  in: { [K in keyof SchemasOf<S>]: z.input<SchemasOf<S>[K]> };
  out: { [K in keyof SchemasOf<S>]: z.output<SchemasOf<S>[K]> };
};

/** What a login needs to be shown the record that it writes. */
const readOf = ({ permission, scope }: EndpointSpec): Permission | FhirAccess | undefined =>
  scope ? { ...scope, interaction: 'r' } : PERMISSIONS.find((known) => known === `${permission?.split(':')[0]}:read`);

type Values = Record<string, unknown>;
/** Once the validators have run. */
type ValidatedContext = Context<AppEnv, string, { out: { param: Values; query: Values; json: unknown } }>;

/** @throws UnauthenticatedError, ForbiddenError, ThrottledError */
async function admit(c: AppContext, spec: EndpointSpec, isSearch: boolean): Promise<void> {
  if (!spec.permission) return;
  const actor = await authenticate(c);
  if (!may(actor.role, spec.permission)) {
    await recordRefusal(c, spec, actor);
    throw new ForbiddenError();
  }
  if (!covers(actor, spec.scope ?? spec.permission, { isRead: isRead(c) })) {
    await recordRefusal(c, spec, actor);
    throw new ForbiddenError('The scope of the token does not cover it', 'insufficient_scope');
  }
  const lacked = lackedScopes(c, actor, spec);
  if (lacked.length > 0) {
    await recordRefusal(c, spec, actor);
    throw lacking(lacked);
  }
  // A search by POST is a read.
  const needed = isRead(c) || spec.permission.endsWith(':read') ? undefined : readOf(spec);
  c.set('writesOnly', needed !== undefined && !covers(actor, needed));
  await limitAccount(c, actor, spec.search ?? isSearch);
}

/** The order is part of the interface: 401, 403, 429 of the account, then all faults of path, query, header and body. */
export function endpoint<const S extends EndpointSpec>(spec: S): MiddlewareHandler<AppEnv, string, ValidatedInput<S>> {
  const ofJson = validatorsOf(spec, 'json');
  const ofForm = validatorsOf(spec, 'form');
  /** null until the first request: to walk the schemas of all endpoints would be a twentieth of the start */
  let disclosure: ReturnType<typeof disclosureOf> | null = null;
  const tellsParameters = namesParameters(spec);
  const { unlessOpened } = spec;
  const unopened = unlessOpened && { ...spec, permission: unlessOpened.permission };

  const handler = async (c: ValidatedContext, next: Next) => {
    if (disclosure === null) disclosure = disclosureOf(spec);
    const sent = c.req.queries();
    const isSearch = spec.permission !== undefined && searches(sent);
    const asked = unopened && !(await unlessOpened.by(c)) ? unopened : spec;
    await admit(c, asked, isSearch);
    if (!asked.permission && disclosure) await identify(c);
    const isForm = spec.form !== undefined && mediaType(c) === FORM_TYPE;
    if (isForm) await readForm(c);
    else if (spec.json) await readJson(c, spec.invalid, spec.jsonIfNone);
    const faults = await findFaults(c, isForm ? ofForm : ofJson);
    const wrong = faults.length > 0 ? await withoutUnchanged(c, spec, faults) : [];
    if (wrong.length > 0) throw new InvalidError(wrong, spec.invalid);
    if (disclosure) {
      const [param, query] = [spec.param ? c.req.valid('param') : {}, spec.query ? c.req.valid('query') : {}];
      c.set('disclosure', beginDisclosure(disclosure, param, query, isSearch));
    }
    await next();
    tellIgnored(c, spec, { query: tellsParameters ? sent : undefined, json: c.req.valid('json') });
    recordOutcome(c, asked);
  };
  return promisingInput<S>(withSpec(handler, spec));
}

/** The handlers behind it find what its specification describes: the validators have seen to that before they run. */
const promisingInput = <S extends EndpointSpec>(handler: object) =>
  handler as MiddlewareHandler<AppEnv, string, ValidatedInput<S>>;
