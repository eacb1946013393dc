import { Database } from './client';
import { StorageError } from './errors';
import { batchOf, type Query } from './query';

interface Asked {
  query: Query<unknown>;
  settle: (result: Promise<unknown>) => void;
}

/**
 * For services that run side by side, one for each of many records: what they ask for in the same turn goes to D1 as one batch, in
 * the order in which they asked. Where the database refuses that, nothing of it was written, and each is asked for by itself.
 */
export class SharedTrips extends Database {
  #asked: Asked[] = [];

  override run<Result>(query: Query<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const settle = (result: Promise<unknown>) => result.then((made) => resolve(made as Result), reject);
      if (this.#asked.push({ query, settle }) === 1) setTimeout(() => this.#send());
    });
  }

  async #send(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const together = batchOf(Object.fromEntries(asked.map(({ query }, n) => [n, query])));
    try {
      const results = await super.run(together);
      for (const [n, { settle }] of asked.entries()) settle(Promise.resolve(results[n]));
    } catch (error) {
      const isOne = asked.length === 1 || !(error instanceof StorageError);
      for (const { query, settle } of asked) {
        const result = isOne ? Promise.reject(error) : super.run(query);
        settle(result);
        await result.catch(() => {});
      }
    }
  }
}
