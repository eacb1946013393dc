/**
 * Public list prices of the Workers Paid plan in USD. `included` is what the account has each month without a further
 * charge, however many deployments it has; `price` is that of one unit beyond.
 */
export interface Price {
  what: string;
  included: number;
  price: number;
}

const MILLION = 1e6;
const GB = 1e9;

export const AS_OF = 'November 2026';
export const SOURCES = [
  ['Workers, D1, R2, Queues', 'https://developers.cloudflare.com/workers/platform/pricing/'],
  ['Queues, what an operation is', 'https://developers.cloudflare.com/queues/platform/pricing/'],
  ['Email Service, in beta', 'https://developers.cloudflare.com/email-service/platform/pricing/'],
  ['Workers Logs, as of 1 December 2026', 'https://developers.cloudflare.com/observability/pricing/'],
] as const;

/** The plan, a month. */
export const PLAN = 5;

export const PRICES = {
  requests: { what: 'Requests', included: 10 * MILLION, price: 0.3 / MILLION },
  cpu_ms: { what: 'CPU, milliseconds', included: 30 * MILLION, price: 0.02 / MILLION },
  rows_read: { what: 'D1 rows read', included: 25_000 * MILLION, price: 0.001 / MILLION },
  rows_written: { what: 'D1 rows written', included: 50 * MILLION, price: 1 / MILLION },
  d1_bytes: { what: 'D1 storage, byte-months', included: 5 * GB, price: 0.75 / GB },
  r2_writes: { what: 'R2 class A (write, list)', included: 1 * MILLION, price: 4.5 / MILLION },
  r2_reads: { what: 'R2 class B (read)', included: 10 * MILLION, price: 0.36 / MILLION },
  r2_bytes: { what: 'R2 storage, byte-months', included: 10 * GB, price: 0.015 / GB },
  queue: { what: 'Queue operations', included: 1 * MILLION, price: 0.4 / MILLION },
  mails: { what: 'Mails', included: 3_000, price: 0.35 / 1_000 },
  log_bytes: { what: 'Log, bytes taken in', included: 50 * GB, price: 0.25 / GB },
  log_stored: { what: 'Log, byte-months kept', included: 12 * GB, price: 0.1 / GB },
} satisfies Record<string, Price>;

export type Unit = keyof typeof PRICES;
export const UNITS = Object.keys(PRICES) as Unit[];
/** So much of each unit. */
export type Use = Record<Unit, number>;

export const useOf = (some: Partial<Use>): Use => ({
  ...(Object.fromEntries(UNITS.map((unit) => [unit, 0])) as Use),
  ...some,
});

export const sumOf = (all: readonly Use[]): Use =>
  all.reduce((sum, use) => useOf(Object.fromEntries(UNITS.map((unit) => [unit, sum[unit] + use[unit]]))), useOf({}));

export const times = (n: number, use: Use): Use =>
  useOf(Object.fromEntries(UNITS.map((unit) => [unit, n * use[unit]])));

/** USD, beyond what is included or as if nothing were. */
export const costOf = (unit: Unit, n: number, { included }: { included: boolean }): number =>
  Math.max(0, n - (included ? PRICES[unit].included : 0)) * PRICES[unit].price;

export const total = (use: Use, how: { included: boolean }): number =>
  UNITS.reduce((sum, unit) => sum + costOf(unit, use[unit], how), 0);
