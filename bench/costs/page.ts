/** docs/costs.md and the years of docs/latency.md, from pages that hold what was measured and counted. */
import { LOOK } from '../../test/support/operations/look-budget.ts';
import { ASSUMED } from '../latency/assumed.ts';
import { withSection } from '../lib/sections.ts';
import { table } from '../lib/table.ts';
import {
  type Assumed,
  BATCH_SECONDS,
  BESIDE_A_LOOK,
  CHAIN,
  CLINIC,
  DAYS,
  FILE_BYTES,
  FORMER_LOOK,
  HOSPITAL,
  KEPT_DAYS,
  LOG_DAYS,
  LOG_LINE_BYTES,
  LOGIN,
  LOOK_CPU_MS,
  LOOK_MIX,
  LOOKS_OF_A_ROW,
  type Mix,
  MONTHS,
  NEWCOMER,
  POLL,
  REMOVED_ROWS,
  type Site,
  SWEEP,
  VISIT,
} from './assumptions.ts';
import { accessLog, formerLookUse, type Month, monthOf, ofMix, timesMonth } from './month.ts';
import { figuresOf, lookUse, type Operation, operationsOf } from './operations.ts';
import {
  AS_OF,
  costOf,
  PLAN,
  PRICES,
  SOURCES,
  sumOf,
  times,
  total,
  UNITS,
  type Unit,
  type Use,
  useOf,
} from './prices.ts';
import {
  formerGrowth,
  growthOf,
  type Kept,
  ROWS,
  type Row,
  rowsOfYear,
  SIZE,
  type Sizes,
  yearsSection,
} from './space.ts';

/** The texts of test/support/operations/ledger.md, bench/RESULTS.md and docs/latency.md. */
export interface Sources {
  ledger: string;
  results: string;
  latency: string;
}

const MILLION = 1e6;
const whole = (n: number) => Math.round(n).toLocaleString('en');
const decimals = (n: number) => n.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const usd = decimals;
const amount = (n: number) => (n === 0 ? '' : n >= 10 ? whole(n) : String(Number(n.toPrecision(2))));
const alone = { included: false };
const billed = { included: true };
const perMillion = (use: Use) => usd(MILLION * total(use, alone));

/** @throws Error where docs/latency.md lacks a row */
export function sizesIn(latency: string): Sizes {
  const found = figuresOf(latency, 'capacity', SIZE);
  const entries = (Object.keys(ROWS) as Row[]).map((row) => {
    const bytes = found.get(row);
    if (!bytes) throw new Error(`docs/latency.md has no size of ${row}: npm run bench:latency`);
    return [row, bytes];
  });
  return Object.fromEntries(entries);
}

/** Of the three sizes, in a year of their use. */
const monthsOf = (operations: readonly Operation[], sizes: Sizes, years: number): [string, Month][] => {
  const hospital = monthOf(HOSPITAL, operations, sizes, years);
  return [
    [`Clinic of ${CLINIC.doctors} doctors`, monthOf(CLINIC, operations, sizes, years)],
    [`Hospital of ${HOSPITAL.doctors} doctors, ${HOSPITAL.beds} beds`, hospital],
    [CHAIN.name, timesMonth(CHAIN.hospitals, hospital)],
  ];
};

const isBytes = (unit: Unit) => PRICES[unit].what.includes('byte');
const shown = (unit: Unit, n: number): string =>
  isBytes(unit) ? `${decimals(n / 1e9)} GB` : `${decimals(n / MILLION)} M`;

function bills(months: [string, Month][]): string {
  const lines = UNITS.map((unit) => [
    PRICES[unit].what,
    ...months.flatMap(([, { use }]) => [shown(unit, use[unit]), usd(costOf(unit, use[unit], billed))]),
  ]);
  const sums = months.flatMap(([, { use }]) => ['', `**${usd(PLAN + total(use, billed))}**`]);
  const head = ['A month in the first year', ...months.flatMap(([name]) => [name, 'USD'])];
  return table(head, [...lines, ['The plan', ...months.flatMap(() => ['', usd(PLAN)])], ['All', ...sums]]);
}

/** By what is done, as if nothing were included: what is included cannot be shared out. */
const parts = (months: [string, Month][]) =>
  table(
    ['USD a month, nothing included', ...months.map(([name]) => name)],
    Object.keys(months[0]?.[1].parts ?? {}).map((part) => [
      part,
      ...months.map(([, { parts }]) => usd(total(parts[part] ?? useOf({}), alone))),
    ]),
  );

