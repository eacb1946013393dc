import { unknown } from './refusal.ts';
import type { Json } from './validate.ts';

export interface Stored {
  id: string;
  /** In which order they were made */
  seq: number;
  version: number;
  isDeleted: boolean;
  data: Json;
}

/** Fields whose entity does not have their name. */
const NAMED: Record<string, string> = {
  catalog: 'CatalogItem',
  mother: 'Patient',
  user: 'Account',
  account: 'Account',
};
export const entityNamed = (name: string): string => NAMED[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

export const REFERENCES = /^(patient|doctor|department|appointment|mother|catalog|invoice)_id$/;

/** All records, by entity and id. */
export class Store {
  readonly now: () => number;
  #records = new Map<string, Map<string, Stored>>();
  #numbers = new Map<string, number>();
  #seq = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  /** The oldest first. */
  all(entity: string): Stored[] {
    return [...(this.#records.get(entity)?.values() ?? [])];
  }

  get(entity: string, id: unknown): Stored | undefined {
    const record = this.#records.get(entity)?.get(String(id).toLowerCase());
    return record?.isDeleted ? undefined : record;
  }

  /** @param data its `id` is kept if it has one */
  add(entity: string, data: Json): Stored {
    const at = new Date(this.now()).toISOString();
    const id = String(data.id ?? crypto.randomUUID());
    const record = {
      ...{ id, seq: ++this.#seq, version: 1, isDeleted: false },
      data: { ...data, id, created_at: at, updated_at: at },
    };
    const records = this.#records.get(entity) ?? new Map();
    this.#records.set(entity, records.set(id, record));
    return record;
  }

  /** Where nothing changes, there is no new version. */
  change(record: Stored, data: Json): void {
    const isChange = Object.entries(data).some(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(record.data[field]),
    );
    if (!isChange) return;
    record.version++;
    record.data = { ...record.data, ...data, updated_at: new Date(this.now()).toISOString() };
  }

  /** As `PAT-00000001`. */
  number(code: string): string {
    const n = (this.#numbers.get(code) ?? 0) + 1;
    this.#numbers.set(code, n);
    return `${code}-${String(n).padStart(8, '0')}`;
  }

  /** What a field `doctor_id` refers to. */
  referred(data: Json, name: string): Stored | undefined {
    const id = data[`${name}_id`];
    return id === null || id === undefined ? undefined : this.#records.get(entityNamed(name))?.get(String(id));
  }

  /** What would have to be changed along with a record that is deleted is not known here. */
  requireUnreferred(what: string, id: string): void {
    for (const records of this.#records.values())
      for (const { isDeleted, data } of records.values())
        if (!isDeleted && data.id !== id && JSON.stringify(data).includes(id))
          throw unknown(`${what} of a record that others refer to`);
  }
}
