import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Device, emailHash, newDevice } from '../../auth/devices';
import { hashPassword, NO_HASH, verifyPassword } from '../../auth/passwords';
import type { Role } from '../../auth/permissions';
import { accessTokenLifetime, newOpaqueToken, REFRESH_TOKEN_LIFETIME, signAccessToken } from '../../auth/tokens';
import type { Actor, ServiceContext } from '../../context';
import { audited } from '../../db/audit';
import { existsLive } from '../../db/entity';
import { insertion } from '../../db/insert';
import { withFollowers } from '../../db/query';
import { loginSession, refreshToken, user } from '../../db/schema/user';
import { db, type Inputs, statement } from '../../db/statement';
import { LoginFailedError, UnauthenticatedError } from '../../errors';
import { sha256 } from '../../rules/sha256';
import { uniqueKey } from '../../rules/unique-key';
import { claimPassword, knownDevice } from './login-counter';
import { clearAttempts, refuse, whenClaimed } from './login-throttle';
import type { Tokens } from './schemas';
import {
  afterCode,
  auditedSpending,
  checkCode,
  claimOfCode,
  factorColumns,
  isUnspent,
  NOTHING,
  requiresTotp,
  type Spent,
  spend,
  WRONG,
  WRONG_CODE,
} from './second-factor';

const accountByEmail = statement((p: Inputs<{ email_key: string }>) =>
  db
    .select({
      id: user.id,
      type: user.type,
      password_hash: user.password_hash,
      disabled_at: user.disabled_at,
      devices_since: user.devices_since,
      ...factorColumns,
    })
    .from(user)
    .where(and(eq(user.email_key, p.email_key), isNull(user.deleted_at))),
);
/** Follows the login. */
const replaceHash = statement((p: Inputs<{ id: string; before: string; password_hash: string }>) =>
  db
    .update(user)
    .set({ password_hash: sql`${p.password_hash}` })
    .where(and(eq(user.id, p.id), eq(user.password_hash, p.before), sql`changes() > 0`)),
);
interface Checked extends Spent {
  user_id: string;
  verified_hash: string;
  role: Role;
  totp_secret: string | null;
  devices_since: number | null;
}
/** Only if the account still has the e-mail, password and code that were checked, and the role that the token will say. */
const insertSession = insertion(loginSession, {
  where: (p: Inputs<Checked>) =>
    existsLive(
      user,
      p.user_id,
      eq(user.password_hash, p.verified_hash),
      eq(user.type, p.role),
      isNull(user.disabled_at),
      sql`${user.devices_since} is ${p.devices_since}`,
      isUnspent(p),
    ),
  returning: ['id'],
});
/** Follows the insert of its session. */
const insertToken = insertion(refreshToken, { where: () => sql`changes() > 0` });

/** Tokens, and for how many seconds the refresh token is valid. */
export interface Issued {
  tokens: Tokens;
  refresh_lifetime: number;
}

/** What a login opens: the client is a known device from then on. */
export interface LoggedIn extends Issued {
  device: Device;
}

/** Who must have a second factor and has none gets no rights, but can set one up as every account can. */
export async function issueTokens(
  ctx: ServiceContext,
  actor: Actor,
  { refresh_token, expires_at, totp_secret }: { refresh_token: string; expires_at: number; totp_secret: string | null },
): Promise<Issued> {
  const mustEnrol = totp_secret === null && requiresTotp(ctx.settings, actor.role);
  const access_token = await signAccessToken(ctx.settings, mustEnrol ? { ...actor, role: 'none' } : actor, ctx.now);
  return {
    tokens: {
      access_token,
      token_type: 'bearer',
      expires_in: accessTokenLifetime(ctx.settings),
      refresh_token,
      ...(mustEnrol && { totp_enrolment_required: true }),
    },
    refresh_lifetime: Math.floor((expires_at - ctx.now) / 1000),
  };
}

/** @param tried the account, or the hash of an e-mail that has none */
const wrongCredentials = (tried: LoginFailedError['tried']) =>
  new LoginFailedError('login_failed', 'Incorrect email or password', tried);

