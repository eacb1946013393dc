import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { configDefaults, defineConfig, defineProject } from 'vitest/config';
// @ts-expect-error A script in JavaScript.
import { writeDefinitions } from './scripts/fhir-definitions.mjs';
// @ts-expect-error A script in JavaScript.
import { localConfig } from './scripts/local-config.mjs';

writeDefinitions();

const RULES = 'test/rules/**/*.test.ts';
const SYSTEM = 'test/system/**/*.test.ts';
/** These end what hangs; a busy machine takes a while for the longest, in the hooks and the suites of test/system. */
const TIMEOUTS = { testTimeout: 120_000, hookTimeout: 120_000 };

/** In workerd, with a database: all but the rules. One isolate for all files is four times as fast. */
const service = defineProject({
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: localConfig() },
      miniflare: {
        // Fixed values, so that a developer's own .dev.vars cannot change what the tests see.
        // A real limit that few requests reach: those of wrangler.toml take long to use up.
        ratelimits: { THREE_A_MINUTE: { namespace_id: '1999', simple: { limit: 3, period: 60 } } },
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations('drizzle'),
          JWT_SECRET: 'for-tests-only-'.repeat(3),
          JWT_SECRET_PREVIOUS: '',
          SIGNUP: 'open',
          SIGNUP_ROLE: 'staff',
          CORS_ORIGINS: '*',
          CURRENCY: 'USD',
          TIME_ZONE: 'UTC',
          BASE_URL: '',
          FILE_URLS: 'open',
          WEBHOOK_LOOPBACK: '',
          MAIL_FROM: '',
          MAIL_LANGUAGE: 'en',
          MAIL_PER_DAY: '1000',
          PORTAL: 'serve',
          DOUBLE_BOOKING: 'allow',
          TAX_INCLUDED: '',
          TAX_ID: '',
          HOSPITAL_NAME: '',
          HOSPITAL_ADDRESS: '',
          DATE_ORDER: 'day-month',
          REQUIRE_TOTP: 'none',
          ACCESS_TOKEN_MINUTES: '15',
          AUDIT_RETENTION_DAYS: '',
          ACCESS_RETENTION_DAYS: '',
          // For the fuzz suite: a seed that it printed, or `random`.
          FUZZ_SEED: process.env.FUZZ_SEED ?? '',
          // How many requests it sends, where 20,000 take too long.
          FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '',
          // For test/system/bills.test.ts: how many steps, where 5,000 take too long.
          BILL_STEPS: process.env.BILL_STEPS ?? '',
          // `full` for volumes that find little and take long: test/support/volume.ts.
          VOLUMES: process.env.VOLUMES ?? '',
          // For scripts/test.mjs: the one resource that is tested.
          ONLY: process.env.ONLY ?? '',
        },
      },
    })),
  ],
  resolve: {
    alias: [
      { find: /^\.\/scrypt-cost$/, replacement: fileURLToPath(import.meta.resolve('./test/support/scrypt-cost.ts')) },
    ],
  },
  test: {
    ...TIMEOUTS,
    name: 'service',
    include: ['test/**/*.test.ts'],
    // `npm test` leaves the long suites out; `npm run test:system` names them.
    exclude: [...configDefaults.exclude, RULES, ...(process.env.WITHOUT_SYSTEM ? [SYSTEM] : [])],
    // Empties the storage between files.
    setupFiles: ['test/setup.ts'],
    isolate: false,
  },
});

/** Pure functions, in plain Node: they need neither the service nor a database. */
const rules = defineProject({ test: { ...TIMEOUTS, name: 'rules', include: [RULES], isolate: false } });

export default defineConfig({
  // By default vitest leaves a core to others.
  test: { projects: [service, rules], maxWorkers: '100%' },
});
