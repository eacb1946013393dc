// What calls come back with.

import type { components } from './schema.ts';
import type { Method, OperationOf, PathsOf } from './types.ts';

/** Of an answer's possible bodies, those that are only there because nobody asked for more. */
type Reduced<All, Member = All> = Member extends unknown ? ([All] extends [Member] ? Member : never) : never;
type Fuller<All, Member = All> = Member extends unknown ? ([All] extends [Member] ? never : Member) : never;
type Acknowledgement = null | { message: string };
type OrAll<Part, All> = [Part] extends [never] ? All : Part;
type FullOf<All> = OrAll<Fuller<OrAll<Exclude<All, Acknowledgement>, All>>, OrAll<Exclude<All, Acknowledgement>, All>>;
type ReducedOf<All> = OrAll<Extract<All, Acknowledgement>, OrAll<Reduced<All>, All>>;
type Chosen<All, Asked extends string> = string extends Asked
  ? ReducedOf<All>
  : [Asked] extends ['full' | 'return=representation']
    ? FullOf<All>
    : [Asked] extends ['reduced']
      ? ReducedOf<All>
      : All;
type DataOf<Body, Asked extends string> = [Body] extends [readonly (infer Item)[]]
  ? Chosen<Item, Asked>[]
  : Chosen<Body, Asked>;

type BodyOf<Answer, Asked = string> = Answer extends { content: infer Content }
  ? [Content] extends [never]
    ? undefined
    : [Asked, Content] extends ['csv', { 'text/csv': unknown }]
      ? Blob
      : Content extends { 'application/json': infer Body }
        ? Body
        : undefined
  : undefined;

/** One fault of a 422 (and of a signup's 400). */
export interface Fault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

type ErrorBodies = components['schemas'][Extract<keyof components['schemas'], `${string}Error`>];
/** The codes of this version; a newer service may have more. */
export type ErrorCode =
  | Extract<ErrorBodies, { code: string }>['code']
  | ('invalid' | 'not_modified' | 'unexpected' | 'unreachable')
  | (string & Record<never, never>);

/** An error of the service, as it is sent, or one that the client has for an answer of somebody else. */
export interface ServiceError {
  detail: string | Fault[];
  code: ErrorCode;
  /** Of a `duplicate`: whose value somebody else has */
  field?: string;
  request_id?: string;
}

/** Every error has a code: one that lists faults has the client's. */
type ErrorOf<Body> = Body extends { code: unknown }
  ? Body
  : Body extends { detail: unknown }
    ? Body & { code: 'invalid' }
    : { detail: string; code: 'not_modified' | 'unexpected' };

export interface Success<Status extends number, Data> {
  ok: true;
  status: Status;
  data: Data;
  error?: undefined;
  response: Response;
}

export interface Failure<Status extends number, Failed> {
  ok: false;
  status: Status;
  data?: undefined;
  error: Failed;
  response: Response;
}

/** No answer arrived, also after retries: whether the request did is not known. */
export interface Unreachable {
  ok: false;
  status: 0;
  data?: undefined;
  error: { detail: string; code: 'unreachable' };
  response?: undefined;
}

type Responses<Op> = Op extends { responses: infer R } ? R : never;
type OkStatus = 200 | 201 | 202 | 203 | 204 | 206;
/** A 204 beside an answer with a body is for logins whose `scope` has no read, which a portal's have. */
type StatusOf<R> = Exclude<keyof R & number, (200 | 201) & keyof R extends never ? never : 204>;

/** What a call comes back with, told apart by `status` (or `ok`). Only an aborted call throws. */
export type Result<Op, Asked extends string = string> =
  | {
      [S in StatusOf<Responses<Op>>]: S extends OkStatus
        ? Success<S, DataOf<BodyOf<Responses<Op>[S], Asked>, Asked>>
        : Failure<S, ErrorOf<BodyOf<Responses<Op>[S]>>>;
    }[StatusOf<Responses<Op>>]
  | Unreachable;

/** What a call of this method and path comes back with. */
export type ResultOf<M extends Method, P extends PathsOf<M>, Asked extends string = string> = Result<
  OperationOf<P, M>,
  Asked
>;

/** Any result, for helpers. */
export type AnyResult = Success<number, unknown> | Failure<number, ServiceError> | Unreachable;

export type DataOfResult<R> = R extends { ok: true; data: infer Data } ? Data : never;

/** The item of a list's answer: an array, or `{ data, total }`. */
export type ItemOf<Data> = Data extends readonly (infer Item)[]
  ? Item
  : Data extends { total: number; data: (infer Item)[] }
    ? Item
    : never;

/** The paths of lists. */
export type ListPaths = {
  [P in PathsOf<'get'>]: [ItemOf<DataOfResult<Result<OperationOf<P, 'get'>, 'any'>>>] extends [never] ? never : P;
}[PathsOf<'get'>];
