import { HospitalError } from 'hospital-service-client';
import { t } from './i18n';

/** What to tell people about an error, in their language where it is a common one. */
export function messageOf(error: unknown): string {
  if (!(error instanceof HospitalError)) return t.errors.unexpected;
  switch (error.status) {
    case 0:
      return t.errors.network;
    case 403:
      return t.errors.forbidden;
    case 404:
      return t.errors.notFound;
    case 412:
      return t.errors.outdated;
    case 429:
      return t.errors.wait(error.retryAfter ?? 60);
    case 503:
      return t.errors.busy;
    case 500:
      return `${t.errors.unexpected} ${t.errors.request(error.requestId ?? '')}`;
    default:
      // What the service says of a broken rule is in English.
      return faultsOf(error).join(' ') || error.detail;
  }
}

const faultsOf = (error: HospitalError): string[] =>
  error.faults.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);

/** Of invalid input the message for one field (`first_name`), to be shown beside it. */
export const faultOf = (error: unknown, field: string): string | undefined =>
  error instanceof HospitalError ? error.faults.find(({ loc }) => loc.slice(1).join('.') === field)?.msg : undefined;

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof HospitalError && error.status === status;
