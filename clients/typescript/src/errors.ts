import type { AnyResult, DataOfResult, ErrorCode, Failure, Fault, ServiceError, Unreachable } from './results.ts';

/** The result of a call to which no answer came. It names the machine that was asked, as most often the address is wrong. */
export const unreachable = (baseUrl: string): Unreachable => {
  const { origin } = new URL(baseUrl, globalThis.location?.href);
  return { ok: false, status: 0, error: { detail: `No hospital service answered at ${origin}`, code: 'unreachable' } };
};

/**
 * The refusal of a path part that URLs do not keep, as the service would put it: `/patient/..` is sent as `/`, and without its id
 * a record's path is that of the list. Encoded dots are dots to a URL, too.
 */
export function pathFault(path: object | undefined): Failure<422, ServiceError> | undefined {
  const [name] = Object.entries(path ?? {}).find(([, part]) => /^(\.|%2e){0,2}$/i.test(part)) ?? [];
  if (name === undefined) return undefined;
  const msg = 'Input should not be empty, "." or ".."';
  const error = { code: 'invalid', detail: [{ loc: ['path', name], msg, type: 'path_part' }] };
  return { ok: false, status: 422, error, response: new Response(JSON.stringify(error), { status: 422 }) };
}

/** Whoever answers with a `detail` is the service, whose errors have the form of its document: nobody else says so. */
const isOwn = (body: unknown): body is Pick<ServiceError, 'detail'> =>
  typeof body === 'object' && body !== null && 'detail' in body;

/**
 * The body of an error; one that is not the service's own (a proxy's page) is not shown. A 304 has none. `POST /auth/token` has errors
 * of RFC 6749 5.2, whose `error` is a code.
 */
export function serviceError(body: unknown, status: number): ServiceError {
  if (isOwn(body)) return { code: 'invalid', ...body };
  if (typeof body === 'object' && body !== null && 'error' in body && 'error_description' in body)
    return { code: String(body.error), detail: String(body.error_description) };
  return { detail: `HTTP ${status}`, code: status === 304 ? 'not_modified' : 'unexpected' };
}

/** What is wrong with what fields: the list of a 422, or the field whose value somebody else has. */
function faultsOf({ detail, code, field }: ServiceError): Fault[] {
  if (Array.isArray(detail)) return detail;
  return field === undefined ? [] : [{ loc: ['body', ...field.split('.')], msg: detail, type: code }];
}

/** What `unwrap` and lists throw. It holds neither a token nor anything that was sent. */
export class HospitalError extends Error {
  override readonly name = 'HospitalError';
  /** HTTP status; 0: the service did not answer */
  readonly status: number;
  /** Machine-readable reason, such as `not_found`; `invalid` where `faults` say more, `unreachable`, `unexpected` */
  readonly code: ErrorCode;
  readonly detail: string;
  /** Every invalid field of a 422, and that of a `duplicate` */
  readonly faults: Fault[];
  /** By which the request is found in the service's log */
  readonly requestId: string | undefined;
  /** Seconds to wait before trying again */
  readonly retryAfter: number | undefined;

  constructor(result: AnyResult & { ok: false }) {
    const { error } = result;
    const { detail, code } = error;
    const text = Array.isArray(detail) ? detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') : detail;
    super(text);
    this.status = result.status;
    this.code = code;
    this.detail = text;
    this.faults = faultsOf(error);
    this.requestId = result.response?.headers.get('x-request-id') ?? undefined;
    this.retryAfter = retryAfterOf(result.response);
  }
}

/** Seconds of `Retry-After`, as the service sends it. */
export function retryAfterOf(response: Response | undefined): number | undefined {
  const seconds = Number.parseInt(response?.headers.get('retry-after') ?? '', 10);
  return seconds >= 0 ? seconds : undefined;
}

/** A success has what the document says of its path: the call has asked for nothing else. */
const dataOf = <R>({ data }: AnyResult & { ok: true }) => data as DataOfResult<R>;

/**
 * The data of a result.
 * @throws HospitalError if it is not a success
 */
export function unwrap<R extends AnyResult>(result: R): DataOfResult<R> {
  if (result.ok) return dataOf<R>(result);
  throw new HospitalError(result);
}

/**
 * What is wrong with each field of what was sent, to be shown beside it, by its path: `last_name`, `addresses.0.city`, '' for all of
 * it; that of a parameter begins with its place, as `query.from`. Empty where no field is to blame.
 */
export function faultsByField(failed: AnyResult | Error | null | undefined): Record<string, Fault> {
  const error = failed && !('ok' in failed) ? failed : failed?.ok === false ? new HospitalError(failed) : undefined;
  const faults = error instanceof HospitalError ? error.faults : [];
  const byPath = faults.map((fault): [string, Fault] => {
    const [place, ...path] = fault.loc;
    return [(place === 'body' ? path : fault.loc).join('.'), fault];
  });
  // The first one of a field counts.
  return Object.fromEntries(byPath.reverse());
}
