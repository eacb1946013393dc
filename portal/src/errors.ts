import { type Fault, faultsByField, HospitalError } from 'hospital-service-client';
import { t } from './i18n';

/** A sentence for what may not be in the table: a newer service has more codes than this portal knows. */
const textOf = (texts: Record<string, string>, name: string): string | undefined => texts[name];

/** The code of a page has not arrived. */
export class NotLoaded extends Error {}

/** What to tell people about an error, in their language. */
export function messageOf(error: unknown): string {
  if (error instanceof NotLoaded) return t.errors.codes.unreachable;
  if (!(error instanceof HospitalError)) return t.errors.unexpected;
  if (isMissing(error)) return t.errors.codes.not_found;
  const { code, status, retryAfter, requestId, faults } = error;
  if (code === 'throttled') return t.errors.wait(retryAfter ?? 60);
  if (status === 500) return `${t.errors.unexpected} ${t.errors.request(requestId ?? '')}`;
  // A search or a filter, which is no field of a form.
  const asked = faults.find(({ loc }) => loc[0] === 'query');
  if (asked) return textOfFault(asked);
  // What the service itself says is in English.
  return textOf(t.errors.codes, code) ?? error.message;
}

/** Whether there is no such record, or not even a record could have the id in the address. */
export const isMissing = (error: unknown): boolean =>
  hasCode(error, 'not_found') || (error instanceof HospitalError && error.faults.some(({ loc }) => loc[0] === 'path'));

/** What is wrong with a field. Where the service's `value_error` is a rule of that field, the field says which. */
export function textOfFault({ type, loc, msg }: Fault): string {
  const field = String(loc.at(-1));
  if (type === 'value_error') return textOf(t.errors.values, field) ?? msg;
  // That somebody else has the value is an error of its own.
  return textOf(t.errors.faults, type) ?? textOf(t.errors.codes, type) ?? msg;
}

/** Of invalid input the message for one field (`first_name`; '': the body itself), to be shown beside it. */
export function faultOf(error: unknown, field: string): string | undefined {
  const fault = error instanceof HospitalError ? faultsByField(error)[field] : undefined;
  return fault && textOfFault(fault);
}

/** The same of a field that the form shows as one text, whichever of its parts it is about. */
export function faultWithin(error: unknown, field: string): string | undefined {
  const faults = error instanceof HospitalError ? Object.entries(faultsByField(error)) : [];
  const [, fault] = faults.find(([path]) => path === field || path.startsWith(`${field}.`)) ?? [];
  return fault && textOfFault(fault);
}

/** Whether it is one of the errors that the API reference names so. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof HospitalError && codes.includes(error.code);
