/** A patient as it is stored, answered and read, which changes, merges, searches and duplicates share. */
import type { ServiceContext } from '../../context';
import type { Versioned } from '../../db/entity';
import { rethrowUnique } from '../../db/errors';
import type { FoundMergedPatient } from '../../db/schema/patient';
import { NotFoundError } from '../../errors';
import { storedBirth } from '../../rules/birth';
import { nationalIdKey } from '../../rules/search/national-id';
import { asViewed, type ReadKey, type View } from '../../schemas/requests';
import type { FileRow } from '../file/queries';
import { toFiles } from '../file/service';
import { ENTITY, requireNotMerged } from './merge/survivor';
import * as queries from './queries';
import type { Patient, PatientInput } from './schemas';
import { mergedNames, patientTerms } from './terms';
import { FURTHER } from './writes';

export const rethrowTaken = rethrowUnique(
  ENTITY,
  { 'patient.national_id_key': 'national_id', 'identifier.value': 'identifiers' },
  { identifiers: 'identifier' },
);

interface Merging {
  merged?: FoundMergedPatient[] | null;
}

/** @param input with `merged`, where that is known */
export const toRow = <Input extends PatientInput & Merging>(input: Input) => ({
  ...input,
  ...storedBirth(input),
  national_id_key: nationalIdKey(input.national_id),
  ...patientTerms(input),
});

type Further = (typeof FURTHER)[number];

/** Further fields without a value are left out of the answer. */
export function withoutUnset<Row extends object>(row: Row) {
  const further: { [name in Further]?: unknown } = row;
  for (const name of FURTHER) if (further[name] === null) further[name] = undefined;
  return row as Omit<Row, Further> & Pick<Patient, Further & keyof Row>;
}

export const mergedOf = ({ merged }: Merging) => merged && { merged: merged.map(mergedNames) };

/** @throws NotFoundError, MergedError */
export const getPatient = async (ctx: ServiceContext, key: ReadKey, value: string, view: View) =>
  toPatient(ctx, key, value, await ctx.db.first<ReadRow>(queries.reads[key][view]({ value })));

type ReadRow = { version: number; files: FileRow[] } & Merging;

/** @param row what was found by the key. @throws NotFoundError, MergedError */
export async function toPatient(
  ctx: ServiceContext,
  key: ReadKey,
  value: string,
  row: ReadRow | undefined,
): Promise<Versioned<Patient>> {
  if (!row) {
    await requireNotMerged(ctx, key, value);
    throw new NotFoundError(ENTITY, value);
  }
  const { version, files, merged, ...record } = row;
  return {
    version,
    record: asViewed<Patient>({ ...withoutUnset(record), files: await toFiles(ctx, files), ...mergedOf({ merged }) }),
  };
}
