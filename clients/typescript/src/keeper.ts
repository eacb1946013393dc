import { isPassing } from './exchange.ts';
import type { AnyResult } from './results.ts';
import { endedSession, type Session, type SessionStore } from './session.ts';

/** Why nobody is signed in any more: by a logout, as the service has ended the login, by another account in another tab. */
export type SignedOutReason = 'logout' | 'expired' | 'replaced';

export interface SessionChange {
  event: 'signed-in' | SignedOutReason;
  /** Id of the account that has signed in, or was till now; undefined where a logout came before anybody had asked who it is */
  account: string | undefined;
}

/** What a login, a refresh and `POST /auth/token` answer. */
interface Tokens {
  access_token: string;
  /** A program has none */
  refresh_token?: string;
  expires_in: number;
}

/** A login that has succeeded has answered them. */
const tokensOf = ({ data }: AnyResult & { ok: true }) => data as Tokens;

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
 * @param refresh asks the service for new tokens, by a refresh token, by the browser's cookie or by a program's grant
 * @param logOut asks it to end the login that they belong to
 */
export function createKeeper(
  store: SessionStore,
  refresh: (token: string | undefined) => Promise<Response>,
  logOut: (token: string | undefined) => Promise<AnyResult>,
) {
  /** Whom this client acts for; undefined: whoever is signed in; null: nobody any more, until the next login */
  let account: string | null | undefined;
  /** Of whom listeners know */
  let known: string | undefined;
  let renewing: Promise<Renewed> | undefined;
  let ending: Promise<AnyResult | undefined> | undefined;
  const listeners = new Set<(change: SessionChange) => void>();

  const tell = (change: SessionChange) => {
    for (const listener of listeners) listener(change);
  };

  const end = (event: SignedOutReason) => {
    if (account === null) return;
    account = null;
    const before = known;
    known = undefined;
    tell({ event, account: before });
  };

  const begin = (who: string) => {
    account = who;
    if (who === known) return;
    known = who;
    tell({ event: 'signed-in', account: who });
  };

  /** The session, if it is this client's: in another tab somebody else may have logged in. */
  async function load(): Promise<Session | undefined> {
    const session = account === null ? undefined : await store.load();
    const who = session && accountOf(session);
    if (!who) return undefined;
    if (account === undefined) begin(who);
    if (account === who) return session;
    end('replaced');
    return undefined;
  }

  store.subscribe?.(async () => {
    if (!(await load()) && account) end('logout');
  });

  async function keep({ access_token, refresh_token, expires_in }: Tokens): Promise<Session | undefined> {
    const expires_at = Date.now() + expires_in * 1000;
    await store.save({ access_token, expires_at, ...(refresh_token !== undefined && { refresh_token }) });
    return load();
  }

  const isOwed = async () => (await store.load())?.ended;

  /** Tells the service of a logout of which it has not heard. @returns its answer; undefined if there is none to tell of */
  async function endNow(): Promise<AnyResult | undefined> {
    const session = await store.load();
    if (!session?.ended) return undefined;
    const result = await logOut(session.refresh_token);
    // Without Web Locks somebody may have logged in meanwhile.
    if (!isPassing(result.status) && (await isOwed())) await store.save(undefined);
    return result;
  }

  function endOwed(): Promise<AnyResult | undefined> {
    ending ??= store.exclusively(endNow).finally(() => {
      ending = undefined;
    });
    return ending;
  }

  /** Whether a token may be had without a session. */
  const mayBegin = () => (store.grant ? account !== null : account === undefined && store.hasCookie?.());

  async function renewNow(stale: Session | undefined): Promise<Renewed> {
    const current = await load();
    if (current ? current.access_token !== stale?.access_token : stale || !mayBegin()) return current;
    const response = await refresh(current?.refresh_token);
    if (response.ok) {
      const tokens: Tokens = await response.json();
      if (!(await isOwed())) return keep(tokens);
      // Somebody has signed out meanwhile: what is to be ended goes by the new token.
      await store.save(endedSession(tokens.refresh_token));
      return undefined;
    }
    if (response.status !== 401) return response;
    if (store.subscribe) await new Promise((resolve) => setTimeout(resolve, SETTLED));
    const later = await load();
    if (later?.access_token !== current?.access_token) return later;
    await store.save(undefined);
    // A program is told why, and asks again: it may be let in by then.
    if (store.grant) return response;
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
    // A login waits for it, nothing else has to.
    if (!session && (await isOwed())) endOwed().catch(() => {});
    const left = session ? session.expires_at - Date.now() : 0;
    if (left > MARGIN || (!session && !mayBegin())) return session;
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
    /** Runs a login, which no refresh may cross, and keeps its tokens. A logout that is owed comes first: after it, its cookie is gone. */
    signIn: (logIn: () => Promise<AnyResult>): Promise<AnyResult> =>
      store.exclusively(async () => {
        const ended = await endNow();
        if (ended && isPassing(ended.status)) return ended;
        const result = await logIn();
        if (result.ok) {
          account = undefined;
          await keep(tokensOf(result));
        }
        return result;
      }),
    /** On this side it is done at once. @returns what the service answers; undefined if another tab has told it */
    async signOut(): Promise<AnyResult | undefined> {
      const session = await store.load();
      // There is nothing that a program could end.
      await store.save(store.grant ? undefined : endedSession(session?.refresh_token));
      end('logout');
      return endOwed();
    },
    onSessionChange(listener: (change: SessionChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
