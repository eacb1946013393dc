export interface BoundStatement {
  readonly sql: string;
  readonly values: unknown[];
  /** false if it may write */
  readonly isRead: boolean;
}

export type RawRow = Record<string, unknown>;

export interface Query<Result> {
  readonly statements: readonly BoundStatement[];
  /** @param rows of each statement */
  readonly read: (rows: RawRow[][]) => Result;
  /** sent if the answer was lost: same result whether or not this query took effect; undefined: never sent again */
  readonly replay?: (() => Query<Result>) | undefined;
}

export function onlyRow<Row>(rows: readonly Row[] = []): Row {
  const [row] = rows;
  if (row === undefined) throw new TypeError('The query has no row');
  return row;
}

/** Nothing checks the type of the row (README.md). */
export const rowsAs = <Row>(rows: RawRow[]) => rows as Row[];

/** What a statement is given, by the names of its inputs: an object, as those are its keys, and anything where it has none. */
export const valuesOf = (inputs: unknown) => inputs as RawRow;

/** What is left of a row without what was read beside it, in one statement. TypeScript does not see that this is the row. */
export const rowLeft = <Row>(left: object): Row => left as Row;

/** They run in this order; one that is undefined is left out. */
export type NamedQueries = Readonly<Record<string, Query<unknown> | undefined>>;

export type Results<Q extends NamedQueries> = {
  [Name in keyof Q]: Q[Name] extends Query<infer Result>
    ? Result
    : Q[Name] extends Query<infer Result> | undefined
      ? Result | undefined
      : never;
};

/** Made of each of the queries, under its name. TypeScript does not follow a mapped type through a loop. */
const byNameOf = <Mapped>(made: Record<string, unknown>) => made as Mapped;

export function batchOf<Q extends NamedQueries>(queries: Q): Query<Results<Q>> {
  const entries = Object.entries(queries).flatMap(([name, query]) => (query ? [{ name, query }] : []));
  const canReplay = entries.every(({ query }) => query.replay);
  const replayed = () => Object.fromEntries(entries.map(({ name, query }) => [name, query.replay?.()]));
  return {
    statements: entries.flatMap(({ query }) => query.statements),
    replay: canReplay ? () => batchOf(byNameOf<Q>(replayed())) : undefined,
    read: (rows) => {
      let at = 0;
      const results: Record<string, unknown> = {};
      for (const { name, query } of entries) {
        const end = at + query.statements.length;
        results[name] = query.read(rows.slice(at, end));
        at = end;
      }
      return byNameOf<Results<Q>>(results);
    },
  };
}

/**
 * Followers have the condition `previousChanged`, so that they act only if the write has changed a row. Each but the last must itself
 * change a row exactly when the write did. Where a replay changes nothing, they do nothing either.
 */
export const withFollowers = <Result>(write: Query<Result>, ...followers: Query<unknown>[]): Query<Result> => {
  const { replay } = write;
  return {
    statements: [write, ...followers].flatMap(({ statements }) => statements),
    read: (rows) => write.read(rows.slice(0, write.statements.length)),
    replay: replay && (() => withFollowers(replay(), ...followers)),
  };
};
