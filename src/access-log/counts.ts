import { bitOf } from './kinds';
import type { StoredAccess } from './objects';

/** Epoch milliseconds. */
export interface Times {
  first_at: number;
  last_at: number;
}

/** Of one patient and one account in an object. */
export type Count = Times & { patient_id: string | null; actor: string | null; looks: number; kinds: number };

export function timesOf(accesses: readonly StoredAccess[]): Times {
  const times = accesses.map(({ at }) => at);
  return { first_at: Math.min(...times), last_at: Math.max(...times) };
}

export function countsOf(accesses: readonly StoredAccess[]): Count[] {
  const pairs = Map.groupBy(accesses, ({ patient_id, actor }) => `${patient_id} ${actor}`);
  return [...pairs.values()].map((some) => ({
    patient_id: some[0]?.patient_id ?? null,
    actor: some[0]?.actor ?? null,
    looks: some.length,
    kinds: some.reduce((kinds, access) => kinds | bitOf(access), 0),
    ...timesOf(some),
  }));
}