const totpRequired = () =>
  new UnauthenticatedError('A code of the second factor is needed: send it as totp', { code: 'totp_required' });
const totpInvalid = (tried: LoginFailedError['tried']) => new LoginFailedError('totp_invalid', WRONG_CODE, tried);

export interface Login {
  email: string;
  password: string;
  /** a code of the second factor, or a recovery code */
  totp: string | null;
  /** what may show that this client has logged into the account before: its device cookie, or its refresh token */
  device: Device | null;
  refresh_token: string | null;
  user_agent: string | null;
}

/**
 * Answers and work are the same for a wrong password and an unknown account.
 * @throws UnauthenticatedError, ThrottledError
 */
export async function logIn(ctx: ServiceContext, { email, password, totp, ...client }: Login): Promise<LoggedIn> {
  const { device, refresh_token, user_agent } = client;
  const email_key = uniqueKey(email);
  const email_hash = await emailHash(email);
  const token_hash = refresh_token ? await sha256(refresh_token) : null;
  const { account: found, attempt } = await whenClaimed(ctx.now, () =>
    ctx.db.batch({
      account: accountByEmail({ email_key }),
      claim: claimPassword({ email_key, email_hash, device, token_hash, now: ctx.now }),
    }),
  );
  const [account] = found;
  const tried = account
    ? { entity: 'user', entity_id: account.id }
    : { entity: 'login_failure', entity_id: email_hash };
  const verdict = await verifyPassword(password, account?.password_hash ?? NO_HASH);
  if (!account || verdict === 'wrong' || account.disabled_at !== null) {
    return refuse(ctx, attempt, wrongCredentials(tried));
  }
  const { totp_secret } = account;
  if (totp_secret !== null && !totp) {
    await ctx.db.run(clearAttempts(attempt));
    throw totpRequired();
  }
  const code = totp_secret === null ? NOTHING : ((await checkCode(account, totp ?? '', ctx.now)) ?? WRONG);

  const token = newOpaqueToken();
  const expires_at = ctx.now + REFRESH_TOKEN_LIFETIME * 1000;
  const session = {
    id: crypto.randomUUID(),
    user_id: account.id,
    created_at: ctx.now,
    expires_at,
    revoked_at: null,
    last_used_at: ctx.now,
    device: user_agent,
    address: ctx.address,
  };
  const actor = { id: account.id, role: account.type, session: session.id };
  const { password_hash, type: role, devices_since } = account;
  const login = withFollowers(
    insertSession({ ...session, verified_hash: password_hash, role, totp_secret, devices_since, ...code }),
    insertToken({ token_hash: await sha256(token), session_id: session.id, expires_at, used_at: null }),
    ...(code === NOTHING ? [] : [spend({ user_id: account.id, ...code })]),
    ...afterCode(account.id, code),
  );
  const newHash = verdict === 'outdated' ? await hashPassword(password) : null;
  const { begun, attempt: codeAttempt } = await whenClaimed(ctx.now, () =>
    ctx.db.batch({
      claim: claimOfCode(ctx, account),
      begun: auditedSpending(
        { ...ctx, actor },
        audited({ ...ctx, actor }, login, { action: 'login', entity: 'user', entity_id: account.id }),
        code,
      ),
      hash: newHash
        ? replaceHash({ id: account.id, before: account.password_hash, password_hash: newHash })
        : undefined,
      attempts: clearAttempts(attempt),
    }),
  );
  // The code was wrong; or since they were checked, the account has changed or somebody else has used the code.
  if (begun.length === 0 && codeAttempt) return refuse(ctx, codeAttempt, totpInvalid(tried));
  if (begun.length === 0) throw wrongCredentials(tried);
  const issued = await issueTokens(ctx, actor, { refresh_token: token, expires_at, totp_secret });
  return { ...issued, device: knownDevice(attempt, device) ?? newDevice(account.id, account.devices_since) };
}
