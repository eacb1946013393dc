import type { Session, SessionStore } from './session.ts';

/** Why nobody is signed in any more: by `logout`, because the service ended the login, or by another account in another tab. */
export type SignedOutReason = 'logout' | 'expired' | 'replaced';

/** What a login and a refresh answer. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** Milliseconds before its end in which an access token is renewed. */
const MARGIN = 60_000;
/** Milliseconds after which another tab's refresh is in the store. */
const SETTLED = 500;

/** The account of an access token, which is a JWT. */
function accountOf({ access_token }: Session): string {
  const payload = access_token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).sub;
}

export type Keeper = ReturnType<typeof createKeeper>;

/**
 * Keeps a client signed in.
 * @param refresh asks the service for new tokens, by a refresh token or by the browser's cookie
 */
export function createKeeper(store: SessionStore, refresh: (token: string | undefined) => Promise<Response>) {
  /** Whom this client acts for; undefined: whoever is signed in; null: nobody any more, until the next login */
  let account: string | null | undefined;
  let renewing: Promise<Session | Response | undefined> | undefined;
  const listeners = new Set<(reason: SignedOutReason) => void>();

  const end = (reason: SignedOutReason) => {
    if (account === null) return;
    account = null;
    for (const listener of listeners) listener(reason);
  };

  /** The session, if it is this client's: in another tab somebody else may have logged in. */
  async function load(): Promise<Session | undefined> {
    const session = account === null ? undefined : await store.load();
    if (!session) return undefined;
    const who = accountOf(session);
    account ??= who;
    return account === who ? session : undefined;
  }

  store.subscribe?.(async () => {
    const session = await store.load();
    if (account && (!session || accountOf(session) !== account)) end(session ? 'replaced' : 'logout');
  });

  async function keep({ access_token, refresh_token, expires_in }: Tokens): Promise<Session | undefined> {
    const session = { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 };
    await store.save(session);
    const mine = await load();
    if (!mine) end('replaced'); // the browser's cookie was somebody else's
    return mine;
  }

  /** New tokens, unless somebody else has already got them. A response: the service is busy. */
  const renew = (stale: Session | undefined) =>
    store.exclusively(async () => {
      const current = await load();
      if (current && current.access_token !== stale?.access_token) return current;
      if (!current && (stale || !store.cookie || account === null)) return undefined;
      const response = await refresh(current?.refresh_token);
      if (response.ok) return keep((await response.json()) as Tokens);
      if (response.status !== 401) return response;
      if (store.subscribe) await new Promise((resolve) => setTimeout(resolve, SETTLED));
      const later = await load();
      if (later && later.access_token !== current?.access_token) return later;
      await store.save(undefined);
      end('expired');
      return undefined;
    });

  /** Of any number of calls at a time one asks. */
  function renewOnce(stale: Session | undefined): Promise<Session | Response | undefined> {
    renewing ??= renew(stale).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  return {
    renewOnce,
    load,
    /** A session whose token lasts, undefined if nobody is signed in, or the answer of a service that is busy. */
    async fresh(): Promise<Session | Response | undefined> {
      const session = await load();
      const left = session ? session.expires_at - Date.now() : 0;
      if (!session || left > MARGIN) return session;
      try {
        const renewed = await renewOnce(session);
        return renewed instanceof Response && left > 0 ? session : renewed;
      } catch (error) {
        if (left > 0) return session;
        throw error;
      }
    },
    /** Runs a login, which nothing else may cross, and keeps its tokens. */
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
    /** Runs a logout. Here it is over whatever the service says. */
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
    /** Lets whoever is signed in by now be this client's. */
    adopt() {
      if (account === null) account = undefined;
    },
    onSignedOut(listener: (reason: SignedOutReason) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
