import { type Device, newDevice } from '../../../auth/devices';
import { hashPassword, NO_HASH, verifyPassword } from '../../../auth/passwords';
import { newOpaqueToken, REFRESH_TOKEN_LIFETIME } from '../../../auth/tokens';
import type { ServiceContext } from '../../../context';
import { LoginFailedError, UnauthenticatedError } from '../../../errors';
import { sha256 } from '../../../rules/sha256';
import { uniqueKey } from '../../../rules/unique-key';
import { clearAttempts } from '../attempts/queries';
import { refuse, whenClaimed } from '../attempts/service';
import { tellOwner } from '../mails/service';
import { type Issued, issueTokens } from '../refresh-tokens/service';
import { checkCode, WRONG_CODE } from '../second-factor/codes';
import { loginBatch } from './batch';
import * as queries from './queries';

/** The client is a known device from then on. */
export interface LoggedIn extends Issued {
  device: Device;
}

/** @param tried the account, or the hash of an e-mail that has none */
const wrongCredentials = (tried: LoginFailedError['tried']) =>
  new LoginFailedError('login_failed', 'Incorrect email or password', tried);

const totpRequired = () =>
  new UnauthenticatedError('A code of the second factor is needed: send it as totp', { code: 'totp_required' });
const totpInvalid = (tried: LoginFailedError['tried']) => new LoginFailedError('totp_invalid', WRONG_CODE, tried);

interface Credentials {
  email: string;
  email_hash: string;
  password: string;
  /** a code of the second factor, or a recovery code */
  totp: string | null;
  /** what may show that this client has logged into the account before: its device cookie, or its refresh token */
  device: Device | null;
  refresh_token: string | null;
}

/** A wrong password and an unknown account get the same answer and take the same work. */
async function checkCredentials(ctx: ServiceContext, { email, email_hash, password, ...client }: Credentials) {
  const { device, refresh_token } = client;
  const email_key = uniqueKey(email);
  const token_hash = refresh_token ? await sha256(refresh_token) : null;
  const { accounts, attempt } = await whenClaimed(ctx.now, () =>
    ctx.db.batch({
      accounts: queries.accountByEmail({ email_key }),
      claim: queries.claimPassword({ email_key, email_hash, device, token_hash, now: ctx.now }),
    }),
  );
  const [account] = accounts;
  const tried = account
    ? { entity: 'user', entity_id: account.id }
    : { entity: 'login_failure', entity_id: email_hash };
  const verdict = await verifyPassword(password, account?.password_hash ?? NO_HASH);
  if (!account || verdict === 'wrong' || account.disabled_at !== null) {
    return refuse(ctx, attempt, wrongCredentials(tried));
  }
  if (account.totp_secret !== null && !client.totp) {
    await ctx.db.run(clearAttempts(attempt));
    throw totpRequired();
  }
  return { account, attempt, tried, isOutdated: verdict === 'outdated' };
}

const USER_AGENT_MAX = 200;

const cleanUserAgent = (userAgent: string): string | null =>
  [...userAgent.toWellFormed().replace(/\p{C}/gu, '')].slice(0, USER_AGENT_MAX).join('') || null;

/** @throws UnauthenticatedError, ThrottledError */
export async function logIn(
  ctx: ServiceContext,
  { user_agent, scope, ...credentials }: Credentials & { user_agent: string; scope: string | null },
): Promise<LoggedIn> {
  const { account, attempt, tried, isOutdated } = await checkCredentials(ctx, credentials);
  const { id: user_id, type: role, devices_since, totp_secret } = account;
  const code = await checkCode(account, credentials.totp, ctx.now);

  const refresh_token = newOpaqueToken();
  const expires_at = ctx.now + REFRESH_TOKEN_LIFETIME * 1000;
  const session = {
    id: crypto.randomUUID(),
    user_id,
    created_at: ctx.now,
    expires_at,
    revoked_at: null,
    last_used_at: ctx.now,
    device: cleanUserAgent(user_agent),
    address: ctx.address,
    scope,
  };
  const token_hash = await sha256(refresh_token);
  const newHash = isOutdated ? await hashPassword(credentials.password) : null;
  const actor = { id: user_id, role, session: session.id, scope: scope ?? undefined };
  // By its device cookie, or a refresh token of an earlier login.
  const isKnown = attempt.counter !== credentials.email_hash;
  const asksEarlier = ctx.mail !== null && !isKnown;
  const login = { account, attempt, code, session, token_hash, newHash, asksEarlier };
  const {
    begun,
    earlier,
    attempt: codeAttempt,
  } = await whenClaimed(ctx.now, () => ctx.db.batch(loginBatch({ ...ctx, actor }, login)));
  // The code was wrong, or since the checks the account has changed or the code been used.
  if (begun.length === 0 && codeAttempt) return refuse(ctx, codeAttempt, totpInvalid(tried));
  if (begun.length === 0) throw wrongCredentials(tried);
  const issued = await issueTokens(ctx, actor, { refresh_token, expires_at, totp_secret });
  if (earlier?.[0]?.any && !earlier[0].of_device)
    tellOwner(ctx, user_id, { kind: 'new_device', at: ctx.now, zone: ctx.settings.TIME_ZONE });
  const { device } = credentials;
  const isKnownDevice = device !== null && attempt.counter === queries.deviceCounter(device.id);
  return { ...issued, device: isKnownDevice ? device : newDevice(user_id, devices_since) };
}
