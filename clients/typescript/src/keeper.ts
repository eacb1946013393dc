import type { Session, SessionStore } from './session.ts';

/** Why nobody is signed in any more: by a logout, as the service has ended the login, by another account in another tab. */
export type SignedOutReason = 'logout' | 'expired' | 'replaced';

/** What a login and a refresh answer. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** A session whose token lasts, undefined if nobody is signed in, or the answer of a service that is busy. */
type Renewed = Session | Response | undefined;

/** Milliseconds before its end in which an access token is renewed. */
const MARGIN = 60_000;
/** Milliseconds after which what another tab has saved is seen here. */
const SETTLED = 500;

/** The account of an access token, which is a JWT; undefined where what was kept is damaged. */
function accountOf({ access_token }: Session): string | undefined {
  try {
    const payload = access_token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).sub;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a client signed in.
 * @param refresh asks the service for new tokens, by a refresh token or by the browser's cookie
 */
export function createKeeper(store: SessionStore, refresh: (token: string | undefined) => Promise<Response>) {
  /** Whom this client acts for; undefined: whoever is signed in; null: nobody any more, until the next login */
  let account: string | null | undefined;
  let renewing: Promise<Renewed> | undefined;
  const listeners = new Set<(reason: SignedOutReason) => void>();

  const end = (reason: SignedOutReason) => {
    if (account === null) return;
    account = null;
    for (const listener of listeners) listener(reason);
  };

  /** The session, if it is this client's: in another tab somebody else may have logged in. */
  async function load(): Promise<Session | undefined> {
    const session = account === null ? undefined : await store.load();
    const who = session && accountOf(session);
    if (!who) return undefined;
    account ??= who;
    if (account === who) return session;
    end('replaced');
    return undefined;
  }

  store.subscribe?.(async () => {
    if (!(await load()) && account) end('logout');
  });

  async function keep({ access_token, refresh_token, expires_in }: Tokens): Promise<Session | undefined> {
    await store.save({ access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 });
    return load();
  }

  const mayHaveCookie = () => account === undefined && store.hasCookie?.();

  async function renewNow(stale: Session | undefined): Promise<Renewed> {
    const current = await load();
    if (current ? current.access_token !== stale?.access_token : stale || !mayHaveCookie()) return current;
    const response = await refresh(current?.refresh_token);
    if (response.ok) return keep(await response.json());
    if (response.status !== 401) return response;
    if (store.subscribe) await new Promise((resolve) => setTimeout(resolve, SETTLED));
    const later = await load();
    if (later?.access_token !== current?.access_token) return later;
    await store.save(undefined);
    end('expired');
    return undefined;
  }

  /** Gets a new token instead of this one, unless another tab has. Of any number of calls at a time one asks. */
  function renew(stale: Session | undefined): Promise<Renewed> {
    renewing ??= store
      .exclusively(() => renewNow(stale))
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  /** The session with a token that lasts, which is renewed if need be. */
  async function fresh(): Promise<Renewed> {
    const session = await load();
    const left = session ? session.expires_at - Date.now() : 0;
    if (left > MARGIN || (!session && !mayHaveCookie())) return session;
    try {
      const renewed = await renew(session);
      return renewed instanceof Response && left > 0 ? session : renewed;
    } catch (error) {
      if (left > 0) return session;
      throw error;
    }
  }

  return {
    load,
    renew,
    fresh,
    /** Lets this client act for whoever is signed in by now. */
    resume(): Promise<Renewed> {
      account = undefined;
      return fresh();
    },
    /** Runs a login, which no refresh may cross, and keeps its tokens. */
    signIn: <R>(logIn: () => Promise<R>, tokensOf: (result: R) => Tokens | undefined): Promise<R> =>
      store.exclusively(async () => {
        const result = await logIn();
        const tokens = tokensOf(result);
        if (tokens) {
          account = undefined;
          await keep(tokens);
        }
        return result;
      }),
    /** Runs a logout. On this side it is done whatever the service says. */
    signOut: <R>(logOut: (refreshToken: string | undefined) => Promise<R>): Promise<R> =>
      store.exclusively(async () => {
        const session = await store.load();
        try {
          return await logOut(session?.refresh_token);
        } finally {
          await store.save(undefined);
          end('logout');
        }
      }),
    onSignedOut(listener: (reason: SignedOutReason) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
