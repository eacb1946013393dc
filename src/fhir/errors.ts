/** What FHIR throws itself. Services throw errors of src/errors.ts. */

/** Codes of OperationOutcome.issue (hl7.org/fhir/R4/valueset-issue-type.html) that are used here. */
export type IssueCode =
  | 'invalid'
  | 'structure'
  | 'required'
  | 'value'
  | 'not-supported'
  | 'not-found'
  | 'deleted'
  | 'multiple-matches'
  | 'conflict'
  | 'duplicate'
  | 'too-costly'
  | 'too-long'
  | 'business-rule'
  | 'login'
  | 'expired'
  | 'forbidden'
  | 'throttled'
  | 'transient'
  | 'exception';

type Status = 400 | 404 | 405 | 406 | 409 | 410 | 412 | 413 | 422 | 429 | 500 | 503;

export class FhirError extends Error {
  override readonly name = 'FhirError';
  readonly status: Status;
  readonly code: IssueCode;
  /** FHIRPath of the element, or the name of the parameter */
  readonly expression: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: Status,
    code: IssueCode,
    message: string,
    { expression, headers = {} }: { expression?: string; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.expression = expression;
    this.headers = headers;
  }
}

export const notFound = (type: string, id: string) => new FhirError(404, 'not-found', `${type}/${id} is not known`);
/** @param survivor into whom the patient was merged whose part it was */
export const gone = (type: string, id: string, survivor: string | null = null) => {
  const why = survivor === null ? 'was deleted' : `is gone: its patient was merged into Patient/${survivor}`;
  return new FhirError(410, 'deleted', `${type}/${id} ${why}`);
};
/** Of a search: malformed, or not known where that was to be refused. */
export const badParameter = (name: string, message: string, code: IssueCode = 'invalid') =>
  new FhirError(400, code, `${name}: ${message}`, { expression: `http.${name}` });
