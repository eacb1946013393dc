/** How a database grows: the bytes of one row of each table, as docs/latency.md has them measured, and the assumptions. */
import { table } from '../lib/table.ts';
import {
  DAYS,
  HOSPITAL,
  KEPT_DAYS,
  LOGIN,
  LOOKS_OF_A_ROW,
  type Mix,
  MONTHS,
  NEWCOMER,
  objectsOf,
  type Site,
  VISIT,
} from './assumptions.ts';

/** Bytes of one D1 database. */
export const DATABASE_MAX = 10e9;
export const GOAL_YEARS = 10;

/** What is counted row by row, and what its rows are. */
export const ROWS = {
  patient: 'a patient, with 7.5 entries of histories',
  appointment: 'an appointment',
  invoice: 'an invoice of two lines',
  payment: 'a payment',
  file: 'a file; its bytes are in R2',
  audit: 'an entry of the audit trail',
  access_day: 'who saw a patient on a day',
  access_object: 'an object of the access log',
  login_session: 'a login',
  refresh_token: 'a refresh token',
  idempotency_key: 'a key of a repeated request',
};
export type Row = keyof typeof ROWS;
export type Rows = Partial<Record<Row, number>>;
/** Bytes of one row with its indexes. */
export type Sizes = Record<Row, number>;

const created = (row: Row): Rows => ({ [row]: 1, audit: 1, idempotency_key: 1 });
/** The rows that an operation leaves; those that it names not leave none. */
const LEAVES: Record<string, Rows> = {
  'POST /patient/': created('patient'),
  'PATCH /patient/{id}': { audit: 1 },
  'POST /appointment/': created('appointment'),
  'PATCH /calendar/appointments/{id}': { audit: 1 },
  'POST /invoice/': created('invoice'),
  'PUT /invoice/{id}': { audit: 1 },
  'POST /invoice/{id}/payments': { ...created('payment'), audit: 2 },
  'POST /static/upload_file': created('file'),
  'POST /auth/login': { audit: 1, login_session: 1, refresh_token: 1 },
  'POST /auth/refresh': { refresh_token: 1 },
  'POST /auth/logout': { audit: 1 },
};

const all = Object.keys(ROWS) as Row[];

function rowsOf(mix: Mix, n: number): Rows {
  const sum: Rows = {};
  for (const [times, operation] of mix) {
    for (const row of all) sum[row] = (sum[row] ?? 0) + n * times * (LEAVES[operation]?.[row] ?? 0);
  }
  return sum;
}

/** Rows that come in a year. */
export function rowsOfYear(site: Site): Record<Row, number> {
  const { visits, newcomers, logins, looks } = site;
  const yearly = looks.value * MONTHS;
  const parts = [
    rowsOf(VISIT, visits.value),
    rowsOf(NEWCOMER, newcomers.value),
    rowsOf(LOGIN, logins.value * DAYS),
    { access_day: yearly / LOOKS_OF_A_ROW.value, access_object: objectsOf(site) * MONTHS },
  ];
  const sum = (row: Row) => parts.reduce((rows, part: Rows) => rows + (part[row] ?? 0), 0);
  return Object.fromEntries(all.map((row) => [row, sum(row)])) as Record<Row, number>;
}

/** Days for which rows stay; those of the others stay for ever. */
export interface Kept {
  audit?: number;
  access_day?: number;
}

/** Bytes: what is there from the first day or never grows beyond, and what comes with each year. */
export function growthOf(site: Site, sizes: Sizes, kept: Kept = {}, rows = rowsOfYear(site)) {
  const days: Rows = { ...KEPT_DAYS, ...kept };
  // The records that were brought have an entry of the audit trail each.
  let standing = site.brought.value * (sizes.patient + (kept.audit ? 0 : sizes.audit));
  let yearly = 0;
  for (const row of all) {
    const bytes = rows[row] * sizes[row];
    const stays = days[row];
    if (stays === undefined) yearly += bytes;
    else standing += (bytes * stays) / DAYS;
  }
  return { standing, yearly, years: (DATABASE_MAX - standing) / yearly };
}

/** Bytes after so many years. */
export const bytesAfter = (years: number, site: Site, sizes: Sizes): number => {
  const { standing, yearly } = growthOf(site, sizes);
  return standing + years * yearly;
};

const whole = (n: number) => Math.round(n).toLocaleString('en');
const megabytes = (bytes: number) => whole(bytes / 1e6);

/** What `npm run bench:latency` writes of the sizes, and this page reads again. */
export const SIZE = 'bytes of one';
export const sizesTable = (sizes: Sizes): string =>
  table(
    ['Row with its indexes', SIZE],
    all.map((row) => [row, whole(sizes[row])]),
  );

const CHOICES: [settings: string, kept: Kept][] = [
  ['neither is set', {}],
  ['`ACCESS_RETENTION_DAYS=1095`', { access_day: 1095 }],
  ['`AUDIT_RETENTION_DAYS=365`', { audit: 365 }],
  ['both', { audit: 365, access_day: 1095 }],
];

/** The section `years` of docs/latency.md. */
export function yearsSection(sizes: Sizes): string {
  const site = HOSPITAL;
  const rows = rowsOfYear(site);
  const visits = site.visits.value;
  const days: Rows = KEPT_DAYS;
  const growth = all.map((row) => {
    const bytes = rows[row] * sizes[row];
    const stays = days[row];
    const amount = stays === undefined ? [megabytes(bytes), '–'] : ['–', megabytes((bytes * stays) / DAYS)];
    return { row, bytes: stays === undefined ? bytes : 0, amount };
  });
  const yearly = growthOf(site, sizes).yearly;
  const choices = CHOICES.map(([settings, kept]) => {
    const { standing, yearly, years } = growthOf(site, sizes, kept);
    // Visits and all that comes with them grow in proportion.
    const bearable = visits * ((DATABASE_MAX - standing) / GOAL_YEARS / yearly);
    return [settings, megabytes(standing), megabytes(yearly), years.toFixed(1), `${whole(bearable / 1000)},000`];
  });
  return [
    `A hospital of ${site.doctors} doctors and ${site.beds} beds with ${whole(visits)} visits, ${whole(site.newcomers.value)} new ` +
      `patients and ${whole(site.looks.value * MONTHS)} reads of their data a year, which began with the records of ${whole(site.brought.value)} ` +
      `patients; why these numbers: [costs.md](costs.md#what-is-assumed). A visit takes ${whole(yearly / visits)} bytes, ` +
      'all that happens around it included.',
    table(
      ['Rows', 'a year', 'bytes of one', 'MB a year', 'MB that stay the same'],
      growth.map(({ row, amount }) => [ROWS[row], whole(rows[row]), whole(sizes[row]), ...amount]),
    ),
    table(
      ['Settings', 'MB from the start', 'MB a year', `years until 10 GB`, `visits a year for ${GOAL_YEARS} years`],
      choices,
    ),
  ].join('\n\n');
}
