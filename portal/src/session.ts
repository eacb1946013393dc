import { browserSession, createHospital, pageOf, type Schema, unwrap } from 'hospital-service-client';
import { forgetDrafts } from './drafts';
import { forgetUse, isForgotten } from './idle-clock';
import { forgetSession, keepSession, keptSession } from './kept-session';
import { forgetKnown } from './known';
import { forgetOpened } from './recent';
import { forgetNotes, go, isAt, SET_PASSWORD } from './router';
import { forgetUnanswered } from './unanswered';

/** The service that serves this page. Elsewhere, name its address here and this page's origin in its CORS_ORIGINS. */
export const hospital = createHospital({
  baseUrl: '/',
  session: browserSession(),
  middleware: [
    {
      onResponse({ request: { method, url } }) {
        if (method !== 'GET' && KNOWN.test(new URL(url).pathname)) forgetKnown();
      },
    },
  ],
});

/** What is kept as known: staff, departments, hours, closures, types of visits, rooms. */
const KNOWN = /^\/(doctor|department|calendar\/(doctors|closures|types|resources))\b/;

/** How long a text the service searches for may be. */
export const SEARCH_MAX = 200;

export type User = Schema<'User'>;
export type Settings = Schema<'PortalSettings'>;
export type Permission = Settings['permissions'][number];

/** Who is signed in, and what the hospital is like. */
export interface Session {
  user: User;
  settings: Settings;
  /** the id of the doctor whose account it is, empty if it is nobody's who sees patients */
  doctor: string;
}

let current: Session | undefined;

/** Whose tokens the client has. */
let account: string | undefined;

hospital.onSessionChange(({ event, account: who }) => {
  account = event === 'signed-in' ? who : undefined;
  if (account === undefined) forgetKept();
});

export const isSignedIn = (): boolean => account !== undefined;

function forgetKept(): void {
  forgetSession();
  forgetKnown();
}

/** The session of a page, which is shown to nobody without one. */
export function session(): Session {
  if (!current) throw new Error('Nobody is signed in');
  return current;
}

/** Asks the service who is signed in: the browser may hold a login from before. Null if nobody is. */
export async function currentSession(): Promise<Session | null> {
  if (isForgotten()) {
    // Not waited for, as the service may be out of reach: whoever is here now signs in.
    // Who had closed the browser has nothing here to go on with.
    void (current ? endSession() : signOut());
    return null;
  }
  if (!(await hospital.resume())) {
    forgetKept();
    return null;
  }
  const kept = current ? undefined : keptSession(account);
  if (kept) {
    current = kept;
    void follow(kept).catch(() => undefined);
    return kept;
  }
  const next = await askSession();
  // Somebody may have signed out meanwhile: then nothing is kept.
  if (!next || next.user.id !== account) return null;
  // Who signs in again after their session has ended goes on; somebody else begins at the beginning, with nothing.
  if (current && current.user.id !== next.user.id) {
    forgetTyped();
    go('/');
  }
  return take(next);
}

function take(next: Session): Session {
  keepSession(next);
  current = next;
  return next;
}

/** Whether what was kept is still so. Where nobody says, it stays: what is refused meanwhile is said where it was asked for. */
async function follow(kept: Session): Promise<void> {
  const next = await askSession();
  if (!next || next.user.id !== account || current !== kept || JSON.stringify(next) === JSON.stringify(kept)) return;
  forgetKnown();
  take(next);
  dispatchEvent(new Event(ACCOUNT_CHANGED));
}

async function askSession(): Promise<Session | null> {
  const [account, asked] = await Promise.all([hospital.GET('/auth/users/me'), hospital.GET('/settings/')]);
  if (account.status === 401) return null;
  const [user, settings] = [unwrap(account), unwrap(asked)];
  return { user, settings, doctor: await doctorOf(user, settings) };
}

async function doctorOf({ id: user_id, type }: User, { permissions }: Settings): Promise<string> {
  if (type !== 'doctor' || !permissions.includes('doctor:read')) return '';
  // It stays the same one.
  if (current?.user.id === user_id && current.doctor) return current.doctor;
  return pageOf(await hospital.GET('/doctor/', { params: { query: { user_id } } })).items[0]?.id ?? '';
}

/** What was typed and opened is kept in the memory of the page, for whoever did that. */
function forgetTyped(): void {
  forgetDrafts();
  forgetUnanswered();
  forgetNotes();
  forgetOpened();
}

/** Signs out, as somebody wishes: nothing that they typed is left, and the next one at this desk begins at the beginning. */
export async function signOut(): Promise<void> {
  forgetTyped();
  // But somebody who was sent here to set a password.
  if (!isAt(SET_PASSWORD)) go('/');
  await endSession();
}

/** Ends the session, in all tabs. What was typed is kept for when the same account signs in again. */
export async function endSession(): Promise<void> {
  forgetUse();
  await hospital.logout();
}

const ACCOUNT_CHANGED = 'accountchange';

/** The account that is signed in is another now: its name, its e-mail, or what it may do. */
export function noteAccountChange(user = session().user): void {
  current = { ...session(), user };
  dispatchEvent(new Event(ACCOUNT_CHANGED));
}

/** @returns what stops that */
export function onAccountChange(listener: () => void): () => void {
  addEventListener(ACCOUNT_CHANGED, listener);
  return () => removeEventListener(ACCOUNT_CHANGED, listener);
}

/** Whether the account may do one of these: what would be refused is not offered. */
export const may = (...permissions: Permission[]): boolean =>
  permissions.some((permission) => session().settings.permissions.includes(permission));

/** An account whose rights wait for a second factor, which the hospital demands. */
export const mustEnrol = ({ user, settings }: Session): boolean =>
  user.type !== 'none' && settings.permissions.length === 0;

const BEGUN_ANEW = 'portal.begun-anew';

/**
 * In another tab another account has signed in, which is this one's as well. Loaded anew, the page has nothing left of the one
 * before, neither in a form nor on its way to the service: nothing can be saved in the wrong name.
 */
export function beginAnew(): void {
  // Without a question whether to stay.
  forgetDrafts();
  sessionStorage.setItem(BEGUN_ANEW, 'yes');
  location.reload();
}

/** Whether that has just happened. */
export function hasBegunAnew(): boolean {
  const has = sessionStorage.getItem(BEGUN_ANEW) !== null;
  sessionStorage.removeItem(BEGUN_ANEW);
  return has;
}
