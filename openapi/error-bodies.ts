import * as z from 'zod';
import { codesOf } from '../src/error-codes';
import { type AnyErrorKind, ERROR_KINDS } from '../src/error-kinds';

const detail = z.string().describe('What is wrong, in English, for people');
const field = z
  .string()
  .optional()
  .describe('With `duplicate`: the field whose value is taken, as a dotted path in the record, such as `user.email`');

function codeOf(kind: AnyErrorKind) {
  const codes = codesOf(kind);
  const sentences = codes.map(({ code, when }) => `\`${code}\`: ${when}`).join('. ');
  return z.enum(codes.map(({ code }) => code)).describe(`The reason, for a program. ${sentences}.`);
}

/** `not_found` → `NotFound` */
export const pascalCase = (kind: AnyErrorKind): string =>
  kind.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

function moreOf(kind: AnyErrorKind): z.ZodRawShape {
  if (kind === 'gone') return { merged_into: z.uuid() };
  return codesOf(kind).some(({ code }) => code === 'duplicate') ? { field } : {};
}

const bodies = new Map<AnyErrorKind, z.ZodType>();

export function errorBodyOf(kind: AnyErrorKind): z.ZodType {
  const id = `${pascalCase(kind)}Error`;
  const body = bodies.get(kind) ?? z.object({ detail, code: codeOf(kind), ...moreOf(kind) }).meta({ id });
  bodies.set(kind, body);
  return body;
}

export const InternalErrorBody = z
  .object({
    detail: z.literal(ERROR_KINDS.internal.description),
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

/** Example, of a patient that was sent. */
export const FAULTS: z.output<typeof FaultBody>[] = [
  { loc: ['body', 'last_name'], msg: 'Field required', type: 'missing' },
  { loc: ['body', 'dob'], msg: 'Input should be a valid date in the form YYYY-MM-DD', type: 'date_parsing' },
];
