import { type AnyResult, conflictsOf } from 'hospital-service-client';

/** What the service says of a visit that it has booked all the same. */
export interface Told {
  /** other visits of the patient, or of the doctor, at that time */
  visits: string[];
  /** somebody else is being booked at that time */
  isHeld: boolean;
  /** no room was free that it needs */
  lacksRoom: boolean;
}

const CONFLICTS = /<([^>]*)>;\s*rel="conflict"/g;

export function toldOf(result: AnyResult): Told {
  const links = [...(result.response?.headers.get('link') ?? '').matchAll(CONFLICTS)].map(([, url = '']) => url);
  return {
    visits: conflictsOf(result),
    isHeld: links.some((url) => url.includes('/calendar/slots')),
    lacksRoom: links.some((url) => url.includes('/calendar/resources/')),
  };
}
