/** What is answered of an appointment, and of what it overlaps. */
import { hasTime } from '../../rules/appointment-status';
import { isoTime } from '../../rules/datetime';
import type { Told } from './booking';
import type * as queries from './queries';
import type { FullListedAppointment, ListedAppointment } from './schemas';

type Rare = 'queue_number' | 'reason' | 'notes' | 'tags' | 'type_id' | 'resource_id' | 'series_id';

/** What some appointments have: JSON leaves out what is undefined. */
export const ifAny = ({
  queue_number,
  reason,
  notes,
  tags,
  type_id,
  resource_id,
  series_id,
}: Partial<Pick<queries.NotedRow, Rare>>) => ({
  queue_number: queue_number ?? undefined,
  reason: reason ?? undefined,
  notes: notes ?? undefined,
  tags: tags ?? undefined,
  type_id: type_id ?? undefined,
  resource_id: resource_id ?? undefined,
  series_id: series_id ?? undefined,
});

export const withNote = (has_note: boolean) => (has_note ? { has_note } : {});

export function toListed({
  seq: _,
  starts_at: __,
  ends_at: ___,
  patient,
  doctor,
  department,
  ...row
}: queries.Row | queries.NotedRow): ListedAppointment | FullListedAppointment {
  return {
    ...row,
    ...ifAny(row),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    ...(patient && patient !== 1 ? { patient, doctor, department } : {}),
  };
}

/** What a booking is told of, and is made nevertheless. */
export interface Conflicts {
  /** ids of other appointments of the patient at the same time */
  visits: string[];
  /** the time, in epoch milliseconds, if somebody else holds it */
  held: { starts_at: number; ends_at: number } | undefined;
  /** the room, or the kind, that it goes without */
  room: { id: string } | { kind: string } | undefined;
}

export const conflictsIn = (rows: readonly Told[] = [], room?: Conflicts['room']): Conflicts => ({
  visits: rows.flatMap(({ id }) => id ?? []),
  held: rows.find(({ id }) => id === null),
  room,
});

/** @param given the room that it got */
export function roomWanting(
  given: string | null,
  status: string,
  asked: { resource_id: string | null; needs: string | null },
) {
  if (given !== null || !hasTime(status)) return undefined;
  if (asked.resource_id !== null) return { id: asked.resource_id };
  return asked.needs === null ? undefined : { kind: asked.needs };
}
