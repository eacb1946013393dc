import type { ServiceContext } from '../../context';
import type { Target } from '../../db/audited-update';
import { newEntity, type Versioned } from '../../db/entity';
import { batchOf } from '../../db/query';
import { readThenWrite } from '../../db/update-record';
import { NotFoundError, OutdatedError, ReferenceNotFoundError } from '../../errors';
import { departmentsOf } from '../../rules/hours';
import { hasEveryField, mergeUpdate } from '../../schemas/update';
import { byDoctor, insert, unknownDepartments, update } from './queries';
import { type DoctorHours, DoctorHoursFields, type DoctorHoursUpdate } from './schemas';

const ENTITY = 'The record of hours';
/** Of a doctor whose hours were never set: an empty document, which `If-Match: "0"` means. */
const NEVER_SET = 0;

/** @throws NotFoundError */
export async function getHours(ctx: ServiceContext, doctor_id: string): Promise<Versioned<DoctorHours>> {
  const row = await ctx.db.first(byDoctor({ id: doctor_id }));
  if (!row) throw new NotFoundError('Doctor', doctor_id);
  const { version, weekly, exceptions } = row;
  return {
    version: version ?? NEVER_SET,
    record: { doctor_id, weekly: weekly ?? [], exceptions: exceptions ?? [] },
  };
}

/**
 * What the input leaves out stays as it is; for that the hours are read first.
 * @throws NotFoundError for the doctor, AppError not_found naming every department that is not there, OutdatedError
 */
export function setHours(
  ctx: ServiceContext,
  target: Target,
  input: DoctorHoursUpdate,
): Promise<Versioned<DoctorHours>> {
  const read = () => getHours(ctx, target.id);
  if (!hasEveryField(DoctorHoursFields, input)) {
    return readThenWrite(ENTITY, target, read, (before, to) =>
      write(ctx, to, mergeUpdate(DoctorHoursFields, input, before)),
    );
  }
  return write(ctx, target, input).then((written) => {
    if (!written) throw new OutdatedError(ENTITY);
    return written;
  });
}

/** @returns undefined where the hours are no longer the version that is asked for */
async function write(ctx: ServiceContext, target: Target, fields: DoctorHoursFields) {
  const { id, if_version } = target;
  const row = { ...newEntity(ctx), ...fields, id, department_ids: departmentsOf(fields) };
  const mayBeNew = (if_version ?? NEVER_SET) === NEVER_SET;
  // Not done again where its answer was lost: the row's id does not tell whose it is.
  const creation = mayBeNew ? { ...insert(ctx, row), replay: undefined } : undefined;
  const { before, updated, inserted, unknown } = await ctx.db.run(
    batchOf({
      before: byDoctor({ id }),
      updated: update(ctx, target, row),
      inserted: creation,
      unknown: unknownDepartments(row),
    }),
  );
  const version = updated.row?.version ?? inserted?.[0]?.version;
  if (version !== undefined) return { version, record: { doctor_id: id, ...fields } };
  const [current] = before;
  if (!current) throw new NotFoundError('Doctor', id);
  if (if_version !== null && if_version !== (current.version ?? NEVER_SET)) return undefined;
  throw new ReferenceNotFoundError(...unknown.map(({ id }): [string, string] => ['Department', id]));
}
