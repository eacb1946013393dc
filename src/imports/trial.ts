/** What a dry run knows of the earlier rows of its file: they are not there, but would be. */
import type { Database } from '../db/client';
import { likelySame, type Person } from '../rules/same-person';
import type { Claim } from './importers/importer';
import { type Claimed, claim, claimsOf } from './known-queries';
import type { RowFault } from './outcome';
import type { Row } from './row';
import { asDetail, type Compared, keysOf, soughtOf } from './same';

const externalKey = (value: string) => `external:${value}`;
const claimKey = ({ key }: Claim) => `claim:${key}`;

interface TimeDetail {
  from: number;
  until: number;
}
/** What `take` has written for a claim of the same key, whose kind it is of. */
const detailOf = <Detail extends TimeDetail | Person>(detail: string): Detail => JSON.parse(detail);
const isTime = ({ from, until }: Claim): boolean => from !== undefined && until !== undefined;

export async function takenBefore(database: Database, job: string, rows: readonly Row[]): Promise<readonly Claimed[]> {
  const keys = rows.flatMap(({ prepared, person }) => [
    ...(prepared.external_id === null ? [] : [externalKey(prepared.external_id)]),
    ...prepared.claims.map(claimKey),
    ...(person ? soughtOf(person) : []),
  ]);
  return keys.length > 0 ? database.run(claimsOf({ job, keys: JSON.stringify([...new Set(keys)]) })) : [];
}

const overlaps = ({ from = 0, until = 0 }: Claim, detail: string | null): boolean => {
  if (detail === null) return false;
  const other = detailOf<TimeDetail>(detail);
  return from < other.until && other.from < until;
};

/** A chunk whose Worker died has taken what its own rows have, which is nobody else's when it comes again. */
const byEarlier = (taken: readonly Claimed[], { record }: Row) => taken.filter((one) => one.record < record);

export function isKnownIn(taken: readonly Claimed[], row: Row): boolean {
  const { external_id } = row.prepared;
  return external_id !== null && byEarlier(taken, row).some(({ key }) => key === externalKey(external_id));
}

/** The row of who is likely the same. */
export function sameIn(taken: readonly Claimed[], row: Row, person: Compared): string | undefined {
  const sought = new Set(soughtOf(person));
  const others = byEarlier(taken, row).flatMap(({ key, detail, record }) =>
    detail !== null && sought.has(key) ? [{ ...detailOf<Person>(detail), id: String(record), seq: record }] : [],
  );
  const [same] = likelySame(person.comparable, others, 1);
  return same && `row ${same.patient.seq + 1} of this file`;
}

/** What an earlier row has that one alone may have. */
export function claimedIn(taken: readonly Claimed[], row: Row): RowFault | undefined {
  const earlier = byEarlier(taken, row);
  const claimed = row.prepared.claims.find((one) =>
    earlier.some(({ key, detail }) => key === claimKey(one) && (!isTime(one) || overlaps(one, detail))),
  );
  return claimed && { path: claimed.field.split('.'), type: claimed.type ?? 'duplicate', msg: claimed.msg };
}

/** @param rows those that would be made */
export async function take(database: Database, job: string, rows: readonly Row[]): Promise<void> {
  const claims = rows.flatMap<Claimed>(({ prepared, person, record }) => [
    ...(prepared.external_id === null ? [] : [{ key: externalKey(prepared.external_id), record, detail: null }]),
    ...prepared.claims.map((one) => ({
      key: claimKey(one),
      record,
      detail: isTime(one) ? JSON.stringify({ from: one.from, until: one.until }) : null,
    })),
    ...(person ? keysOf(person).map((key) => ({ key, record, detail: asDetail(person) })) : []),
  ]);
  if (claims.length > 0) await database.run(claim({ job, claims: JSON.stringify(claims) }));
}
