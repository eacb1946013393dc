import { StorageError, storageError } from './errors';
import { batchOf, type NamedQueries, onlyRow, type Query, type RawRow, type Results } from './query';
import { withRetry } from './retry';
import { bytesWritten } from './written-bytes';

/** Of one request: `trips` go to D1, `r2` counts calls of R2. */
export interface Cost {
  trips: number;
  statements: number;
  rows_read: number;
  rows_written: number;
  r2: number;
}

/** Bytes from which on D1 refuses writes (developers.cloudflare.com/d1/platform/limits). */
export const DATABASE_MAX = 10_000_000_000;

/** Milliseconds after which a failed write is forgotten. */
const FAILURE_HOLDS = 60_000;
/** The last write that failed; one that succeeds removes it. */
const failedWrites = new WeakMap<D1Database, { kind: StorageError['kind']; at: number }>();

/** @param bytes about to be written. Throws where they are too many */
type Budget = (bytes: number) => Promise<void>;

/** A D1 session of one request. Every call is one round trip, and one transaction. */
export class Database {
  readonly cost: Cost = { trips: 0, statements: 0, rows_read: 0, rows_written: 0, r2: 0 };
  /** bytes that the database had at the last answer */
  size: number | undefined;
  /** whether the request repeats a create: what it answers was made, and may have been changed, before */
  isRepetition = false;
  readonly d1: D1Database;
  readonly #budget: Budget | undefined;
  #session: D1DatabaseSession;

  /** @param from a bookmark, or which database the first query may ask (see Cloudflare's D1 Sessions API) */
  constructor(d1: D1Database, from: D1SessionBookmark | D1SessionConstraint, budget?: Budget) {
    this.d1 = d1;
    this.#budget = budget;
    this.#session = d1.withSession(from);
  }

  /** A replica may not have what was just written. */
  turnToPrimary(): void {
    this.#session = this.d1.withSession('first-primary');
  }

  /** A full database still answers reads. */
  get isFull(): boolean {
    return (this.size ?? 0) >= DATABASE_MAX || this.#failedWrite === 'full';
  }

  /** Whether a recent write failed, and none has succeeded since. A full disk looks like this, too. */
  get failsToWrite(): boolean {
    return this.#failedWrite !== undefined;
  }

  get #failedWrite() {
    const last = failedWrites.get(this.d1);
    return last && Date.now() - last.at < FAILURE_HOLDS ? last.kind : undefined;
  }

  get bookmark(): string | null {
    return this.#session.getBookmark();
  }

  /** Runs the queries in order, all or none. @throws StorageError */
  batch<Q extends NamedQueries>(queries: Q): Promise<Results<Q>> {
    return this.run(batchOf(queries));
  }

  async first<Row>(query: Query<Row[]>): Promise<Row | undefined> {
    return (await this.run(query))[0];
  }

  async one<Row>(query: Query<Row[]>): Promise<Row> {
    return onlyRow(await this.run(query));
  }

  /**
   * Where the connection broke, sends the replay, unless it is a single read: D1 retries these itself.
   * @throws StorageError, and what the budget throws
   */
  async run<Result>(query: Query<Result>): Promise<Result> {
    const written = bytesWritten(query.statements);
    if (written > 0) await this.#budget?.(written);
    return withRetry(
      () => this.#runOnce(query),
      (error) => {
        const replay = error instanceof StorageError && error.kind === 'unavailable' ? query.replay?.() : undefined;
        return replay && replay.statements.length > 1 ? () => this.#runOnce(replay) : undefined;
      },
    );
  }

  async #runOnce<Result>({ statements, read }: Query<Result>): Promise<Result> {
    const prepared = statements.map(({ sql, values }) => this.#session.prepare(sql).bind(...values));
    this.cost.trips++;
    this.cost.statements += prepared.length;
    const results = await this.#send(prepared).catch((error) => {
      const failure = storageError(error);
      const { kind } = failure;
      if ((kind === 'full' || kind === 'unavailable') && !statements.every(({ isRead }) => isRead)) {
        failedWrites.set(this.d1, { kind, at: Date.now() });
      }
      throw failure;
    });
    for (const { meta } of results) {
      this.cost.rows_read += meta.rows_read;
      this.cost.rows_written += meta.rows_written;
      this.size = meta.size_after;
      if (meta.rows_written > 0) failedWrites.delete(this.d1);
    }
    return read(results.map((result) => result.results));
  }

  async #send(prepared: D1PreparedStatement[]): Promise<D1Result<RawRow>[]> {
    const [only] = prepared;
    return only && prepared.length === 1 ? [await only.all()] : this.#session.batch(prepared);
  }
}
