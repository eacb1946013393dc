import { getCurrentUser, getSettings, Logins, login, logout, refresh } from './accounts.ts';
import type * as api from './api.d.ts';
import { getWorkingHours, listSlots, updateWorkingHours } from './appointments.ts';
import type { Answer, Asked, Handler } from './asked.ts';
import { createPayment, getPayment, listPayments } from './billing.ts';
import { type Operation, operations } from './document.ts';
import { ENTITIES } from './entities.ts';
import { list } from './lists.ts';
import { create, get, remove, update } from './records.ts';
import { type Fault, invalid, Refusal, rule, unknown } from './refusal.ts';
import { Store } from './store.ts';
import { isJson, type Json, read, readParameter } from './validate.ts';

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

const routes = operations.map((operation) => {
  const pattern = operation.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { operation, method: operation.method.toUpperCase(), pattern: new RegExp(`^${pattern}/?$`) };
});

function route(method: string, url: URL) {
  for (const { pattern, operation, ...one } of routes) {
    const found = one.method === method && pattern.exec(url.pathname);
    if (found) return { operation, parts: { ...found.groups } };
  }
  throw new Refusal(404, 'route_not_found', 'Not found');
}

async function bodyOf(request: Request, { body, requiresBody }: Operation): Promise<unknown> {
  if (!body) return undefined;
  const text = await request.text();
  if (!text && !requiresBody) return {};
  if (!/json/.test(request.headers.get('content-type') ?? 'json'))
    throw new Refusal(415, 'unsupported_media_type', 'The body must be JSON, with Content-Type application/json');
  try {
    return JSON.parse(text);
  } catch {
    throw rule('invalid_body', 'The body is not valid JSON');
  }
}

const PREFERS_FULL = /(^|[,;\s])return="?representation"?($|[,;\s])/i;

interface Sent {
  values: Record<'path' | 'query' | 'header', Json>;
  body: Json;
  /** Names in the body that the service does not take */
  ignored: string[];
  text: string;
}

/** @throws Refusal 400, 415, 422 */
async function readRequest(request: Request, url: URL, { operation, parts }: ReturnType<typeof route>): Promise<Sent> {
  const sent = await bodyOf(request, operation);
  const faults: Fault[] = [];
  const ignored: string[] = [];
  const values: Sent['values'] = { path: {}, query: {}, header: {} };
  for (const parameter of operation.parameters) {
    const { name, in: place } = parameter;
    const part = place === 'path' ? parts[name] : request.headers.get(name);
    const given = place === 'query' ? url.searchParams.getAll(name) : [part ?? ''];
    values[place][name] = readParameter(parameter, given, faults);
  }
  const body = operation.body ? read(operation.body, sent, ['body'], faults, ignored) : {};
  if (faults.length) throw invalid(faults);
  return { values, body: isJson(body) ? body : {}, ignored, text: `${url.pathname} ${JSON.stringify(sent)}` };
}

/** 304 for what the client has (RFC 9110). */
function unlessKnown({ operation, headers }: Asked, answer: Answer): Answer {
  const { etag } = answer.headers ?? {};
  const known = headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  const isKnown = operation.isConditional && etag && known?.some((tag) => tag === '*' || tag === etag);
  return isKnown ? { status: 304, headers: { etag } } : answer;
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
