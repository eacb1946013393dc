import * as z from 'zod';
import { type AnyErrorKind, ERROR_CODES, type ErrorCode } from '../src/errors';

// For the API reference only.

const detail = z.string().describe('What is wrong, in English, for people');

/** The codes of errors of this kind. */
export const codesOf = (kind: AnyErrorKind | 'internal'): ErrorCode[] =>
  (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) =>
    ERROR_CODES[code].kinds.some((one: string) => one === kind),
  );

const shown = (codes: readonly ErrorCode[]) => codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].when}`).join('. ');

const codeOf = (kind: AnyErrorKind | 'internal') => {
  const codes = codesOf(kind);
  return z.enum(codes).describe(`The reason, for a program. ${shown(codes)}.`);
};

/** `not_found` → `NotFoundError` */
const idOf = (kind: string) => `${kind.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Error`;

const bodies = new Map<AnyErrorKind, z.ZodType>();

/** The body of an error of this kind. */
export function errorBodyOf(kind: AnyErrorKind): z.ZodType {
  const body = bodies.get(kind) ?? z.object({ detail, code: codeOf(kind) }).meta({ id: idOf(kind) });
  bodies.set(kind, body);
  return body;
}

export const InternalErrorBody = z
  .object({
    detail: z.literal('Internal server error'),
    code: codeOf('internal'),
    request_id: z.string().describe('What finds the request in the logs: the `x-request-id` of the answer'),
  })
  .meta({ id: 'InternalError' });

const FaultBody = z
  .object({
    loc: z
      .array(z.union([z.string(), z.int()]))
      .describe('Where: `path`, `query`, `header` or `body`, then each path segment; array indexes are numbers'),
    msg: z.string().describe('What is wrong, in English, for people'),
    type: z.string().describe('What is wrong, for a program: `missing`, `enum`, `string_too_long` …'),
  })
  .meta({ id: 'Fault' });
export const ValidationErrorBody = z
  .object({ detail: z.array(FaultBody).describe('Every fault of the request') })
  .meta({ id: 'ValidationError' });
