/** Errors as FHIR's OperationOutcome (hl7.org/fhir/R4/operationoutcome.html). */
import { ERROR_KINDS } from '../error-table';
import { InvalidError, MergedError } from '../errors';
import type { AppContext } from '../http/context';
import { describeError, FAULTS_MAX } from '../http/errors';
import { FhirError, type IssueCode } from './errors';
import { answerFhir } from './negotiation';

interface Issue {
  severity: 'error' | 'fatal' | 'information';
  code: IssueCode | 'informational';
  diagnostics: string;
  expression?: string[];
}

export const outcomeOf = (issues: Issue[]) => ({ resourceType: 'OperationOutcome', issue: issues });

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

/** As the log calls an error of this status. */
const kindOf = (status: number) =>
  Object.entries(ERROR_KINDS).find(([, kind]) => kind.status === status)?.[0] ?? ('unsupported_media_type' as const);

/** FHIRPath of a place in the body: `Patient.name[0].given[1]`. */
const expressionOf = (type: string, [where, ...path]: readonly (string | number)[]): string =>
  where === 'body'
    ? path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${part}`), type)
    : `http.${path.join('.')}`;

const typeIn = (c: AppContext): string => c.req.path.split('/')[3] ?? 'Resource';

/** A business rule breaks nothing of the resource's form: 422, as FHIR has it, but for what could not be read. */
function statusOf(status: number, code: string): number {
  if (status !== 400) return status;
  if (code === 'duplicate') return 409;
  return code === 'invalid_body' || code === 'invalid_bookmark' ? 400 : 422;
}

/** Neither the answer nor the log has the message of an unexpected error. */
export function onFhirError(error: unknown, c: AppContext): Response {
  if (error instanceof FhirError) {
    const { code, message, expression, status, headers } = error;
    c.set('failure', { level: 'info', error: kindOf(status) });
    const issue = { severity: 'error' as const, code, diagnostics: message };
    return answerFhir(c, outcomeOf([{ ...issue, ...(expression && { expression: [expression] }) }]), status, headers);
  }
  const { kind, code, detail, status, headers } = describeError(c, error);
  if (error instanceof InvalidError) {
    const issues = error.faults.slice(0, FAULTS_MAX).map(({ loc, msg, type }) => ({
      severity: 'error' as const,
      code:
        type === 'missing'
          ? ('required' as const)
          : type === 'extra_forbidden'
            ? ('not-supported' as const)
            : ('value' as const),
      diagnostics: msg,
      expression: [expressionOf(typeIn(c), loc)],
    }));
    return answerFhir(c, outcomeOf(issues), 422);
  }
  const further = error instanceof MergedError ? { link: `<${error.mergedInto}>; rel="canonical"` } : headers;
  const issue = {
    severity: kind === 'internal' ? ('fatal' as const) : ('error' as const),
    code:
      code === 'duplicate'
        ? ('duplicate' as const)
        : code === 'invalid_body'
          ? ('structure' as const)
          : (CODES[kind] ?? 'exception'),
    diagnostics: detail,
  };
  return answerFhir(c, outcomeOf([issue]), statusOf(status, code), further);
}
