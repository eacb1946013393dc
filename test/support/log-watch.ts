import { allCodes } from '../../scripts/errors-page';
import { app } from '../../src/app';
import { CLIENT_ROLE, ROLES } from '../../src/auth/permissions';
import { ERROR_KINDS } from '../../src/error-kinds';
import { Secrets, Variables } from '../../src/variables';

/** What must not be in a log, and all that was logged, since this test file began. */
const secrets = new Set<string>();
const rests = new Set<string>();

/** Fields of a JSON body that say who somebody is or let somebody in. */
const SECRET_FIELDS =
  /^(id|\w+_id|reg_number|first_name|middle_name|last_name|full_name|username|email|\w*phone_number|license_number|password|client_assertion|\w*secret|otpauth_uri|totp|\w+_password|token|\w+_token|street|condition|surgery|medication|diagnosis|bio|description|filename|code)$/;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const REG_NUMBER = /[A-Z]{3}-\d{8}/gi;

/** Values of fields that are called `code`, too. */
const CODES = new Set(allCodes().map(({ code }) => code));

/** Shorter ones are in every text. */
const LENGTH_MIN = 5;

function addSecret(value: unknown): void {
  if (typeof value !== 'string' || value.length < LENGTH_MIN) return;
  const text = value.toLowerCase();
  secrets.add(text);
  // As it stands in a line of JSON, and in a URL.
  secrets.add(JSON.stringify(text).slice(1, -1));
  secrets.add(encodeURIComponent(text.toWellFormed()).toLowerCase());
}

/** Registers what a body says of people: of a list only its first records, as all of them were created somewhere. */
function addBody(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body).slice(0, 100)) {
    if (typeof value === 'object') addBody(value);
    else if (SECRET_FIELDS.test(name) && !CODES.has(String(value))) addSecret(value);
  }
}

/** Registers what a test hands out: a body, or the path of a request with the ids and the query in it. */
export function keepOutOfLogs(...given: unknown[]): void {
  for (const one of given) {
    if (typeof one !== 'string') addBody(one);
    else if (!one.startsWith('/')) addSecret(one);
    else {
      const [path = '', query] = one.split('?', 2);
      for (const id of [...(path.match(UUID) ?? []), ...(path.match(REG_NUMBER) ?? [])]) addSecret(id);
      addSecret(query);
      for (const value of new URLSearchParams(query).values()) addSecret(value);
    }
  }
}

const COUNTS = ['status', 'ms', 'trips', 'rows_read', 'rows_written', 'r2'];
const isCount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const routes = new Set(app.routes.map(({ path }) => path));
const oneOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value);
const allOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    Array.isArray(value) && value.every((one) => values.includes(one));
const matches = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value);
const isUuid = matches(new RegExp(`^${UUID.source}$`));

/** Fields of a request's line that can only have values of ours. */
const OURS: Record<string, (value: unknown, line: Record<string, unknown>) => boolean> = {
  level: oneOf('info', 'warn', 'error'),
  event: oneOf('request'),
  method: oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
  route: (value) => value === null || routes.has(value as string),
  role: oneOf(null, ...ROLES, CLIENT_ROLE),
  account: (value, { status }) => status === 429 && isUuid(value),
  error: oneOf(...Object.keys(ERROR_KINDS)),
  code: matches(/^(SQLITE_[A-Z_]+|\d{5})$/),
  variables: allOf(...Object.keys({ ...Secrets.shape, ...Variables.shape })),
  frames: (value) => Array.isArray(value) && value.every(matches(/^([\w$.<>]+ )?[\w.-]+\.[jt]s:\d+:\d+$/)),
  ...Object.fromEntries(COUNTS.map((name) => [name, isCount])),
};

const isRequest = (line: unknown): line is Record<string, unknown> =>
  typeof line === 'object' && line !== null && 'event' in line && line.event === 'request';

/** What of a line could be anything: all but the fields of a request that have a value of ours. */
function restOf(line: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return line;
  }
  if (!isRequest(parsed)) return line;
  const rest = Object.entries(parsed).filter(([name, value]) => !OURS[name]?.(value, parsed));
  // A client may choose its request id: it is compared as a whole, so that each line need not be kept.
  const others = rest.filter(([name, value]) => name !== 'request_id' || secrets.has(String(value).toLowerCase()));
  return others.length ? JSON.stringify(Object.fromEntries(others)) : '';
}

/** Notes a line that was logged. @returns whether it is one of the service */
export function noteLine(line: string): boolean {
  const rest = restOf(line);
  if (rest) rests.add(rest);
  return /^\{"level":/.test(line);
}

/** Lines that hold something that a test handed out, or a field that a request's line should not have. */
export function leaks(): string[] {
  const unknown = [...rests].filter((rest) => {
    const names = rest.startsWith('{') ? Object.keys(JSON.parse(rest)) : [];
    return !names.includes('event') && names.some((name) => !['request_id', 'cause'].includes(name));
  });
  const texts = [...rests].map((rest) => rest.toLowerCase());
  const told = [...secrets].flatMap((secret) => texts.filter((text) => text.includes(secret)));
  return [...new Set([...unknown, ...told])];
}

export const forgetLines = (): void => rests.clear();

export function forgetAll(): void {
  forgetLines();
  secrets.clear();
}

export const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const;

let watching = false;
/** Notes all that is logged. Of what the service logs only errors that nobody expects are still shown. */
export function watchConsole(): void {
  if (watching) return;
  watching = true;
  for (const method of METHODS) {
    const show = console[method];
    console[method] = (...args: unknown[]) => {
      const isOurs = noteLine(args.map(String).join(' '));
      if (!isOurs || String(args[0]).includes('"frames":')) show(...args);
    };
  }
}
