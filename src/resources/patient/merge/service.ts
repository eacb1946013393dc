import type { ServiceContext } from '../../../context';
import { currentActor, requireCurrentActor } from '../../../db/current-actor';
import type { Versioned } from '../../../db/entity';
import { newId } from '../../../db/entity';
import type { Query } from '../../../db/query';
import { readThenWrite } from '../../../db/update-record';
import { MergedError, NotFoundError, ReferenceNotFoundError, RuleError } from '../../../errors';
import { isoTime } from '../../../rules/datetime';
import { byName, fieldsOf, namesOf } from '../../../rules/fields-of';
import { namingHolders } from '../holders';
import { leftBooked } from '../queries';
import { rethrowTaken, toRow } from '../record';
import { PatientInput, type StillBooked } from '../schemas';
import { mergedNames, valuesOf, withTerms } from '../terms';
import { merging } from './batch';
import * as queries from './queries';
import {
  difference,
  mergedFields,
  mergedWith,
  requireInTime,
  requireNoMother,
  requireRoom,
  requireShortRow,
  requireTaken,
  requireTwo,
  requireUnchanged,
  UNDO_TIME,
} from './rules';
import type { MergeInput, PatientMerge, UnmergeInput } from './schemas';
import { ENTITY } from './survivor';
import { changes, unmerging } from './undo';

/** More are not named where a merge cannot be undone. */
const CHANGES_MAX = 6;

const inputOf = (row: queries.PatientRow): PatientInput =>
  fieldsOf<PatientInput, keyof PatientInput>(namesOf(PatientInput.shape), (name) => row[name]);

interface Sides<Row = queries.PatientRow> {
  patient: Row;
  other: Row;
  /** the last merge of these two */
  merge: queries.MergeRow | undefined;
}

/** @throws NotFoundError, MergedError, ReferenceNotFoundError where one of the two was never there */
async function readSides<Row extends queries.PatientRow>(
  ctx: ServiceContext,
  id: string,
  from: string,
  both: Query<Row[]>,
): Promise<Versioned<Sides<Row>>> {
  const { patients, merges } = await ctx.db.batch({ patients: both, merges: queries.lastMerge({ id, from }) });
  const patient = patients.find((row) => row.id === id);
  if (patient?.merged_into) throw new MergedError(ENTITY, id, patient.merged_into);
  if (!patient || patient.deleted_at !== null) throw new NotFoundError(ENTITY, id);
  requireTwo(id, from);
  const other = patients.find((row) => row.id === from);
  if (!other) throw new ReferenceNotFoundError([ENTITY, from]);
  return { version: patient.version, record: { patient, other, merge: merges[0] } };
}

interface Result {
  moved: { entity: string; n: number }[];
  /** undefined where the patient has not died */
  appointments?: StillBooked[] | undefined;
}

function toMerge({ patient, other }: Sides, version: number, merged_at: number | null, result: Result) {
  const { moved, appointments } = result;
  const count = (entity: string) => moved.find((each) => each.entity === entity)?.n ?? 0;
  const record: PatientMerge = {
    id: patient.id,
    reg_number: patient.reg_number,
    from: mergedNames(other),
    moved: {
      appointments: count('appointment'),
      appointment_series: count('appointment_series'),
      invoices: count('invoice'),
      files: count('file'),
      notes: count('note'),
    },
    ...(merged_at !== null && { undo_until: isoTime(merged_at + UNDO_TIME) }),
    ...(appointments?.length && { appointments }),
  };
  return { version, record };
}

/** What was done before, and is asked for again. */
async function done(ctx: ServiceContext, sides: Sides, { id, created_at, undone_at }: queries.MergeRow) {
  const { patient } = sides;
  const result = await ctx.db.batch({
    moved: queries.movedBy({ merge_id: id }),
    appointments: undone_at === null ? leftBooked(ctx, patient.id, patient.deceased_at) : undefined,
  });
  return toMerge(sides, patient.version, undone_at === null ? created_at : null, result);
}

