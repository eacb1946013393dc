import { vi } from 'vitest';
import { type Bindings, RATE_LIMITS } from '../../src/env';
import { databaseThrough, through } from './fakes';
import { METHODS } from './log-watch';
import { schemasRun } from './schemas-run';

/** What one request does besides reading and writing rows. */
export interface Counts {
  /** calls of bindings by their methods; of limits by the names of the limits */
  d1: Record<string, number>;
  r2: Record<string, number>;
  queue: Record<string, number>;
  limits: Record<string, number>;
  /** lines written to the console */
  log: number;
  /** signed or verified */
  hmac: number;
  /** SHA-256 */
  hashes: number;
  /** passwords hashed, by scrypt */
  passwords: number;
  /** schemas of zod that were run; the schemas within them are part of them */
  schemas: number;
}

const NOTHING = (): Counts => ({
  ...{ d1: {}, r2: {}, queue: {}, limits: {} },
  ...{ log: 0, hmac: 0, hashes: 0, passwords: 0, schemas: 0 },
});

/** Counts what the service does while one request runs. */
export class Meter {
  /** the bindings that are counted: one object, so that what the service keeps for each environment is kept */
  readonly env: Bindings;
  /** of the last request */
  counts = NOTHING();

  constructor(env: Bindings) {
    const counted =
      (binding: 'd1' | 'r2' | 'queue' | 'limits', what?: string) =>
      <T>(method: string, run: () => T): T => {
        const calls = this.counts[binding];
        const name = what ?? method;
        calls[name] = (calls[name] ?? 0) + 1;
        return run();
      };
    const limits = RATE_LIMITS.map((name) => [
      name,
      through(env[name], counted('limits', name.replace('_RATE_LIMIT', ''))),
    ]);
    this.env = {
      ...env,
      DB: databaseThrough(counted('d1'), () => counted('d1')('session', () => {})),
      FILES: through(env.FILES, counted('r2')),
      ...(env.ACCESS_QUEUE && { ACCESS_QUEUE: through(env.ACCESS_QUEUE, counted('queue')) }),
      ...Object.fromEntries(limits),
    };
  }

  /** Runs what a request does, with all that it waits for. One at a time: what is counted here has no request of its own. */
  async count<T>(work: () => Promise<T>): Promise<T> {
    const counts = NOTHING();
    this.counts = counts;
    const lines = METHODS.map((method) => vi.spyOn(console, method));
    const hmacs = [vi.spyOn(crypto.subtle, 'sign'), vi.spyOn(crypto.subtle, 'verify')];
    const hashes = vi.spyOn(crypto.subtle, 'digest');
    // The service imports it when the first password comes, and a mock is asked for at each import.
    vi.doMock('node:crypto', async (original) => {
      const real = await original<typeof import('node:crypto')>();
      const scrypt = (...given: Parameters<typeof real.scrypt>) => {
        this.counts.passwords++;
        return real.scrypt(...given);
      };
      const createHmac = (...given: Parameters<typeof real.createHmac>) => {
        this.counts.hmac++;
        return real.createHmac(...given);
      };
      return { ...real, scrypt, createHmac };
    });
    const before = schemasRun();
    try {
      return await work();
    } finally {
      const callsOf = (spies: readonly { mock: { calls: unknown[] } }[]) =>
        spies.reduce((all, { mock }) => all + mock.calls.length, 0);
      counts.log += callsOf(lines);
      counts.hmac += callsOf(hmacs);
      counts.hashes += callsOf([hashes]);
      counts.schemas += schemasRun() - before;
      for (const spy of [...lines, ...hmacs, hashes]) spy.mockRestore();
      vi.doUnmock('node:crypto');
    }
  }
}
