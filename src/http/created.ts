// What a create takes and answers beside its record.

import { fingerprint } from '../auth/tokens';
import type { Idempotency } from '../db/idempotency';
import { settingsOf } from '../env';
import type { FhirType } from '../fhir-types';
import { covers } from '../scopes';
import { recordConflicts, recordDuplicates } from './access-log';
import { type AppContext, baseUrl } from './context';
import { setETag } from './versions';

export async function idempotencyOf(
  c: AppContext,
  header: { 'idempotency-key'?: string | undefined },
): Promise<Idempotency | null> {
  const key = header['idempotency-key'];
  if (key === undefined) return null;
  const request = `${c.req.path.replace(/\/$/, '')}\n${await c.req.text()}`;
  return { key, fingerprint: await fingerprint(settingsOf(c.env), request) };
}

const addressOf = (c: AppContext, id: string, collection = c.req.path): string =>
  `${baseUrl(c)}${collection.replace(/\/$/, '')}/${id}`;

/** @param collection where the record is read, if not where the request was sent to */
export const setLocation = (c: AppContext, id: string, collection?: string): void =>
  c.header('location', addressOf(c, id, collection));

export function setCreated(c: AppContext, id: string, version = 1, collection?: string): void {
  setLocation(c, id, collection);
  setETag(c, version);
}

/** A link is a search that the client has not asked for. */
const maySearch = (c: AppContext, type: FhirType): boolean => {
  const actor = c.get('actor');
  return actor !== undefined && covers(actor, { type, interaction: 's' });
};

/** RFC 8288, RFC 6249. @param ids of patients who may be the created one, the likeliest first */
export function setDuplicateLinks(c: AppContext, created: string, ids: readonly string[]): void {
  if (ids.length === 0 || !maySearch(c, 'Patient')) return;
  c.header('link', ids.map((id) => `<${addressOf(c, id)}>; rel="duplicate"`).join(', '));
  recordDuplicates(c, created, ids);
}

interface ConflictLinks {
  patient_id: string;
  /** ids of other appointments of the patient at the same time, the first ones */
  visits: readonly string[];
  /** where those are read */
  collection: string;
  /** what else is in the way: paths that show no patient's data */
  others: readonly string[];
}

/** RFC 8288. */
export function setConflictLinks(c: AppContext, { patient_id, visits, collection, others }: ConflictLinks): void {
  const shown = maySearch(c, 'Appointment') ? visits : [];
  const addresses = [
    ...shown.map((id) => addressOf(c, id, collection)),
    ...others.map((path) => `${baseUrl(c)}${path}`),
  ];
  if (addresses.length > 0) c.header('link', addresses.map((address) => `<${address}>; rel="conflict"`).join(', '));
  if (shown.length > 0) recordConflicts(c, patient_id, shown.length);
}
