import { CLIENT_ROLE } from '../../../auth/permissions';
import { accessTokenLifetime, signAccessToken } from '../../../auth/tokens';
import type { ServiceContext } from '../../../context';
import { LoginFailedError, OAuthError, ThrottledError } from '../../../errors';
import { sha256 } from '../../../rules/sha256';
import { readScope, within } from '../../../scopes';
import { issuerOf, verifyAssertion } from './assertion';
import type { Assertion, Secret } from './credentials';
import * as queries from './queries';
import type { ClientToken } from './schemas';

interface Attempt {
  client_id: string;
  /** by which wrong secrets are counted: whoever asks from elsewhere does not make the client wait */
  counter: string;
  now: number;
}

/** The same whether there is no such client, or it has ended, or its secret is another one: nobody learns which there are. */
const REFUSED = 'Client authentication failed';

/** @param message of its own for whoever has shown to be the client */
const refused = ({ client_id, counter }: Attempt, isClient: boolean, message = REFUSED) =>
  new LoginFailedError(
    'login_failed',
    message,
    isClient ? { entity: 'user', entity_id: client_id } : { entity: 'login_failure', entity_id: counter },
  );

/** A client that is let in, and its session. */
interface Admitted {
  scope: string;
  /** epoch milliseconds; null: never */
  expires_at: number | null;
  session: string;
}

function admittedOf({ used, known }: Pick<queries.Outcome, 'used' | 'known'>): Admitted | undefined {
  const [[client], [open]] = [used, known];
  return client && open?.session ? { ...client, session: open.session } : undefined;
}

/** In one round trip, whether the secret is right or not. @throws LoginFailedError, ThrottledError */
async function admitBySecret(ctx: ServiceContext, attempt: Attempt, secret: string): Promise<Admitted> {
  const outcome = await ctx.db.run(queries.admitBySecret(ctx, { ...attempt, secret_hash: await sha256(secret) }));
  const admitted = admittedOf(outcome);
  if (admitted) return admitted;
  const wait_until = outcome.state[0]?.wait_until ?? 0;
  // What was counted just now waits from now on.
  if (outcome.wrong.length === 0 && wait_until > ctx.now)
    throw new ThrottledError('Too many wrong secrets: wait before the next attempt', (wait_until - ctx.now) / 1000);
  throw refused(attempt, outcome.known.length > 0);
}

/** Nobody guesses a signature, so that wrong ones make nobody wait. @throws LoginFailedError */
async function admitByAssertion(ctx: ServiceContext, attempt: Attempt, assertion: string): Promise<Admitted> {
  const { client_id, now } = attempt;
  const client = await ctx.db.first(queries.keysOf({ client_id }));
  const audience = `${ctx.baseUrl}/auth/token`;
  const verdict = await verifyAssertion(assertion, { client_id, keys: client?.jwks ?? { keys: [] }, audience, now });
  if ('fault' in verdict) throw refused(attempt, client !== undefined, verdict.fault);
  const { jti, expires_at } = verdict;
  const hash = await sha256(`${client_id} ${jti}`);
  const stored = client?.stored ?? '';
  const outcome = await ctx.db.run(queries.admitByAssertion(ctx, { client_id, stored, hash, expires_at, now }));
  const admitted = admittedOf(outcome);
  if (!admitted) throw refused(attempt, client !== undefined);
  return admitted;
}

/** @throws OAuthError */
function askedScope(sent: string): string[] {
  const { granted, unknown } = readScope(sent, 'system');
  if (unknown.length > 0) throw new OAuthError('invalid_scope', `No scope of programs here: ${unknown.join(' ')}`);
  return granted;
}

interface Request {
  sent: Secret | Assertion;
  scope: string | undefined;
  /** of the address that asks */
  network: string;
}

/** RFC 6749 4.4. No refresh token: the client asks again. @throws OAuthError, LoginFailedError, ThrottledError */
export async function issueToken(ctx: ServiceContext, { sent, scope, network }: Request): Promise<ClientToken> {
  const asked = scope === undefined ? undefined : askedScope(scope);
  const client_id = 'client_secret' in sent ? sent.client_id : (issuerOf(sent.client_assertion) ?? '');
  if (sent.client_id !== undefined && sent.client_id !== client_id)
    throw new OAuthError('invalid_request', 'client_id is not the issuer of the assertion');
  const attempt = { client_id, counter: await sha256(`client ${client_id} ${network}`), now: ctx.now };
  const client =
    'client_secret' in sent
      ? await admitBySecret(ctx, attempt, sent.client_secret)
      : await admitByAssertion(ctx, attempt, sent.client_assertion);

  const granted = asked ? within(asked, client.scope).join(' ') : client.scope;
  if (granted === '') throw new OAuthError('invalid_scope', 'The client has none of these scopes');
  const rest = client.expires_at === null ? Number.POSITIVE_INFINITY : (client.expires_at - ctx.now) / 1000;
  const expires_in = Math.floor(Math.min(accessTokenLifetime(ctx.settings), rest));
  const actor = { id: client_id, role: CLIENT_ROLE, session: client.session, scope: granted } as const;
  return {
    access_token: await signAccessToken(ctx.settings, actor, ctx.now, expires_in),
    token_type: 'bearer',
    expires_in,
    scope: granted,
  };
}
