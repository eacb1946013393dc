import '../typescript.mjs';
import { patiently, select } from '../storage/pages.mjs';
import { verifyAccessLog } from './access-log.mjs';
import { SeenAccesses } from './seen-accesses.mjs';

const { archiveKey } = await import('../../src/audit/chain.ts');
const { dayOfDate, isDate } = await import('../../src/rules/datetime.ts');
const { sqlSource, verifyTrail } = await import('../../src/audit/verify.ts');

/**
 * What is to be said of the audit trail and of the access log.
 * @param options `archives: false` leaves the bucket out: then a made-up note of an archive hides anything; `since`: the day
 * before which objects of the access log are not read. @throws Error where that is none
 */
export async function verifyTrails(storage, { archives, since = '0001-01-01' }) {
  if (!isDate(since)) throw new Error('--since takes a date such as 2026-11-01');
  const from = archives ? dayOfDate(since) : Number.POSITIVE_INFINITY;
  const { DB, FILES } = storage;
  const archive = (seal) => patiently(async () => (await FILES.get(archiveKey(seal)))?.text());
  const source = sqlSource((sql, ...values) => select(DB, sql, ...values), archives ? archive : undefined);
  const seen = new SeenAccesses();
  try {
    return { audit: await verifyTrail(source), looks: await verifyAccessLog(storage, seen, from) };
  } finally {
    seen.close();
  }
}

/** What was looked at, a text each. */
export function told({ audit, looks }) {
  const { objects, removed, left, waiting } = looks;
  return [
    `audit: ${audit.sealed} rows sealed, ${audit.archived} archived, ${audit.unsealed} not sealed yet`,
    [
      `access: ${looks.looks} looks in ${objects} objects`,
      ...(removed
        ? [`${removed} of them removed, up to ${new Date(looks.removedUntil - 1).toISOString().slice(0, 10)}`]
        : []),
      `${waiting} not in one yet`,
      ...(left ? [`${left} more that are not on record, which the hourly job removes in time`] : []),
    ].join(', '),
  ];
}

export const faultsOf = (verdicts) => Object.values(verdicts).flatMap(({ faults }) => faults);

/** What the bucket has and was not looked at, a text each. */
export const unreadOf = ({ audit, looks }) => [
  ...(audit.unread ? [`${audit.unread} rows that are said to be in its files`] : []),
  ...(looks.unread ? [`${looks.unread} objects of the access log`] : []),
];

/** The audit trail and the access log are what was written. */
export async function chain(storage, wrong, { files, since }) {
  const verdicts = await verifyTrails(storage, { archives: files, since });
  for (const fault of faultsOf(verdicts)) wrong(fault);
  const unread = unreadOf(verdicts);
  return [...told(verdicts), ...(unread.length > 0 ? [`not looked at: ${unread.join(', ')}`] : [])].join('; ');
}
