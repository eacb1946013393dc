import { getCurrentUser, getSettings, Logins, login, logout, refresh } from './accounts.ts';
import type * as api from './api.d.ts';
import type { Answer, Asked, Handler } from './asked.ts';
import type { Operation } from './document.ts';
import { ENTITIES } from './entities.ts';
import { getWorkingHours, listSlots, updateWorkingHours } from './hours.ts';
import { list } from './lists.ts';
import { createPayment, getPayment, listPayments } from './payments.ts';
import { create, get, remove, update } from './records.ts';
import { Refusal, unknown } from './refusal.ts';
import { PREFERS_FULL, readRequest, route, unlessKnown } from './request.ts';
import { Store } from './store.ts';

export const TEST_PASSWORD: typeof api.TEST_PASSWORD = 'correct horse 9!';

const ONE_OF_EACH: readonly api.TestAccount[] = (['admin', 'staff', 'doctor', 'billing', 'none'] as const).map(
  (role) => ({
    email: `${role}@hospital.test`,
    password: TEST_PASSWORD,
    role,
  }),
);

/** Operations that are not one record’s or one list’s. */
const SPECIAL: Readonly<Record<string, Handler>> = {
  ...{ login, refresh, logout, getCurrentUser, getSettings },
  getHealth: () => ({ body: { status: 'ok' } }),
  ...{ getWorkingHours, updateWorkingHours, listSlots },
  ...{ createPayment, getPayment, listPayments },
};
const VERBS = { create, list, get, update, patch: update, delete: remove } as const;

/** An operation is called by what it does and to what. */
function handlerOf({ id }: Operation): Handler {
  const special = SPECIAL[id];
  if (special) return special;
  const [, verb = '', what = ''] = /^(create|list|get|update|patch|delete)(\w+?)(?:ByRegNumber)?$/.exec(id) ?? [];
  const name = verb === 'list' ? what.replace(/s$/, '') : what;
  const entity = ENTITIES[name];
  if (!entity) throw unknown(id);
  return (asked) => VERBS[verb as keyof typeof VERBS](asked, name, entity);
}

export const createTestHospital: typeof api.createTestHospital = (options = {}) => {
  const {
    accounts = ONE_OF_EACH,
    now = Date.now,
    timeZone = 'UTC',
    currency = 'USD',
    doubleBooking = 'allow',
  } = options;
  const store = new Store(now);
  for (const { role: type, full_name = null, ...account } of accounts) {
    const named = { ...account, type, full_name, username: account.email };
    store.add('Account', { ...named, phone_number: null, pending_type: null });
  }
  const logins = new Logins(store);
  const done = new Map<string, { text: string; answer: Answer }>();

  function once(asked: Asked, text: string, handle: Handler): Answer {
    const key = asked.headers.get('idempotency-key');
    if (key === null || asked.operation.status !== 201) return handle(asked);
    const place = `${asked.account?.id} ${key}`;
    const before = done.get(place);
    if (before && before.text !== text)
      throw new Refusal(409, 'idempotency_key', 'Idempotency-Key was used for another request');
    const answer = before?.answer ?? handle(asked);
    done.set(place, { text, answer });
    return answer;
  }

  async function serve(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const { headers } = request;
    const routed = route(request.method, url);
    const { operation } = routed;
    const account = logins.admit(operation, headers);
    const { values, body, ignored, text } = await readRequest(request, url, routed);
    const full = values.query.view === 'full' || PREFERS_FULL.test(headers.get('prefer') ?? '');
    const setting = { operation, url, store, logins, headers, account, full, timeZone, currency, doubleBooking };
    const asked: Asked = { ...setting, path: values.path as Asked['path'], query: values.query, body };
    const answer = unlessKnown(asked, once(asked, text, handlerOf(operation)));
    const status = answer.status ?? operation.status;
    const all = { ...answer.headers, ...(ignored.length && { 'x-ignored-fields': ignored.join(', ') }) };
    return answer.body === undefined
      ? new Response(null, { status, headers: all })
      : Response.json(answer.body, { status, headers: all });
  }

  async function fetch(request: Request): Promise<Response> {
    request.signal.throwIfAborted();
    const request_id = crypto.randomUUID();
    try {
      return await serve(request);
    } catch (error) {
      // A client would take what is thrown for a broken connection.
      const { status, detail, code, field } =
        error instanceof Refusal ? error : unknown(`${request.method} ${request.url}: ${error}`);
      return Response.json({ detail, code, field }, { status, headers: { 'x-request-id': request_id } });
    }
  }
  return { fetch };
};
