// What the document says of any request: its address, its parameters, its body.
import type { Answer, Asked } from './asked.ts';
import { type Operation, operations } from './document.ts';
import { type Fault, invalid, Refusal, rule } from './refusal.ts';
import { isJson, type Json, read, readParameter } from './validate.ts';

const routes = operations.map((operation) => {
  const pattern = operation.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { operation, method: operation.method.toUpperCase(), pattern: new RegExp(`^${pattern}/?$`) };
});

export function route(method: string, url: URL) {
  for (const { pattern, operation, ...one } of routes) {
    const found = one.method === method && pattern.exec(url.pathname);
    if (found) return { operation, parts: { ...found.groups } };
  }
  throw new Refusal(404, 'route_not_found', 'Not found');
}

async function bodyOf(request: Request, { body, requiresBody }: Operation): Promise<unknown> {
  if (!body) return undefined;
  const text = await request.text();
  if (!text && !requiresBody) return {};
  if (!/json/.test(request.headers.get('content-type') ?? 'json'))
    throw new Refusal(415, 'unsupported_media_type', 'The body must be JSON, with Content-Type application/json');
  try {
    return JSON.parse(text);
  } catch {
    throw rule('invalid_body', 'The body is not valid JSON');
  }
}

export const PREFERS_FULL = /(^|[,;\s])return="?representation"?($|[,;\s])/i;

export interface Sent {
  values: Record<'path' | 'query' | 'header', Json>;
  body: Json;
  /** Names in the body that the service does not take */
  ignored: string[];
  text: string;
}

/** @throws Refusal 400, 415, 422 */
export async function readRequest(
  request: Request,
  url: URL,
  { operation, parts }: ReturnType<typeof route>,
): Promise<Sent> {
  const sent = await bodyOf(request, operation);
  const faults: Fault[] = [];
  const ignored: string[] = [];
  const values: Sent['values'] = { path: {}, query: {}, header: {} };
  for (const parameter of operation.parameters) {
    const { name, in: place } = parameter;
    const part = place === 'path' ? parts[name] : request.headers.get(name);
    const given = place === 'query' ? url.searchParams.getAll(name) : [part ?? ''];
    values[place][name] = readParameter(parameter, given, faults);
  }
  const body = operation.body ? read(operation.body, sent, ['body'], faults, ignored) : {};
  if (faults.length) throw invalid(faults);
  return { values, body: isJson(body) ? body : {}, ignored, text: `${url.pathname} ${JSON.stringify(sent)}` };
}

/** 304 for what the client has (RFC 9110). */
export function unlessKnown({ operation, headers }: Asked, answer: Answer): Answer {
  const { etag } = answer.headers ?? {};
  const known = headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  const isKnown = operation.isConditional && etag && known?.some((tag) => tag === '*' || tag === etag);
  return isKnown ? { status: 304, headers: { etag } } : answer;
}
