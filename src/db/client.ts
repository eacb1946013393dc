import { storageError } from './errors';
import type { Query } from './statement';

type Rows<Q extends readonly Query<unknown>[]> = { [I in keyof Q]: Q[I] extends Query<infer Row> ? Row[] : never };

/** What a request cost: D1 round trips, statements, rows read and written; calls of R2. */
export interface Cost {
  trips: number;
  statements: number;
  rows_read: number;
  rows_written: number;
  r2: number;
}

/** A D1 session of one request. Every call is one round trip, and one transaction. */
export class Database {
  readonly cost: Cost = { trips: 0, statements: 0, rows_read: 0, rows_written: 0, r2: 0 };
  readonly #d1: D1Database;
  #session: D1DatabaseSession;

  /** @param from a bookmark, or which database the first query may ask (see Cloudflare's D1 Sessions API) */
  constructor(d1: D1Database, from: D1SessionBookmark | D1SessionConstraint) {
    this.#d1 = d1;
    this.#session = d1.withSession(from);
  }

  /** Leaves the replica that was asked: what was not there may be new. */
  turnToPrimary(): void {
    this.#session = this.#d1.withSession('first-primary');
  }

  get bookmark(): string | null {
    return this.#session.getBookmark();
  }

  /**
   * Runs the queries in order as one transaction in one round trip: all or none.
   * @throws StorageError, which holds neither SQL nor values
   */
  async batch<const Q extends readonly Query<unknown>[]>(queries: Q): Promise<Rows<Q>> {
    const prepared = queries.map((query) => this.#session.prepare(query.sql).bind(...query.values));
    this.cost.trips++;
    this.cost.statements += prepared.length;
    const results = await this.#run(prepared).catch((error) => {
      throw storageError(error);
    });
    for (const [i, { meta, results: rows }] of results.entries()) {
      const decode = queries[i]?.decode;
      if (decode) for (const row of rows) decode(row as Record<string, unknown>);
      this.cost.rows_read += meta.rows_read;
      this.cost.rows_written += meta.rows_written;
    }
    return results.map((result) => result.results) as Rows<Q>;
  }

  async rows<Row>(query: Query<Row>): Promise<Row[]> {
    return (await this.batch([query]))[0];
  }

  async first<Row>(query: Query<Row>): Promise<Row | undefined> {
    return (await this.rows(query))[0];
  }

  async #run(prepared: D1PreparedStatement[]): Promise<D1Result[]> {
    const [only] = prepared;
    return only && prepared.length === 1 ? [await only.all()] : this.#session.batch(prepared);
  }
}
