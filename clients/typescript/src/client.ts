import { type Call, createCaller } from './call.ts';
import { HospitalError, unreachable } from './errors.ts';
import { Lost } from './exchange.ts';
import type { Hospital, HospitalOptions, UploadOptions } from './hospital.ts';
import type { SignedOutReason } from './keeper.ts';
import { createMe } from './me.ts';
import { pageOf } from './pages.ts';

/** The service answers what its document says of each path, and the types of `Hospital` are made of that. */
const typed = (calls: object) => calls as Omit<Hospital, keyof ReturnType<typeof createMe>>;

/** A client of the service at `baseUrl`. */
export function createHospital(options: HospitalOptions): Hospital {
  const { call, keeper } = createCaller(options);

  async function* list(path: string, { params, ...init }: Call = {}) {
    let query: object | undefined = params?.query ?? {};
    while (query) {
      const result = await call('GET', path, { ...init, params: { ...params, query } });
      const page: { items: unknown[]; next: object | undefined } = pageOf(result, query);
      yield* page.items;
      query = page.next;
    }
  }

  /** Whether an attempt to get a valid token got one. */
  async function isSignedIn(attempt: ReturnType<typeof keeper.fresh>): Promise<boolean> {
    const outcome = await attempt.catch((error) => {
      throw error instanceof Lost ? new HospitalError(unreachable(options.baseUrl)) : error;
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

  const calls = typed({
    GET: verb('GET'),
    POST: verb('POST'),
    PUT: verb('PUT'),
    PATCH: verb('PATCH'),
    DELETE: verb('DELETE'),
    list,
    async upload({ file, filename, idempotencyKey, onProgress, signal, timeout, ...fields }: UploadOptions) {
      const query = { filename: filename ?? ('name' in file ? file.name : undefined), ...fields };
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
    onSessionChange: keeper.onSessionChange,
    onSignedOut: (listener: (reason: SignedOutReason) => void) =>
      keeper.onSessionChange(({ event }) => event !== 'signed-in' && listener(event)),
  });
  return { ...calls, ...createMe(calls) };
}
