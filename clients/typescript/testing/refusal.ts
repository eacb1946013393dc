export interface Fault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** An answer that is an error, as the service puts it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly detail: string | Fault[];
  /** Which one is taken */
  readonly field: string | undefined;
  constructor(status: number, code: string | undefined, detail: string | Fault[], field?: string) {
    super(String(detail));
    this.field = field;
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

export const rule = (code: string, detail: string) => new Refusal(400, code, detail);
export const duplicate = (label: string, field: string) =>
  new Refusal(400, 'duplicate', `${label} with this ${field} already exists`, field);
export const notFound = (label: string, id: string, code = 'not_found') =>
  new Refusal(404, code, `${label} not found: ${id}`);
export const invalid = (faults: Fault[]) => new Refusal(422, undefined, faults);
/** What the service has rules for that are not in the document, and not in here. */
export const unknown = (what: string) =>
  new Refusal(
    501,
    'not_in_test_hospital',
    `${what} is not in hospital-service-client/testing: test it against the service`,
  );
