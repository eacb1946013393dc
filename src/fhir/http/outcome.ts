/** Errors as FHIR's OperationOutcome (hl7.org/fhir/R4/operationoutcome.html). */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ERROR_KINDS } from '../../error-kinds';
import { DuplicateError, type Fault, InvalidError, MergedError } from '../../errors';
import type { AppContext } from '../../http/context';
import { describeError, FAULTS_MAX } from '../../http/errors';
import { said } from '../../rules/said';
import { FhirError, type IssueCode } from '../errors';
import { urlOf } from './deployment';
import { answerFhir } from './negotiation';

export interface Issue {
  severity: 'error' | 'fatal' | 'warning' | 'information';
  code: IssueCode | 'informational';
  diagnostics: string;
  expression?: string[];
}

/** Of a text that may have what was sent. */
const TEXT_MAX = 1_000;
const shown = (text: string): string => said(text.slice(0, TEXT_MAX).toWellFormed()) ?? '';

export const outcomeOf = (issues: Issue[]) => ({
  resourceType: 'OperationOutcome',
  issue: issues.map(({ diagnostics, expression, ...issue }) => ({
    ...{ ...issue, diagnostics: shown(diagnostics) },
    ...(expression && { expression: expression.map(shown) }),
  })),
});

const CODES: Partial<Record<keyof typeof ERROR_KINDS, IssueCode>> = {
  rule: 'business-rule',
  unauthenticated: 'login',
  forbidden: 'forbidden',
  not_found: 'not-found',
  gone: 'deleted',
  conflict: 'conflict',
  outdated: 'conflict',
  method_not_allowed: 'not-supported',
  too_large: 'too-long',
  unsupported_media_type: 'not-supported',
  invalid: 'invalid',
  throttled: 'throttled',
  unavailable: 'transient',
};

/** Where the code says more than the kind. */
const CODES_OF_CODES: Readonly<Record<string, IssueCode>> = { duplicate: 'duplicate', invalid_body: 'structure' };
/** And the type of a fault; others are of the value. */
const CODES_OF_FAULTS: Readonly<Record<string, IssueCode>> = {
  missing: 'required',
  extra_forbidden: 'not-supported',
  passed_over: 'not-supported',
};

/** As the log calls an error of this status. */
const kindOf = (status: number) =>
  Object.entries(ERROR_KINDS).find(([, kind]) => kind.status === status)?.[0] ?? 'unsupported_media_type';

/** FHIRPath of a place in the body: `Patient.name[0].given[1]`. */
const expressionOf = (type: string, [where, ...path]: readonly (string | number)[]): string =>
  where === 'body'
    ? path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${part}`), type)
    : `http.${path.join('.')}`;

/** At the base itself Bundles are sent. */
const typeIn = (c: AppContext): string => c.req.path.split('/')[3] || 'Bundle';

/** A business rule breaks nothing of the resource's form: 422, as FHIR has it, but for what could not be read. */
function statusOf(status: ContentfulStatusCode, code: string): ContentfulStatusCode {
  if (status !== 400) return status;
  if (code === 'duplicate') return 409;
  return code === 'invalid_body' || code === 'invalid_bookmark' ? 400 : 422;
}

function answerOwn(c: AppContext, { code, message, expression, status, headers }: FhirError): Response {
  c.set('failure', { level: 'info', error: kindOf(status) });
  const issue: Issue = { severity: 'error', code, diagnostics: message };
  return answerFhir(c, outcomeOf([{ ...issue, ...(expression && { expression: [expression] }) }]), status, headers);
}

/** @param severity of a warning: it was done all the same */
export function issuesOf(c: AppContext, faults: readonly Fault[], severity: 'error' | 'warning'): Issue[] {
  const issues = faults.slice(0, FAULTS_MAX).map(
    ({ loc, msg, type }): Issue => ({
      severity,
      code: CODES_OF_FAULTS[type] ?? 'value',
      diagnostics: severity === 'warning' ? `Left out: ${msg}` : msg,
      expression: [expressionOf(typeIn(c), loc)],
    }),
  );
  const more = faults.length - issues.length;
  if (more > 0) issues.push({ severity, code: 'too-long', diagnostics: `${more} more are not named` });
  return issues;
}

const answerFaults = (c: AppContext, { faults }: InvalidError): Response =>
  answerFhir(c, outcomeOf(issuesOf(c, faults, 'error')), ERROR_KINDS.invalid.status);

/** Neither the answer nor the log has the message of an unexpected error. */
export function onFhirError(error: unknown, c: AppContext): Response {
  if (error instanceof FhirError) return answerOwn(c, error);
  const { kind, code, detail, status, headers } = describeError(c, error);
  if (error instanceof InvalidError) return answerFaults(c, error);
  const issue: Issue = {
    severity: kind === 'internal' ? 'fatal' : 'error',
    code: CODES_OF_CODES[code] ?? CODES[kind] ?? 'exception',
    diagnostics: detail,
    // What may be taken of a resource is what it is called.
    ...(error instanceof DuplicateError && { expression: [`${typeIn(c)}.identifier`] }),
  };
  const link = error instanceof MergedError && {
    link: `<${urlOf(c)}/Patient/${error.mergedInto}>; rel="canonical"`,
  };
  return answerFhir(c, outcomeOf([issue]), statusOf(status, code), { ...headers, ...link });
}
