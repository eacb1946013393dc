import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { METHODS, noteLine } from './log-watch';

type Replaced<T> = Partial<Record<keyof T, unknown>>;

/** The real database, but for the methods of its sessions that `change` replaces. */
export function databaseWith(
  change: (session: D1DatabaseSession, from: string | undefined) => Replaced<D1DatabaseSession>,
): D1Database {
  const withSession = (from?: string) => {
    const session = env.DB.withSession(from);
    const methods = {
      prepare: (sql: string) => session.prepare(sql),
      batch: (statements: D1PreparedStatement[]) => session.batch(statements),
      getBookmark: () => session.getBookmark(),
    };
    return { ...methods, ...change(session, from) } as D1DatabaseSession;
  };
  return { withSession } as D1Database;
}

/** A database on which every query fails with `error`. */
export function brokenDatabase(error: unknown): D1Database {
  const fail = () => Promise.reject(error);
  const statement = { bind: () => statement, all: fail, run: fail, first: fail, raw: fail };
  return databaseWith(() => ({ prepare: () => statement, batch: fail, getBookmark: () => null }));
}

/** The real bucket, but for `methods`. */
export const bucketWith = (methods: Replaced<R2Bucket>): R2Bucket =>
  new Proxy(env.FILES, {
    get: (bucket, name: keyof R2Bucket) => methods[name] ?? (bucket[name] as () => unknown).bind(bucket),
  });

/** What a call goes through: `run` is the call itself. */
type Step = <T>(method: string, run: () => Promise<T>) => Promise<T>;

/** The binding, each method of which goes through `step`. */
export const through = <T extends object>(binding: T, step: Step): T =>
  new Proxy(binding, {
    get: (target, name: string & keyof T) => {
      const method: unknown = target[name];
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) => step(name, () => method.apply(target, given));
    },
  });

/** The real database, each call of which goes through `step`. @param begin is told of each session */
export function databaseThrough(step: Step, begin = () => {}): D1Database {
  const real = new WeakMap<object, D1PreparedStatement>();
  const wrapped = (statement: D1PreparedStatement): D1PreparedStatement => {
    const stepping = {
      bind: (...values: unknown[]) => wrapped(statement.bind(...values)),
      all: () => step('all', () => statement.all()),
      run: () => step('run', () => statement.run()),
      first: () => step('first', () => statement.first()),
    } as unknown as D1PreparedStatement;
    real.set(stepping, statement);
    return stepping;
  };
  return databaseWith((session) => {
    begin();
    return {
      prepare: (sql: string) => wrapped(session.prepare(sql)),
      batch: (statements: D1PreparedStatement[]) =>
        step('batch', () => session.batch(statements.map((statement) => real.get(statement) ?? statement))),
    };
  });
}

/** Runs `work` and returns everything that it writes to the console. */
export async function logged(work: () => Promise<void>): Promise<string> {
  const lines: string[] = [];
  const spies = METHODS.map((method) =>
    vi.spyOn(console, method).mockImplementation((...args) => {
      const line = args.map(String).join(' ');
      noteLine(line);
      lines.push(line);
    }),
  );
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return lines.join('\n');
}

/** The same, read: none where nothing is logged. */
export const loggedLines = async (work: () => Promise<void>) =>
  (await logged(work))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
