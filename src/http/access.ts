import { routePath } from 'hono/route';
import { type AccessRecord, recordAccess } from '../audit/access';
import type { Actor } from '../context';
import { ForbiddenError, LoginFailedError } from '../errors';
import { timeOrderedUuid } from '../rules/uuid';
import type { AppContext } from './context';
import type { EndpointSpec } from './endpoint';
import { isRecorded } from './limits';

/** What a route shows of patients, or of the log itself: each successful answer to an account is recorded. */
export interface Shows {
  entity: 'patient' | 'appointment' | 'invoice' | 'file' | 'audit' | 'access';
  action: 'read' | 'list' | 'duplicates';
}

/** What one answer shows: which record, or how many, and whose they are. */
export type Shown = Partial<Pick<AccessRecord, 'entity_id' | 'patient_id' | 'owner_id' | 'count'>>;

/** Says what the answer shows, for the access log. */
export const setShown = (c: AppContext, shown: Shown): void => c.set('shown', shown);

const SHOWN_BY = [200, 206, 304];
/** Query parameters that search: their values are never recorded. */
const SEARCHES = ['search', 'dob'];

type Event = Pick<AccessRecord, 'action' | 'entity'> & Partial<AccessRecord>;

const refusal = (c: AppContext, { permission = 'account' }: EndpointSpec): Event => ({
  action: 'refused',
  entity: permission.split(':')[0] ?? permission,
  detail: JSON.stringify({ permission, route: `${c.req.method} ${routePath(c, -1)}` }),
});

function eventOf(c: AppContext, spec: EndpointSpec): Event | undefined {
  const { error } = c;
  if (error instanceof ForbiddenError) return refusal(c, spec);
  if (error instanceof LoginFailedError) {
    // Whoever sent a wrong code knew the password.
    const detail = error.code === 'totp_invalid' ? JSON.stringify({ code: error.code }) : null;
    return { action: 'login_failed', ...error.tried, detail };
  }
  if (!spec.shows || !c.get('actor') || !SHOWN_BY.includes(c.res.status)) return undefined;
  const { entity, action } = spec.shows;
  const searches = action === 'list' && SEARCHES.some((name) => c.req.query(name));
  return { action: searches ? 'search' : action, entity, ...c.get('shown') };
}

function record(c: AppContext, event: Event | undefined): void {
  if (!event) return;
  const actor = c.get('actor');
  const at = Date.now();
  const whole: AccessRecord = {
    id: timeOrderedUuid(at),
    at,
    actor: actor?.id ?? null,
    role: actor?.role ?? null,
    entity_id: null,
    patient_id: null,
    owner_id: null,
    count: null,
    request_id: c.get('requestId'),
    address: c.req.header('cf-connecting-ip') ?? null,
    detail: null,
    ...event,
  };
  c.executionCtx.waitUntil(recordAccess(c.env, whole));
}

/** Records what the answer shows, once there is one: after the answer has been sent. */
export const recordAnswer = (c: AppContext, spec: EndpointSpec): void => record(c, eventOf(c, spec));

/** Records that the role does not allow the request: up to a limit, as anyone who may sign up could fill the log. */
export async function recordRefusal(c: AppContext, spec: EndpointSpec, { id }: Actor): Promise<void> {
  if (await isRecorded(c, id)) record(c, refusal(c, spec));
}
