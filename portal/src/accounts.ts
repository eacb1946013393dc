import type { Schema } from 'hospital-service-client';
import { t } from './i18n';
import { hospital, session, type User } from './session';

export type Account = Schema<'Account'>;
export type Role = User['type'];
/** What is answered once, for a link by which its owner sets a password. */
export type Invited = Schema<'Invited'>;

export const ROLES: readonly Role[] = ['staff', 'doctor', 'billing', 'admin', 'none'];

export const roleText = (role: Role): string => t.roles[role].name;

export const nameOfAccount = ({ full_name, email }: Pick<User, 'full_name' | 'email'>): string => full_name ?? email;

/** Nobody may lock themselves out. */
export const isOwn = ({ id }: Pick<User, 'id'>): boolean => id === session().user.id;

/** All accounts, by name. */
export async function loadAccounts(signal: AbortSignal): Promise<Account[]> {
  const accounts = await Array.fromAsync(hospital.list('/auth/users', { signal }));
  return accounts.sort((a, b) => nameOfAccount(a).localeCompare(nameOfAccount(b)));
}

/** Where the owner of an account sets its password: the token is behind the hash, which browsers send to nobody. */
export const passwordLink = (token: string): string =>
  `${location.origin}${location.pathname}#/password?token=${encodeURIComponent(token)}`;

const BROWSERS = { 'Edg/': 'Edge', 'OPR/': 'Opera', 'Firefox/': 'Firefox', 'Chrome/': 'Chrome', 'Safari/': 'Safari' };
const SYSTEMS = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  CrOS: 'ChromeOS',
  Linux: 'Linux',
};

/** `Firefox, Windows`: what people recognise of a `User-Agent`, or the beginning of one that is no browser's. */
export function deviceText(agent: string | null): string {
  if (!agent) return t.logins.unknownDevice;
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (names) => Object.entries(names).find(([mark]) => agent.includes(mark))?.[1],
  );
  return [browser, system].filter(Boolean).join(', ') || agent.slice(0, 40);
}
