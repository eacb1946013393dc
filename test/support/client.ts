import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env as bindings } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { AccessRecord } from '../../src/access-log/record';
import { app } from '../../src/app';
import type { Role } from '../../src/auth/permissions';
import { signAccessToken } from '../../src/auth/tokens';
import type { Actor } from '../../src/context';
import type { Cost } from '../../src/db/client';
import { type Bindings, type ExportMessage, type ImportMessage, type Settings, settingsOf } from '../../src/env';
import type { ErrorCode } from '../../src/error-codes';
import { keepOutOfLogs } from './log-watch';
import type { Meter } from './meter';
import { undocumented } from './openapi';
import { actorOf } from './users';

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape; the document checks their types
export type Body = any;

export interface CallOptions {
  /** whose token is sent, `staff` by default; null for no token */
  as?: Role | Actor | null;
  /** sent as a JSON body, even when it is null */
  json?: unknown;
  /** sent unchanged */
  body?: BodyInit;
  headers?: Record<string, string>;
  /** by which the service is asked, `http://localhost` by default */
  origin?: string;
  env?: Partial<Bindings>;
  /** counts what the service does, by its own bindings */
  meter?: Meter;
}

export interface Result {
  status: number;
  headers: Headers;
  /** parsed JSON; undefined for any other body */
  body: Body;
  bytes: Uint8Array;
  /** what the call cost, from `server-timing`; zeros when it did not ask the database */
  cost: Cost;
}

/** What was sent to the access log, the newest last. The queue's own consumer would write it at any later time. */
export const accessSent: AccessRecord[] = [];
const ACCESS_QUEUE = {
  send: async (records: AccessRecord[]) => void accessSent.push(...records),
  metrics: async () => ({ backlogCount: accessSent.length, backlogBytes: 0 }),
} as unknown as Queue;

/** Chunks of exports that were asked for, the newest last: a test delivers them. */
export const exportsSent: ExportMessage[] = [];
const EXPORT_QUEUE = { send: async (message: ExportMessage) => void exportsSent.push(message) } as unknown as Queue;

/** The same of imports. */
export const importsSent: ImportMessage[] = [];
const IMPORT_QUEUE = { send: async (message: ImportMessage) => void importsSent.push(message) } as unknown as Queue;

const unlimited: RateLimit = { limit: async () => ({ success: true }) };
const { WEBHOOK_QUEUE: _, MESSAGE_QUEUE: __, ...bound } = bindings;
/**
 * A test sends as many requests of one account as it needs; those of the limits put the real ones back. The queue of webhooks is
 * support/receivers.ts's: without one no write asks whether there are any.
 */
export const testEnv: Bindings = {
  ...bound,
  ACCESS_QUEUE,
  EXPORT_QUEUE,
  IMPORT_QUEUE,
  ENVIRONMENT: 'development',
  PASSWORD_RATE_LIMIT: unlimited,
  ACCOUNT_RATE_LIMIT: unlimited,
  SEARCH_RATE_LIMIT: unlimited,
  REFUSAL_RATE_LIMIT: unlimited,
  WRITTEN_RATE_LIMIT: unlimited,
};

/** The settings of an environment, or those of the tests when the environment is deliberately wrong. */
function settings(env: Bindings): Settings {
  try {
    return settingsOf(env);
  } catch {
    return settingsOf(testEnv);
  }
}

export const tokenOf = (as: Role | Actor, env: Bindings = testEnv): Promise<string> =>
  signAccessToken(settings(env), typeof as === 'string' ? actorOf(as) : as, Date.now());

let calls = 0;
/** A new address for each call, as /auth/* limits requests by address; all as long, as some are shown. */
const address = () => {
  calls++;
  const part = (unit: number) => 100 + (Math.floor(calls / unit) % 100);
  return `10.${part(10_000)}.${part(100)}.${part(1)}`;
};

