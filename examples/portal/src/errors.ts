import { HospitalError } from 'hospital-service-client';
import { t } from './i18n';

/** What to tell people about an error, in their language where it is one that happens to them. */
export function messageOf(error: unknown): string {
  if (!(error instanceof HospitalError)) return t.errors.unexpected;
  const { code, status, retryAfter, requestId } = error;
  if (code === 'throttled') return t.errors.wait(retryAfter ?? 60);
  if (status === 500) return `${t.errors.unexpected} ${t.errors.request(requestId ?? '')}`;
  const known: Record<string, string> = t.errors.codes;
  // What the service itself says is in English.
  return known[code] ?? error.message;
}

/** Of invalid input the message for one field (`first_name`), to be shown beside it. */
export const faultOf = (error: unknown, field: string): string | undefined =>
  error instanceof HospitalError ? error.faults.find(({ loc }) => loc.slice(1).join('.') === field)?.msg : undefined;

/** Whether it is one of the errors that the API reference names so. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof HospitalError && codes.includes(error.code);
