/**
 * What docs/costs.md and the years of docs/latency.md assume, each with its reason. Change the figures to those of your
 * hospital, then `npm run costs`.
 */

/** Days of a year and months of it. */
export const DAYS = 365;
export const MONTHS = 12;

export interface Assumed<T = number> {
  value: T;
  /** why, in words that stand in the page */
  why: string;
}

/** Of one deployment. */
export interface Site {
  name: string;
  doctors: number;
  beds: number;
  /** outpatients, emergencies and admissions in a year, each with an appointment and a bill */
  visits: Assumed;
  /** patients whose records are brought from the former system */
  brought: Assumed;
  /** patients who come for the first time, in a year */
  newcomers: Assumed;
  /** reads of patients' data in a month */
  looks: Assumed;
  /** times a month that a screen with the calendar asks whether anything has changed */
  polls: Assumed;
  /** minutes of a month in which somebody looks */
  minutes: Assumed;
  /** on an average day */
  logins: Assumed;
}

export const CLINIC: Site = {
  name: 'Clinic',
  doctors: 5,
  beds: 0,
  visits: { value: 20_000, why: '20 a doctor on 200 working days' },
  brought: { value: 10_000, why: 'half as many patients as visits in a year' },
  newcomers: { value: 2_000, why: 'one visit in ten' },
  looks: { value: 40_000, why: '24 a visit: a clinic has no wards' },
  polls: { value: 190_080, why: '3 screens on 22 days of 8 hours, every 10 seconds' },
  minutes: { value: 10_560, why: '22 days of 8 hours' },
  logins: { value: 8, why: '12 accounts, two thirds of them on a day' },
};

export const HOSPITAL: Site = {
  name: 'Hospital',
  doctors: 200,
  beds: 500,
  visits: {
    value: 200_000,
    why: '1,000 a doctor, as in England (below)',
  },
  brought: { value: 150_000, why: 'those of several years of visits' },
  newcomers: { value: 20_000, why: 'one visit in ten' },
  looks: {
    value: 3_000_000,
    why: '100,000 a day: of 1,670 patients by 3 accounts 20 times each',
  },
  polls: { value: 5_256_000, why: '60 screens, 8 hours of each day, every 10 seconds' },
  minutes: { value: 43_800, why: 'wards read by day and by night' },
  logins: { value: 900, why: '1,500 accounts, 60 % of them on a day, each once in a shift' },
};

/** A deployment each, on one account. */
export const CHAIN = { name: 'Chain of 100 hospitals', hospitals: 100 };

/** How often one account sees one patient on a day: a row of `access_day`. */
export const LOOKS_OF_A_ROW: Assumed = {
  value: 20,
  why: 'record, appointments, files and bills are read one by one',
};

/** Looks that come in so many seconds share an object (`max_batch_timeout` of the queue), at most `LOOKS_OF_AN_OBJECT`. */
export const BATCH_SECONDS = 60;
const LOOKS_OF_AN_OBJECT = 100;

/** Objects of the access log in a month, at most one each time that the seconds have passed. */
export const objectsOf = ({ looks, minutes }: Site, seconds = BATCH_SECONDS): number =>
  Math.max(looks.value / LOOKS_OF_AN_OBJECT, Math.min(looks.value, (minutes.value * 60) / seconds));

/** An operation and the case of it whose cost counts, as test/support/operations names them, and how often. */
export type Mix = readonly (readonly [n: number, operation: string, named: string])[];

/** Of one visit. */
export const VISIT: Mix = [
  [2, 'GET /calendar/slots', 'of a doctor'],
  [1, 'POST /appointment/', 'DOUBLE_BOOKING=reject'],
  [2, 'PATCH /calendar/appointments/{id}', 'a status'],
  [1, 'POST /invoice/', 'a catalog line'],
  [1, 'PUT /invoice/{id}', 'issued, with a catalog line'],
  [1, 'POST /invoice/{id}/payments', 'that pays the rest'],
  [0.5, 'POST /static/upload_file', 'the body itself, with Idempotency-Key'],
  [0.2, 'PATCH /patient/{id}', 'one field'],
];

/** Of one newcomer. */
export const NEWCOMER: Mix = [[1, 'POST /patient/', 'with Idempotency-Key']];

