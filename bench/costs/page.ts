/** docs/costs.md and the years of docs/latency.md, from pages that hold what was measured and counted. */
import { LOOK } from '../../test/support/operations/access-budget.ts';
import { ASSUMED } from '../latency/assumed.ts';
import { withSection } from '../lib/sections.ts';
import { table } from '../lib/table.ts';
import {
  type Assumed,
  BATCH_SECONDS,
  CHAIN,
  CLINIC,
  DAYS,
  EVENTS,
  FILE_BYTES,
  HOSPITAL,
  KEPT_DAYS,
  LOG_LINE_BYTES,
  LOGIN,
  LOOK_CPU_MS,
  LOOKS_OF_A_ROW,
  MAILED_CPU_MS,
  MAILS_OF_A_VISIT,
  MONTHS,
  REMOVED_ROWS,
  type Site,
  SWEEP,
  TOLD_CPU_MS,
} from './assumptions.ts';
import { accessLog, type Month, monthOf, ofMix, timesMonth } from './month.ts';
import { figuresOf, type Operation, operationsOf } from './operations.ts';
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
import { growthOf, type Kept, ROWS, type Row, rowsOfYear, SIZE, type Sizes, yearsSection } from './space.ts';

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
const alone = { included: false };
const billed = { included: true };

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
function shown(unit: Unit, n: number): string {
  if (isBytes(unit)) return `${decimals(n / 1e9)} GB`;
  // Thousands that would be 0.00 M.
  return unit === 'mails' ? whole(n) : `${decimals(n / MILLION)} M`;
}

function bills(months: [string, Month][]): string {
  const lines = UNITS.map((unit) => {
    const { what, included, price } = PRICES[unit];
    const each = isBytes(unit) ? 1e9 : MILLION;
    const beyond = String(Number((price * each).toPrecision(3)));
    return [what, shown(unit, included), beyond, ...months.map(([, { use }]) => shown(unit, use[unit]))];
  });
  const sums = months.map(([, { use }]) => `**${usd(PLAN + total(use, billed))} USD**`);
  const head = [
    'A month in the first year',
    'included',
    'USD beyond, a million or GB',
    ...months.map(([name]) => name),
  ];
  return table(head, [...lines, ['The bill, the plan among it', '', '', ...sums]]);
}

/** By what is done, as if nothing were included: what is included cannot be shared out. */
function parts(months: [string, Month][]): string {
  const counted: Record<string, number> = {
    'Reads of patients’ data': HOSPITAL.looks.value,
    'The access log': HOSPITAL.looks.value,
    'Screens that show the calendar': HOSPITAL.polls.value,
    'Visits: appointments, bills, files': HOSPITAL.visits.value / MONTHS,
    'New patients': HOSPITAL.newcomers.value / MONTHS,
    'Logins and their refreshes': (HOSPITAL.logins.value * DAYS) / MONTHS,
  };
  const hospital = months[1]?.[1].parts ?? {};
  return table(
    ['USD a month, nothing included', 'for a thousand', ...months.map(([name]) => name)],
    Object.entries(hospital).map(([part, use]) => [
      part,
      counted[part] ? ((1000 * total(use, alone)) / counted[part]).toFixed(4) : '',
      ...months.map(([, { parts }]) => usd(total(parts[part] ?? useOf({}), alone))),
    ]),
  );
}

/** The units that most of a bill is made of. */
function dominating({ use }: Month): string {
  const sum = total(use, alone);
  const shares = UNITS.map((unit) => ({ unit, share: costOf(unit, use[unit], alone) / sum }));
  const most = shares.toSorted((a, b) => b.share - a.share).slice(0, 4);
  return most.map(({ unit, share }) => `${PRICES[unit].what} ${Math.round(100 * share)} %`).join(', ');
}

/** The three units of which most of what is included is used. */
function nearest({ use }: Month): string {
  const shares = UNITS.map((unit) => ({ unit, share: use[unit] / PRICES[unit].included }));
  const most = shares.toSorted((a, b) => b.share - a.share).slice(0, 3);
  return most.map(({ unit, share }) => `${PRICES[unit].what} ${Math.round(100 * share)} %`).join(', ');
}

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
      'an access is in the log after a minute',
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

const COUNTED: [what: string, of: (site: Site) => Assumed][] = [
  ['Visits a year', ({ visits }) => visits],
  ['Patients brought from a former system', ({ brought }) => brought],
  ['New patients a year', ({ newcomers }) => newcomers],
  ['Reads of patients’ data a month', ({ looks }) => looks],
  ['Polls of calendars a month', ({ polls }) => polls],
  ['Minutes of a month in which somebody reads', ({ minutes }) => minutes],
  ['Logins a day', ({ logins }) => logins],
];

