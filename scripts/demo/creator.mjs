// Writes records so that none is written twice: each has a key of its own, by which the service knows a repetition.
import { unwrap } from 'hospital-service-client';

/** How many requests are under way at a time: more do not make a database faster. */
const AT_A_TIME = 6;

/** Runs `work` for each item, some at a time. @returns the results in the order of the items */
export async function forEach(items, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const n = next++;
      results[n] = await work(items[n], n);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return results;
}

/** @param key begins the keys of this demo */
export function createCreator(hospital, key) {
  const header = (kind, n) => ({ 'idempotency-key': `${key}-${kind}-${n}` });
  return {
    /** The record that was created, now or by an earlier run. `n` is its number among those of its kind. */
    create: async (path, kind, n, body, path_params) =>
      unwrap(await hospital.POST(path, { params: { header: header(kind, n), path: path_params }, body })),
    upload: async (entity_id, kind, n, filename, bytes) =>
      unwrap(
        await hospital.upload({
          entity_id,
          type: kind,
          filename,
          file: new Blob([bytes]),
          idempotencyKey: `${key}-file-${kind}-${n}`,
        }),
      ),
  };
}
