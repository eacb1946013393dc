import type { ServiceContext } from '../../context';
import { newEntity, type Versioned } from '../../db/entity';
import { rethrowUnique } from '../../db/errors';
import { createOnce, type Idempotency } from '../../db/idempotency';
import type { KeysetQuery } from '../../db/keyset-list';
import { withFollowers } from '../../db/query';
import { isRefused, requireWritten, type Target } from '../../db/update-outcome';
import { updateRecord } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import { uniqueKey } from '../../rules/unique-key';
import { hideFilesOf } from '../file/queries';
import * as queries from './queries';
import { requireUnnamed } from './rules';
import { type Department, DepartmentInput, type DepartmentPatch } from './schemas';
import { departmentTerms } from './terms';

const ENTITY = 'Department';

const rethrowTaken = rethrowUnique(ENTITY, { 'department.code_key': 'code' });

const SEARCHED_BY: SearchRules = { codes: [], phones: false, dateOfBirth: null };

const toRow = (input: DepartmentInput) => ({
  ...input,
  code_key: uniqueKey(input.code),
  ...departmentTerms(input),
});

/** @throws DuplicateError when the code is taken */
export function createDepartment(
  ctx: ServiceContext,
  input: DepartmentInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Department>> {
  const row = { ...newEntity(ctx), ...toRow(input) };
  return createOnce(ctx, idempotency, {
    create: async () => {
      await ctx.db.run(queries.insert(ctx, row, idempotency)).catch(rethrowTaken);
      return { version: row.version, record: { id: row.id, ...input } };
    },
    read: (id) => getDepartment(ctx, id),
  });
}

export const listDepartments = (
  ctx: ServiceContext,
  { search, ...query }: KeysetQuery & { search?: string | undefined },
) => queries.list(ctx.db, query, criteriaOf(search, SEARCHED_BY));

/** @throws NotFoundError */
export async function getDepartment(ctx: ServiceContext, id: string): Promise<Versioned<Department>> {
  const row = await ctx.db.first(queries.byId({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  const { version, ...record } = row;
  return { version, record };
}

/** @throws NotFoundError, OutdatedError, ConflictError, DuplicateError when the code is taken */
export function updateDepartment(
  ctx: ServiceContext,
  target: Target,
  input: DepartmentPatch,
): Promise<Versioned<Department>> {
  const { id } = target;
  const read = () => getDepartment(ctx, id);
  return updateRecord(ENTITY, DepartmentInput, { target, input, read }, async (whole, to) => {
    const outcome = await ctx.db.run(queries.update(ctx, to, toRow(whole))).catch(rethrowTaken);
    const { row } = outcome;
    return { ...outcome, row: row && { version: row.version, record: { id, ...whole } } };
  });
}

/** @throws UnauthenticatedError, NotFoundError, OutdatedError, RuleError where something names it */
export async function deleteDepartment(ctx: ServiceContext, target: Target): Promise<void> {
  const deletion = { id: target.id, now: ctx.now };
  const removal = queries.remove(ctx, target, { ...deletion, deleted_at: ctx.now });
  const { outcome, names } = await ctx.db.batch({
    outcome: withFollowers(removal, ...hideFilesOf(ctx, target.id)),
    names: queries.namedBy(deletion),
  });
  if (isRefused(outcome, target) && names[0]) requireUnnamed(names[0]);
  requireWritten(ENTITY, target.id, outcome);
}