const assumptions = () => [
  table(
    ['', 'clinic', 'because', 'hospital', 'because'],
    COUNTED.map(([what, of]) => [what, ...[CLINIC, HOSPITAL].flatMap((site) => [whole(of(site).value), of(site).why])]),
    { texts: ['because'] },
  ),
  table(
    ['', 'assumed', 'because'],
    [
      ['Bytes of a file', whole(FILE_BYTES.value), FILE_BYTES.why],
      ['Bytes of a log line', whole(LOG_LINE_BYTES.value), LOG_LINE_BYTES.why],
      ['CPU of a password, ms', ASSUMED.scrypt, 'scrypt, as docs/latency.md has it'],
      ['CPU of the queue’s consumer for an access record, ms', LOOK_CPU_MS.value, LOOK_CPU_MS.why],
      ['Seconds that the queue waits for more records', BATCH_SECONDS, '`max_batch_timeout`'],
      ['Reads that a row of `access_day` counts', LOOKS_OF_A_ROW.value, LOOKS_OF_A_ROW.why],
      ['Days that a refresh token stays', KEPT_DAYS.refresh_token, 'its lifetime, and a day'],
      ['Events of a visit', EVENTS.of_a_visit.value, EVENTS.of_a_visit.why],
      ['CPU of an event and its delivery, ms', TOLD_CPU_MS.value, TOLD_CPU_MS.why],
      ['Mails of a visit', MAILS_OF_A_VISIT.value, MAILS_OF_A_VISIT.why],
      ['CPU of a mail, ms', MAILED_CPU_MS.value, MAILED_CPU_MS.why],
      ['Lists of R2 in a run of the hourly job', SWEEP.lists, 'sixteen prefixes, for files whose record is gone'],
    ],
    { texts: ['because'] },
  ),
];

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
  const [clinic, hospital] = [monthOf(CLINIC, operations, sizes, 1), monthOf(HOSPITAL, operations, sizes, 1)];
  const [ofClinic, ofHospital] = [growthOf(CLINIC, sizes), growthOf(HOSPITAL, sizes)];
  const archived = growthOf(HOSPITAL, sizes, { audit: 365 });
  const bucket = hospital.use.r2_bytes;
  const gb = (bytes: number) => (bytes / 1e9).toFixed(2);
  const page = wrapped(`# Costs

What Cloudflare bills for this service in a month: a clinic, a hospital, a chain of hospitals. \`npm run costs\` writes this page
from what the tests count ([ledger.md](../test/support/operations/ledger.md)), CPU times of
[bench/RESULTS.md](../bench/RESULTS.md), sizes of [latency.md](latency.md#capacity-of-one-database), list prices and
[assumptions](#what-is-assumed): \`bench/costs/assumptions.ts\`, to be changed to your own figures. It is a model, not a bill: taxes,
support and discounts are left out.

## A month

${bills(months)}

The plan is Workers Paid, ${usd(PLAN)} USD. What it includes counts once for an account, so the chain has it once for all its hospitals, a
deployment each. Nothing else is bought: no server, no licence, no traffic; a backup reads each row once, 0.001 USD a million.
Each further year adds ${gb(ofHospital.yearly)} GB to the database of such a hospital, ${usd(ofHospital.yearly * PRICES.d1_bytes.price)} USD a month beyond the included 5 GB, and
${gb(bucket)} GB to its bucket, ${usd(bucket * PRICES.r2_bytes.price)} USD a month.

As of ${AS_OF}: ${SOURCES.map(([what, url]) => `[${what}](${url})`).join('; ')}.

## For what

${parts(months)}

*For a thousand*: reads, polls of a screen, visits, new patients, logins. A read is one of patients' data, which the access log
keeps. Of the hospital's month most is spent on: ${dominating(hospital)}.

## Which limits are near

**What is included.** Of that the clinic uses most of ${nearest(clinic)}; the hospital of ${nearest(hospital)}.

**10 GB of one database**, which nobody can buy more of. The clinic has ${whole(ofClinic.years)} years, the hospital ${ofHospital.years.toFixed(1)}, with
  \`AUDIT_RETENTION_DAYS=365\` ${archived.years.toFixed(1)}: [how it fills](latency.md#years-of-one-database), and
  [what then](latency.md#when-a-deployment-outgrows-its-database).

**Writes at once.** D1 does one after another, about 200 a second ([latency.md](latency.md#capacity-of-one-database)). The hospital's
  month has ${decimals(hospital.use.rows_written / MILLION)} million rows written: ${(hospital.use.rows_written / 2_628_000).toFixed(1)} a second on average, several of them in one write.

## Which setting lowers it

${settings(operations, sizes)}

For the hospital in its fifth year, as if nothing were included. \`max_batch_timeout\` and \`[observability.logs]\` are in
\`wrangler.toml\`, the others in [settings.md](settings.md). Smart Placement and replicas change what a portal waits
([latency.md](latency.md)), not the bill.

## What is assumed

${assumptions().join('\n\n')}

England's hospitals had 96 million attended outpatient appointments and 16 million admissions in 2022/23 ([Hospital Episode
Statistics](https://www.parallelparliament.co.uk/question/200113/health-services)) and about 25 million emergency attendances,
with about 135,000 doctors: 1,000 for each. Bills, files and logins are guesses. What a visit, a login and a read call is in
\`bench/costs/assumptions.ts\`, what each call costs in the ledger.`);
  return `${page}\n`;
}

/** docs/latency.md with the years that follow from its sizes. */
export const latencyPage = (latency: string): string => withSection(latency, 'years', yearsSection(sizesIn(latency)));
