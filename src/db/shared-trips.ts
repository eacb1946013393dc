import { Database } from './client';
import { StorageError } from './errors';
import { batchOf, type Query } from './query';

interface Asked {
  /** its result gives the answer */
  query: Query<() => void>;
  reject: (error: unknown) => void;
}

/**
 * For services that run side by side, one for each of many records: what they ask for in the same turn goes to D1 as one batch, in
 * the order in which they asked. Where the database refuses that, nothing of it was written, and each is asked for by itself.
 */
export class SharedTrips extends Database {
  #asked: Asked[] = [];

  override run<Result>(query: Query<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      // Reading the rows of one may throw, which is no matter of the others.
      const answering = ({ statements, read, replay }: Query<Result>): Query<() => void> => ({
        statements,
        read: (rows) => () => {
          try {
            resolve(read(rows));
          } catch (error) {
            reject(error);
          }
        },
        replay: replay && (() => answering(replay())),
      });
      if (this.#asked.push({ query: answering(query), reject }) === 1) setTimeout(() => this.#send());
    });
  }

  async #send(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const together = batchOf(Object.fromEntries(asked.map(({ query }, n) => [n, query])));
    try {
      for (const answer of Object.values(await super.run(together))) answer();
    } catch (error) {
      const isOne = asked.length === 1 || !(error instanceof StorageError);
      for (const { query, reject } of asked) {
        if (isOne) reject(error);
        else await super.run(query).then((answer) => answer(), reject);
      }
    }
  }
}
