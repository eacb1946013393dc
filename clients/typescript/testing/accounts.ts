import type { Answer, Asked } from './asked.ts';
import { type Operation, permissionsOf } from './document.ts';
import { answerOf } from './project.ts';
import { Refusal } from './refusal.ts';
import type { Store, Stored } from './store.ts';

const SECONDS = 900;

/** Who is logged in with which token. A refresh token works once. */
export class Logins {
  #store: Store;
  #access = new Map<string, string>();
  #refresh = new Map<string, string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Of a login, or of one that goes on. */
  issue(id: string) {
    // A client reads in its token whose it is.
    const payload = btoa(JSON.stringify({ sub: id, jti: crypto.randomUUID() })).replace(/=+$/, '');
    const [access_token, refresh_token] = [`test.${payload}.test`, crypto.randomUUID()];
    this.#access.set(access_token, id);
    this.#refresh.set(refresh_token, id);
    return { access_token, refresh_token, token_type: 'bearer', expires_in: SECONDS };
  }

  /** @returns whose it was */
  spend(token: unknown): string | undefined {
    const id = this.#refresh.get(String(token));
    this.#refresh.delete(String(token));
    return id;
  }

  end(id: string | undefined): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, account] of tokens) if (account === id) tokens.delete(token);
  }

  /** @throws Refusal 401, 403 */
  admit({ access }: Operation, headers: Headers): Stored | undefined {
    if (!access) return undefined;
    const [, token] = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    if (token === undefined) throw new Refusal(401, 'unauthenticated', 'Not authenticated: a bearer token is expected');
    const account = this.#store.get('Account', this.#access.get(token));
    if (!account) throw new Refusal(401, 'token_invalid', 'Could not validate credentials');
    if (access.roles && !access.roles.includes(String(account.data.type)))
      throw new Refusal(403, 'forbidden', 'Permission denied');
    return account;
  }
}

export function login({ store, logins, body }: Asked): Answer {
  const keyOf = (email: unknown) => String(email).toLowerCase();
  const account = store.all('Account').find(({ data }) => keyOf(data.email) === keyOf(body.email));
  if (!account || account.data.password !== body.password)
    throw new Refusal(401, 'login_failed', 'Incorrect email or password');
  return { body: logins.issue(account.id) };
}

export function refresh({ logins, body }: Asked): Answer {
  const id = logins.spend(body.refresh_token);
  if (id === undefined) throw new Refusal(401, 'refresh_token_invalid', 'Invalid or expired refresh token');
  return { body: logins.issue(id) };
}

/** Ends all logins of the account, which a test has once. */
export function logout({ logins, body }: Asked): Answer {
  logins.end(logins.spend(body.refresh_token));
  return {};
}

export const getCurrentUser = ({ store, operation, account }: Asked): Answer => ({
  body: answerOf(store, operation.answer ?? {}, account?.data ?? {}, false),
});

export const getSettings = ({ store, operation, account, currency, timeZone }: Asked): Answer => {
  const currency_decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits;
  const permissions = permissionsOf(String(account?.data.type));
  const settings = { currency, currency_decimals, time_zone: timeZone, date_order: 'day-month', permissions };
  return { body: answerOf(store, operation.answer ?? {}, settings, false) };
};
