import { getCookie, setCookie } from 'hono/cookie';
import { DEVICE_LIFETIME, type Device, type KnownAs, signDevice, verifyDevice } from '../auth/devices';
import { settingsOf } from '../env';
import type { AppContext } from './context';

const OPTIONS = { path: '/auth', httpOnly: true, secure: true, sameSite: 'Strict' } as const;

/**
 * A foreign form must not log a browser in or out, so its request is served without cookies. Hono's csrf() would refuse it, but
 * portals on other origins log in for the tokens in the body. `*` among CORS_ORIGINS names no origin.
 */
function isForeign(c: AppContext): boolean {
  if (c.req.header('sec-fetch-site') === 'cross-site') return true;
  const origin = c.req.header('origin');
  if (origin === undefined) return false;
  const { BASE_URL, CORS_ORIGINS } = settingsOf(c.env);
  const own = [c.req.url, BASE_URL ?? c.req.url].map((url) => new URL(url).origin);
  return ![...own, ...CORS_ORIGINS].includes(origin);
}

const cookies = (c: AppContext): Record<string, string> => (isForeign(c) ? {} : getCookie(c));
const set = (c: AppContext, name: string, value: string, maxAge: number): void => {
  if (!isForeign(c)) setCookie(c, name, value, { ...OPTIONS, maxAge });
};

const REFRESH = 'refresh_token';
export const refreshCookie = (c: AppContext): string | undefined => cookies(c)[REFRESH];
export const setRefreshCookie = (c: AppContext, token: string, lifetime: number): void =>
  set(c, REFRESH, token, lifetime);
export const clearRefreshCookie = (c: AppContext): void => set(c, REFRESH, '', 0);

// One for each e-mail, as a ward's browser serves many people; few enough to fit into a header.
const DEVICE = 'device_';
const DEVICES_MAX = 20;
const deviceName = (emailHash: string) => `${DEVICE}${emailHash.slice(0, 16)}`;

/** From the cookie of this e-mail. Only SQL can tell whether the account knows the device. */
export async function sentDevice(c: AppContext, emailHash: string): Promise<Device | null> {
  const token = cookies(c)[deviceName(emailHash)];
  return token ? verifyDevice(settingsOf(c.env), token) : null;
}

/** The oldest cookies give way. */
export async function setDeviceCookie(c: AppContext, { email_hash, device }: KnownAs): Promise<void> {
  const name = deviceName(email_hash);
  // Browsers send the oldest first (RFC 6265 5.4).
  const others = Object.keys(cookies(c)).filter((other) => other.startsWith(DEVICE) && other !== name);
  for (const other of others.slice(0, 1 - DEVICES_MAX)) set(c, other, '', 0);
  set(c, name, await signDevice(settingsOf(c.env), device, Date.now()), DEVICE_LIFETIME);
}
