import type * as z from 'zod';
import type { Permission } from '../auth/permissions';
import type { ServiceContext } from '../context';
import type { ErrorKind, HttpErrorKind } from '../error-table';

export interface InputSchemas {
  param?: z.ZodType;
  query?: z.ZodType;
  header?: z.ZodType;
  json?: z.ZodType;
  /** taken instead of `json` when the client sends a form (OAuth 2.0) */
  form?: z.ZodType;
}

/** A documented answer. */
export interface Answer {
  description: string;
  /** a schema, null for a JSON null, or the media types of a body that is not JSON, and the record that it is `of` */
  body?: z.ZodType | null | { media: readonly string[]; of: z.ZodType };
  headers?: Record<string, string>;
}

/** What somebody did with the records that an answer shows, in the words of the access log. */
export type LookAction = 'read' | 'list' | 'duplicates';

/** A route's declaration: who may call it, what it takes, what it answers. The API reference is made from it. */
export interface EndpointSpec extends InputSchemas {
  /** names the operation in generated clients: a verb (list, get, create, update by PUT, patch by PATCH, delete) and a noun */
  operationId: string;
  summary: string;
  description?: string;
  /** a permission of the role table; `account`: any account that is logged in; left out: public */
  permission?: Permission | 'account';
  /** counted as a search, whatever its query */
  search?: true;
  answers: Record<number, Answer>;
  /** if not `read` for an answer of one record and `list` for several */
  look?: LookAction;
  /** beyond those that follow from the permission and the inputs */
  errors?: readonly (ErrorKind | HttpErrorKind)[];
  /** of an update: reads the record. A field may be sent back as it is, even if it breaks a rule that came later */
  stored?: (ctx: ServiceContext, id: string) => Promise<{ record: object }>;
  /** for the API reference: headers that the handler reads itself, as any text is valid */
  requestHeaders?: z.ZodObject;
  /** for the API reference: a body that the handler reads itself, as schemas by media type, null for bytes */
  requestBody?: { required: boolean; content: Record<string, z.ZodType | null> };
  /** `rule`: the interface wants 400 for invalid data and for a body that is not JSON, not 422 and 415 */
  invalid?: 'rule';
}

const SPEC = Symbol('endpoint');

export const withSpec = <Handler extends object>(handler: Handler, spec: EndpointSpec): Handler =>
  Object.assign(handler, { [SPEC]: spec });

/** The declaration of a handler that `endpoint()` has made; undefined for any other. */
export const specOf = (handler: unknown): EndpointSpec | undefined =>
  (handler as { [SPEC]?: EndpointSpec } | undefined)?.[SPEC];
