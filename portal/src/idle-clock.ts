// On a ward's shared computer people walk away without signing out. Whoever comes next must not find their session.

/** Minutes without a key, a click or a touch after which the session ends. */
export const IDLE_MINUTES = 15;

const MINUTE = 60_000;
/** When the portal was used last, in any tab. It outlives the browser, which may be closed without signing out. */
const STORED = 'portal.used';

/** For how long nobody has used the portal. */
export const idleMinutes = (): number => (Date.now() - Number(localStorage.getItem(STORED) ?? Date.now())) / MINUTE;

export const noteUse = (): void => localStorage.setItem(STORED, String(Date.now()));

let isUnattended = false;

/** What is shown is a screen on a wall, which nobody is expected to touch; a touch of it is no use of the portal either. */
export function leaveUnattended(is: boolean): void {
  isUnattended = is;
}

/** Whether somebody has gone long ago who is still signed in. */
export const isForgotten = (): boolean => !isUnattended && idleMinutes() >= IDLE_MINUTES;

/** The next one who signs in begins anew. */
export const forgetUse = (): void => localStorage.removeItem(STORED);