/** @throws NotFoundError, MergedError, ReferenceNotFoundError, UnauthenticatedError, InvalidError, RuleError, ConflictError */
export function mergePatient(ctx: ServiceContext, id: string, input: MergeInput): Promise<Versioned<PatientMerge>> {
  const { from, take = [] } = input;
  const read = () => readSides(ctx, id, from, queries.measuredPair({ id, from }));
  return readThenWrite(ENTITY, { id, if_version: null }, read, async (sides) => {
    const { patient, other, merge } = sides;
    if (other.merged_into === id && merge) {
      requireTaken(take, merge, inputOf(patient), inputOf(other));
      return done(ctx, sides, merge);
    }
    if (other.merged_into) throw new MergedError(ENTITY, from, other.merged_into);
    if (other.deleted_at !== null) throw new ReferenceNotFoundError([ENTITY, from]);
    requireNoMother(patient, other);
    const before = inputOf(patient);
    const after = mergedFields(before, inputOf(other), take);
    const merged = mergedWith(
      patient.merged,
      withTerms({ ...other, identifiers: valuesOf(other.identifiers) }),
      other.merged,
    );
    requireShortRow(other);
    requireRoom('identifiers', { length: patient.identifier_count + other.identifier_count });
    const row = {
      id: newId(),
      patient_id: id,
      merged_id: from,
      before: difference(before, after),
      after: difference(after, before),
      created_at: ctx.now,
      created_by: ctx.actor?.id ?? null,
      undone_at: null,
      undone_by: null,
    };
    const { actors, merges, moved, appointments } = await ctx.db.batch({
      actors: currentActor(ctx),
      merged: merging(ctx, row, {
        ...{ id, version: patient.version, changes: toRow({ ...after, merged }) },
        ...{ from, from_version: other.version, issued_to: JSON.stringify(mergedNames(other)) },
      }),
      merges: queries.lastMerge({ id, from }),
      moved: queries.movedBy({ merge_id: row.id }),
      appointments: leftBooked(ctx, id, after.deceased_at),
    });
    requireCurrentActor(actors);
    if (merges[0]?.id !== row.id) return undefined;
    return toMerge(sides, patient.version + 1, ctx.now, { moved, appointments });
  });
}

/** The patient as it was before the merge, but for what has nothing to do with it. @throws ConflictError */
function fieldsBefore(patient: queries.PatientRow, { before, after }: queries.MergeRow): PatientInput {
  const now = inputOf(patient);
  requireUnchanged(Object.keys(difference(after, byName(now))));
  return { ...now, ...before };
}

/** @throws NotFoundError, MergedError, ReferenceNotFoundError, UnauthenticatedError, RuleError, ConflictError */
export function unmergePatient(
  ctx: ServiceContext,
  id: string,
  { from }: UnmergeInput,
): Promise<Versioned<PatientMerge>> {
  const read = () => readSides(ctx, id, from, queries.pair({ id, from }));
  return readThenWrite(ENTITY, { id, if_version: null }, read, async (sides) => {
    const { patient, other, merge } = sides;
    if (!merge) {
      // Through another one, perhaps: that merge is undone first.
      if (other.merged_into) throw new MergedError(ENTITY, from, other.merged_into);
      throw new RuleError('inconsistent', 'This record was not merged into the patient');
    }
    if (merge.undone_at !== null) return done(ctx, sides, merge);
    requireInTime(merge.created_at, ctx.now);
    const gone = new Set([from, ...(other.merged ?? []).map((one) => one.id)]);
    const left = (patient.merged ?? []).filter((one) => !gone.has(one.id));
    const changed = toRow({ ...fieldsBefore(patient, merge), merged: left.length > 0 ? left : null });
    const batch = ctx.db.batch({
      changed: changes({ merge_id: merge.id, limit: CHANGES_MAX }),
      actors: currentActor(ctx),
      unmerged: unmerging(ctx, merge.id, {
        ...{ id, version: patient.version, changes: changed },
        ...{ from, from_version: other.version },
      }),
      merges: queries.lastMerge({ id, from }),
      moved: queries.movedBy({ merge_id: merge.id }),
    });
    const ids = [changed.national_id, other.national_id];
    const {
      changed: since,
      actors,
      merges,
      moved,
    } = await namingHolders(ctx, { id, national_ids: ids }, batch.catch(rethrowTaken));
    requireCurrentActor(actors);
    const [ended] = merges;
    if (ended && ended.undone_at !== null) return toMerge(sides, patient.version + 1, null, { moved });
    requireUnchanged(since.map(({ entity, id }) => `${entity} ${id}`));
    return undefined;
  });
}
