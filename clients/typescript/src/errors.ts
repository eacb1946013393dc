import type { AnyResult, DataOfResult, Failure, Fault, ServiceError, Unreachable } from './types.ts';

/** The result of a call to which no answer came. */
export const unreachable: Unreachable = {
  ok: false,
  status: 0,
  error: { detail: 'The service did not answer', code: 'unreachable' },
};

/**
 * The refusal of a path part that URLs do not keep, as the service would put it: `/patient/..` is sent as `/`, and without its id
 * a record's path is that of the list. Encoded dots are dots to a URL, too.
 */
export function pathFault(path: object | undefined): Failure<422, ServiceError> | undefined {
  const [name] = Object.entries(path ?? {}).find(([, part]) => /^(\.|%2e){0,2}$/i.test(part)) ?? [];
  if (name === undefined) return undefined;
  const msg = 'Input should not be empty, "." or ".."';
  const error = { detail: [{ loc: ['path', name], msg, type: 'path_part' }] };
  return { ok: false, status: 422, error, response: new Response(JSON.stringify(error), { status: 422 }) };
}

/** The body of an error; one that is not the service's own (a proxy's page) is not shown. A 304 has none. */
export function serviceError(body: unknown, status: number): ServiceError {
  const isOwn = typeof body === 'object' && body !== null && 'detail' in body;
  if (isOwn) return body as ServiceError;
  return { detail: `HTTP ${status}`, code: status === 304 ? 'not_modified' : 'unexpected' };
}

/** What `unwrap` and lists throw. It holds neither a token nor anything that was sent. */
export class HospitalError extends Error {
  override readonly name = 'HospitalError';
  /** HTTP status; 0: the service did not answer */
  readonly status: number;
  /** Machine-readable reason, such as `not_found`; `invalid` where `faults` say more, `unreachable`, `unexpected` */
  readonly code: string;
  readonly detail: string;
  /** Every invalid field of a 422 */
  readonly faults: Fault[];
  /** By which the request is found in the service's log */
  readonly requestId: string | undefined;
  /** Seconds to wait before trying again */
  readonly retryAfter: number | undefined;

  constructor(result: AnyResult & { ok: false }) {
    const { detail, code } = result.error as ServiceError;
    const faults = Array.isArray(detail) ? detail : [];
    const text = Array.isArray(detail) ? detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') : detail;
    super(text);
    this.status = result.status;
    this.code = code ?? (faults.length ? 'invalid' : 'unexpected');
    this.detail = text;
    this.faults = faults;
    this.requestId = result.response?.headers.get('x-request-id') ?? undefined;
    this.retryAfter = retryAfterOf(result.response);
  }
}

/** Seconds of `Retry-After`, as the service sends it. */
export function retryAfterOf(response: Response | undefined): number | undefined {
  const seconds = Number.parseInt(response?.headers.get('retry-after') ?? '', 10);
  return seconds >= 0 ? seconds : undefined;
}

/**
 * The data of a result.
 * @throws HospitalError if it is not a success
 */
export function unwrap<R extends AnyResult>(result: R): DataOfResult<R> {
  if (result.ok) return result.data as DataOfResult<R>;
  throw new HospitalError(result);
}
