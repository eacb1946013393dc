import type { Context } from 'hono';
import { findTargetHandler } from 'hono/utils/handler';
import type * as z from 'zod';
import type { Permission } from '../auth/permissions';
import type { ServiceContext } from '../context';
import type { ErrorKind, HttpErrorKind } from '../error-kinds';
import type { FhirAccess } from '../scopes';

export interface InputSchemas {
  param?: z.ZodType;
  query?: z.ZodType;
  header?: z.ZodType;
  json?: z.ZodType;
  /** taken instead of `json` when the client sends a form (OAuth 2.0) */
  form?: z.ZodType;
}

export interface Answer {
  description: string;
  /** a schema; null for a JSON null; for other bodies their media types, and the record that they are `of` */
  body?: z.ZodType | null | { media: readonly string[]; of: z.ZodType };
  headers?: Record<string, string>;
  /** whether it is answered as a table, too */
  csv?: true;
}

/** In the words of the access log. */
export type AccessAction = 'read' | 'list' | 'duplicates';

/** The API reference is made from it. */
export interface EndpointSpec extends InputSchemas {
  /** its name in generated clients: a verb (list, get, create, update by PUT, patch by PATCH, delete) and a noun */
  operationId: string;
  /** left out of the API reference: another document describes it */
  isDescribedElsewhere?: true;
  summary: string;
  description?: string;
  /** `account`: any account that is logged in; left out: public */
  permission?: Permission | 'account';
  /** of an operation without `permission`: what a request needs whose address does not open it */
  unlessOpened?: { by: (c: Context) => Promise<boolean>; permission: Permission };
  /** what of a narrowed login it needs, where that does not follow from the permission */
  scope?: FhirAccess;
  /** whether it counts as a search whatever its query */
  search?: true;
  answers: Record<number, Answer>;
  /** by default `read` for an answer of one record, `list` for several */
  accessAction?: AccessAction;
  /** beyond those that follow from the permission and the inputs */
  errors?: readonly (ErrorKind | HttpErrorKind)[];
  /** of an update: reads the record, of which a field may be sent back even if it breaks a later rule */
  stored?: (ctx: ServiceContext, id: string) => Promise<{ record: object }>;
  /** for the API reference: headers without validation, which the handler reads */
  requestHeaders?: z.ZodObject;
  /** for the API reference: the body that the handler reads itself, schemas by media type; null for bytes */
  requestBody?: { required: boolean; content: Record<string, z.ZodType | null> };
  /** what is meant where no body is sent, of `json`; by default one is required */
  jsonIfNone?: object;
  /** `rule`: the interface wants 400 for invalid data and for a body that is not JSON, not 422 and 415 */
  invalid?: 'rule';
}

const SPEC = Symbol('endpoint');

export const withSpec = <Handler extends object>(handler: Handler, spec: EndpointSpec): Handler =>
  Object.assign(handler, { [SPEC]: spec });

const hasSpec = (handler: object): handler is { [SPEC]: EndpointSpec } => SPEC in handler;

/** undefined for a handler that `endpoint()` has not made. Hono wraps those of an app that has an `onError` of its own. */
export function specOf(handler: unknown): EndpointSpec | undefined {
  const target = typeof handler === 'function' && findTargetHandler(handler);
  return target && hasSpec(target) ? target[SPEC] : undefined;
}
