import createClient from 'openapi-fetch';
import { attempt, LEAST_RATE } from './attempt.ts';
import { HospitalError, pathFault, serviceError, unreachable } from './errors.ts';
import { exchange, Lost, type Repeatable } from './exchange.ts';
import type { Hospital, HospitalOptions, UploadOptions } from './hospital.ts';
import { createKeeper, type SignedOutReason } from './keeper.ts';
import { createMe } from './me.ts';
import { pageOf } from './pages.ts';
import { memorySession } from './session.ts';
import type { AnyResult, CallOptions, Success } from './types.ts';
import { sendWithProgress } from './upload.ts';

/** The inside of a call, where types are loose: `Hospital` says what is taken and answered. */
interface Call {
  params?: { query?: { format?: unknown } & object; path?: object; header?: object };
  body?: unknown;
  headers?: CallOptions['headers'];
  signal?: AbortSignal | undefined;
  /** A body that is not JSON */
  file?: Blob;
  onProgress?: UploadOptions['onProgress'];
  retry?: HospitalOptions['retry'];
  timeout?: HospitalOptions['timeout'] | undefined;
  repeatable?: Repeatable;
}

/** openapi-fetch's `request`, which writes paths and queries and reads answers. */
type LooseRequest = (
  method: string,
  path: string,
  init: Pick<Call, 'params' | 'body' | 'headers' | 'signal'> & {
    parseAs: 'json' | 'blob';
    fetch: (request: Request) => Promise<Response>;
  },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** By password or one-time token: these carry no access token, and their 401 does not mean that it has ended. */
const BY_PASSWORD = /^\/auth\/(signup|login|refresh|logout|password-token)$/;

/** Milliseconds of an attempt. */
const TIMEOUT = 30_000;
/** Of an attempt to refresh or to log out, of which there are two: other tabs wait for it. */
const SHORT_TIMEOUT = 10_000;

/** Creates take an `Idempotency-Key`: all POSTs but merges of patients, and of those under /auth only the invitation. */
const takesKey = (method: string, path: string) =>
  method === 'POST' && (path.startsWith('/auth/') ? path === '/auth/users' : !/\/(un)?merge$/.test(path));

function repeatableOf(method: string, path: string): Repeatable {
  if (method === 'GET' || takesKey(method, path)) return 'freely';
  return path.startsWith('/auth/') ? 'never' : 'harmlessly';
}

/** `crypto.randomUUID` is missing where a page is not served securely. */
const newKey = () => crypto.getRandomValues(new Uint32Array(5)).join('-');

/** A client of the service at `baseUrl`. */
export function createHospital(options: HospitalOptions): Hospital {
  const { baseUrl, session: store = memorySession(), fetch: send = (request) => globalThis.fetch(request) } = options;
  // Workers have no cookies and refuse to be told so.
  const cookies: RequestInit =
    'credentials' in Request.prototype ? { credentials: store.hasCookie ? 'same-origin' : 'omit' } : {};
  const client = createClient({ baseUrl, ...cookies });
  client.use(...(options.middleware ?? []));
  const request = client.request as LooseRequest;
  let bookmark = '';

  /** Asks by a refresh token, or by the browser's cookie. */
  const ask = (path: string, refresh_token: string | undefined) =>
    call('POST', path, {
      body: refresh_token && { refresh_token },
      retry: { ...options.retry, attempts: 2 },
      timeout: SHORT_TIMEOUT,
      repeatable: 'freely',
    });
  const keeper = createKeeper(
    store,
    async (token) => {
      const { status, response, data, error } = await ask('/auth/refresh', token);
      if (!response) throw new Lost();
      return new Response(JSON.stringify(data ?? error), { status, headers: response.headers });
    },
    (token) => ask('/auth/logout', token),
  );

  /** Sends a request by `transmit`, with the token of whoever is signed in. */
  async function sendSigned(request: Request, path: string, init: RequestInit, transmit: typeof send) {
    const transmitWith = (token?: string) => {
      const next = new Request(request, init);
      next.signal.throwIfAborted();
      if (token) next.headers.set('authorization', `Bearer ${token}`);
      const shared = store.bookmark ?? '';
      const newest = shared > bookmark ? shared : bookmark;
      if (newest) next.headers.set('x-d1-bookmark', newest);
      return transmit(next);
    };
    if (BY_PASSWORD.test(path)) return transmitWith();
    const session = await keeper.fresh();
    // One refresh may have been for many calls, and each reads its answer.
    if (session instanceof Response) return session.clone();
    const response = await transmitWith(session?.access_token);
    if (response.status !== 401 || !session) return response;
    const renewed = await keeper.renew(session);
    return renewed && !(renewed instanceof Response) ? transmitWith(renewed.access_token) : response;
  }

  async function call(
    method: string,
    path: string,
    {
      headers,
      file,
      onProgress,
      retry = options.retry,
      timeout = options.timeout ?? TIMEOUT,
      repeatable = repeatableOf(method, path),
      ...init
    }: Call = {},
  ): Promise<AnyResult> {
    const fault = pathFault(init.params?.path);
    if (fault) return fault;
    const fetch = async (request: Request) => {
      const body = file ?? (method === 'GET' ? null : await request.arrayBuffer());
      const size = body instanceof Blob ? body.size : (body?.byteLength ?? 0);
      const watched = !options.fetch && globalThis.XMLHttpRequest ? file : undefined;
      const limit = timeout && !watched ? timeout + size / LEAST_RATE : timeout;
      const once = (signal: AbortSignal, gotOn: () => void) => {
        const report = (share: number) => {
          gotOn();
          onProgress?.(share);
        };
        const transmit = watched ? (next: Request) => sendWithProgress(next, watched, report) : send;
        return sendSigned(request, path, { body, signal }, transmit);
      };
      const response = await exchange(() => attempt(once, limit, init.signal), repeatable, retry, init.signal);
      const newest = response.headers.get('x-d1-bookmark');
      if (newest && newest > bookmark) {
        bookmark = newest;
        if (method !== 'GET') store.bookmark = newest;
      }
      return response;
    };
    const key = takesKey(method, path) && { 'idempotency-key': newKey() };
    try {
      const { data, error, response } = await request(method, path, {
        ...init,
        headers: { ...key, ...headers },
        // A table is saved as it came: read as a text it would lose its byte order mark.
        parseAs: init.params?.query?.format === 'csv' ? 'blob' : 'json',
        fetch,
      });
      const { status } = response;
      if (response.ok) return { ok: true, status, data, response };
      return { ok: false, status, error: serviceError(error, status), response };
    } catch (error) {
      // A SyntaxError: what answered is not the service but the login page of some network. Nor did it answer in the caller's time.
      const isTimeout = init.signal?.reason?.name === 'TimeoutError';
      if (error instanceof Lost || error instanceof SyntaxError || isTimeout) return unreachable;
      throw error;
    }
  }

  async function* list(path: string, { params, ...init }: Call = {}) {
    let query: object | undefined = params?.query ?? {};
    while (query) {
      const result = await call('GET', path, { ...init, params: { ...params, query } });
      const page: { items: unknown[]; next: object | undefined } = pageOf(result as Success<200, unknown[]>, query);
      yield* page.items;
      query = page.next;
    }
  }

  /** Whether an attempt to get a valid token got one. */
  async function isSignedIn(attempt: ReturnType<typeof keeper.fresh>): Promise<boolean> {
    const outcome = await attempt.catch((error) => {
      throw error instanceof Lost ? new HospitalError(unreachable) : error;
    });
    if (!(outcome instanceof Response)) return outcome !== undefined;
    throw new HospitalError({
      ok: false,
      status: outcome.status,
      error: await outcome.clone().json(),
      response: outcome,
    });
  }

  const verb = (method: string) => (path: string, init?: Call) => call(method, path, init);

  const hospital = {
    GET: verb('GET'),
    POST: verb('POST'),
    PUT: verb('PUT'),
    PATCH: verb('PATCH'),
    DELETE: verb('DELETE'),
    list,
    async upload({ file, filename, idempotencyKey, onProgress, signal, timeout, ...fields }: UploadOptions) {
      const query = { filename: filename ?? (file as File).name, ...fields };
      const headers = {
        'content-type': 'application/octet-stream',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      };
      const result = await call('POST', '/static/upload_file', {
        params: { query },
        headers,
        file,
        onProgress,
        signal,
        timeout,
      });
      if (result.ok) onProgress?.(1);
      return result;
    },
    login: (body: object, { signal, timeout }: Call = {}) =>
      keeper.signIn(() => call('POST', '/auth/login', { body, signal, timeout, retry: { attempts: 1 } })),
    logout: async () =>
      (await keeper.signOut()) ?? { ok: true, status: 204, response: new Response(null, { status: 204 }) },
    resume: () => isSignedIn(keeper.resume()),
    refresh: async () => isSignedIn(keeper.renew(await keeper.load())),
    ...createMe((path, init) => call('GET', path, init)),
    onSessionChange: keeper.onSessionChange,
    onSignedOut: (listener: (reason: SignedOutReason) => void) =>
      keeper.onSessionChange(({ event }) => event !== 'signed-in' && listener(event)),
  };
  return hospital as Hospital;
}
