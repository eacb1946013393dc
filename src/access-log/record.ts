/** One request that read patients' data, failed to log in or was refused. */
export interface AccessRecord {
  /** a UUID of version 7 */
  id: string;
  at: number;
  actor: string | null;
  role: string | null;
  action: string;
  entity: string;
  entity_id: string | null;
  patient_id: string | null;
  /** of a file: the record that it belongs to, by which the consumer finds the patient */
  owner_id: string | null;
  count: number | null;
  request_id: string | null;
  address: string | null;
  /** JSON */
  detail: string | null;
}

/** At most, without `detail`. As JSON within JSON that has doubled quotes: a list of ids gets a tenth longer. */
const RECORD_BYTES = 600;
export const recordBytes = ({ detail }: Pick<AccessRecord, 'detail'>): number =>
  RECORD_BYTES + 1.1 * (detail?.length ?? 0);

/** In order. Only a group of a single element may have more bytes than `max`. */
export function* groupsOf<T>(all: Iterable<T>, bytes: (one: T) => number, max: number): Generator<T[]> {
  let group: T[] = [];
  let sum = 0;
  for (const one of all) {
    sum += bytes(one);
    if (group.length > 0 && sum > max) {
      yield group;
      [group, sum] = [[], bytes(one)];
    }
    group.push(one);
  }
  if (group.length > 0) yield group;
}
