// What a stranger writes around openapi-fetch: a token on every request, and a look at every answer.
import assert from 'node:assert/strict';
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../generated/schema.ts';

/** An answer of the service, as it came. */
export interface Answer {
  method: string;
  /** as the document writes it: `/patient/{id}` */
  path: string;
  status: number;
  headers: Headers;
  /** parsed JSON, undefined where the answer is something else or has no body */
  body: unknown;
}

export type OnAnswer = (answer: Answer) => void;

export function connect(baseUrl: string, onAnswer: OnAnswer) {
  let token: string | undefined;
  // Lists can be had as CSV, too, which would make each of them a text or a list.
  const client = createClient<paths, 'application/json'>({ baseUrl });
  const watch: Middleware = {
    onRequest({ request }) {
      if (token) request.headers.set('authorization', `Bearer ${token}`);
    },
    async onResponse({ request, response, schemaPath }) {
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const { status, headers } = response;
      const body: unknown = isJson ? await response.clone().json() : undefined;
      onAnswer({ method: request.method, path: schemaPath, status, headers, body });
    },
  };
  client.use(watch);
  return Object.assign(client, {
    /** What every further request carries; none without an argument. */
    authorize: (accessToken?: string) => {
      token = accessToken;
    },
  });
}
export type Hospital = ReturnType<typeof connect>;

type Result<Data> = { data?: Data; error?: unknown; response: Response };

/** The body of an answer that succeeded with a status. */
export function unwrap<Data>({ data, error, response }: Result<Data>, status = 200): Data {
  assert.equal(response.status, status, `${response.url}: ${JSON.stringify(error)}`);
  return data as Data;
}

/** The body of an answer that failed with a status and, but for 422, with a code. */
export function refused<Failure extends object>(
  { error, response }: { error?: Failure; response: Response },
  status: number,
  code?: string,
) {
  assert.equal(response.status, status, response.url);
  assert.ok(error);
  assert.equal('code' in error ? error.code : undefined, code);
  return error;
}
