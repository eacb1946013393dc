/** Who is signed in, as it is kept between calls. */
export interface Session {
  access_token: string;
  /** Moment by this machine's clock, in milliseconds, from which the access token is not used any more */
  expires_at: number;
  /** Missing where the browser keeps it as a cookie that no script can read */
  refresh_token?: string;
  /** Signed out, which the service has not heard of yet: no more than that takes is kept, and `access_token` is empty. */
  ended?: true;
}

/** What is kept of a session that the service has yet to end. */
export const endedSession = (refresh_token: string | undefined): Session => ({
  access_token: '',
  expires_at: 0,
  ended: true,
  ...(refresh_token !== undefined && { refresh_token }),
});

type Awaitable<T> = T | Promise<T>;

/** Where a session is kept. `memorySession` and `browserSession` are two; a portal may bring its own. */
export interface SessionStore {
  load(): Awaitable<Session | undefined>;
  save(session: Session | undefined): Awaitable<void>;
  /** Runs one piece of work at a time, among all clients that share the session: a refresh token works once. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Calls the listener when somebody else who shares the session has saved. */
  subscribe?(listener: () => void): void;
  /** The newest bookmark of a write, shared by those who share the session. */
  bookmark?: string | undefined;
  /** Where the browser keeps the refresh token as a cookie, whether it may have one now, of a session that has not ended. */
  hasCookie?(): boolean;
  /** Of a program, which has no refresh token: the form by which `POST /auth/token` gives it its next token, new for each. */
  grant?(baseUrl: string): Promise<Record<string, string>>;
}

/** A session that ends with the page or the process. Nothing outlives it, no cookie either. */
export function memorySession(session?: Session): SessionStore {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    load: () => session,
    save(next) {
      session = next;
    },
    exclusively(work) {
      const done = tail.then(work, work);
      tail = done;
      return done;
    },
  };
}

export interface BrowserSessionOptions {
  /**
   * Where tokens are kept. Left out, on the origin of the service, they are in the memory of the tabs only, and the service's
   * cookie, which no script can read, renews them after a reload. A portal on another origin has no such cookie:
   * `localStorage` lets its session survive a reload.
   */
  storage?: Storage;
  /** Of the session, where one origin has several services. */
  name?: string;
}

/** A session that all tabs of a portal share and that survives a reload. */
export function browserSession({ storage, name = 'hospital-session' }: BrowserSessionOptions = {}): SessionStore {
  let session: Session | undefined;
  let bookmark: string | undefined;
  let listener: (() => void) | undefined;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    if ('bookmark' in data) bookmark = data.bookmark;
    else {
      session = data.session;
      listener?.();
    }
  };
  // Sent when the tab sees what another one has stored, which may be later than any message.
  if (storage) addEventListener('storage', ({ key }) => key === name && listener?.());
  /** Without a storage of its own the page notes only whether the cookie is there to be used or to be ended, for a reload. */
  const notes = storage ?? localStorage;
  const isEnded = () => notes.getItem(name) === 'ended';
  return {
    ...(!storage && { hasCookie: () => notes.getItem(name) !== null && !isEnded() }),
    load() {
      if (!storage) return isEnded() ? endedSession(undefined) : session;
      try {
        return JSON.parse(storage.getItem(name) ?? '');
      } catch {
        return undefined; // nothing is kept, or something damaged
      }
    },
    save(next) {
      session = next && { access_token: next.access_token, expires_at: next.expires_at };
      if (next) notes.setItem(name, storage ? JSON.stringify(next) : next.ended ? 'ended' : 'cookie');
      else notes.removeItem(name);
      if (!storage) channel.postMessage({ session });
    },
    async exclusively(work) {
      // Pages that are not served securely have no Web Locks: there, tabs may refresh at the same time.
      if (!navigator.locks) return work();
      return navigator.locks.request(name, async () => {
        // What the tab before has said may still be on its way.
        await new Promise((resolve) => setTimeout(resolve, 10));
        return work();
      });
    },
    subscribe(on) {
      listener = on;
    },
    get bookmark() {
      return bookmark;
    },
    set bookmark(newest) {
      bookmark = newest;
      channel.postMessage({ bookmark });
    },
  };
}
