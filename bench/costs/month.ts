/** The month of a deployment: what it uses of everything that is billed. */
import { LOOK } from '../../test/support/operations/access-budget.ts';
import {
  BESIDE_A_LOOK,
  DAYS,
  EVENTS,
  FILE_BYTES,
  LOG_LINE_BYTES,
  LOGIN,
  LOOK_MIX,
  MAILED,
  MAILED_CPU_MS,
  MAILS_OF_A_VISIT,
  type Mix,
  MONTHS,
  NEWCOMER,
  objectsOf,
  POLL,
  REMOVED_ROWS,
  type Site,
  SWEEP,
  TICK,
  TOLD,
  TOLD_CPU_MS,
  VISIT,
} from './assumptions.ts';
import { lookUse, type Operation } from './operations.ts';
import { sumOf, times, type Use, useOf } from './prices.ts';
import { bytesAfter, rowsOfYear, type Sizes } from './space.ts';

/** What a deployment does, as parts of the bill that add up. */
export interface Month {
  parts: Record<string, Use>;
  use: Use;
}

/** Without the looks among them: these are a part by themselves. */
export function ofMix(operations: readonly Operation[], mix: Mix, n: number): Use {
  return sumOf(
    mix.map(([share, name, named]) => {
      const found = operations.find((one) => one.name === name && one.named === named);
      if (!found) throw new Error(`${name}: ${named} is assumed to be called, and there is no such case`);
      const look = times(-found.looks, lookUse());
      return times(n * share, sumOf([found.use, look]));
    }),
  );
}

/** Of `access_object`, and its index. */
const ROWS_OF_AN_OBJECT = 2;

const uploads = VISIT.find(([, name]) => name === 'POST /static/upload_file')?.[0] ?? 0;

/** What is stored at the end of so many years, in the last month of them. */
function storage(site: Site, sizes: Sizes, years: number): Use {
  return useOf({
    d1_bytes: bytesAfter(years, site, sizes),
    r2_bytes: years * (site.visits.value * uploads * FILE_BYTES.value + site.looks.value * MONTHS * LOOK.r2_bytes),
  });
}

/** Rows that the hourly job writes as it removes what has expired, in a year. */
const removed = (site: Site) => {
  const rows = rowsOfYear(site);
  return (
    rows.login_session * REMOVED_ROWS.login_session +
    rows.refresh_token * REMOVED_ROWS.refresh_token +
    rows.idempotency_key * REMOVED_ROWS.idempotency_key
  );
};

/** Events of a month, and the tick that looks after them. */
function webhooks({ visits, newcomers }: Site): Use {
  const yearly = visits.value * EVENTS.of_a_visit.value + newcomers.value * EVENTS.of_a_newcomer.value;
  const rows_written = TOLD.rows_written + REMOVED_ROWS.webhook_delivery;
  const told = times(yearly / MONTHS, useOf({ ...TOLD, rows_written, cpu_ms: TOLD_CPU_MS.value }));
  const ticks = times(TICK.runs, useOf({ requests: 1, rows_read: TICK.rows_read, cpu_ms: TICK.cpu_ms }));
  return sumOf([told, ticks]);
}

/** Messages that are planned, claimed by the tick, sent and removed again. */
function mails({ visits }: Site): Use {
  const use = useOf({ ...MAILED, cpu_ms: MAILED_CPU_MS.value, log_bytes: LOG_LINE_BYTES.value });
  return times((visits.value * MAILS_OF_A_VISIT.value) / MONTHS, use);
}

/** With as many objects as the site's looks come in, which are more or fewer than those of `LOOK`. */
export function accessLog(site: Site, seconds?: number): Use {
  const more = objectsOf(site, seconds) - site.looks.value * LOOK.puts;
  const object = useOf({ requests: 1, r2_writes: 1, rows_written: ROWS_OF_AN_OBJECT });
  return sumOf([times(site.looks.value, lookUse()), times(more, object)]);
}

/** @param years that the deployment is in use */
export function monthOf(site: Site, operations: readonly Operation[], sizes: Sizes, years: number): Month {
  const logins = (site.logins.value * DAYS) / MONTHS;
  const parts = {
    'Reads of patients’ data': sumOf([
      ofMix(operations, LOOK_MIX, site.looks.value),
      ofMix(operations, BESIDE_A_LOOK, site.looks.value),
    ]),
    'The access log': accessLog(site),
    'Screens that show the calendar': ofMix(operations, POLL, site.polls.value),
    'Visits: appointments, bills, files': ofMix(operations, VISIT, site.visits.value / MONTHS),
    'New patients': ofMix(operations, NEWCOMER, site.newcomers.value / MONTHS),
    'Logins and their refreshes': ofMix(operations, LOGIN, logins),
    'The hourly job, which removes what has expired': useOf({
      requests: SWEEP.runs,
      cpu_ms: SWEEP.runs * SWEEP.cpu_ms,
      rows_read: SWEEP.runs * SWEEP.rows_read,
      rows_written: removed(site) / MONTHS,
      r2_writes: SWEEP.runs * SWEEP.lists,
      log_bytes: SWEEP.runs * LOG_LINE_BYTES.value,
    }),
    'Events, to one webhook of all types': webhooks(site),
    'Mails to patients, where visits are remembered': mails(site),
    Storage: storage(site, sizes, years),
  };
  return { parts, use: sumOf(Object.values(parts)) };
}

export const timesMonth = (n: number, { parts, use }: Month): Month => ({
  parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, times(n, part)])),
  use: times(n, use),
});