const logLine = () =>
  useOf({ log_bytes: LOG_LINE_BYTES.value, log_stored: (LOG_LINE_BYTES.value * LOG_DAYS.value) / 30 });

/** A million reads of a patient, by what is billed. */
function lookTable(operations: readonly Operation[]): string {
  const read = operations.find(({ name, named }) => name === 'GET /patient/{id}' && named === 'reduced');
  if (!read) throw new Error('There is no read of a patient');
  const request = sumOf([read.use, times(-1, lookUse()), times(-1, logLine())]);
  const of = (use: Use, units: readonly Unit[]) =>
    MILLION * units.reduce((sum, unit) => sum + costOf(unit, use[unit], alone), 0);
  const [former, present] = [formerLookUse(), lookUse()];
  const rows: [string, number, number][] = [
    ['The request itself: CPU, rows read', MILLION * total(request, alone), MILLION * total(request, alone)],
    ['Its log line', MILLION * total(logLine(), alone), MILLION * total(logLine(), alone)],
    ['The queue', of(former, ['queue']), of(present, ['queue'])],
    [
      'The consumer: CPU, rows read',
      of(former, ['requests', 'cpu_ms', 'rows_read']),
      of(present, ['requests', 'cpu_ms', 'rows_read']),
    ],
    ['Rows written to D1', of(former, ['rows_written']), of(present, ['rows_written'])],
    ['Objects written to R2, and read', 0, of(present, ['r2_writes', 'r2_reads'])],
    [
      'A year of their storage',
      MILLION * FORMER_LOOK.d1_bytes * MONTHS * PRICES.d1_bytes.price,
      MILLION * MONTHS * (LOOK.d1_bytes * PRICES.d1_bytes.price + LOOK.r2_bytes * PRICES.r2_bytes.price),
    ],
  ];
  const sum = (column: 1 | 2) => rows.reduce((all, row) => all + row[column], 0);
  return table(
    ['USD for a million reads of a patient', 'rows of D1', 'objects and days'],
    [...rows.map(([what, before, after]) => [what, usd(before), usd(after)]), ['All', usd(sum(1)), usd(sum(2))]],
  );
}

const operationTable = (operations: readonly Operation[]) =>
  table(
    [
      'Operation',
      'case',
      'CPU ms',
      'trips',
      'rows read',
      'rows written',
      'R2 A',
      'R2 B',
      'looks',
      'log lines',
      'USD a million',
    ],
    operations.map(({ name, named, cpu, cost, r2_writes, r2_reads, looks, log, use }) => [
      `\`${name}\``,
      named,
      `${cpu.measured ? '' : '≈ '}${amount(cpu.ms)}`,
      ...[cost.trips, cost.read, cost.wrote, r2_writes, r2_reads, looks, log].map(amount),
      perMillion(use),
    ]),
    { texts: ['case'] },
  );

/** What a setting takes off the month of the hospital in its fifth year, as if nothing were included. */
function settings(operations: readonly Operation[], sizes: Sizes): string {
  const { 'Logins and their refreshes': logins, ...others } = monthOf(HOSPITAL, operations, sizes, 5).parts;
  const all = sumOf([...Object.values(others), logins ?? useOf({})]);
  const refreshes = LOGIN.filter(([, name]) => name === 'POST /auth/refresh');
  const expired = (rowsOfYear(HOSPITAL).refresh_token * REMOVED_ROWS.refresh_token) / MONTHS;
  const perMonth = (HOSPITAL.logins.value * DAYS) / MONTHS;
  const stored = (kept: Kept) => {
    const [now, then] = [growthOf(HOSPITAL, sizes), growthOf(HOSPITAL, sizes, kept)];
    return useOf({ d1_bytes: now.standing + 5 * now.yearly - then.standing - 5 * then.yearly });
  };
  const rows: [setting: string, saved: Use, price: string][] = [
    [
      '`head_sampling_rate = 0.1` in `[observability.logs]`',
      useOf({ log_bytes: 0.9 * all.log_bytes, log_stored: 0.9 * all.log_stored }),
      'nine of ten requests leave no line: a complaint by request id may not be found, and alerts see a tenth',
    ],
    [
      '`ACCESS_TOKEN_MINUTES = "60"`, from 15',
      times(3 / 4, sumOf([ofMix(operations, refreshes, perMonth), useOf({ rows_written: expired })])),
      'an access token that is out serves for reading for an hour, whatever becomes of its account',
    ],
    [
      '`max_batch_timeout = 60` of the queue, as it is set, instead of 5',
      sumOf([accessLog(HOSPITAL, 5), times(-1, accessLog(HOSPITAL))]),
      'a look is in the log after a minute',
    ],
    [
      '`AUDIT_RETENTION_DAYS = "365"`',
      stored({ audit: 365 }),
      'older entries are in R2, for 1/50 of the price, and `/audit/` does not show them',
    ],
    [
      '`ACCESS_RETENTION_DAYS = "1095"`',
      sumOf([stored({ access_day: 1095 }), useOf({ r2_bytes: 2 * HOSPITAL.looks.value * MONTHS * LOOK.r2_bytes })]),
      'who saw a patient before that is forgotten for good',
    ],
  ];
  return table(
    ['Setting', 'USD a month less', 'what it takes'],
    rows.map(([setting, saved, price]) => [setting, usd(total(saved, alone)), price]),
    { texts: ['what it takes'] },
  );
}

