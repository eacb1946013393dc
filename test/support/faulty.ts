import { env } from 'cloudflare:workers';
import type { Bindings } from '../../src/env';
import { databaseThrough, databaseWith, through } from './fakes';

/** Whether a call fails before it takes effect, or its answer is lost. */
export const MOMENTS = ['before', 'after'] as const;

/** What a call of D1 and of R2 fails with. */
export interface Failure {
  d1: string;
  r2: string;
  /** all calls from this one on fail, not this one alone */
  lasts: boolean;
}

export const FAILURES: Record<string, Failure> = {
  'fails once, in passing': {
    d1: 'D1_ERROR: Network connection lost.',
    r2: 'put: We encountered an internal error. Please try again. (10001)',
    lasts: false,
  },
  'fails for good, in passing': {
    d1: 'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
    r2: 'get: We encountered an internal error. Please try again. (10001)',
    lasts: true,
  },
  'fails unexpectedly': { d1: 'D1_ERROR: something is wrong', r2: 'something is wrong (10099)', lasts: false },
};

/** Real storage whose n-th call fails; without a failure it only counts. */
export function faultyStorage(nth = 0, moment: (typeof MOMENTS)[number] = 'before', failure?: Failure) {
  let calls = 0;
  const failing =
    (storage: 'd1' | 'r2') =>
    async <T>(_: string, run: () => Promise<T>): Promise<T> => {
      calls++;
      const fails = failure && (calls === nth || (failure.lasts && calls > nth));
      if (!fails) return run();
      // Bytes that come as a stream have left, whether or not they arrive.
      if (moment === 'after') await run();
      throw new Error(failure[storage]);
    };
  const bindings: Partial<Bindings> = {
    DB: databaseThrough(failing('d1')),
    FILES: through(env.FILES, failing('r2')),
  };
  return { bindings, calls: () => calls };
}

/** What D1 says where the connection breaks: nobody knows whether the batch took effect. */
const LOST = 'D1_ERROR: Network connection lost.';

interface Fault {
  /** whether the batch fails before it took effect, or only its answer is lost */
  when: 'before' | 'after';
  /** which batches fail, counted from 1: the first by default */
  batches?: number[];
  message?: string;
  /** runs where the batch fails */
  meanwhile?: () => Promise<unknown>;
}

/** The real database, but some batches fail. `sent` counts the batches. */
export function faultyDatabase({ when, batches = [1], message = LOST, meanwhile }: Fault) {
  const counter = { sent: 0 };
  const DB = databaseWith((session) => ({
    batch: async (statements: D1PreparedStatement[]) => {
      const fails = batches.includes(++counter.sent);
      const results = fails && when === 'before' ? [] : await session.batch(statements);
      if (!fails) return results;
      await meanwhile?.();
      throw new Error(message);
    },
  }));
  return Object.assign(counter, { DB });
}
