import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate, type Target } from '../../db/audited-update';
import { columnsFor, fieldNames, isLive, newEntity, type Versioned } from '../../db/entity';
import { rethrowUnique } from '../../db/errors';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { type KeysetQuery, keysetList } from '../../db/keyset-list';
import { department } from '../../db/schema/department';
import { db, type Inputs, statement } from '../../db/statement';
import { updateRecord } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import { uniqueKey } from '../../rules/unique-key';
import { Department, DepartmentInput, type DepartmentPatch } from './schemas';
import { departmentTerms } from './terms';

const columns = columnsFor(department, Department);

const insert = auditedInsert(department);
const update = auditedUpdate(department, [...fieldNames(DepartmentInput), 'code_key', 'terms'], {
  derived: ['code_key', 'terms'],
});
const list = keysetList(department, columns);
const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: department.version })
    .from(department)
    .where(isLive(department, p.id)),
);

const rethrowTaken = rethrowUnique('Department', { 'department.code_key': 'code' });

const SEARCHED_BY: SearchRules = { codes: [], phones: false, dateOfBirth: null };

const toRow = (input: DepartmentInput) => ({
  ...input,
  code_key: uniqueKey(input.code),
  ...departmentTerms(input),
});

/** @throws RuleError when the code is taken */
export function createDepartment(
  ctx: ServiceContext,
  input: DepartmentInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Department>> {
  const row = { ...newEntity(ctx), ...toRow(input) };
  return createOnce(ctx, idempotency, {
    create: async () => {
      await ctx.db.run(insert(ctx, row, idempotency)).catch(rethrowTaken);
      return { version: row.version, record: { id: row.id, ...input } };
    },
    read: (id) => getDepartment(ctx, id),
  });
}

export const listDepartments = (
  ctx: ServiceContext,
  { search, ...query }: KeysetQuery & { search?: string | undefined },
) => {
  const criteria = criteriaOf(search, SEARCHED_BY);
  return list(ctx.db, query, criteria);
};

/** @throws NotFoundError */
export async function getDepartment(ctx: ServiceContext, id: string): Promise<Versioned<Department>> {
  const row = await ctx.db.first(byId({ id }));
  if (!row) throw new NotFoundError('Department', id);
  const { version, ...record } = row;
  return { version, record };
}

/**
 * What the input leaves out stays as it is; for that the department is read first.
 * @throws NotFoundError, OutdatedError, ConflictError, RuleError when the code is taken
 */
export function updateDepartment(
  ctx: ServiceContext,
  target: Target,
  input: DepartmentPatch,
): Promise<Versioned<Department>> {
  const { id } = target;
  const read = () => getDepartment(ctx, id);
  return updateRecord('Department', DepartmentInput, { target, input, read }, async (whole, to) => {
    const outcome = await ctx.db.run(update(ctx, to, toRow(whole))).catch(rethrowTaken);
    const { row } = outcome;
    return { ...outcome, row: row && { version: row.version, record: { id, ...whole } } };
  });
}
