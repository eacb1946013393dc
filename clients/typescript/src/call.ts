import createClient from 'openapi-fetch';
import { attempt, LEAST_RATE } from './attempt.ts';
import { pathFault, serviceError, unreachable } from './errors.ts';
import { exchange, Lost, type Repeatable } from './exchange.ts';
import type { HospitalOptions, UploadOptions } from './hospital.ts';
import { createKeeper } from './keeper.ts';
import { BY_PASSWORD, newKey, repeatableOf, takesKey } from './operations.ts';
import type { AnyResult } from './results.ts';
import { memorySession } from './session.ts';
import type { CallOptions } from './types.ts';
import { sendWithProgress } from './upload.ts';

/** The inside of a call, where types are loose: `Hospital` says what is taken and answered. */
export interface Call {
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

/** openapi-fetch looks at the path and the method when it is called, not at their types. */
function forAnyPath(request: object): LooseRequest {
  return request as LooseRequest;
}

/** Milliseconds of an attempt. */
const TIMEOUT = 30_000;
/** Of an attempt to refresh or to log out, of which there are two: other tabs wait for it. */
const SHORT_TIMEOUT = 10_000;

/** Sends calls for whoever is signed in: `call` is one, `keeper` keeps the session. */
export function createCaller(options: HospitalOptions) {
  const { baseUrl, session: store = memorySession(), fetch: send = (request) => globalThis.fetch(request) } = options;
  // Workers have no cookies and refuse to be told so.
  const cookies: RequestInit =
    'credentials' in Request.prototype ? { credentials: store.hasCookie ? 'same-origin' : 'omit' } : {};
  const client = createClient({ baseUrl, ...cookies });
  client.use(...(options.middleware ?? []));
  const request = forAnyPath(client.request);
  let bookmark = '';

  /** Asks by a refresh token, or by the browser's cookie. */
  const ask = (path: string, refresh_token: string | undefined) =>
    call('POST', path, {
      body: refresh_token && { refresh_token },
      retry: { ...options.retry, attempts: 2 },
      timeout: SHORT_TIMEOUT,
      repeatable: 'freely',
    });
  /** Asks by what a program is known by. Never again by the same: an assertion works once. */
  const askByGrant = (body: Record<string, string>) =>
    call('POST', '/auth/token', {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      retry: { attempts: 1 },
      timeout: SHORT_TIMEOUT,
    });
  const keeper = createKeeper(
    store,
    async (token) => {
      const { status, response, data, error } = store.grant
        ? await askByGrant(await store.grant(baseUrl))
        : await ask('/auth/refresh', token);
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
      if (error instanceof Lost || error instanceof SyntaxError || isTimeout) return unreachable(baseUrl);
      throw error;
    }
  }

  return { call, keeper };
}