/** The units that most of a bill is made of. */
function dominating({ use }: Month): string {
  const sum = total(use, alone);
  const shares = UNITS.map((unit) => ({ unit, share: costOf(unit, use[unit], alone) / sum }));
  const most = shares.toSorted((a, b) => b.share - a.share).slice(0, 4);
  return most.map(({ unit, share }) => `${PRICES[unit].what} ${Math.round(100 * share)} %`).join(', ');
}

const COUNTED: [what: string, of: (site: Site) => Assumed][] = [
  ['Visits a year', ({ visits }) => visits],
  ['Patients brought from a former system', ({ brought }) => brought],
  ['New patients a year', ({ newcomers }) => newcomers],
  ['Looks a month', ({ looks }) => looks],
  ['Polls of calendars a month', ({ polls }) => polls],
  ['Minutes of a month in which somebody looks', ({ minutes }) => minutes],
  ['Logins a day', ({ logins }) => logins],
];

const siteTable = (site: Site) =>
  table(
    [`${site.name}, ${site.doctors} doctors, ${site.beds || 'no'} beds`, 'assumed', 'because'],
    COUNTED.map(([what, of]) => [what, whole(of(site).value), of(site).why]),
    { texts: ['because'] },
  );

const mixRows = (what: string, mix: Mix) =>
  mix.map(([n, name, named], i) => [i === 0 ? what : '', String(n), `\`${name}\`: ${named}`]);

const assumptions = () => [
  siteTable(CLINIC),
  siteTable(HOSPITAL),
  table(
    ['For each', 'calls', 'operation and case'],
    [
      ...mixRows('visit', VISIT),
      ...mixRows('new patient', NEWCOMER),
      ...mixRows('login', LOGIN),
      ...mixRows('look', LOOK_MIX),
      ...mixRows('look, besides', BESIDE_A_LOOK),
      ...mixRows('poll', POLL),
    ],
    { texts: ['operation and case'] },
  ),
  table(
    ['', 'assumed', 'because'],
    [
      ['Looks that a row of `access_day` counts', LOOKS_OF_A_ROW.value, LOOKS_OF_A_ROW.why],
      ['Bytes of a file', whole(FILE_BYTES.value), FILE_BYTES.why],
      ['Bytes of a log line', whole(LOG_LINE_BYTES.value), LOG_LINE_BYTES.why],
      ['CPU of the consumer for a look, ms', LOOK_CPU_MS.value, LOOK_CPU_MS.why],
      ['CPU of a password, ms', ASSUMED.scrypt, 'scrypt, as docs/latency.md has it'],
      ['Days that a refresh token stays', KEPT_DAYS.refresh_token, 'its lifetime, and a day'],
      ['Lists of R2 in a run of the hourly job', SWEEP.lists, 'sixteen prefixes, for files whose record is gone'],
      ['Seconds that the queue waits for more looks', BATCH_SECONDS, '`max_batch_timeout`'],
    ],
    { texts: ['because'] },
  ),
];

const priceTable = () =>
  table(
    ['Unit', 'included in a month', 'USD for a million, or for a GB'],
    UNITS.map((unit) => {
      const { what, included, price } = PRICES[unit];
      const [has, per] = isBytes(unit) ? [`${included / 1e9} GB`, 1e9] : [`${whole(included / MILLION)} M`, MILLION];
      return [what, has, String(Number((price * per).toPrecision(3)))];
    }),
  );

