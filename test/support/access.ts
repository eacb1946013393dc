import { env } from 'cloudflare:workers';
import type { AccessRecord } from '../../src/access-log/record';
import { storeAccesses } from '../../src/access-log/store';
import { timeOrderedUuid } from '../../src/rules/uuid';
import { accessSent, type Result } from './client';
import { newDatabase } from './trail';

/** A record of the access log, as the service sends it. */
export function accessRecord(given: Partial<AccessRecord> = {}): AccessRecord {
  const at = given.at ?? Date.now();
  return {
    id: timeOrderedUuid(at),
    at,
    actor: crypto.randomUUID(),
    role: 'staff',
    action: 'read',
    entity: 'patient',
    entity_id: null,
    patient_id: null,
    owner_id: null,
    count: null,
    request_id: null,
    address: null,
    detail: null,
    ...given,
  };
}

/** Keeps looks as the queue's consumer does. @returns how many objects they take */
export const keep = (looks: readonly AccessRecord[], timeZone = 'UTC') =>
  storeAccesses({ database: newDatabase(), bucket: env.FILES, timeZone }, looks);

/** What a call sent to the access log. */
export const accessOf = ({ headers }: Pick<Result, 'headers'>): AccessRecord[] =>
  accessSent.filter(({ request_id }) => request_id === headers.get('x-request-id'));

/** Whom a record names: the patients whose records were shown. */
export const patientsIn = ({ patient_id, detail }: AccessRecord): string[] => [
  ...(patient_id === null ? [] : [patient_id]),
  ...((JSON.parse(detail ?? '{}') as { patients?: string[] }).patients ?? []),
];