/** Of one login: a shift of eight hours, in which a portal gets a new token for every second quarter of an hour. */
export const LOGIN: Mix = [
  [1, 'POST /auth/login', 'the right password'],
  [1, 'GET /settings/', 'what a portal must know'],
  [1, 'GET /auth/users/me', 'the own account'],
  [16, 'POST /auth/refresh', 'an unused token'],
  [0.5, 'POST /auth/logout', 'an unused token'],
];

/** Of one look; their numbers add up to 1. */
export const LOOK_MIX: Mix = [
  [0.33, 'GET /patient/{id}', 'reduced'],
  [0.1, 'GET /patient/', '10 rows of a search'],
  [0.02, 'GET /patient/', '100 rows'],
  [0.15, 'GET /calendar/appointments/', 'of a doctor'],
  [0.1, 'GET /calendar/appointments/', 'of a patient'],
  [0.1, 'GET /calendar/appointments/{id}', 'reduced'],
  [0.1, 'GET /static/', 'of a patient'],
  [0.05, 'GET /invoice/', 'of a patient'],
  [0.05, 'GET /invoice/{id}', 'by id'],
];
/** Besides the looks: bytes of files, which a browser asks for without a token. */
export const BESIDE_A_LOOK: Mix = [[0.1, 'GET /static/{file_path}', 'the whole file']];

/** Of one poll: most find that nothing has changed. */
export const POLL: Mix = [[1, 'GET /calendar/appointments/', 'a day that has not changed, full']];

export const FILE_BYTES: Assumed = { value: 500_000, why: 'a scanned letter or a photograph' };
export const LOG_LINE_BYTES: Assumed = {
  value: 2_000,
  why: 'the line has about 300; the platform adds what it knows of the request',
};
export const LOG_DAYS: Assumed = { value: 7, why: 'the retention of Workers Logs' };
/** Of the consumer, for each look. */
export const LOOK_CPU_MS: Assumed = {
  value: 0.1,
  why: 'checked, written as JSON, hashed, packed, and read again where two objects overlap',
};

/** Days for which rows that expire are there, the day included after which the hourly job removes them. */
export const KEPT_DAYS = { refresh_token: 31, login_session: 91, idempotency_key: 7 };
/** Rows that their removal writes: each with its entries in indexes. */
export const REMOVED_ROWS = { refresh_token: 3, login_session: 4, idempotency_key: 2, webhook_delivery: 1 };

/** Changes that a webhook of all types is told of. */
export const EVENTS: Record<'of_a_visit' | 'of_a_newcomer', Assumed> = {
  of_a_visit: {
    value: 8,
    why: 'an appointment and two changes, a bill, its issue and payment, which changes it, a file now and then, a patient’s record',
  },
  of_a_newcomer: { value: 1, why: 'the record' },
};
/**
 * An event, to one webhook, as test/webhooks/deliver.test.ts holds it: its delivery and the entry by which it is due, the cursor, and what
 * came of it. Its message is written, read and deleted; its batch, and the rest beside the answer, is work of the Worker.
 */
export const TOLD = { rows_written: 4, rows_read: 20, queue: 3, requests: 1 };
export const TOLD_CPU_MS: Assumed = {
  value: 3,
  why: 'two queries beside an answer, two of the consumer, a signature, a request',
};

export const MAILS_OF_A_VISIT: Assumed = {
  value: 1,
  why: 'every second patient agrees, and gets a confirmation and a reminder',
};
/**
 * A mail to a patient: planned (6 rows written), claimed, sent and marked (as test/messages/many.test.ts bounds it), and removed after 90
 * days (4). Its message is written, read and deleted.
 */
export const MAILED = { mails: 1, rows_written: 22, rows_read: 40, queue: 3, requests: 1 };
export const MAILED_CPU_MS: Assumed = {
  value: 3,
  why: 'a letter and a calendar entry, two queries, a call of the binding',
};

/** The minute's tick, in a month, where one webhook has nothing to be sent again. */
export const TICK = { runs: 43_800, rows_read: 5, cpu_ms: 1 };

/** The hourly job, in a month: its queries and what it lists in R2, where it finds little to do. */
export const SWEEP = { runs: 730, lists: 16, rows_read: 5_000, cpu_ms: 50 };
