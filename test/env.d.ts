/// <reference types="@cloudflare/vitest-pool-workers/types" />

declare namespace Cloudflare {
  interface Env {
    THREE_A_MINUTE: RateLimit;
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
    /** of the fuzz suite: a number, `random`, or empty for the usual one */
    FUZZ_SEED: string;
    FUZZ_REQUESTS: string;
    /** of the random bills: how many in each currency; empty for the usual number */
    BILL_STEPS: string;
    /** `full` for the volumes of `.ci/run` */
    VOLUMES: string;
    /** the resource whose operations alone are asked what every operation must do; empty for all */
    ONLY: string;
  }
  interface GlobalProps {
    mainModule: typeof import('../src/index');
  }
}

/** Vite's import of all files of a pattern. */
interface ImportMeta {
  /** without loading any: the keys are their paths */
  glob(patterns: string[]): Record<string, () => Promise<unknown>>;
  glob(pattern: string | string[], options: { eager: true }): Record<string, object>;
  glob(pattern: string | string[], options: { query: '?raw'; import: 'default'; eager: true }): Record<string, string>;
  glob(pattern: string | string[], options: { import: 'default'; eager: true }): Record<string, unknown>;
}

/** A file's text. */
declare module '*?raw' {
  const text: string;
  export default text;
}
