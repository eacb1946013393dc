import type { Session } from './session';

// Who is signed in, what they may do and how the hospital is set up, so that a page that is loaded anew is drawn before the service
// has said so again. It is the account's own, of this tab, and nothing of a patient; what may be done, the service decides.

const STORED = 'portal.session';

/** What another version of the portal has kept may lack something. */
const version = import.meta.url;

export const keepSession = (session: Session): void =>
  sessionStorage.setItem(STORED, JSON.stringify({ version, session }));

export const forgetSession = (): void => sessionStorage.removeItem(STORED);

/** Of an account, or of whichever was signed in. */
export function keptSession(account?: string): Session | undefined {
  const text = sessionStorage.getItem(STORED);
  const kept: { version: string; session: Session } | null = text ? JSON.parse(text) : null;
  const fits = kept?.version === version && (account === undefined || kept.session.user.id === account);
  return fits ? kept.session : undefined;
}