function costOf(timing: string | null): Cost {
  const cost: Cost = { trips: 0, statements: 0, rows_read: 0, rows_written: 0, r2: 0 };
  for (const [, name, n] of timing?.matchAll(/(\w+);desc="(\d+)"/g) ?? []) cost[name as keyof Cost] = Number(n);
  return cost;
}

function jsonOf(type: string | null, bytes: Uint8Array): unknown {
  return bytes.length && /^application\/(fhir\+)?json/.test(type ?? '')
    ? JSON.parse(new TextDecoder().decode(bytes))
    : undefined;
}

function checkHeaders(path: string, headers: Headers): void {
  expect(headers.get('x-request-id'), 'x-request-id').toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  expect(headers.get('x-content-type-options'), 'x-content-type-options').toBe('nosniff');
  if (!/^\/(static|feeds)\//.test(path)) expect(headers.get('cache-control'), 'cache-control').toBe('no-store');
}

/**
 * Calls the app as a client does, and checks the answer against the OpenAPI document: an undocumented status, content
 * type or field fails the test.
 */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Result> {
  const { meter } = options;
  const env = meter?.env ?? (options.env ? { ...testEnv, ...options.env } : testEnv);
  const headers = new Headers({ 'cf-connecting-ip': address() });
  if (options.as !== null) headers.set('authorization', `Bearer ${await tokenOf(options.as ?? 'staff', env)}`);
  const isJson = 'json' in options;
  if (isJson) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const body = isJson ? JSON.stringify(options.json) : options.body;
  const form = options.body instanceof URLSearchParams ? Object.fromEntries(options.body) : undefined;
  keepOutOfLogs(path, options.json, form, headers.get('authorization')?.replace(/^\w+ /, ''));

  const ctx = createExecutionContext();
  const request = new Request(`${options.origin ?? 'http://localhost'}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const serve = async () => {
    const response = await app.fetch(request, env, ctx);
    const bytes = new Uint8Array(await response.arrayBuffer());
    await waitOnExecutionContext(ctx);
    return { response, bytes };
  };
  const { response, bytes } = await (meter ? meter.count(serve) : serve());

  const type = response.headers.get('content-type');
  const { status } = response;
  const result = {
    status,
    headers: response.headers,
    bytes,
    body: jsonOf(type, bytes),
    cost: costOf(response.headers.get('server-timing')),
  };
  keepOutOfLogs(result.body);
  const { pathname } = new URL(request.url);
  checkHeaders(pathname, result.headers);
  const fault = undocumented(method, pathname, { ...result, type });
  if (fault) expect.fail(`${method} ${path}: ${fault}\n${new TextDecoder().decode(bytes.slice(0, 2000))}`);
  return result;
}

/** Calls the app, expects success and returns the body. */
export async function ok(method: string, path: string, options: CallOptions = {}): Promise<Body> {
  const { status, body } = await call(method, path, options);
  if (status >= 300) expect.fail(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The body of an error that is not a list of faults. */
export const refusal = (code: ErrorCode, detail: unknown = expect.any(String)) => ({ detail, code });
/** What a refusal of a value that is taken says. */
export const duplicate = (field: string, detail?: string) => ({ ...refusal('duplicate', detail), field });

/** What an answer says is wrong, as pairs of a field and a type of fault: `['items.0.name', 'missing']`. */
export const faults = ({ body }: Result): [field: string, type: string][] =>
  body.detail.map(({ loc, type }: Body) => [loc.slice(1).join('.'), type]);

/** The path of the next page, from the `Link` header. */
export const nextPage = ({ headers }: Result): string | undefined =>
  /^<http:\/\/localhost([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/** All pages of a list, by following `Link` as a client does. */
export async function pages(path: string, options: CallOptions = {}): Promise<Body[][]> {
  const found: Body[][] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const page: Result = await call('GET', at, options);
    if (page.status !== 200) expect.fail(`${at}: ${page.status}`);
    found.push(page.body);
    at = nextPage(page);
  }
  return found;
}
