import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { requireThere } from '../../db/references';
import type { Target } from '../../db/update-outcome';
import { updateRecord } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { departmentsOf } from '../../rules/hours';
import * as queries from './queries';
import { type DoctorHours, DoctorHoursFields, type DoctorHoursUpdate } from './schemas';

const ENTITY = 'The record of hours';
/** Of a doctor whose hours were never set: an empty document, which `If-Match: "0"` means. */
const NEVER_SET = 0;

/** @throws NotFoundError */
export async function getWorkingHours(ctx: ServiceContext, doctor_id: string): Promise<Versioned<DoctorHours>> {
  const row = await ctx.db.first(queries.byDoctor({ id: doctor_id }));
  if (!row) throw new NotFoundError('Doctor', doctor_id);
  const { version, weekly, exceptions } = row;
  return {
    version: version ?? NEVER_SET,
    record: { doctor_id, weekly: weekly ?? [], exceptions: exceptions ?? [] },
  };
}

/** @throws NotFoundError for the doctor, AppError not_found naming every missing department, OutdatedError */
export function updateWorkingHours(
  ctx: ServiceContext,
  target: Target,
  input: DoctorHoursUpdate,
): Promise<Versioned<DoctorHours>> {
  const { id } = target;
  const read = () => getWorkingHours(ctx, id);
  return updateRecord(ENTITY, DoctorHoursFields, { target, input, read }, async (fields, to) => {
    const row = { ...newEntity(ctx), ...fields, id, department_ids: departmentsOf(fields) };
    const mayBeNew = (to.if_version ?? NEVER_SET) === NEVER_SET;
    // No replay where the answer was lost: the row's id does not tell who wrote it.
    const creation = mayBeNew ? { ...queries.insert(ctx, row), replay: undefined } : undefined;
    const { before, updated, inserted, unknown } = await ctx.db.batch({
      before: queries.byDoctor({ id }),
      updated: queries.update(ctx, to, row),
      inserted: creation,
      unknown: queries.unknownDepartments(row),
    });
    const version = updated.row?.version ?? inserted?.[0]?.version;
    if (version !== undefined) return { ...updated, row: { version, record: { doctor_id: id, ...fields } } };
    const [current] = before;
    if (!current) throw new NotFoundError('Doctor', id);
    const present = current.version ?? NEVER_SET;
    if (to.if_version === null || to.if_version === present) requireThere(unknown);
    return { ...updated, version: present, row: undefined };
  });
}
