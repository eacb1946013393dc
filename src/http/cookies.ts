import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { DEVICE_LIFETIME, signDevice, verifyDevice } from '../auth/devices';
import { REFRESH_TOKEN_LIFETIME } from '../auth/tokens';
import { settingsOf } from '../env';
import type { AppContext } from './context';

const OPTIONS = { path: '/auth', httpOnly: true, secure: true, sameSite: 'Strict' } as const;

const REFRESH = 'refresh_token';
export const refreshCookie = (c: AppContext): string | undefined => getCookie(c, REFRESH);
export const setRefreshCookie = (c: AppContext, token: string): void =>
  setCookie(c, REFRESH, token, { ...OPTIONS, maxAge: REFRESH_TOKEN_LIFETIME });
export const clearRefreshCookie = (c: AppContext): void => void deleteCookie(c, REFRESH, OPTIONS);

// One for each account, as a ward's browser serves many people. Their number is bounded, as are headers.
const DEVICE = 'device_';
const DEVICES_MAX = 20;
const deviceName = (email_hash: string) => `${DEVICE}${email_hash.slice(0, 16)}`;

/** The id of a device that has logged in with this e-mail before; null for any other. */
export async function knownDevice(c: AppContext, email_hash: string): Promise<string | null> {
  const token = getCookie(c, deviceName(email_hash));
  return token ? verifyDevice(settingsOf(c.env), token, email_hash) : null;
}

/** Makes the client a known device of the account, under a new id at each login. The oldest cookies give way. */
export async function setDeviceCookie(c: AppContext, email_hash: string): Promise<void> {
  const name = deviceName(email_hash);
  // Browsers send the oldest first (RFC 6265 5.4).
  const others = Object.keys(getCookie(c)).filter((other) => other.startsWith(DEVICE) && other !== name);
  for (const other of others.slice(0, 1 - DEVICES_MAX)) deleteCookie(c, other, OPTIONS);
  const token = await signDevice(settingsOf(c.env), email_hash, Date.now());
  setCookie(c, name, token, { ...OPTIONS, maxAge: DEVICE_LIFETIME });
}
