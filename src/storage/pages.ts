/** How the hourly job goes through the objects of R2. */

/** D1's Time Travel reaches 30 days back: until then, a database that is restored must find the objects that it names. */
export const ORPHAN_DAYS = 31;

/** Calls of one run: each lists up to 1,000 objects. */
export const PAGES_MAX = 50;

/** @param max pages of all prefixes together */
export async function* pages(bucket: R2Bucket, prefixes: readonly string[], max: number): AsyncGenerator<R2Object[]> {
  let left = max;
  for (const prefix of prefixes) {
    for (let cursor: string | undefined, more = true; more && left > 0; left--) {
      const page = await bucket.list({ prefix, ...(cursor && { cursor }) });
      yield page.objects;
      more = page.truncated;
      cursor = page.truncated ? page.cursor : undefined;
    }
  }
}