/** Paragraphs in lines of a length that reads well; tables and headings as they are. */
const wrapped = (page: string): string =>
  page
    .split('\n\n')
    .map((block) => (/^[|#]/.test(block) ? block : linesOf(block.trim().split(/\s+/)).join('\n')))
    .join('\n\n');

function linesOf(words: readonly string[]): string[] {
  const lines = [''];
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length > 120) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

export function costsPage({ ledger, results, latency }: Sources): string {
  const operations = operationsOf(ledger, results);
  const sizes = sizesIn(latency);
  const months = monthsOf(operations, sizes, 1);
  const hospital = monthOf(HOSPITAL, operations, sizes, 1);
  const [former, present] = [formerGrowth(HOSPITAL, sizes), growthOf(HOSPITAL, sizes)];
  const bucket = hospital.use.r2_bytes;
  const formerLog = times(HOSPITAL.looks.value, formerLookUse());
  const gb = (bytes: number) => (bytes / 1e9).toFixed(2);
  return wrapped(`# Costs

What Cloudflare bills for this service: the month of a clinic, of a hospital and of a chain of hospitals, and each operation by
itself. \`npm run costs\` writes this page from what the tests count
([ledger.md](../test/support/operations/ledger.md)), CPU times of [bench/RESULTS.md](../bench/RESULTS.md), sizes of [latency.md](latency.md#capacity-of-one-database), [list prices](#list-prices)
and [assumptions](#what-is-assumed). Change the assumptions (\`bench/costs/assumptions.ts\`) to your own figures. It is a
model, not a bill: taxes, support and discounts are left out.

## A month

${bills(months)}

What is included counts once for an account, so the chain has it once for all its hospitals, a deployment each. Nothing else is
bought: no server, no licence, no traffic; a backup reads each row once, 0.001 USD a million. Each further year adds
${gb(present.yearly)} GB to the database of such a hospital, ${usd(present.yearly * PRICES.d1_bytes.price)} USD a month beyond the included 5 GB, until it is full
([how many years that takes](latency.md#years-of-one-database)), and ${gb(bucket)} GB to its bucket, ${usd(bucket * PRICES.r2_bytes.price)} USD a month.

${parts(months)}

## What dominates, and which setting lowers it

Of the hospital's month, as if nothing were included: ${dominating(hospital)}.

${settings(operations, sizes)}

For the hospital in its fifth year, as if nothing were included. \`max_batch_timeout\` and \`[observability.logs]\` are in
\`wrangler.toml\`, the others in [settings.md](settings.md). Smart Placement and replicas change what a portal waits
([latency.md](latency.md)), not the bill.

## The access log, before and after

A look was a row of D1 with three indexes. Now it is a line of an object in R2, and D1 has a row for each patient, account and
day. The present figures are those of a day that a test takes through the real consumer
([look-budget.ts](../test/support/operations/look-budget.ts)). A message of the queue is assumed for each look; a busy Worker
sends several in one, which are then cheaper.

${lookTable(operations)}

For the hospital the former log cost ${usd(total(formerLog, alone))} USD a month without its storage, and the present one costs
${usd(total(hospital.parts['The access log'] ?? useOf({}), alone))}. The database grew by ${gb(former.yearly)} GB a year and was full after
${(MONTHS * former.years).toFixed(0)} months. Now it grows by ${gb(present.yearly)} GB a year.

## What is assumed

${assumptions().join('\n\n')}

England's hospitals had 96 million attended outpatient appointments and 16 million admissions in 2022/23 ([Hospital Episode
Statistics](https://www.parallelparliament.co.uk/question/200113/health-services)) and about 25 million emergency attendances,
with about 135,000 doctors: 1,000 for each. Bills, files and logins are guesses.

## List prices

Workers Paid: ${usd(PLAN)} USD a month, and beyond what it includes:

${priceTable()}

As of ${AS_OF}: ${SOURCES.map(([what, url]) => `[${what}](${url})`).join('; ')}. Until 30 November 2026 a million log
lines cost 0.60 USD beyond 20 million.

## Each operation

One call, without what is included. *trips* are round trips to D1. *CPU* is that of the Worker, measured for such a request or,
with ≈, taken from one like it; a password is ${ASSUMED.scrypt} ms. *looks* go to the access log, and their share of it is in the price:
${amount(LOOK.rows_written)} rows written, ${amount(LOOK.puts)} objects and ${amount(LOOK.messages * LOOK.message_operations)} operations of the queue each.

${operationTable(operations)}
`);
}

/** docs/latency.md with the years that follow from its sizes. */
export const latencyPage = (latency: string): string => withSection(latency, 'years', yearsSection(sizesIn(latency)));
