// Cloudflare's API, for what wrangler has no command for. By the login of wrangler, or CLOUDFLARE_API_TOKEN.
import { fail, wrangler } from '../lib.mjs';

/** As wrangler has it. */
export const apiBase = () => process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4';

/** Leaves out what wrangler may say first: of a newer version, or of a key that it does not know. */
export const parsed = (stdout) => JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));

/** @returns what `wrangler whoami --json` says */
export function login() {
  const { status, stdout } = wrangler(['whoami', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) fail('Not logged in to Cloudflare: run `npm run login`, or set CLOUDFLARE_API_TOKEN.');
  return parsed(stdout);
}

export function accountId({ config }) {
  const named = process.env.CLOUDFLARE_ACCOUNT_ID ?? config.account_id;
  if (named) return named;
  const { accounts } = login();
  if (accounts.length === 1) return accounts[0].id;
  return fail('Your login has several accounts. Set CLOUDFLARE_ACCOUNT_ID to the one that is meant.');
}

/**
 * @param path below the account's
 * @param init `body`, if any, becomes JSON
 * @returns `result` of the answer. @throws ApiError if Cloudflare refuses
 */
export async function askCloudflare(account, path, { body, ...init } = {}) {
  const answer = await fetch(`${apiBase()}/accounts/${account}${path}`, {
    ...init,
    // While wrangler runs, this process does not see that a connection is closed: so none is used again.
    headers: { ...credentials(), connection: 'close', ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new ApiError(answer.status, text);
  return JSON.parse(text).result;
}

/** @returns undefined where there is no such thing */
export async function lookUp(account, path) {
  try {
    return await askCloudflare(account, path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

export class ApiError extends Error {
  constructor(status, text) {
    super(`Cloudflare answers ${status}: ${text}`);
    this.status = status;
    this.codes = codesOf(text);
  }
}

function codesOf(text) {
  try {
    return JSON.parse(text).errors.map(({ code }) => code);
  } catch {
    return []; // of a proxy in between
  }
}

let known;

function credentials() {
  known ??= askForThem();
  return known;
}

function askForThem() {
  const { CLOUDFLARE_API_TOKEN, CLOUDFLARE_API_KEY } = process.env;
  if (CLOUDFLARE_API_TOKEN && !CLOUDFLARE_API_KEY) return { authorization: `Bearer ${CLOUDFLARE_API_TOKEN}` };
  const { status, stdout, stderr } = wrangler(['auth', 'token', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) {
    login();
    fail(stdout + stderr);
  }
  const { token, key, email } = parsed(stdout);
  return token ? { authorization: `Bearer ${token}` } : { 'x-auth-key': key, 'x-auth-email': email };
}
