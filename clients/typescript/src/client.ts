import createClient from 'openapi-fetch';
import { HospitalError, serviceError, unreachable } from './errors.ts';
import { exchange, Lost, type Repeatable, type RetryOptions } from './exchange.ts';
import type { Hospital, HospitalOptions } from './hospital.ts';
import { createKeeper, type Tokens } from './keeper.ts';
import { type Page, pageOf } from './pages.ts';
import { memorySession } from './session.ts';
import type { AnyResult, Success } from './types.ts';
import { sendWithProgress } from './upload.ts';

/** The loosely typed inside of a call; `Hospital` says what is taken and answered. */
interface Call {
  params?: { query?: Record<string, unknown>; path?: Record<string, unknown>; header?: Record<string, unknown> };
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  file?: Blob;
  onProgress?: ((fraction: number) => void) | undefined;
}
type Request_ = (
  method: string,
  path: string,
  init: Call & { fetch: (request: Request) => Promise<Response> },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** By password or by one-time token: no access token is sent along, and a 401 is no sign that it has ended. */
const BY_PASSWORD = /^\/auth\/(signup|login|refresh|logout|password-token)$/;

/** Every create takes an `Idempotency-Key`: all POSTs, but of those under /auth only the invitation. */
const takesKey = (method: string, path: string) =>
  method === 'POST' && (!path.startsWith('/auth/') || path === '/auth/users');

function repeatableOf(method: string, path: string): Repeatable {
  if (method === 'GET' || takesKey(method, path)) return 'freely';
  return path.startsWith('/auth/') || method === 'POST' ? 'never' : 'harmlessly';
}

/** Not `crypto.randomUUID`, which pages have only where they are served securely. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('');

/** A client of the service at `baseUrl`. */
export function createHospital(options: HospitalOptions): Hospital {
  const { baseUrl, session: store = memorySession(), retry } = options;
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  // Workers have no cookies and refuse to be told so.
  const cookies: RequestInit =
    'credentials' in Request.prototype ? { credentials: store.cookie ? 'same-origin' : 'omit' } : {};
  const request = createClient({ baseUrl, ...cookies }).request as unknown as Request_;
  let bookmark: string | undefined;

  const keeper = createKeeper(store, async (token) => {
    const body = token === undefined ? {} : { body: { refresh_token: token } };
    const result = await call('POST', '/auth/refresh', body, { ...retry, attempts: 2 }, 'freely');
    if (!result.response) throw new Lost('No answer');
    const { status, response } = result;
    return new Response(JSON.stringify(result.data ?? result.error), { status, headers: response.headers });
  });

  /** Sends it once, with the token of whoever is signed in. */
  async function sendOnce(request: Request, body: BodyInit | null, path: string, onProgress: Call['onProgress']) {
    const attempt = (token?: string) => {
      const headers = new Headers(request.headers);
      if (token) headers.set('authorization', `Bearer ${token}`);
      const latest = [bookmark, store.bookmark]
        .filter((one) => one !== undefined)
        .sort()
        .at(-1);
      if (latest) headers.set('x-d1-bookmark', latest);
      const next = new Request(request, { headers, body });
      if (onProgress && body instanceof Blob && typeof XMLHttpRequest !== 'undefined') {
        return sendWithProgress(next, body, onProgress);
      }
      return send(next);
    };
    if (BY_PASSWORD.test(path)) return attempt();
    const session = await keeper.fresh();
    if (session instanceof Response) return session;
    const response = await attempt(session?.access_token);
    if (response.status !== 401 || !session) return response;
    const renewed = await keeper.renewOnce(session);
    return renewed && !(renewed instanceof Response) ? attempt(renewed.access_token) : response;
  }

  async function call(
    method: string,
    path: string,
    { headers, file, onProgress, ...init }: Call = {},
    retries: RetryOptions = { ...retry },
    repeatable = repeatableOf(method, path),
  ): Promise<AnyResult> {
    try {
      const { data, error, response } = await request(method, path, {
        ...init,
        headers: { ...(takesKey(method, path) && { 'idempotency-key': newKey() }), ...headers },
        fetch: async (sent) => {
          const body = file ?? ((await sent.arrayBuffer()) || null);
          const payload = method === 'GET' || (body instanceof ArrayBuffer && !body.byteLength) ? null : body;
          const answer = await exchange(
            () => sendOnce(sent, payload, path, onProgress),
            repeatable,
            retries,
            init.signal,
          );
          const newest = answer.headers.get('x-d1-bookmark');
          if (newest && newest > (bookmark ?? '')) {
            bookmark = newest;
            if (method !== 'GET') store.bookmark = newest;
          }
          return answer;
        },
      });
      const { status } = response;
      if (response.ok) return { ok: true, status, data, response };
      return { ok: false, status, error: serviceError(error, status), response };
    } catch (error) {
      if (error instanceof Lost) return unreachable;
      throw error;
    }
  }

  async function* list(path: string, { params, ...init }: Call = {}) {
    let query: Record<string, unknown> | undefined = params?.query ?? {};
    while (query) {
      const result = await call('GET', path, { ...init, params: { ...params, query } });
      if (!result.ok) throw new HospitalError(result);
      const page: Page<unknown> = pageOf(result as Success<number, unknown[]>, query);
      yield* page.items;
      query = page.next;
    }
  }

  /** Whether an attempt to get a valid token got one. */
  async function isSignedIn(attempt: ReturnType<typeof keeper.renewOnce>): Promise<boolean> {
    const outcome = await attempt.catch((error: unknown) => {
      throw error instanceof Lost ? new HospitalError(unreachable) : error;
    });
    if (!(outcome instanceof Response)) return outcome !== undefined;
    const { status } = outcome;
    throw new HospitalError({ ok: false, status, error: await outcome.json(), response: outcome });
  }

  const verb =
    (method: string) =>
    (path: string, init?: Call): Promise<AnyResult> =>
      call(method, path, init);

  const hospital = {
    GET: verb('GET'),
    POST: verb('POST'),
    PUT: verb('PUT'),
    PATCH: verb('PATCH'),
    DELETE: verb('DELETE'),
    list,
    async upload({
      file,
      entity_id,
      type,
      sha256,
      filename,
      idempotencyKey,
      onProgress,
      signal,
    }: Parameters<Hospital['upload']>[0]) {
      const query = { entity_id, type, sha256, filename: filename ?? (file as File).name };
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
      });
      if (result.ok) onProgress?.(1);
      return result;
    },
    login: (body: object) =>
      keeper.signIn(
        () => call('POST', '/auth/login', { body }, { attempts: 1 }),
        (result) => (result.ok ? (result.data as Tokens) : undefined),
      ),
    logout: () =>
      keeper.signOut((refresh_token) =>
        call('POST', '/auth/logout', refresh_token ? { body: { refresh_token } } : {}, retry, 'freely'),
      ),
    async resume() {
      keeper.adopt();
      if (await isSignedIn(keeper.fresh())) return true;
      return store.cookie && store.mayResume?.() ? isSignedIn(keeper.renewOnce(undefined)) : false;
    },
    refresh: async () => isSignedIn(keeper.renewOnce(await keeper.load())),
    onSignedOut: keeper.onSignedOut,
  };
  return hospital as unknown as Hospital;
}
